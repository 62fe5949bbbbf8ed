"use strict";
// Lets the page be installed; our own files are kept, pages never: what they show is made for one viewer at one moment.
const KEPT = "turnwright-1";
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith("/static/")) return;
  event.respondWith((async () => {
    const kept = await caches.open(KEPT);
    try {
      const fresh = await fetch(event.request);
      if (fresh.ok) await kept.put(event.request, fresh.clone());
      return fresh;
    } catch {
      return (await kept.match(event.request)) ?? Response.error();
    }
  })());
});
