"use strict";
// What the server can't do: sign what buttons send, tell whether the stream lives, and call somebody to their turn.
(() => {
  const live = document.getElementById("live");
  const stale = document.getElementById("stale");
  const token = () => document.querySelector("input[name=_csrf_token]")?.value ?? "";
  const limit = Number(live.dataset.beat) * 1000;
  let heard = Date.now();

  // ---- the stream

  const hear = () => { heard = Date.now(); stale.hidden = true; document.documentElement.dataset.live = "yes"; };
  live.addEventListener("beat", hear);
  live.addEventListener("gone", () => location.reload());
  document.addEventListener("htmx:sse:after:message", () => { hear(); call(); });
  document.addEventListener("htmx:sse:after:connection", hear);
  setInterval(() => { if (Date.now() - heard > limit) stale.hidden = false; }, 500);

  // ---- what is sent

  // A request that is sent twice is carried out once, and means what its sender had in view.
  document.addEventListener("htmx:config:request", (event) => {
    const form = event.target.closest?.("form");
    const body = event.detail.ctx.request.body;
    if (!form || !body?.append) return;
    body.append("cursor", document.getElementById("cursor")?.value ?? "");
    body.append("request", crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`);
    if (form.dataset.signed !== undefined) body.append("_csrf_token", token());
  });

  document.addEventListener("htmx:after:request", (event) => {
    const form = event.target.closest?.("form");
    const refused = document.querySelector("#notice .refused");
    if (form?.dataset.clear !== undefined && !refused) {
      for (const input of form.querySelectorAll("input:not([type]), textarea")) input.value = "";
    }
    if (form?.dataset.closeOnSend !== undefined && !refused) form.closest("dialog")?.close();
    if (!refused) for (const open of form?.querySelectorAll(":scope > details[open]") ?? []) open.open = false;
  });

  // ---- buttons

  document.addEventListener("click", (event) => {
    const at = (sign) => event.target.closest?.(`[${sign}]`);
    const said = at("data-say");
    if (said) {
      const input = document.getElementById("words");
      input.value = said.dataset.say;
      input.form.requestSubmit();
    }
    const hit = at("data-hit");
    if (hit) {
      for (const pick of document.querySelectorAll("input[name=names][form=many]")) {
        pick.checked = pick.closest(".sheet") === hit.closest(".sheet");
      }
      document.getElementById("amount").focus();
    }
    if (at("data-unpick")) for (const pick of document.querySelectorAll("input[name=names][form=many]")) pick.checked = false;
    const opens = at("data-dialog");
    if (opens) document.getElementById(opens.dataset.dialog).showModal();
    if (at("data-close-dialog")) at("data-close-dialog").closest("dialog").close();
    if (at("data-close")) document.getElementById("notice").replaceChildren();
    const sure = at("data-confirm");
    if (sure && !confirm(sure.dataset.confirm)) event.preventDefault();
    const ends = at("data-end");
    const left = ends?.closest("[data-left]")?.dataset.left;
    if (ends && left && setting("ask") && ends.dataset.asked === undefined) {
      event.preventDefault();
      ends.dataset.asked = "";
      ends.textContent = document.getElementById("left-text").content.textContent.replace("{text}", left);
    }
  }, true);

  // Enter in a field does what its own button does.
  document.addEventListener("keydown", (event) => {
    const button = event.key === "Enter" && event.target.dataset?.enter;
    if (button) { event.preventDefault(); document.getElementById(button).click(); }
  });

  // ---- completion of the line

  const words = document.getElementById("words");
  let asked = 0;
  words?.addEventListener("input", () => {
    clearTimeout(asked);
    asked = setTimeout(async () => {
      const answer = await fetch(`${words.dataset.complete}?words=${encodeURIComponent(words.value)}`);
      if (answer.ok) document.getElementById("completions").innerHTML = await answer.text();
    }, 150);
  });

  // ---- a player is called to their turn

  const setting = (name) => localStorage.getItem(`turnwright-${name}`) !== "off";
  for (const box of document.querySelectorAll("[data-setting]")) {
    box.checked = setting(box.dataset.setting);
    box.addEventListener("change", () => {
      localStorage.setItem(`turnwright-${box.dataset.setting}`, box.checked ? "on" : "off");
      keepAwake();
    });
  }
  let was = "";
  const call = () => {
    const state = document.getElementById("state");
    if (!state) return;
    const now = state.dataset.asked ? "ask" : state.dataset.yours ? "turn" : "";
    if (setting("title")) document.title = now ? `● ${state.dataset[now]}` : `${state.dataset.title} · Turnwright`;
    if (now && now !== was) {
      if (setting("vibration") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(now === "ask" ? [80, 60, 80] : 200);
      if (setting("sound")) chime(now === "ask" ? 880 : 660);
    }
    was = now;
  };
  let audio;
  const chime = (pitch) => {
    try {
      audio ??= new AudioContext();
      const tone = audio.createOscillator(), volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.15, audio.currentTime);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
      tone.connect(volume).connect(audio.destination);
      tone.start();
      tone.stop(audio.currentTime + 0.4);
    } catch { /* a browser that plays nothing before it was touched */ }
  };

  // ---- the screen stays on, where the browser lets it

  let awake;
  const keepAwake = async () => {
    const wanted = document.querySelector("[data-setting=awake]")?.checked && document.visibilityState === "visible";
    if (!wanted) { await awake?.release(); awake = undefined; return; }
    try { awake ??= await navigator.wakeLock.request("screen"); } catch { awake = undefined; }
  };
  if (!window.isSecureContext) {
    document.getElementById("awake")?.setAttribute("hidden", "");
    document.getElementById("not-secure")?.removeAttribute("hidden");
  } else {
    document.addEventListener("visibilitychange", () => { awake = undefined; keepAwake(); });
    keepAwake();
    navigator.serviceWorker?.register("/worker.js").catch(() => {});
  }
  call();
})();
