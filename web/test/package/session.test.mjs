// JSON messages in the library, in a worker, and in the terminal example.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import test from "node:test";
import { needsSite, root, site, startCore } from "../site.mjs";

const MATING = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7 b:e8f7".split(" ");

const message = (bcn) => ({ message_type: bcn[0] === "b" ? "ban" : "piece_move", from: bcn.slice(2, 4), to: bcn.slice(4, 6) });

/** Waits for the next replies of a session, in order. */
function listen(session) {
  const replies = [];
  let wake = () => {};
  session.addEventListener("reply", ({ reply }) => {
    replies.push(reply);
    wake();
  });
  return async () => {
    while (replies.length === 0) await new Promise((resolve) => (wake = resolve));
    return replies.shift();
  };
}

const load = (file) => import(pathToFileURL(join(site, file)));

async function library() {
  const { initialize } = await load("banchess.js");
  await initialize();
  return load("session.js");
}

test("the mating game, by messages to the bare program", needsSite, async () => {
  const { banchess } = await startCore();
  const lines = [];
  let ended;
  const end = new Promise((resolve) => (ended = resolve));
  const session = banchess.session((line) => {
    lines.push(JSON.parse(line));
    if (lines.length === MATING.length) ended();
  });
  for (const bcn of MATING) assert.equal(session.send(JSON.stringify(message(bcn))).success, true);
  await end;
  assert.deepEqual(lines.slice(0, 2).map((r) => r.message_type), ["next_legal_moveset", "next_legal_banset"]);
  assert.equal(lines.at(-1).reason, "checkmate_by_ban");
  session.close();
  assert.equal(session.send("{}").code, "freed");
});

test("the mating game, by messages to the library", needsSite, async () => {
  const { Session } = await library();
  const session = new Session();
  const next = listen(session);
  for (const bcn of MATING) session.send(message(bcn));
  let reply;
  for (const _ of MATING) reply = await next();
  assert.deepEqual([reply.message_type, reply.victor, reply.reason], ["game_end", "white", "checkmate_by_ban"]);
  session.send("rubbish");
  assert.equal((await next()).code, "bad_json");
  assert.deepEqual((await session.request({ message_type: "state" })).history.length, MATING.length);
  session.close();
  session.close();
  assert.throws(() => session.send({ message_type: "state" }), { code: "freed" });
});

test("a session finds the ban that mates, and stops when it is told to", needsSite, async () => {
  const { Session } = await library();
  const session = new Session();
  const next = listen(session);
  for (const bcn of MATING.slice(0, -1)) session.send(message(bcn));
  for (const _ of MATING.slice(0, -1)) await next();
  const best = await session.request({ message_type: "best_action", depth: 2 });
  assert.deepEqual([best.bcn, best.score], ["b:e8f7", { mate: 1 }]);
  await session.request({ message_type: "new_game" });
  session.send({ message_type: "best_action", movetime_ms: 600_000, id: 1 });
  const stopped = await session.request({ message_type: "stop" });
  assert.equal(stopped.message_type, "stopped");
  session.close();
});

test("open sessions are bounded, and closing one makes room", needsSite, async () => {
  const { Session } = await library();
  const open = [];
  assert.throws(() => { for (;;) open.push(new Session()); }, { code: "busy" });
  assert.equal(open.length, 16);
  open.pop().close();
  open.push(new Session());
  for (const session of open) session.close();
});

test("the mating game, by messages to a worker", needsSite, async () => {
  const { Client } = await load("client.js");
  const client = new Client(new Worker(join(site, "worker.js")));
  try {
    await client.initialize();
    const session = await client.session();
    const next = listen(session);
    for (const bcn of MATING) session.send(message(bcn));
    let reply;
    for (const _ of MATING) reply = await next();
    assert.equal(reply.reason, "checkmate_by_ban");
    const state = await session.request({ message_type: "state" });
    assert.deepEqual([state.history.length, await next()], [MATING.length, state]);
    await session.request({ message_type: "new_game" });
    const lost = assert.rejects(session.request({ message_type: "best_action", movetime_ms: 600_000 }), { code: "freed" });
    await session.close();
    await Promise.all([lost, assert.rejects(session.send({ message_type: "state" }), { code: "freed" }), assert.rejects(session.request({ message_type: "state" }), { code: "freed" })]);
  } finally {
    client.terminate();
  }
});

test("the types name what the schema names", async () => {
  const schema = JSON.parse(await readFile(join(root, "game/message/schema.json"), "utf8"));
  const types = (await Promise.all(["session", "wasm/results", "game/action", "game/score", "tree/report"].map((name) => readFile(join(root, `web/banchess/${name}.ts`), "utf8")))).join();
  const words = new Set();
  (function walk(at) {
    if (typeof at !== "object" || at === null) return;
    for (const name of Object.keys(at.properties ?? {})) words.add(name);
    if (typeof at.const === "string") words.add(at.const);
    Object.values(at).forEach(walk);
  })(schema);
  for (const word of [...words, ...schema.$defs.end_reason.enum, ...schema.$defs.promotion_piece.enum]) {
    assert.match(types, new RegExp(`\\b${word}\\b`), word);
  }
});

test("a time-out is announced when it happens, and answers no request", needsSite, async () => {
  const { Session } = await library();
  const session = new Session();
  const next = listen(session);
  const began = session.request({ message_type: "new_game", history: ["b:e2e4"], clock: { base_ms: 1000, announce: true } });
  assert.equal((await began).ply, 2);
  await next();
  const end = await next();
  assert.deepEqual([end.message_type, end.victor, end.reason, end.announced, end.id], ["game_end", "black", "timeout", true, undefined]);
  const state = await session.request({ message_type: "state", id: 1, san: true, pgn: true });
  assert.deepEqual([state.id, state.ended.reason, state.san, state.can_redo], [1, "timeout", ["b:e2e4"], false]);
  assert.match(state.pgn, /\{banning: e2e4\} 0-1/);
  session.close();
});

test("a session takes back, plays again, gives several lines and proves mates", needsSite, async () => {
  const { Session } = await library();
  const session = new Session();
  await session.request({ message_type: "new_game", history: MATING.slice(0, -1) });
  await session.request({ message_type: "undo" });
  const again = await session.request({ message_type: "redo" });
  assert.deepEqual([again.last_san, again.ply], ["Qxf7+", 11]);
  const solved = await session.request({ message_type: "solve", turns: 1 });
  assert.deepEqual([solved.outcome, solved.turns, solved.bcn], ["win", 1, "b:e8f7"]);
  await session.request({ message_type: "new_game", pgn: "1. {banning: e2e4} d4 *" });
  const best = await session.request({ message_type: "best_action", depth: 1, lines: 2 });
  assert.equal(best.lines.length, 2);
  session.close();
});
