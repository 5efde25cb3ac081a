// What is kept on this phone until it is sent: in IndexedDB; where the browser has none, or no room in it, in memory.
"use strict";

const kept = (() => {
  const OPENING = 2000;
  const memory = new Map();
  let last = Number.MAX_SAFE_INTEGER / 2;
  const database = new Promise((resolve) => {
    const asked = globalThis.indexedDB?.open("tableside-entries", 1);
    if (!asked) return resolve(null);
    asked.onupgradeneeded = () => asked.result.createObjectStore("entries", { keyPath: "id", autoIncrement: true });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => resolve(null);
    return setTimeout(resolve, OPENING, null);
  });

  async function store(mode, work) {
    const db = await database;
    if (!db) throw new Error("no database");
    return new Promise((resolve, reject) => {
      const transaction = db.transaction("entries", mode);
      const asked = work(transaction.objectStore("entries"));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  }

  async function keep(entry) {
    await store("readwrite", (entries) => entries.add(entry)).catch(() => memory.set(++last, { ...entry, id: last }));
  }

  async function drop(entry) {
    if (!memory.delete(entry.id)) await store("readwrite", (entries) => entries.delete(entry.id)).catch(() => null);
  }

  async function all() {
    const entries = await store("readonly", (entries) => entries.getAll()).catch(() => []);
    return [...entries, ...memory.values()];
  }

  const waiting = async (user) => (await all()).filter((entry) => entry.user === user);
  const ofOthers = async (user) => (await all()).filter((entry) => entry.user !== user);

  return { keep, drop, waiting, ofOthers };
})();
