// What others enter shows here within a second: the night's events say that there is something newer than what is shown.
// Where no stream holds, it is asked for now and then, until one does.
"use strict";

(() => {
  const SOONEST = 2000;
  const LATEST = 30000;
  const AGAIN = 60000;
  // What it says stands in the tag that loads it, in the language of the page.
  const { sayLive, sayAsking, sayLost } = document.currentScript.dataset;
  const WORDS = { live: sayLive, asking: sayAsking, lost: sayLost };

  const shown = () => document.querySelector("[data-told]");
  const known = () => Number(shown().dataset.told);
  const night = () => shown().dataset.night;
  let stream = null;
  let timer = 0;
  let wait = SOONEST;
  let last = "still";

  function dot(how = last) {
    last = how;
    const place = document.querySelector("[data-link]");
    if (!place || !(how in WORDS) || place.dataset.link === how) return;
    place.dataset.link = how;
    place.firstElementChild.textContent = WORDS[how];
    place.title = WORDS[how];
  }

  // What comes together is asked for once. What this phone is entering itself comes back with its own answer.
  let newest = 0;
  let telling = 0;
  function news(number) {
    newest = Math.max(newest, number);
    clearTimeout(telling);
    telling = setTimeout(tell);
  }
  function tell() {
    if (newest <= known()) return;
    if (document.querySelector("#console [data-sending]")) telling = setTimeout(tell, 300);
    else htmx.trigger(shown(), "tableside:news");
  }

  function listen() {
    stream?.close();
    stream = new EventSource(`/api/v1/nights/${night()}/events/?after=${known()}`);
    stream.onopen = () => {
      clearTimeout(timer);
      wait = SOONEST;
      dot("live");
    };
    stream.onmessage = (event) => news(Number(event.lastEventId));
    stream.onerror = () => {
      // a stream that only ended comes back by itself; meanwhile nothing is missed
      clearTimeout(timer);
      timer = setTimeout(ask, SOONEST);
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN);
    };
  }

  async function ask() {
    if (stream.readyState === EventSource.OPEN) return;
    try {
      const answer = await fetch(`/api/v1/nights/${night()}/changes/?limit=1&after=${known()}`);
      if (!answer.ok) throw new Error(answer.statusText);
      dot("asking");
      wait = SOONEST;
      news((await answer.json()).last);
    } catch {
      dot("lost");
      wait = Math.min(wait * 2, LATEST);
    }
    clearTimeout(timer);
    timer = setTimeout(ask, wait);
  }

  function back() {
    if (document.hidden || !shown()) return;
    if (stream?.readyState === EventSource.OPEN) return;
    wait = SOONEST;
    listen();
  }

  // A session has ended: the sign-in page is no part of this one. What was entered waits for who comes back.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const from = event.detail.xhr && new URL(event.detail.xhr.responseURL);
    if (from?.pathname !== "/sign-in/") return;
    event.detail.shouldSwap = false;
    location.assign(`/sign-in/?next=${encodeURIComponent(location.pathname)}`);
  });

  // Who goes by keys stays on the link they were on; what they pressed is gone, and they are at what comes next.
  let left = null;
  document.addEventListener("focusin", (event) => {
    left = event.target;
  });
  function keepFocus() {
    if (!left || left.isConnected || document.activeElement !== document.body) return;
    const to = left.getAttribute("href");
    const same = to && shown().querySelector(`a[href="${CSS.escape(to)}"]`);
    (same ?? shown().querySelector("[data-focus]"))?.focus({ preventScroll: true });
  }

  addEventListener("online", back);
  document.addEventListener("visibilitychange", back);
  document.addEventListener("htmx:afterSwap", () => {
    dot();
    keepFocus();
  });
  document.addEventListener("tableside:stayed", () => {
    for (const sheet of document.querySelectorAll("[popover]")) sheet.togglePopover?.(false);
    htmx.trigger(shown(), "tableside:news");
  });
  document.addEventListener("DOMContentLoaded", back);
})();
