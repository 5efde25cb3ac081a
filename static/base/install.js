// On a secure address the pages are an app that can be installed, and its shell is there without a network.
"use strict";

navigator.serviceWorker?.register("/worker.js").catch(() => null);
