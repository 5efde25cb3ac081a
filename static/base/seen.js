// A tap counts only if it can be an answer to what the screen shows. A button that is new, or that has come to another
// place, is not active until there was time to see it: the second tap of a double tap is no entry for the next player.
// A button that says the same in the same place as before stays active, so that nobody waits between two cards.
"use strict";

(() => {
  // The second tap of a double tap comes within this time, and nobody reads a question and answers it any sooner.
  const TIME_TO_SEE = 400;
  const TIME_TO_READ = 1500;
  const SAID = document.currentScript.dataset.saySoon;

  // By its place on the screen: what each button says, and since when it has been there.
  let known = new Map();

  // An entry is about the hand as it stands, unless its order is free. An undo says in words what it takes back.
  function meaningOf(button) {
    const { name, value, textContent, dataset, form } = button;
    const isEntry = button.type === "submit" && form && !("free" in dataset);
    const version = isEntry ? form.querySelector("[name=version]")?.value : "";
    const says = [dataset.rank, dataset.suit, dataset.digit, dataset.away, dataset.opens];
    return JSON.stringify([name, value, textContent, version, button.getAttribute("formaction"), ...says]);
  }

  function placeOf(button) {
    const { x, y, width } = button.getBoundingClientRect();
    return width ? [x + scrollX, y + scrollY].map(Math.round).join() : "";
  }

  function look(isNews) {
    const now = performance.now();
    const seen = new Map();
    for (const button of document.querySelectorAll("button")) {
      const place = placeOf(button);
      if (!place) continue;
      const meaning = meaningOf(button);
      const was = known.get(place);
      const since = was?.meaning === meaning ? was.since : isNews ? now : -TIME_TO_SEE;
      seen.set(place, { meaning, since });
      if (since + TIME_TO_SEE > now) rest(button, since + TIME_TO_SEE - now);
    }
    known = seen;
  }

  function rest(button, time) {
    if ("early" in button.dataset) return;
    button.dataset.early = "";
    button.setAttribute("aria-disabled", "true");
    // a page that nobody looks at is not drawn: the time begins when it is
    requestAnimationFrame(() => setTimeout(wake, time, button));
  }

  function wake(button) {
    delete button.dataset.early;
    button.removeAttribute("aria-disabled");
  }

  // A button that was reached by keys or a switch since it was drawn has been seen.
  const isByKeys = (event, button) => event.detail === 0 && document.activeElement === button;

  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest("[data-early]");
      if (!button || isByKeys(event, button)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      button.dataset.early = "tapped";
      say();
    },
    true,
  );

  let place = null;
  let timer = 0;
  function say() {
    if (!place?.isConnected) {
      place = document.createElement("p");
      place.className = "too-soon";
      place.setAttribute("role", "status");
      document.body.append(place);
    }
    place.textContent = SAID;
    clearTimeout(timer);
    timer = setTimeout(() => (place.textContent = ""), TIME_TO_READ);
  }

  // Once all who listen have drawn what is theirs.
  const news = () => queueMicrotask(() => look(true));
  document.addEventListener("htmx:afterSwap", news);
  // a sheet lay over buttons, or comes to lie over them; what is unfolded comes into sight
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target.matches("[popover]")) known.clear();
      news();
    },
    true,
  );
  // what a tap opens on the page itself, such as the digits of an amount
  document.addEventListener("click", () => news());
  document.addEventListener("pointerdown", () => look(false), true);
  document.addEventListener("DOMContentLoaded", () => look(false));
})();
