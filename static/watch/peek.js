// What was declared in secret shows only while it is held: by a finger, or by a key. Whoever hears the page instead of
// seeing it presses once, and is told for a moment.
"use strict";

(() => {
  const MOMENT = 2000;
  let held = false;

  const peek = (event) => event.target.closest?.("[data-peek]");
  const show = (button) => button.toggleAttribute("data-shown", true);
  const hide = () => {
    for (const button of document.querySelectorAll("[data-peek]")) button.removeAttribute("data-shown");
  };

  function hold(event) {
    const button = peek(event);
    held = Boolean(button);
    if (button) show(button);
  }

  document.addEventListener("pointerdown", hold);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, hide);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") hold(event);
  });
  document.addEventListener("keyup", hide);
  document.addEventListener("visibilitychange", hide);
  addEventListener("blur", hide);
  document.addEventListener("contextmenu", (event) => peek(event) && event.preventDefault());

  // pressed by neither: by a switch, or by what reads the page out
  document.addEventListener("click", (event) => {
    const button = peek(event);
    if (button && !held) {
      show(button);
      setTimeout(hide, MOMENT);
    }
    held = false;
  });
})();
