import assert from "node:assert/strict";
import { test } from "node:test";

import { effectOf } from "../page/hand.js";
import { SQUARES, START_FEN, lastMove, readAction, readFen, type Action, type Placement } from "../page/position.js";
import type { Position } from "../page/state.js";
import { createStore } from "../page/store.js";
import { announcement, details, errorText, headline, megabytes } from "../page/words.js";

const read = (fen: string) => readFen(fen) as Placement;
const action = (bcn: string) => readAction(bcn) as Action;

test("an extended FEN reads as what stands where and what is due", () => {
  const start = read(START_FEN);
  assert.equal(start.pieces[SQUARES.indexOf("e1")], "wK");
  assert.equal(start.pieces[SQUARES.indexOf("d8")], "bQ");
  assert.equal(start.pieces.filter(Boolean).length, 32);
  assert.deepEqual([start.mover, start.active, start.phase, start.ply], ["white", "black", "ban", 1]);
  const banned = read(START_FEN.replace(/1$/, "2:e2e4+"));
  assert.equal(read(START_FEN.replace(/1 1$/, "2501 10001")).ply, 10001);
  assert.deepEqual([banned.active, banned.phase, banned.ban], ["white", "move", { from: "e2", to: "e4" }]);
});

test("what is no extended FEN is null", () => {
  for (const bad of ["", "x", null, START_FEN.replace(/ 1$/, ""), START_FEN.replace("pppppppp", "ppppppp"),
    START_FEN.replace("pppppppp", "ppppppppp"), START_FEN.replace(" w ", " x "), START_FEN.replace(/1$/, "2:e2")]) {
    assert.equal(readFen(bad), null, String(bad));
  }
});

test("BCN reads and is written without its indicator", () => {
  for (const [text, bcn] of [["b:e2e4", "b:e2e4"], ["m:e7e8q#", "m:e7e8q"], ["b:e8f7#", "b:e8f7"],
    ["b:e7e8q", null], ["m:e2", null], ["e2e4", null], ["m:e2e9", null]] as [string, string | null][]) {
    assert.equal(readAction(text)?.bcn ?? null, bcn, text);
  }
  assert.equal(lastMove(["b:e2e4", "m:d2d4", "b:e7e5"])?.bcn, "m:d2d4");
  assert.equal(lastMove(["b:e2e4"]), null);
});

/** A position at the start, with the legal actions given. */
const position = (fen: string, legal: string[], more: Partial<Position> = {}): Position =>
  ({ ...read(fen), fen, last: null, legal: legal.map(action), result: null, check: false, ...more });
const MOVING = START_FEN.replace(/1$/, "2:e2e4");

test("tapping the text board picks up, puts back, plays and asks", () => {
  const moving = position(MOVING, ["m:e2e3", "m:d2d4"]);
  assert.deepEqual(effectOf(moving, null, "d2"), { select: "d2" });
  assert.deepEqual(effectOf(moving, "d2", "d2"), { select: null });
  assert.deepEqual(effectOf(moving, "d2", "e2"), { select: "e2" });
  assert.deepEqual(effectOf(moving, "d2", "d4"), { select: null, play: "m:d2d4" });
  assert.deepEqual(effectOf(moving, "e2", "e4"), { select: null, play: "m:e2e4" }, "the rules say that it is banned");
  assert.match(effectOf(moving, null, "e7").say ?? "", /White/);
  const promoting = position("8/P6k/8/8/8/8/7K/8 w - - 0 1 2", ["q", "r", "b", "n"].map((role) => `m:a7a8${role}`));
  assert.deepEqual(effectOf(promoting, "a7", "a8"), { choose: { from: "a7", to: "a8" } });
  const over = { ...moving, legal: [], result: { over: true, winner: "white" as const, reason: "checkmate_by_ban", text: "White wins: checkmate by ban" } };
  assert.equal(effectOf(over, null, "d2").select, null);
});

test("the words say who acts, what is banned and what is left", () => {
  const ban = position(START_FEN, ["b:e2e4", "b:d2d4"]);
  assert.equal(headline(ban), "Black bans a White move");
  assert.deepEqual(details(ban), ["2 legal replies"]);
  assert.match(details(position(START_FEN, ["b:e2e4"]))[0] ?? "", /ends the game/);
  const move = position(MOVING, ["m:d2d4"], { check: true });
  assert.equal(headline(move), "White moves");
  assert.deepEqual(details(move), ["Black banned e2–e4", "White is in check", "1 legal move"]);
});

test("an action is announced once, with what is due", () => {
  const move = position(MOVING, ["m:d2d4"]);
  assert.equal(announcement(move, { ...action("b:e2e4"), san: "e2e4" }), "Black banned e2–e4. White moves. 1 legal move.");
  assert.equal(announcement(move, null), "Ply 2. White moves. 1 legal move.");
});

test("errors keep their place in the text", () => {
  assert.equal(errorText({ error: "line 1, column 3: e2-e4 is banned at ply 2", token: "e4", ply: 2 }), "Line 1, column 3: e2–e4 is banned at ply 2");
  assert.equal(errorText({ error: "not a move", token: "Zz9", ply: 4 }), "Not a move (ply 4, at “Zz9”)");
  assert.equal(errorText({ error: "e2-e4 is banned" }), "e2–e4 is banned");
});

test("megabytes are told with and without a total", () => {
  assert.equal(megabytes({ loaded: 3_140_000, total: 12_900_000 }), "3.1 of 12.9 MB");
  assert.equal(megabytes({ loaded: 3_140_000, total: 0 }), "3.1 MB");
});

test("listeners of the store see the same states in the same order", () => {
  const store = createStore({ a: 0, b: 0 });
  const seen: unknown[] = [];
  store.watch(["a"], ({ a }) => a === 1 && store.set({ b: 1, a: 2 }));
  store.watch(["a", "b"], ({ a, b }) => seen.push([a, b]));
  const end = store.watch(["b"], () => seen.push("b"));
  store.set({ a: 1 });
  end();
  store.set({ b: 5 });
  assert.deepEqual(seen, [[0, 0], "b", [1, 0], [2, 1], "b", [2, 5]]);
});
