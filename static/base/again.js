// Pages beside the table are asked for again now and then while somebody looks at them (`data-again`), and whenever they
// come back into sight: what others have done meanwhile takes the place of what is shown. What is half typed stays. Where
// a page listens to its night besides (live.js), what comes is asked for at once, but no more often than once a second.
"use strict";

(() => {
  const PACE = 10000;
  // However much is told of, so long at least lies between two looks.
  const SOONEST = 1000;
  const places = () => document.querySelectorAll("[data-again][id]");
  const text = (element) => element.textContent.replace(/\s+/g, " ").trim();

  function isTyped(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.tagName === "SELECT") return [...field.options].some((one) => one.selected !== one.defaultSelected && one.index);
    return field.type !== "hidden" && field.value !== field.defaultValue;
  }

  function isBusy(place) {
    const fields = [...place.querySelectorAll("input, textarea, select")];
    return fields.some((field) => field === document.activeElement || isTyped(field));
  }

  let looked = -SOONEST;
  let timer = 0;

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(again, Math.max(0, looked + SOONEST - performance.now()));
  }

  function again() {
    if (document.hidden) return;
    looked = performance.now();
    for (const place of places()) if (!isBusy(place)) htmx.trigger(place, "tableside:again");
  }

  // Only what reads otherwise than before is put in, so that nothing folds up under a thumb. A page without it (one is
  // signed out, say) changes nothing.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const place = event.detail.target;
    if (!place.matches("[data-again]")) return;
    const answer = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
    const anew = answer.getElementById(place.id);
    const same = anew && text(anew) === text(place);
    // what was told since has changed nothing here: it need not be looked at again
    if (same && anew.dataset.told) place.dataset.told = anew.dataset.told;
    if (!anew || same || isBusy(place)) event.detail.shouldSwap = false;
  });

  setInterval(again, PACE);
  document.addEventListener("visibilitychange", again);
  document.addEventListener("tableside:news", soon);
  addEventListener("pageshow", (event) => event.persisted && again());
})();
