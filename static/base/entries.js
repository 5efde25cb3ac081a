// Forms that lose nothing: what is entered is kept (kept.js) until the server has answered, and sent again in order.
// A form[data-entry] is an entry. It gets its key here; sent twice with one key, it counts once.
"use strict";

(() => {
  const user = () => document.body.dataset.user ?? "";
  const waiting = () => kept.waiting(user());
  const SOONEST = 500;
  const LATEST = 20000;
  const PATIENCE = 15000;
  // So often a server may fail on one entry before it may be thrown away.
  const TRIES = 4;
  const KEPT_APART = new Set(["key", "csrfmiddlewaretoken"]);
  // What it says stands in the tag that loads it, in the language of the page; and the token, also of a page without a
  // form, which sends what an earlier one has kept.
  const SAID = document.currentScript.dataset;
  const { forms, addressOf, lineOf, say, formOf } = said;

  // A plain-HTTP address has no randomUUID.
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // ---- What is seen of it

  // What holds its form though it does not wait: just made and not stored yet, which takes its time, or done, with the
  // page that follows on its way. A second tap would be a second entry.
  const besides = new Set();
  let stored = [];

  // While an entry is on its way the forms of its line wait; what may come in any order goes behind it.
  function hold(waits = stored) {
    stored = waits;
    const entries = [...waits, ...besides];
    const lines = new Set(entries.map((entry) => entry.line));
    const sent = new Set(entries.flatMap((entry) => entry.fields.map(([, value]) => value)));
    const free = entries.every((entry) => entry.free);
    for (const form of forms()) {
      const held = lines.has(lineOf(form));
      form.toggleAttribute("data-sending", held);
      form.setAttribute("aria-busy", held);
      for (const button of form.querySelectorAll("button")) {
        if (button.type === "submit") stop(button, held && !(free && "free" in button.dataset && !isSent(button, sent)));
      }
    }
    document.dispatchEvent(new Event("tableside:held"));
  }

  // Of several words for one player, one on its way is the answer.
  function isSent(button, sent) {
    const choices = button.parentElement.matches("[role=group]") ? [...button.parentElement.children] : [button];
    return choices.some((one) => sent.has(one.value));
  }

  function stop(button, held) {
    if (held === "held" in button.dataset) return;
    if (held && button.disabled) return;
    button.disabled = held;
    if (held) button.dataset.held = "";
    else delete button.dataset.held;
  }

  // ---- In

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-entry]")) return;
    event.preventDefault();
    const by = event.submitter;
    const entry = {
      user: user(),
      name: SAID.name,
      key: newKey(),
      url: by?.hasAttribute("formaction") ? new URL(by.formAction).pathname : addressOf(form),
      page: location.pathname,
      line: lineOf(form),
      free: Boolean(by && "free" in by.dataset),
      stay: "stay" in form.dataset,
      fields: fieldsOf(form, by),
    };
    dropped = [];
    say("", form);
    besides.add(entry);
    hold();
    await kept.keep(entry);
    const waits = await waiting();
    besides.delete(entry);
    hold(waits);
    flush();
  });

  function fieldsOf(form, by) {
    const fields = [...new FormData(form)].filter(([name, value]) => !KEPT_APART.has(name) && typeof value === "string");
    if (by?.name) fields.push([by.name, by.value]);
    return [...fields, ["phone_at", new Date().toISOString()]];
  }

  // ---- Out, one after the other

  let atWork = false;
  let again = false;
  let wait = 0;
  let timer = 0;

  async function flush() {
    again = atWork;
    if (atWork) return;
    atWork = true;
    clearTimeout(timer);
    try {
      for (let entries = await waiting(); entries.length; entries = await waiting()) {
        hold(entries);
        if (!(await send(entries[0], entries))) break;
        wait = 0;
      }
      hold(await waiting());
    } finally {
      atWork = false;
    }
    if (again) flush(); // something was entered just as the last one went out
  }

  function later(seconds = 0) {
    wait = Math.min(Math.max(wait * 2, SOONEST, seconds * 1000), LATEST);
    timer = setTimeout(flush, wait);
    return false;
  }

  async function send(entry, entries) {
    let answer;
    try {
      answer = await post(entry);
    } catch {
      say(SAID.sayKept.replace("{count}", entries.length));
      return later();
    }
    return answered(entry, entries, answer);
  }

  function post(entry) {
    return fetch(entry.url, {
      method: "POST",
      body: new URLSearchParams([...entry.fields, ["key", entry.key], ["csrfmiddlewaretoken", SAID.token]]),
      // not as somebody else, who has signed in meanwhile
      headers: { "Tableside-Entry": "1", "Tableside-Account": entry.user },
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    });
  }

  async function answered(entry, entries, answer) {
    const status = answer.status;
    const type = answer.headers.get("Content-Type") ?? "";
    if (status === 401 || answer.type === "opaqueredirect") return signIn();
    if (status === 403 && !type.includes("json")) return (await freshToken(entry)) ? later() : signIn();
    if (status >= 500 || status === 429 || status === 408) {
      failed(entry);
      return later(Number(answer.headers.get("Retry-After")) || 0);
    }
    if (status === 204) return settled(entry, null, status, answer.headers.get("Tableside-To"));
    if (type.includes("html") && (answer.ok || status === 412)) {
      if (status === 412) dropped.push(decodeURIComponent(answer.headers.get("Tableside-Dropped") ?? ""));
      return settled(entry, await answer.text(), status);
    }
    return refused(entry, entries, await problem(answer));
  }

  // How often the server could make nothing of an entry. Its fault must not bar this phone for good.
  const tries = new Map();
  function failed(entry) {
    const before = tries.get(entry.key) ?? 0;
    tries.set(entry.key, before + 1);
    const place = say(SAID.sayBusy);
    if (before < TRIES) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = SAID.sayDiscard;
    button.onclick = () => kept.drop(entry).then(() => say("")).then(flush);
    place.append(" ", button);
  }

  // What somebody else's entry has superseded: named until something is entered again, since each answer draws the page.
  let dropped = [];
  function sayDropped() {
    const named = dropped.filter(Boolean);
    if (named.length > 1) say(SAID.saySuperseded.replace("{entries}", named.join(", ")));
  }

  async function settled(entry, html, status, to = null) {
    await kept.drop(entry);
    tell(status === 412 ? "tableside:refused" : "tableside:entered", entry);
    if (html) show(html);
    else say("");
    if (html) sayDropped();
    if (html) return true;
    if (entry.stay) document.dispatchEvent(new Event("tableside:stayed"));
    else if (to && entry.page === location.pathname && !(await waiting()).length) leave(entry, to);
    return true;
  }

  function leave(entry, to) {
    besides.add(entry);
    location.assign(to);
  }

  // Back on a page that the browser had put by: what was done when it was left holds nothing any more.
  function shownAgain() {
    besides.clear();
    flush();
  }

  async function refused(entry, entries, { code, detail }) {
    if (code === "in_flight") return later();
    const after = entries.filter((one) => one.id > entry.id && one.line === entry.line && !one.free);
    for (const one of [entry, ...after]) await kept.drop(one);
    const dropped = after.length ? ` ${SAID.sayDropped.replace("{count}", after.length)}` : "";
    say("");
    say(detail + dropped, formOf(entry));
    tell("tableside:refused", entry);
    return true;
  }

  const tell = (what, entry) => document.dispatchEvent(new CustomEvent(what, { detail: entry }));

  async function problem(answer) {
    try {
      return await answer.json();
    } catch {
      return { code: "", detail: SAID.sayUnreadable };
    }
  }

  function signIn() {
    const link = document.createElement("a");
    link.href = `/sign-in/?next=${encodeURIComponent(location.pathname)}`;
    link.textContent = SAID.saySignIn;
    say(" ").replaceChildren(link);
    return false;
  }

  // A token ends with a session; the page as the server draws it now has the one that holds. Once an entry.
  const renewed = new Set();
  async function freshToken({ key }) {
    if (renewed.has(key)) return false;
    renewed.add(key);
    const page = await fetch(location.href, { redirect: "manual" }).catch(() => null);
    if (!page?.ok) return false;
    const drawn = new DOMParser().parseFromString(await page.text(), "text/html");
    const token = drawn.querySelector("script[data-token]")?.dataset.token;
    if (!token) return false;
    SAID.token = token;
    for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token;
    return true;
  }

  // The part of the page that an answer has drawn anew takes the place of the one of the same id.
  function show(html) {
    const drawn = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    const old = drawn?.id && document.getElementById(drawn.id);
    if (!old) return;
    for (const sheet of document.querySelectorAll("[popover]")) sheet.togglePopover?.(false);
    htmx.swap(old, html, { swapStyle: "outerHTML", settleDelay: 0 });
  }

  // Only who entered it can send it. Whoever has this phone now should know that it is there.
  async function begin() {
    await flush();
    const others = await kept.ofOthers(user());
    if (!others.length || (await waiting()).length) return;
    const names = [...new Set(others.map(({ name = "?" }) => name))].join(", ");
    say(SAID.sayOthers.replace("{names}", names).replace("{count}", others.length));
  }

  document.documentElement.classList.add("scripted");
  addEventListener("online", flush);
  addEventListener("pageshow", (event) => event.persisted && shownAgain());
  document.addEventListener("visibilitychange", () => document.hidden || flush());
  document.addEventListener("htmx:afterSwap", async () => hold(await waiting()));
  document.addEventListener("DOMContentLoaded", begin);
})();
