"use strict";
// What the server can't do: sign what buttons send, tell whether the stream lives, and call somebody to their turn.
(() => {
  const live = document.getElementById("live");
  const stale = document.getElementById("stale");
  const token = () => document.querySelector("input[name=_csrf_token]")?.value ?? "";
  const limit = Number(live.dataset.beat) * 1000;
  const AGAIN = 1000; // milliseconds between two tries for a stream
  const TRIES = 4; // so many are waited for at once
  const KEPT = 60000; // milliseconds for which what got no answer is sent again

  // ---- the stream

  // A connection that was cut without closing answers never, and one over a bad network late: so while nothing is heard,
  // one more is tried each second beside those that are still waited for, and the first that says something is kept.
  const streams = new Set();
  let heard = Date.now();
  let tried = 0;
  let full = false;
  let shown = Promise.resolve();

  const drop = (stream) => { stream.close(); streams.delete(stream); };

  const hear = (from) => {
    for (const stream of [...streams]) if (stream !== from) drop(stream);
    heard = Date.now();
  };

  const goOn = () => {
    stale.hidden = true;
    document.documentElement.dataset.live = "yes";
    sendAgain();
  };

  // An order that somebody is putting together is theirs until it is sent.
  const orders = new Map();
  const keepOrders = () => {
    for (const [id, names] of orders) {
      const places = [...(document.getElementById(id)?.querySelectorAll("[data-ordered]") ?? [])];
      const same = places.length === names.length && places.every((one) => names.includes(one.value));
      if (!same) { orders.delete(id); continue; }
      for (const name of names) {
        const place = places.find((one) => one.value === name).closest("li");
        place.parentElement.append(place);
      }
    }
  };

  const show = async (text) => {
    await htmx.swap({ text, target: live, sourceElement: live, swap: "innerMorph swapEmpty:false" });
    keepOrders();
    underHeader();
    call();
    goOn();
  };

  const connect = () => {
    tried = Date.now();
    if (streams.size >= TRIES) drop(streams.values().next().value);
    // What is shown already is not sent again.
    const address = new URL(live.dataset.stream, location.href);
    address.searchParams.set("had", document.getElementById("cursor")?.value ?? "");
    const stream = new EventSource(address);
    streams.add(stream);
    stream.addEventListener("message", (event) => { hear(stream); shown = shown.then(() => show(event.data)); });
    stream.addEventListener("beat", () => { hear(stream); goOn(); });
    stream.addEventListener("gone", () => location.reload());
    // Too many windows of one seat would push each other out for ever: this one gives way.
    stream.addEventListener("full", (event) => {
      drop(stream);
      full = !streams.size;
      if (full) stale.textContent = event.data;
    });
    stream.addEventListener("error", () => {
      // Closed by the browser itself: something else than a stream was answered.
      if (stream.readyState === EventSource.CLOSED) seeWhy();
      drop(stream);
    });
  };

  // Somebody who was shown out while they were away is told so by the page.
  const seeWhy = async () => {
    try {
      const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(limit) });
      if (answer.status === 403 || answer.status === 404) location.reload();
    } catch { /* no network: tried again */ }
  };

  const look = () => {
    const silent = Date.now() - heard > limit;
    if (silent || full) stale.hidden = false;
    if (full) return;
    if ((silent || !streams.size) && Date.now() - tried > AGAIN) connect();
  };

  // A phone that slept, or came to another network, does not wait for its turn to look.
  const wake = () => {
    if (document.visibilityState === "visible" && !full) connect();
  };
  for (const sign of ["visibilitychange", "resume"]) document.addEventListener(sign, wake);
  for (const sign of ["online", "pageshow"]) window.addEventListener(sign, wake);
  setInterval(look, 250);

  // ---- what is sent

  // A request that is sent twice is carried out once, and means what its sender had in view. What gets no answer is sent
  // again when the table is back; what is pressed once more meanwhile is still the same request.
  const waiting = new Map();
  const unanswered = new Map();

  const newName = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    const form = event.target.closest?.("form");
    const body = ctx.request.body;
    if (!form || !body?.append) return;
    const meant = `${ctx.request.action} ${new URLSearchParams(body)}`;
    const held = waiting.get(meant);
    const same = held && (!stale.hidden || Date.now() - held.since < limit);
    const sent = same ? held : { name: newName(), since: Date.now() };
    waiting.set(meant, sent);
    const { name } = sent;
    ctx.sent = { form, meant, name, since: Date.now(), dialog: form.closest("dialog") };
    body.append("cursor", document.getElementById("cursor")?.value ?? "");
    body.append("request", name);
    if (form.dataset.signed !== undefined) body.append("_csrf_token", token());
  });

  const settle = ({ form, meant, name }) => {
    if (waiting.get(meant)?.name === name) waiting.delete(meant);
    unanswered.delete(name);
    return form;
  };

  // Once an answer is shown: what was typed goes when it is done, and stays when it is not.
  const answered = (sent, fine) => {
    const form = settle(sent);
    if (!fine || document.querySelector("#notice .refused")) return;
    if (form.dataset.clear !== undefined) {
      for (const input of form.querySelectorAll("input:not([type]), textarea")) input.value = "";
    }
    if (form.matches(".deed, .word-form")) form.reset();
    sent.dialog?.close();
    for (const open of form.querySelectorAll(":scope > details[open]")) open.open = false;
  };

  document.addEventListener("htmx:finally:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.sent && ctx.text !== undefined) answered(ctx.sent, ctx.response.status < 400);
  });

  // What came of something is told for a while; the log keeps it. A refusal, or what was asked for, stays.
  const PASSING = 8000;
  let passing = 0;
  new MutationObserver(() => {
    clearTimeout(passing);
    const told = document.querySelector("#notice > [data-passing]");
    if (told) passing = setTimeout(() => told.remove(), PASSING);
  }).observe(document.getElementById("notice"), { childList: true });

  // On a phone it shows below the header: whose turn it is, is never covered.
  const headed = new ResizeObserver(([header]) => {
    document.documentElement.style.setProperty("--header", `${header.target.offsetHeight}px`);
  });
  const underHeader = () => {
    const header = document.querySelector(".player .top");
    headed.disconnect();
    if (header) headed.observe(header);
  };

  const tell = (id) => {
    const said = document.createElement("p");
    said.textContent = document.getElementById(id).content.textContent;
    document.getElementById("notice").replaceChildren(said);
  };

  document.addEventListener("htmx:error", (event) => {
    const { ctx } = event.detail;
    if (!ctx?.sent || ctx.text !== undefined || ctx.request.method !== "POST") return;
    unanswered.set(ctx.sent.name, ctx);
    tell("waits-text");
  });

  let sending = false;
  const sendAgain = async () => {
    if (sending) return;
    sending = true;
    try {
      for (const { sent, request } of [...unanswered.values()]) {
        if (Date.now() - sent.since > KEPT) { settle(sent); tell("lost-text"); continue; }
        const { action, body, headers } = request;
        const answer = await fetch(action, { method: "POST", body, headers, signal: AbortSignal.timeout(limit) });
        await htmx.swap({ text: await answer.text(), target: "#notice", swap: "innerHTML" });
        answered(sent, answer.ok);
      }
    } catch { /* still no network: with the next sign of life */ } finally { sending = false; }
  };

  // ---- buttons

  // What takes something away says so first, and does it when it is pressed once more.
  const askOnce = (event, button, question) => {
    event.preventDefault();
    button.dataset.asked = "";
    button.textContent = question;
  };

  const TWICE = 600; // milliseconds within which a second press by hand, so many pixels around, is the same press
  const NEAR = 40;
  let pressed = { x: 0, y: 0, at: -TWICE };

  document.addEventListener("click", (event) => {
    const at = (sign) => event.target.closest?.(`[${sign}]`);
    // A double click, or tap, is one: what stands there after the first is not meant by the second.
    if (event.detail > 0 && event.target.closest?.("#live :is(button, summary, a)")) {
      const { clientX: x, clientY: y, timeStamp: at } = event;
      const again = at - pressed.at < TWICE && Math.hypot(x - pressed.x, y - pressed.y) < NEAR;
      if (event.target.closest("form button:not([type=button])")) pressed = { x, y, at };
      if (again) { event.preventDefault(); event.stopPropagation(); return; }
    }
    const said = at("data-say");
    if (said) {
      const input = document.getElementById("words");
      input.value = said.dataset.say;
      input.form.requestSubmit();
    }
    const hit = event.target.closest?.(".hit");
    if (hit) {
      for (const pick of document.querySelectorAll("input[name=names][form=many]")) {
        pick.checked = pick.closest(".sheet") === hit.closest(".sheet");
      }
      document.getElementById("amount").focus();
    }
    if (at("data-unpick")) for (const pick of document.querySelectorAll("input[name=names][form=many]")) pick.checked = false;
    const moves = at("data-move");
    if (moves) {
      const rows = [...document.querySelectorAll(".order > ol > li")];
      const from = rows.findIndex((row) => row.querySelector("input[form=many]:checked"));
      const typed = (row) => row?.querySelector("input[form=many]")?.value;
      const to = typed(rows[from + Number(moves.dataset.move)]);
      const words = document.getElementById("words");
      if (from >= 0 && to) {
        words.value = `move ${typed(rows[from])} ${moves.dataset.move === "1" ? "after" : "before"} ${to}`;
        words.form.requestSubmit();
      }
    }
    const shifts = at("data-shift");
    if (shifts) {
      const place = shifts.closest("li");
      if (shifts.dataset.shift === "-1") place.previousElementSibling?.before(place);
      else place.nextElementSibling?.after(place);
      const list = place.parentElement;
      orders.set(list.closest("form").id, [...list.querySelectorAll("[data-ordered]")].map((one) => one.value));
      shifts.focus();
    }
    // What may be said as often as one likes: its fields once more, empty.
    const more = at("data-repeat");
    if (more) {
      const all = [...more.parentElement.querySelectorAll(":scope > label")];
      const count = Number(more.parentElement.dataset.repeated);
      const copies = all.slice(-count).map((label) => label.cloneNode(true));
      for (const copy of copies) {
        const field = copy.querySelector("input");
        field.name = `${field.name.split("~")[0]}~${all.length / count + 1}`;
        field.value = "";
      }
      more.before(...copies);
      copies[0].querySelector("input").focus();
    }
    const opens = at("data-dialog");
    if (opens) {
      const dialog = document.getElementById(opens.dataset.dialog);
      // What is behind an open dialog can't be read or pressed: what came of its forms is told inside it.
      const notice = document.getElementById("notice");
      notice.replaceChildren();
      dialog.append(notice);
      dialog.showModal();
    }
    if (at("data-close-dialog")) at("data-close-dialog").closest("dialog").close();
    if (at("data-close")) document.getElementById("notice").replaceChildren();
    const sure = at("data-confirm");
    if (sure && !confirm(sure.dataset.confirm)) event.preventDefault();
    const ends = at("data-end");
    const left = ends?.closest("[data-left]")?.dataset.left;
    if (ends && left && setting("ask") && ends.dataset.asked === undefined) {
      askOnce(event, ends, document.getElementById("left-text").content.textContent.replace("{text}", left));
    }
    const robs = at("data-sure");
    if (robs && robs.dataset.asked === undefined) askOnce(event, robs, robs.dataset.sure);
  }, true);

  // Enter in a field does what its own button does.
  document.addEventListener("keydown", (event) => {
    const button = event.key === "Enter" && event.target.dataset?.enter;
    if (button) { event.preventDefault(); document.getElementById(button).click(); }
    // Enter begins a new line in a list; with Ctrl it is sent.
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches?.("textarea")) event.target.form.requestSubmit();
  });

  // A value belongs to the word ahead of it: the first, until another is chosen.
  document.addEventListener("input", (event) => {
    const word = event.target.matches?.("label > select + input") && event.target.previousElementSibling;
    if (word && !word.value !== !event.target.value) word.selectedIndex = event.target.value ? 1 : 0;
  });

  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("close", () => document.querySelector("footer").prepend(document.getElementById("notice")));
  }

  // ---- completion of the line

  const words = document.getElementById("words");
  let asked = 0;
  words?.addEventListener("input", () => {
    clearTimeout(asked);
    asked = setTimeout(async () => {
      try {
        const answer = await fetch(`${words.dataset.complete}?words=${encodeURIComponent(words.value)}`);
        if (answer.ok) document.getElementById("completions").innerHTML = await answer.text();
      } catch { /* no network: nothing is offered */ }
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
    const strip = document.querySelector(".strip");
    const up = strip?.querySelector(".active");
    if (up) strip.scrollLeft = up.offsetLeft - 16;
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

  // ---- how long a question waits, for the game master

  let since = Date.now(), question = "";
  setInterval(() => {
    const asked = document.querySelector(".gm .asked");
    if ((asked?.textContent ?? "") !== question) { question = asked?.textContent ?? ""; since = Date.now(); }
    if (asked) asked.dataset.since = ` · ${Math.round((Date.now() - since) / 1000)} s`;
  }, 1000);

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
  underHeader();
  call();
  connect();
})();
