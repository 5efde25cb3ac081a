// Where a page says what became of an entry: at the form that was sent, unfolded and in sight, or in the page's own place.
"use strict";

const said = (() => {
  // Drawn anew with the page: a form is the same one whatever stands there.
  const DRAWN_ANEW = new Set(["key", "csrfmiddlewaretoken", "from", "version", "phone_at"]);

  const forms = () => document.querySelectorAll("form[data-entry]");
  // A field may be called "action", and hide the form's own.
  const addressOf = (form) => new URL(form.getAttribute("action") ?? "", location.href).pathname;
  const lineOf = (form) => form.dataset.line ?? addressOf(form);

  // At the form it is about, where that is still there; else in the page's own place. Gives the place.
  function say(text, form = null) {
    const of = form?.isConnected ? form : document.querySelector("main");
    const place = placeOf(of) ?? (text && newPlace(of));
    if (!place) return null;
    place.textContent = text;
    if (text && form) bringIntoSight(place);
    return place;
  }

  // The page's places are for all that stands round them; one that was made here is for its own form alone.
  function placeOf(of) {
    const made = of.querySelector(":scope > [data-said=here]");
    if (made) return made;
    for (let round = of; round; round = round.parentElement) {
      const drawn = round.querySelector("[data-said='']");
      if (drawn) return drawn;
    }
    return null;
  }

  function newPlace(of) {
    const place = document.createElement("p");
    place.className = "notice";
    place.setAttribute("role", "alert");
    place.dataset.said = "here";
    of.prepend(place);
    return place;
  }

  function bringIntoSight(place) {
    for (let closed = place.closest("details"); closed; closed = closed.parentElement.closest("details")) {
      closed.open = true;
    }
    place.scrollIntoView({ block: "nearest" });
  }

  // What is unfolded at the foot of a screen would lie below it.
  document.addEventListener("click", (event) => {
    const folded = event.target.closest("summary")?.parentElement;
    if (!folded || folded.open) return;
    folded.addEventListener("toggle", () => folded.scrollIntoView({ block: "nearest" }), { once: true });
  });

  // Of several forms of one line it is one that has these fields, and says the same where nothing is typed: best by its
  // button too. What lies over the page stands after it: what is said about it must not be said behind it.
  function formOf(entry) {
    const sent = ({ name, value }) => entry.fields.some(([field, given]) => field === name && given === value);
    const has = (form, name) => DRAWN_ANEW.has(name) || form.querySelector(`[name="${CSS.escape(name)}"]`);
    const fixed = (form) => [...form.querySelectorAll("input[type=hidden]")].filter(({ name }) => !DRAWN_ANEW.has(name));
    const found = [...forms()].filter(
      (form) =>
        lineOf(form) === entry.line &&
        !isPutAway(form) &&
        fixed(form).every(sent) &&
        entry.fields.every(([name]) => has(form, name)),
    );
    return found.findLast((form) => [...form.querySelectorAll("button[name]")].some(sent)) ?? found.at(-1);
  }

  // In a sheet that is closed; what is folded is unfolded instead.
  const isPutAway = (form) => form.closest("[popover]")?.getClientRects().length === 0;

  return { forms, addressOf, lineOf, say, formOf };
})();
