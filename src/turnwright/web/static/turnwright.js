"use strict";
// What the server can't do: sign what buttons send, tell whether the stream lives, and keep requests apart.
(() => {
  const live = document.getElementById("live");
  const stale = document.getElementById("stale");
  const token = () => document.querySelector("input[name=_csrf_token]")?.value ?? "";
  const limit = Number(live.dataset.beat) * 1000;
  let heard = Date.now();

  const hear = () => { heard = Date.now(); stale.hidden = true; document.documentElement.dataset.live = "yes"; };
  live.addEventListener("beat", hear);
  live.addEventListener("gone", () => location.reload());
  document.addEventListener("htmx:sse:after:message", hear);
  document.addEventListener("htmx:sse:after:connection", hear);
  setInterval(() => { if (Date.now() - heard > limit) stale.hidden = false; }, 500);

  // A request that is sent twice is carried out once.
  document.addEventListener("htmx:config:request", (event) => {
    const form = event.target.closest?.("form");
    const body = event.detail.ctx.request.body;
    if (!form || !body?.append) return;
    body.append("cursor", document.getElementById("cursor")?.value ?? "");
    body.append("request", crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`);
    if (form.dataset.signed !== undefined) body.append("_csrf_token", token());
  });

  document.addEventListener("htmx:after:request", (event) => {
    const form = event.target.closest?.("form[data-clear]");
    if (form) form.querySelector("input[name=words]").value = "";
  });

  document.addEventListener("click", (event) => {
    const said = event.target.closest?.("[data-say]");
    if (!said) return;
    const input = document.getElementById("words");
    input.value = said.dataset.say;
    input.form.requestSubmit();
  });
})();
