// The library in a worker thread, called from here.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { collect, turn } from "../memory.mjs";
import { needsSite, site } from "../site.mjs";

const { GameTree } = site ? await import(join(site, "tree.js")) : {};
const { BanChess, initialize } = site ? await import(join(site, "banchess.js")) : {};
const { Client } = site ? await import(join(site, "client.js")) : {};

/** Starts a client with a new worker, which ends with the test. */
async function start(t) {
  const client = await Client.start();
  t.after(() => client.terminate());
  await client.initialize();
  return client;
}

test("listeners hear everything, even if another of them throws", needsSite, async (t) => {
  const client = await start(t);
  const reported = t.mock.method(console, "error", () => {});
  const game = await client.create();
  const heard = [];
  const push = (e) => { heard.push(e.san); };
  await game.subscribe(() => { throw new Error("boom"); });
  await game.subscribe(push);
  const end = await game.subscribe(push); // the same function added twice is called twice
  await game.play("b:e2e4");
  end();
  await game.play("m:d2d4");
  assert.deepEqual(heard, ["e2e4", "e2e4", "d4"]);
  assert.equal(reported.mock.callCount(), 2);
  await assert.rejects(game.subscribe(5), { code: "bad_argument" });
  await game.free();
  await assert.rejects(game.subscribe(push), { code: "freed" });
  await assert.rejects(game.fen(), { code: "freed" });
});

test("trees come as plain data", needsSite, async (t) => {
  await initialize();
  const client = await start(t);
  const record = await client.parsePGN("1. {banning: e2e4} d4 {solid} (1. c4) *"), tree = GameTree.fromJSON(record);
  assert.equal(tree.movetext(), "1. {banning: e2e4} d4 {solid} ( 1. c4 ) *");
  tree.end.add("b:e7e5");
  assert.equal(await client.writePGN(tree), tree.pgn());
  assert.equal(await client.writePGN(record), await client.writePGN(structuredClone(record)));
  await assert.rejects(client.parsePGN("1. e4"), { code: "wrong_phase" });
  for (const bad of [null, 1, {}]) await assert.rejects(client.writePGN(bad), { code: "bad_argument" });
  const game = await client.create(undefined, "1. {banning: e2e4} d4 {solid} *");
  assert.deepEqual([(await game.tree()).nodes.length, await game.getComment()], [2, "solid"]);
});

test("a call made while the worker initializes waits for it", needsSite, async (t) => {
  const client = await Client.start();
  t.after(() => client.terminate());
  await assert.rejects(client.create(), { code: "not_initialized" });
  const failing = client.initialize({ wasmURL: "file:///missing.wasm" }), early = client.create();
  await assert.rejects(failing, { code: "load_failed" });
  await assert.rejects(early, { code: "not_initialized" });
  const ready = client.initialize(), made = [client.create(), client.replayFromActions(["b:e2e4"]), client.session()];
  assert.deepEqual([await (await made[0]).getPly(), await (await made[1]).getPly()], [1, 2]);
  assert.equal((await (await made[2]).request({ message_type: "state" })).ply, 1);
  await ready;
});

test("a client checks its arguments as the library does", needsSite, async (t) => {
  const client = await start(t);
  for (const bad of [null, 5, { url: "x" }, { onCrash: 5 }, { wasmURL: 5 }]) await assert.rejects(client.initialize(bad), { code: "bad_option" }, JSON.stringify(bad));
  await assert.rejects(client.create("x"), { code: "bad_fen" });
  await assert.rejects(client.create(() => 1), { code: "bad_argument" });
  await assert.rejects(client.replayFromActions(["b:e2e4", "x"]), { code: "bad_san", ply: 2 });
  const game = await client.create();
  assert.equal((await game.playSerializedAction({ toString: 1 })).code, "bad_bcn");
});

