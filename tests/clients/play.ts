// Plays a hand with the client that openapi-typescript and openapi-fetch make of the API's description.
// It prints what the test compares: each player's net by name.
import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Hand = components["schemas"]["Hand"];
type Action = components["schemas"]["Action"];

const { SERVER = "", TOKEN = "", CLUB = "" } = process.env;
const api = createClient<paths>({ baseUrl: SERVER, headers: { Authorization: `Bearer ${TOKEN}` } });
const once = () => ({ "Idempotency-Key": randomUUID() });

function good<T>(answer: { data?: T; error?: { code: string; detail: string } }): T {
  if (answer.data === undefined) throw new Error(`${answer.error?.code}: ${answer.error?.detail}`);
  return answer.data;
}

// The first to act calls, and the others fold: what may come next is in `legal`.
function next(hand: Hand, called: boolean): Action {
  const wanted = called ? "fold" : "call";
  const offer = hand.legal.find((one) => one.type === wanted);
  if (offer?.type !== "call" && offer?.type !== "fold") throw new Error(`Nobody may ${wanted}.`);
  return { type: offer.type, player: offer.player };
}

const club_id = CLUB;
const night = good(
  await api.POST("/api/v1/clubs/{club_id}/nights/", {
    params: { path: { club_id }, header: once() },
    body: { name: "TypeScript", chip: 25 },
  }),
);
const night_id = night.id;
for (const name of ["Ann", "Bob", "Cara"]) {
  const player = good(
    await api.POST("/api/v1/clubs/{club_id}/players/", {
      params: { path: { club_id }, header: once() },
      body: { name: `${name} T.` },
    }),
  ).id;
  const here = () => ({ path: { night_id }, header: once() });
  good(await api.POST("/api/v1/nights/{night_id}/seats/", { params: here(), body: { player } }));
  good(await api.POST("/api/v1/nights/{night_id}/buy-ins/", { params: here(), body: { player, amount: 2000 } }));
}

let hand = good(
  await api.POST("/api/v1/nights/{night_id}/hands/", {
    params: { path: { night_id }, header: once() },
    body: { game: "council-bluffs" },
  }),
);
const hand_id = hand.id;
for (let called = false; hand.status === "open"; called = true) {
  const header = { ...once(), "If-Match": `"${hand.version}"` };
  const body = next(hand, called);
  hand = good(
    await api.POST("/api/v1/hands/{hand_id}/actions/", { params: { path: { hand_id }, header }, body }),
  ).hand;
}

const { players, result } = good(await api.GET("/api/v1/hands/{hand_id}/result/", { params: { path: { hand_id } } }));
const log = good(await api.GET("/api/v1/hands/{hand_id}/actions/", { params: { path: { hand_id } } })).results;
if (!("net" in result)) throw new Error("This hand was for money.");
const net = Object.fromEntries(Object.entries(result.net).map(([id, amount]) => [players[id], amount]));
console.log(JSON.stringify({ net, entries: log.map((entry) => entry.kind) }));
