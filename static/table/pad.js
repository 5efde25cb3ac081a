// Cards and amounts, composed by taps. What is complete goes out by itself, as if its button had been pressed.
"use strict";

(() => {
  const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
  // What was picked so far: button value -> cards. It outlives a refresh of the page's part.
  const picked = new Map();
  let rank = null;
  let chosen = null;

  const picker = () => document.querySelector("[data-picker]");
  // Not those whose cards are on their way already.
  const chips = () => [...(picker()?.querySelectorAll(".chip:enabled") ?? [])];
  const chip = () => chips().find((one) => one.value === chosen) ?? chips()[0];
  const cardsOf = (text) => text.match(/JK|../g) ?? [];
  const needed = (button) => Number(button.dataset.count);
  const must = (button) => button.dataset.must.split(" ").filter(Boolean);
  const mine = (button) => picked.get(button.value) ?? [];
  const all = (button) => [...must(button), ...mine(button)];

  function may(button) {
    const gone = new Set(all(button));
    return cardsOf(button.dataset.can).filter((card) => !gone.has(card));
  }

  function paint() {
    const button = picker() && chip();
    for (const one of picker()?.querySelectorAll("[data-rank], [data-suit]") ?? []) one.disabled = true;
    if (!button) return;
    const can = may(button);
    for (const one of chips()) one.setAttribute("aria-pressed", one === button);
    for (const one of picker().querySelectorAll("[data-rank]")) {
      const name = one.dataset.rank;
      one.setAttribute("aria-pressed", name !== "" && name === rank);
      one.disabled = name === "" ? !mine(button).length && !rank : !can.some((card) => card.startsWith(name));
    }
    for (const one of picker().querySelectorAll("[data-suit]")) {
      one.disabled = !rank || !can.includes(rank + one.dataset.suit);
    }
    paintSlots(button);
    showOnly(button.dataset.of);
  }

  function paintSlots(button) {
    const cards = all(button);
    const slots = picker().querySelector("[data-slots]");
    slots.replaceChildren(
      ...Array.from({ length: needed(button) }, (_, place) => slot(cards[place], place < must(button).length)),
    );
  }

  function slot(card, fixed) {
    const found = document.createElement(card ? "button" : "span");
    if (!card) return found;
    found.type = "button";
    found.disabled = fixed;
    found.textContent = card === "JK" ? "★" : card[0].replace("T", "10") + SIGNS[card[1]];
    found.className = card[1].toLowerCase();
    found.dataset.away = card;
    found.setAttribute("aria-label", picker().querySelector("[data-slots]").dataset.sayAway.replace("{card}", found.textContent));
    return found;
  }

  // Buttons of other players stand back while one of several is being entered.
  function showOnly(player) {
    if (picker().querySelectorAll(".chip").length < 2) return;
    for (const one of document.querySelectorAll(".acts [data-of]")) one.hidden = one.dataset.of !== player;
  }

  function pick(card) {
    const button = chip();
    if (!button || !may(button).includes(card)) return;
    picked.set(button.value, [...mine(button), card]);
    rank = null;
    paint();
    if (all(button).length === needed(button)) send(button);
  }

  function send(button) {
    const field = picker().querySelector("[data-picked]");
    field.value = all(button).join(" ");
    chosen = null;
    button.form.requestSubmit(button);
    field.value = "";
  }

  function tapRank(name) {
    if (name === "JK") pick("JK");
    else if (name) rank = name;
    else if (rank) rank = null;
    else picked.set(chip().value, mine(chip()).slice(0, -1));
    paint();
  }

  function tapSuit(suit) {
    if (rank) pick(rank + suit);
  }

  function takeAway(card) {
    picked.set(chip().value, mine(chip()).filter((one) => one !== card));
    paint();
  }

  function openAmount(button) {
    const amount = document.getElementById("amount");
    const open = amount.classList.toggle("open");
    for (const one of document.querySelectorAll("[data-opens=amount]")) one.setAttribute("aria-expanded", open);
    const field = amount.querySelector("input");
    // our own digits are larger than the phone's keyboard, and leave the table in sight
    field.inputMode = "none";
    if (open) field.focus();
    else field.value = "";
  }

  function typeDigit(digit) {
    const field = document.querySelector("#amount input");
    field.value = digit ? field.value + digit : field.value.slice(0, -1);
    said.say("", field.form);
  }

  function openSheet(sheet) {
    sheet.togglePopover?.(true);
    sheet.focus();
    // where the sheet was opened for one player
    sheet.querySelector("details[open]")?.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const data = button.dataset;
    if ("rank" in data) tapRank(data.rank);
    else if ("suit" in data) tapSuit(data.suit);
    else if ("away" in data) takeAway(data.away);
    else if ("digit" in data) typeDigit(data.digit);
    else if (data.opens === "amount") openAmount(button);
    else if (button.matches(".chip")) {
      event.preventDefault();
      chosen = button.value;
      rank = null;
      paint();
    }
  });

  document.addEventListener("input", (event) => {
    if (event.target.closest("#amount")) said.say("", event.target.form);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.closest("#amount input")) return;
    event.preventDefault();
    event.target.form.requestSubmit(document.querySelector("#amount button[name]"));
  });

  // Letters and digits type cards, wherever nothing else is being typed.
  document.addEventListener("keydown", (event) => {
    if (!picker() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const key = event.key === "1" || event.key === "0" ? "T" : event.key.toUpperCase();
    if (event.key === "Backspace") tapRank("");
    else if (rank && "SHDC".includes(key)) tapSuit(key.toLowerCase());
    else if ("AKQJT98765432".includes(key)) tapRank(key);
    else return;
    event.preventDefault();
  });

  // What a refusal brings back is still there to be put right; what was accepted is not.
  document.addEventListener("tableside:entered", (event) => {
    for (const [name, value] of event.detail.fields) if (name === "action") picked.delete(value);
  });
  document.addEventListener("tableside:held", paint);
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "sheet") openSheet(event.target);
    else paint();
  });
  document.addEventListener("DOMContentLoaded", paint);

  // Four colours, for this phone only.
  const FOUR = "four-suits";
  document.documentElement.classList.toggle(FOUR, localStorage.getItem(FOUR) === "yes");
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-four-suits]");
    if (!button) return;
    const on = document.documentElement.classList.toggle(FOUR);
    button.setAttribute("aria-pressed", on);
    localStorage.setItem(FOUR, on ? "yes" : "no");
  });
})();
