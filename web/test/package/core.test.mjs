// The exports of banchess-core.wasm in Node, without the library.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import vm from "node:vm";
import { needsSite, root, startCore } from "../site.mjs";

test("the object is there when run returns, and announced", needsSite, async () => {
  const { banchess, ready } = await startCore();
  assert.equal(typeof banchess.newGame, "function");
  assert.equal(await ready, banchess);
  assert.equal(banchess.hasBoard, false);
  assert.equal(banchess.board, undefined);
  assert.ok(banchess.version.length > 0);
  assert.equal(banchess.getLegalActions().length, 20);
  assert.equal(banchess.play({ ban: { from: "e2", to: "e4" } }).newFen, banchess.fen());
  assert.match(banchess.pgn(), /\{banning: e2e4\}/);
});

test("no argument of any type or number ends the program", needsSite, async () => {
  const { banchess } = await startCore();
  const hostile = vm.runInThisContext("(" + (await readFile(join(root, "wasm/testdata/hostile.js"), "utf8")).replace(/^\/\/.*$/gm, "") + ")");
  const { faults, calls } = hostile(banchess);
  assert.deepEqual(faults, []);
  assert.ok(calls > 50, `${calls} functions were tried`);
});

test("games that are dropped are freed", needsSite, async () => {
  const { banchess } = await startCore();
  const games = Array.from({ length: 100 }, () => banchess.newGame());
  assert.equal(new Set(games.map((g) => g.handle)).size, 100);
  games.forEach((g) => g.free());
  assert.equal(games[7].play("b:e2e4").code, "freed");
});

test("no number passed to an export of the instance ends the program", needsSite, async () => {
  const { banchess, instance } = await startCore();
  const { exports } = instance;
  const handle = exports.banchess_new();
  const numbers = [0, 1, -1, handle, 65535, 65536, 2 ** 31 - 1, -(2 ** 31), 1.5, NaN, Infinity, undefined];
  for (const name of Object.keys(exports).filter((n) => n.startsWith("banchess_") && n !== "banchess_free")) {
    for (const a of numbers) {
      for (const b of numbers) {
        assert.equal(typeof exports[name](a, b), "number", name);
        assert.notEqual(banchess.lastError?.code, "internal", `${name}(${a}, ${b})`);
      }
    }
  }
  assert.equal(exports.banchess_play(handle, 12 << 6 | 28 | 1 << 15) > 0, true);
  assert.equal(exports.banchess_play(handle, 12 << 6 | 28), -1);
  assert.equal(banchess.lastError.code, "banned");
  exports.banchess_free(handle);
  exports.banchess_free(handle);
  assert.equal(exports.banchess_fen(handle), -1);
  assert.equal(banchess.lastError.code, "freed");
  assert.equal(banchess.play("b:e2e4").success, true);
});

test("an empty text is no FEN and no PGN, and changes nothing", needsSite, async () => {
  const { banchess } = await startCore();
  assert.equal(banchess.newGame({ fen: "" }).code, "bad_fen");
  assert.equal(banchess.newGame({ pgn: "" }).code, "bad_pgn");
  assert.equal(banchess.newGame({ fen: null, pgn: undefined }).fen(), banchess.fen());
  banchess.play("b:e2e4");
  const fen = banchess.fen();
  assert.equal(banchess.game.load({ fen: "" }).success, false);
  assert.equal(banchess.fen(), fen);
});

test("NaN and infinite numbers are refused as options, and do not count as left out", needsSite, async () => {
  const { banchess } = await startCore();
  const game = banchess.newGame();
  for (const value of [NaN, Infinity, -Infinity, new Date(NaN)]) {
    for (const name of ["depth", "time", "nodes", "lines", "level", "fresh"]) assert.equal(game.analyze({ depth: 1, [name]: value }, () => {}).code, "bad_option", name);
    for (const name of ["fen", "actions", "tags"]) assert.equal(banchess.newGame({ [name]: value }).code, "bad_option", name);
  }
  const { handle } = banchess.newGame({ fen: null, actions: undefined });
  assert.ok(handle > 0);
});

test("a sync state that contradicts itself is refused", needsSite, async () => {
  const { banchess } = await startCore();
  const game = banchess.newGame({ actions: ["b:e2e4", "m:d2d4", "b:d7d5"] });
  const state = game.getSyncState();
  const other = banchess.newGame();
  for (const [change, code] of [
    [{ ply: 5 }, "bad_ply"], [{ moveNumber: 7 }, "bad_ply"], [{ lastAction: "b:e7e5" }, "desync"],
    [{ lastAction: "m:d2d4" }, "desync"], [{ lastAction: "nonsense" }, "bad_bcn"],
    [{ past: 5 }, "bad_option"], [{ past: {} }, "bad_fen"], [{ past: { ...state.past, actions: {} } }, "bad_option"], [{ past: { ...state.past, more: 1 } }, "bad_option"],
    [{ past: { ...state.past, actions: ["b:d7d5", "b:d7d5"] } }, "wrong_phase"], [{ past: { ...state.past, actions: [] } }, "desync"], [{ fen: `${state.fen}=` }, "desync"],
    [{ ended: "checkmate" }, "bad_reason"], [{ ended: "resignation" }, "bad_player"], [{ winner: "white" }, "bad_reason"], [{ ended: 1 }, "bad_option"],
  ]) {
    assert.equal(other.loadFromSyncState({ ...state, ...change }).code, code, JSON.stringify(change));
    assert.equal(other.getPly(), 1);
  }
  assert.equal(other.loadFromSyncState(state).success, true);
  assert.equal(other.fen(), game.fen());
  game.resign("black");
  other.loadFromSyncState(game.getSyncState());
  assert.deepEqual(other.result(), game.result());
});

test("the library declares the exports of the instance, each with its parameters", async () => {
  const [go, ts] = await Promise.all(["wasm/exports.go", "web/banchess/wasm/instance.ts"].map((file) => readFile(join(root, file), "utf8")));
  const names = (parameters) => parameters.split(",").map((one) => one.trim().split(/[ :]/)[0]).filter(Boolean).join();
  const signatures = (text, pattern) => [...text.matchAll(pattern)].map(([, name, parameters]) => `${name}(${names(parameters)})`).sort();
  const exported = signatures(go, /^\/\/go:wasmexport (\w+)\nfunc \w+\((.*?)\)/gm);
  assert.ok(exported.length > 10, `${exported.length} exports were found`);
  assert.deepEqual(signatures(ts, /^ {2}(banchess_\w+)\((.*?)\): number;/gm), exported);
});
