// The screen stays on while hands are entered, where the browser lets it: on a secure address.
"use strict";

(() => {
  async function stayAwake() {
    if (document.hidden) return;
    // refused on a low battery: then the screen goes dark as ever, and nothing is lost
    await navigator.wakeLock?.request("screen").catch(() => null);
  }

  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("DOMContentLoaded", stayAwake);
})();
