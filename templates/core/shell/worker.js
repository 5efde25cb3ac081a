// Keeps style and script for when the network is away. What is about people is never kept here.
"use strict";

const SHELL = "shell";
const FILES = {{ files|safe }};
const OFFLINE = FILES[FILES.length - 1];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(FILES)));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The network first, so that nobody plays with yesterday's script.
async function newest(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(SHELL)).put(request, answer.clone());
    return answer;
  } catch (away) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw away;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.method !== "GET") return;
  if (FILES.includes(path)) event.respondWith(newest(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
});