test("a call fails in a worker as it does without one", needsSite, async (t) => {
  await initialize();
  const client = await start(t);
  const mated = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7 b:e8f7".split(" ");
  const calls = [
    ["play", "m:e2e4"], ["play", "b:e2e5"], ["play", { ban: { from: "e2" } }], ["play", null], ["play"], ["playSerializedAction", "x"],
    ["playSerializedAction", { ban: { from: "e2", to: "e4" } }], ["resign", "red"], ["resign", 5], ["timeOut", "red"], ["agreeDraw"],
    ["legalActionsFrom", "e9"], ["getLegalActions", 5], ["get", "e9"], ["attackers", "e9"], ["findPiece", "x"], ["perft", -1], ["load", { fen: "x" }], ["loadFromSyncState", { fen: "x" }], ["setTag", "", "x"], ["setIndicatorConfig", { pgn: 5 }], ["undo"], ["fen"],
  ];
  const here = (game) => Promise.all(calls.map(async ([name, ...args]) => game[name](...args)).map((answer) => answer.catch((e) => ({ thrown: e.message, ...e }))));
  for (const actions of [["b:e2e4"], mated]) {
    const local = BanChess.replayFromActions(actions), remote = await client.replayFromActions(actions);
    assert.deepEqual(await here(remote), await here(local));
    local.free();
    await remote.free();
    const freed = await here(remote);
    assert.deepEqual(freed, await here(local));
    assert.equal(freed[0].success, false);
  }
  const game = await client.create();
  assert.deepEqual([(await game.play(() => 1)).code, (await game.resign(() => 1)).code], ["bad_argument", "bad_argument"], "what cannot be sent");
  client.terminate();
  for (const call of ["play", "playSerializedAction", "resign", "agreeDraw", "timeOut"]) assert.equal((await game[call]("b:e2e4")).code, "crashed", call);
  await assert.rejects(game.fen(), { code: "crashed" });
});

test("games and sessions that are dropped are freed in the worker", needsSite, async (t) => {
  const client = await start(t);
  const kept = await client.create();
  const drop = async () => { await (await client.create()).play("b:e2e4"); };
  for (let i = 0; i < 20; i++) await drop();
  // The calls that free them are answered in order, like all others.
  const calls = [];
  const { call } = client;
  client.call = function (name, game, args) {
    calls.push(name);
    return call.call(client, name, game, args);
  };
  for (let i = 0; i < 1000 && calls.filter((name) => name === "free").length < 20; i++) {
    collect();
    await turn();
  }
  assert.equal(calls.filter((name) => name === "free").length, 20);
  assert.equal(await kept.getPly(), 1);

  let answered = 0;
  const talk = async () => {
    const session = await client.session();
    session.addEventListener("reply", () => { answered++; });
    await session.send({ message_type: "best_action", depth: 1 });
  };
  let made = 0;
  for (let i = 0; i < 1000 && made < 40; i++) {
    await talk().then(() => { made++; }, (e) => assert.equal(e.code, "busy"));
    collect();
    await turn();
  }
  assert.equal(made, 40);
  for (let i = 0; i < 10_000 && answered < 40; i++) await turn();
  assert.equal(answered, 40, "a session that is owed a reply is not collected");

  let ended;
  const play = async () => {
    const session = await client.session();
    session.addEventListener("reply", ({ reply }) => { if (reply.announced) ended = reply.reason; });
    await session.request({ message_type: "new_game", clock: { base_ms: 50, announce: true } });
  };
  await play();
  for (let i = 0; i < 10_000 && !ended; i++) {
    collect();
    await turn();
  }
  assert.equal(ended, "timeout", "a session that announces the end is not collected before it");
});

test("pending calls are rejected with the reason when the worker ends", needsSite, async () => {
  const client = await Client.start();
  const pending = client.initialize();
  client.terminate();
  await assert.rejects(pending, (e) => e.code === "crashed" && /it was ended/.test(e.message));
  await new Promise((resolve) => { setTimeout(resolve, 20); }); // until the worker reports its end
  await assert.rejects(client.create(), /it was ended/);
});
