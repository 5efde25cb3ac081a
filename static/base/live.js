// What others enter shows here within a second: the night's events say that there is something newer than what is shown.
// Where no stream holds, it is asked for now and then, until one does.
"use strict";

// How this page stands to the server. One of four states, which the dot shows; `start` is before anything was heard.
//
//   event          start     live      asking    lost
//   heard          live      live      live      live      the stream opened, or something came over it
//   broke          -         -         -         -         the stream ended: it is asked for in a moment
//   answered       asking    asking    asking    asking    the server answered, but no stream holds
//   unanswered     lost      lost      lost      lost      it did not answer
//   offline        lost      lost      lost      lost      the phone has no network
//
// Whatever is heard stops the asking; whatever breaks begins it, once: a stream that keeps failing puts nothing off.
class Link {
  // The server is heard of every 15 seconds at least: after twice that and a little, the line is dead, or we slept.
  static SILENCE = 35000;
  static SOONEST = 2000;
  static LATEST = 30000;

  constructor({ connect, close, ask, show, now = () => performance.now() }) {
    Object.assign(this, { connect, close, ask, show, now });
    this.state = "start";
    this.wait = Link.SOONEST;
    this.timer = 0;
    this.heardAt = now();
  }

  become(state) {
    this.state = state;
    this.show(state);
  }

  heard() {
    this.heardAt = this.now();
    this.wait = Link.SOONEST;
    clearTimeout(this.timer);
    this.timer = 0;
    this.become("live");
  }

  broke() {
    if (!this.timer) this.timer = setTimeout(() => this.askNow(), Link.SOONEST);
  }

  offline() {
    this.close();
    this.become("lost");
    this.broke();
  }

  // Connect anew: the network came back, the page came back into sight, or nothing was heard for too long.
  renew() {
    this.wait = Link.SOONEST;
    this.heardAt = this.now();
    this.connect();
    this.broke();
  }

  isSilent() {
    return this.now() - this.heardAt > Link.SILENCE;
  }

  async askNow() {
    const asked = this.now();
    const answered = await this.ask().catch(() => false);
    // a stream that opened meanwhile knows better
    if (this.heardAt > asked && this.state === "live") return;
    this.become(answered ? "asking" : "lost");
    this.wait = answered ? Link.SOONEST : Math.min(this.wait * 2, Link.LATEST);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.askNow(), this.wait);
  }
}

(() => {
  const ANSWER = 8000;
  const LOOK = 5000;
  // A stream that the server refused is tried again so long after, while the server answers otherwise.
  const AGAIN = 10000;
  // What it says stands in the tag that loads it, in the language of the page.
  const { sayLive, sayAsking, sayLost } = document.currentScript.dataset;
  const WORDS = { live: sayLive, asking: sayAsking, lost: sayLost };

  const shown = () => document.querySelector("[data-told]");
  const known = () => Number(shown().dataset.told);
  const night = () => shown().dataset.night;
  let stream = null;
  let connectedAt = 0;

  function dot(state = link.state) {
    const place = document.querySelector("[data-link]");
    if (!place || !(state in WORDS) || place.dataset.link === state) return;
    place.dataset.link = state;
    place.firstElementChild.textContent = WORDS[state];
    place.title = WORDS[state];
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

  function connect() {
    stream?.close();
    connectedAt = performance.now();
    const mine = new EventSource(`/api/v1/nights/${night()}/events/?after=${known()}`);
    stream = mine;
    // what an earlier stream still has to say is not about this one
    const of = (then) => (event) => mine === stream && then(event);
    mine.onopen = of(() => link.heard());
    mine.addEventListener("beat", of(() => link.heard()));
    mine.onmessage = of((event) => {
      link.heard();
      news(Number(event.lastEventId));
    });
    mine.onerror = of(() => link.broke());
  }

  function close() {
    stream?.close();
    stream = null;
  }

  async function ask() {
    const path = `/api/v1/nights/${night()}/changes/?limit=1&after=${known()}`;
    const answer = await fetch(path, { signal: AbortSignal.timeout(ANSWER) });
    if (!answer.ok) return false;
    news((await answer.json()).last);
    const given = !stream || stream.readyState === EventSource.CLOSED;
    if (given && performance.now() - connectedAt > AGAIN) connect();
    return true;
  }

  const link = new Link({ connect, close, ask, show: dot });

  function back() {
    if (document.hidden || !shown()) return;
    if (!navigator.onLine) link.offline();
    else if (stream?.readyState !== EventSource.OPEN || link.isSilent()) link.renew();
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
  addEventListener("offline", () => link.offline());
  // Timers stand still while a phone sleeps: the first look after that finds a silence.
  setInterval(() => document.hidden || !link.isSilent() || back(), LOOK);
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
