"use strict";
// The keys of the game master's screen. None does anything while somebody types; each can be bound otherwise.
(() => {
  const STORE = "turnwright-keys";
  const bound = () => JSON.parse(localStorage.getItem(STORE) ?? "{}");
  const buttons = [...document.querySelectorAll("[data-bind]")];
  const usual = Object.fromEntries(buttons.map((button) => [button.dataset.bind, button.textContent]));
  const show = () => { for (const button of buttons) button.textContent = bound()[button.dataset.bind] ?? usual[button.dataset.bind]; };
  const named = (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    return `${event.ctrlKey || event.metaKey ? "ctrl+" : ""}${event.altKey ? "alt+" : ""}${key}`;
  };
  const typing = (at) => at.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable], dialog") !== null;
  const leave = (at) => { if (typing(at) && !at.closest("dialog")) at.blur(); };
  const press = (name) => document.querySelector(`[data-key=${name}]`)?.click();
  const say = (words) => { const input = document.getElementById("words"); input.value = words; input.form.requestSubmit(); };
  const into = (id) => document.getElementById(id)?.focus();
  const picks = () => [...document.querySelectorAll("input[name=names][form=many]")];
  const step = (by) => {
    const all = picks();
    if (!all.length) return;
    const held = all.indexOf(document.activeElement);
    const from = held >= 0 ? held : all.findIndex((pick) => pick.checked);
    const to = all[(from + by + all.length) % all.length] ?? all[0];
    for (const pick of all) pick.checked = pick === to;
    to.focus();
  };
  const heal = () => {
    into("amount");
    document.getElementById("amount").dataset.enter = "heal-them";
  };
  const does = {
    next: () => press("next"),
    back: () => say("prev"),
    damage: () => { delete document.getElementById("amount").dataset.enter; into("amount"); },
    heal,
    reaction: () => document.querySelector(".now .deed.react button, .now .deed.answer button, .now .deed.answer select, .now .deed.answer input:not([type=hidden]), .now .deed.step-in button")?.focus(),
    hide: () => press("hide"),
    effect: () => into("effect"),
    add: () => { const add = document.querySelector("details.add"); add.open = true; add.querySelector("textarea").focus(); },
    delay: () => document.querySelector(".now .deed.wait button, .now .deed.wait summary")?.click(),
    down: () => step(1),
    up: () => step(-1),
    pick: () => { const pick = document.activeElement; if (pick?.name === "names") pick.checked = !pick.checked; },
    say: () => into("words"),
    words: () => document.querySelector("[data-dialog=words-dialog]").click(),
    undo: () => press("undo"),
    redo: () => press("redo"),
    keys: () => document.querySelector("[data-dialog=keys-dialog]").click(),
  };

  let binding = "";
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-bind]");
    if (button) { binding = button.dataset.bind; button.textContent = "…"; }
    if (event.target.id === "keys-reset") { localStorage.removeItem(STORE); show(); }
  });
  document.addEventListener("keydown", (event) => {
    if (["Shift", "Control", "Alt", "Meta", "Tab", "Escape"].includes(event.key)) {
      if (event.key === "Escape") { binding = ""; show(); leave(event.target); }
      return;
    }
    if (binding) {
      localStorage.setItem(STORE, JSON.stringify({ ...bound(), [binding]: named(event) }));
      binding = "";
      show();
      event.preventDefault();
      return;
    }
    if (typing(event.target)) return;
    const keys = Object.fromEntries(Object.keys(usual).map((name) => [bound()[name] ?? usual[name], name]));
    const name = keys[named(event)];
    if (name) { event.preventDefault(); does[name](); }
  });
  show();
})();
