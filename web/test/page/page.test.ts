import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { BanChess, BanChessError, SQUARES, START_FEN, dueAt, piecesOf } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { LEVELS, LEVEL_TABLE } from "../../banchess/engine.js";
import { clockFrom, clockText, newClock, passed, paused, resumed, timeLeft } from "../../page/model/clock.js";
import { GameController } from "../../page/play/controller.js";
import { judged } from "../../page/model/glyphs.js";
import { effectOf } from "../../page/board/taptarget.js";
import { gravestFirst } from "../../page/learn/mistakes.js";
import type { Exercise } from "../../banchess/review.js";
import { levelWords } from "../../page/play/newgame.js";
import { lead, takenBy } from "../../page/board/material.js";
import { lastMove, pairOf, piecesAfter, shownAgain, shownOf, threatening, type Pieces, type Position } from "../../page/model/position.js";
import { chances, lineOf, scoreText } from "../../page/model/score.js";
import { computerAs, HUMANS, ownSide, remoteAs } from "../../page/model/players.js";
import { soundOf } from "../../page/board/sound.js";
import { SOUNDS } from "../../page/board/synth.js";
import type { State } from "../../page/shell/state.js";
import { newRecord } from "../../page/model/record.js";
import { createStore } from "../../page/view/store.js";
import { CHOICES, DEFAULTS } from "../../page/shell/settings.js";
import { restoreGame, restoreSettings } from "../../page/shell/storage.js";
import { verdict } from "../../page/analyse/engine-panel.js";
import { details, errorText, headline, megabytes, slipText } from "../../page/model/words.js";
import { words } from "language/learn";
import { announcement, piecesText, type Telling } from "../../page/spoken/sentences.js";

test("the first field of a FEN reads as pieces on squares", () => {
  const pieces = piecesOf(START_FEN) ?? [];
  assert.equal(pieces[SQUARES.indexOf("e1")], "wK");
  assert.equal(pieces[SQUARES.indexOf("d8")], "bQ");
  assert.equal(pieces.length, 64);
  assert.equal(pieces.filter(Boolean).length, 32);
  for (const bad of ["", "x", null as unknown as string, START_FEN.replace("pppppppp", "ppppppp"), START_FEN.replace("pppppppp", "ppppppppp"), START_FEN.replace("/8", "/9")]) {
    assert.equal(piecesOf(bad), null, String(bad));
  }
});

test("the ply tells what is due", () => {
  const due = (ply: number) => Object.values(dueAt(ply)).join(" ");
  assert.deepEqual([1, 2, 3, 4].map(due), ["1 ban white black", "2 move white white", "3 ban black white", "4 move black black"]);
  assert.equal(due(10001), "10001 ban white black");
});

test("the place shown before is shown again, or else the start", () => {
  const shown = { fen: MOVING, ply: 2, ban: { from: "e2", to: "e4" } };
  const again = shownAgain(JSON.parse(JSON.stringify(shown)), ["b:e2e4"]);
  assert.deepEqual(shownOf(again), shown);
  assert.deepEqual([again.active, again.phase, again.last, again.legal], ["white", "move", null, null]);
  assert.deepEqual(shownAgain(null, ["b:e2e4", "m:d2d4"]).last, { from: "d2", to: "d4" });
  for (const bad of [null, 7, {}, { ...shown, fen: "x" }, { ...shown, ply: "2" }]) assert.deepEqual(shownAgain(bad, []), shownAgain(null, []), JSON.stringify(bad));
  for (const ban of [undefined, 7, { from: "e2" }, { from: "e2", to: "e9" }]) assert.equal(shownAgain({ ...shown, ban }, []).ban, null);
  assert.deepEqual(lastMove(["b:e2e4", "m:e7e8q", "b:e7e5"]), { from: "e7", to: "e8", promotion: "q" });
  assert.equal(lastMove(["b:e2e4"]), null);
});

/** Returns a position with the given legal actions. */
const position = (fen: string, ply: number, legal: string[], more: Partial<Position> = {}): Position =>
  ({ ...shownAgain({ fen, ply }, []), legal: legal.map((bcn) => pairOf(action(bcn))), ...more });
const MOVING = START_FEN.replace(/1$/, "2:e2e4");
const BAN = { from: "e2", to: "e4" } as const;
const action = BanChess.deserializeAction;

test("tapping the text board picks up, puts back, plays and asks", () => {
  const moving = position(MOVING, 2, ["m:e2e3", "m:d2d4"]);
  assert.deepEqual(effectOf(moving, null, "d2"), { select: "d2" });
  assert.deepEqual(effectOf(moving, "d2", "d2"), { select: null });
  assert.deepEqual(effectOf(moving, "d2", "e2"), { select: "e2" });
  assert.deepEqual(effectOf(moving, "d2", "d4"), { select: null, play: action("m:d2d4") });
  assert.deepEqual(effectOf(moving, "e2", "e4"), { select: null, play: action("m:e2e4") }, "the rules say that it is banned");
  assert.match(effectOf(moving, null, "e7").say ?? "", /White/);
  const promoting = position("8/P6k/8/8/8/8/7K/8 w - - 0 1 2", 2, ["q", "r", "b", "n"].map((role) => `m:a7a8${role}`));
  assert.deepEqual(effectOf(promoting, "a7", "a8"), { choose: { from: "a7", to: "a8" } });
  const over = { ...moving, legal: [], result: { over: true, winner: "white", reason: "checkmate_by_ban", text: "White wins: checkmate by ban", token: "1-0" } as const };
  assert.equal(effectOf(over, null, "d2").select, null);
});

test("the words say who acts, what is banned and what is left", () => {
  const ban = position(START_FEN, 1, ["b:e2e4", "b:d2d4"]);
  assert.equal(headline(ban), "Black bans a White move");
  assert.deepEqual(details(ban), ["2 legal moves"]);
  assert.match(details(position(START_FEN, 1, ["b:e2e4"]))[0] ?? "", /ends the game/);
  const move = position(MOVING, 2, ["m:d2d4"], { ban: BAN, check: true });
  assert.equal(headline(move), "White moves");
  for (const [at, own, them, want] of [
    [ban, "black", computerAs("white", 3), "Ban one of White’s moves"], [ban, "white", computerAs("black", 3), "The computer bans one of your moves"],
    [move, "white", remoteAs("black", "Ada"), "Your move"], [move, "black", remoteAs("white", "Ada"), "Ada moves"], [move, null, remoteAs("white", "Ada"), "White moves"],
  ] as const) {
    assert.equal(headline(at, own, them), want);
  }
  assert.deepEqual(details(move), ["Black banned e2–e4", "White is in check", "1 legal move"]);
});

test("a threat is what the other side would play with nothing banned", () => {
  assert.equal(threatening(position(START_FEN, 1, [])), START_FEN.replace(/1$/, "2"), "at a ban, the side that moves next");
  const fen = "4k3/8/8/8/8/8/8/4K2R b - e3 0 7 28:e8e7";
  assert.equal(threatening(position(fen, 28, [])), "4k3/8/8/8/8/8/8/4K2R w - - 0 8 30");
  assert.equal(threatening(position(MOVING, 2, [])), START_FEN.replace(/w (.*) 1 1$/, "b $1 1 4"));
  assert.equal(threatening(position(MOVING, 2, [], { check: true })), null, "in check there is no such position");
});

test("a level has a word, and the first one is offered first", () => {
  assert.deepEqual([DEFAULTS.level, LEVELS].map(levelWords), ["1, Beginner", `${LEVELS}, Full strength`]);
  assert.equal(LEVEL_TABLE.length, LEVELS);
  for (const { againstNext = 0 } of LEVEL_TABLE.slice(0, -1)) assert.ok(againstNext > 0 && againstNext < 0.5, "the next level is stronger");
  assert.equal(LEVEL_TABLE[LEVELS - 1]?.againstNext, undefined);
});

test("a level stored when there were eight is one as strong", () => {
  const level = (stored: object) => {
    Object.defineProperty(globalThis, "localStorage", { configurable: true, value: { getItem: () => JSON.stringify(stored) } });
    return restoreSettings(DEFAULTS, CHOICES).level;
  };
  assert.deepEqual([1, 3, 8, 9].map((was) => level({ level: was })), [1, 4, LEVELS, DEFAULTS.level]);
  assert.deepEqual([1, 8, LEVELS, LEVELS + 1, "8", null].map((was) => level({ level: was, levels: LEVELS })), [1, 8, LEVELS, DEFAULTS.level, DEFAULTS.level, DEFAULTS.level]);
});

test("so is that of the game before, and anything but an object in the storage is ignored", () => {
  const previous = (players: object) => {
    const stored = { record: newRecord(), previous: { record: newRecord(), players: { opponent: "white", ...players }, clock: null } };
    Object.defineProperty(globalThis, "localStorage", { configurable: true, value: { getItem: () => JSON.stringify(stored) } });
    const seat = restoreGame().previous?.players.white;
    return seat?.kind === "computer" && seat.level;
  };
  assert.deepEqual([{ level: 8 }, { level: 8, levels: LEVELS }, { level: 9 }].map(previous), [LEVELS, 8, DEFAULTS.level]);
  for (const bad of ["7", '"text"', "[]", "{"]) {
    Object.defineProperty(globalThis, "localStorage", { configurable: true, value: { getItem: () => bad } });
    assert.deepEqual(restoreSettings(DEFAULTS, CHOICES), DEFAULTS, bad);
  }
});

test("the players are read as they are stored, and as they were stored among the settings", () => {
  const players = (game: object, settings: object = {}) => {
    const stored: { [key: string]: object } = { "banchess.game": { record: newRecord(), ...game }, "banchess.settings": settings };
    Object.defineProperty(globalThis, "localStorage", { configurable: true, value: { getItem: (key: string) => JSON.stringify(stored[key] ?? null) } });
    return restoreGame().players;
  };
  const seats = { white: { kind: "human" }, black: { kind: "computer", level: 7 } } as const;
  assert.deepEqual(players({ players: seats }, { opponent: "white", level: 3, levels: LEVELS }), seats);
  assert.deepEqual(players({}, { opponent: "black", level: 7, levels: LEVELS }), seats);
  assert.deepEqual(players({}, { opponent: "nobody", level: 7, levels: LEVELS }), HUMANS);
  for (const bad of [7, { black: { kind: "computer", level: LEVELS + 1 } }, { black: { kind: "remote" }, white: "human" }]) assert.deepEqual(players({ players: bad }), HUMANS);
  assert.deepEqual([HUMANS, seats, { white: seats.black, black: seats.black }].map(ownSide), [null, "white", null]);
});

test("one glyph judges an action, and set again it is taken away", () => {
  assert.deepEqual([judged([], 2), judged([2], 2), judged([2, 16], 5), judged([16, 5, 146], 5)], [[2], [], [5, 16], [16, 146]]);
});

test("a ban or move is announced with what is due, in words that can be read aloud", () => {
  const move = position(MOVING, 2, ["m:d2d4"]), due = `${headline(move)}. 1 legal move.`;
  const ban = { action: action("b:e2e4"), san: "e2e4", moveNumber: 1 }, start = { action: null, san: "", moveNumber: 1 };
  const telling: Telling = { how: "played", own: null, isTask: true, isLesson: false };
  assert.equal(announcement(move, ban, telling), `Black banned pawn e2 to e4. ${due}`);
  assert.equal(announcement(move, ban, { ...telling, own: "white" }), "Black banned pawn e2 to e4. Your move. 1 legal move.");
  assert.equal(announcement(move, ban, { ...telling, isTask: false }), "Black banned pawn e2 to e4.", "the opponent's task");
  assert.equal(announcement(move, ban, { ...telling, how: "reached" }), `Move 1. Black banned pawn e2 to e4. ${due}`);
  assert.equal(announcement(move, { ...ban, nags: [4], comment: "Allows c2–c4." }, { ...telling, how: "reached" }), `Move 1. Black banned pawn e2 to e4, blunder. Allows c2 to c4. ${due}`);
  assert.equal(announcement(move, start, { ...telling, how: "reached" }), `At the start. ${due}`);
  assert.equal(announcement(move, start, { ...telling, how: "reached", isTask: false, isLesson: true }), "", "an exercise says its task itself");
  assert.equal(announcement(move, start, { ...telling, how: "reached", isLesson: true, isAgain: true }), `At the start. ${due}`, "after a wrong answer");
  const children = [{ action: action("m:d2d4"), san: "d4" }, { action: action("b:e7e5"), san: "e7e5" }], reached: Telling = { ...telling, how: "reached" };
  assert.equal(announcement(move, { ...ban, isMainLine: false, children }, reached), `Variation. Move 1. Black banned pawn e2 to e4. ${due} Next: d4, or ban e7 to e5.`);
  assert.equal(announcement(move, { ...ban, isMainLine: true, children: children.slice(1) }, reached), `Move 1. Black banned pawn e2 to e4. ${due}`);
  assert.equal(announcement(move, { ...ban, isMainLine: false, children }, { ...reached, isLesson: true }), `Variation. Move 1. Black banned pawn e2 to e4. ${due}`, "what follows is the solution");
  assert.match(piecesText(move), /^White: king e1, queen d1, rooks a1, h1, .* pawns a2, .*, h2\. Black: king e8, queen d8, /);
  const lost = { ...move, result: { over: true, reason: "resignation", winner: "black", text: "", token: "0-1" } as const };
  assert.equal(announcement(lost, ban, { ...telling, how: "ended", own: "white" }), "You lost by resignation.");
  for (const [bcn, san, want] of [
    ["m:f3f7", "Qxf7+", "White played queen f3 takes f7."], ["m:e1g1", "O-O", "White castled kingside."], ["m:e1c1", "O-O-O+", "White castled queenside."],
    ["m:b7b8n", "b8=N", "White played pawn b7 to b8 and promotes to a knight."], ["m:e5d6", "exd6", "White played pawn e5 takes d6."],
  ] as const) assert.equal(announcement({ ...move, mover: "black", legal: null }, { action: action(bcn), san, moveNumber: 1 }, { ...telling, isTask: false }), want);
});

test("errors keep their place in the text", () => {
  assert.equal(errorText("line 1, column 3: e2-e4 is banned at ply 2", { token: "e4", ply: 2 }), "Line 1, column 3: e2–e4 is banned at ply 2");
  assert.equal(errorText("not a move", { token: "Zz9", ply: 4 }), "Not a move (ply 4, at “Zz9”)");
  assert.equal(errorText("e2-e4 is banned"), "e2–e4 is banned");
  assert.equal(errorText("White's pawn on e2 cannot go to 'e5'"), "White’s pawn on e2 cannot go to 'e5'");
});

test("a slip of the hand is said in a sentence of the page, without advice", () => {
  const ban = position(START_FEN, 1, ["b:e2e4"]), move = position(MOVING, 2, ["m:d2d4"]);
  for (const [at, code, from, to, error, want] of [
    [ban, "illegal_ban", "e7", "e5", "the piece on e7 is Black's", "That is a black pawn. Ban one of White’s moves."],
    [move, "illegal_move", "e7", null, "the piece on e7 is Black's", "That is a black pawn. White moves now."],
    [ban, "illegal_ban", "e2", "e5", "e2-e5 cannot be banned at ply 1: it cannot go there; ban another; try e2e3", "White cannot play e2–e5, so it need not be banned."],
    [move, "illegal_move", "e2", "e5", "e2-e5 is not a legal move at ply 2: it cannot go there; try e2e3", "e2-e5 is not a legal move: it cannot go there"],
    [move, "illegal_move", null, null, "\"e5\" is not a legal move at ply 2; try e2e3", null], // typed
  ] as const) {
    assert.equal(slipText(at, { code, error, from, to }), want);
  }
});

test("megabytes are told with and without a total", () => {
  assert.equal(megabytes({ loaded: 3_140_000, total: 12_900_000 }), "3.1 of 12.9 MB");
  assert.equal(megabytes({ loaded: 3_140_000, total: 0 }), "3.1 MB");
});

test("a listener of the store sees the current state, and what it was before the change", () => {
  const store = createStore({ a: 0, b: 0 });
  const seen: unknown[] = [];
  store.watch(["a"], ({ a }) => a === 1 && store.set({ b: 1, a: 2 }));
  store.watch(["a", "b"], ({ a, b }, old) => {
    assert.deepEqual({ a, b }, store.state);
    seen.push([a, b, old?.a]);
  });
  const end = store.watch(["b"], () => seen.push("b"));
  store.set({ a: 1 });
  end();
  store.set({ b: 5 });
  assert.deepEqual(seen, [[0, 0, undefined], "b", [2, 1, 0], "b", [2, 5, 2]]);
});

test("a listener of the store that throws stops no other, and what it throws is reported", () => {
  const reported: unknown[] = [];
  Object.defineProperty(globalThis, "reportError", { configurable: true, value: (error: unknown) => reported.push(error) });
  const store = createStore({ a: 0, b: 0 });
  const fault = new Error("a fault"), seen: number[] = [];
  store.watch(["a"], ({ a }) => {
    store.set({ b: a });
    if (a === 1) throw fault;
  });
  store.watch(["b"], ({ b }) => seen.push(b));
  store.set({ a: 1 });
  store.set({ a: 2 });
  assert.deepEqual([seen, reported], [[0, 1, 2], [fault]]);
});

test("captured pieces are the missing ones, apart from promotions", () => {
  const start = piecesOf(START_FEN) ?? [];
  const now = (fen: string) => piecesOf(`${fen} w - - 0 1 1`) ?? [];
  assert.deepEqual(takenBy("white", start, start), []);
  const some = now("r1bqkb1r/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKB1R");
  assert.deepEqual([takenBy("white", start, some), lead("white", some), lead("black", some)], [["bN", "bN", "bP"], 4, -4]);
  assert.deepEqual(takenBy("black", start, some), ["wN"]);
  // A pawn became a second queen: nothing was captured.
  assert.deepEqual(takenBy("black", start, now("rnbqkbnQ/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNR")), []);
});

test("a clock runs for the player who acts, and gains when the turn passes", () => {
  let clock = passed(newClock(1, 2), "white", ["b:e2e4"], 0);
  assert.deepEqual([timeLeft(clock, "white", 5000), timeLeft(clock, "black", 5000)], [55_000, 60_000]);
  clock = passed(clock, "white", ["b:e2e4", "m:d2d4"], 5000); // has moved and is to ban
  assert.equal(timeLeft(clock, "white", 5000), 55_000, "no increment yet");
  clock = passed(clock, "black", ["b:e2e4", "m:d2d4", "b:e7e5"], 8000);
  assert.deepEqual([clock.white, clock.running], [54_000, "black"]);
  clock = paused(clock, 9000);
  assert.deepEqual([clock.black, clock.turn, timeLeft(clock, "black", 99_000)], [59_000, "black", 59_000]);
  clock = resumed(clock, 20_000);
  assert.equal(timeLeft(clock, "black", 200_000), 0, "never less than nothing");
  const kept = clockFrom(JSON.parse(JSON.stringify(clock)));
  assert.deepEqual([kept?.black, kept?.turn, kept?.running, kept?.line.length], [59_000, "black", null, 3]);
  for (const bad of [null, 7, {}, { ...clock, base: "x" }, { ...clock, white: -1 }]) assert.equal(clockFrom(bad), null);
  assert.deepEqual([300_000, 299_001, 61_000, 3_723_000, 9450, 0].map(clockText), ["5:00", "5:00", "1:01", "1:02:03", "0:09.4", "0:00.0"]);
});

test("scores are as White sees them", () => {
  const line = (score: object) => lineOf({ score: score as never, depth: 3, exact: false, actions: [] }).score;
  assert.deepEqual(line({ for: "black", centipawns: 120 }), { centipawns: -120 });
  assert.deepEqual(line({ for: "black", mate: -2 }), { mate: 2 });
  assert.deepEqual([{ centipawns: 123 }, { centipawns: -40 }, { centipawns: -3 }, { mate: 3 }, { mate: -1 }].map(scoreText), ["+1.2", "−0.4", "0.0", "#3", "#−1"]);
  assert.equal(chances({ centipawns: 0 }), 0.5);
  assert.ok(chances({ centipawns: 300 }) > 0.7 && chances({ mate: -4 }) === 0);
});

test("at a ban the verdict says what it takes and what is left", () => {
  const steps = [{ bcn: "b:h5f7", piece: "wQ", san: "h5f7", pieces: [] }, { bcn: "m:c4f7", piece: "wB", san: "Bxf7+", pieces: [] }] as const;
  const line = { depth: 5, exact: false, actions: steps.map(({ bcn }) => bcn), score: { centipawns: 120 } };
  assert.equal(verdict({ phase: "ban", mover: "white" }, line, steps), "ban h5–f7, then best is Bxf7+");
  assert.equal(verdict({ phase: "move", mover: "white" }, line, steps.slice(1)), "best is Bxf7+");
  assert.equal(verdict({ phase: "ban", mover: "black" }, { ...line, score: { mate: 1 } }, steps.slice(0, 1)), "ban h5–f7: Black has no legal move left, checkmate by ban");
  assert.equal(verdict({ phase: "move", mover: "white" }, { ...line, exact: true, score: { mate: 23 } }, steps.slice(1)), "White mates in 23, whatever is banned: best is Bxf7+");
  assert.equal(verdict({ phase: "ban", mover: "white" }, { ...line, exact: true, score: { centipawns: 0 } }, steps), "a draw if both play well: ban h5–f7");
});

test("every kind of action has a sound of its own", () => {
  const at = (fen: string, more: Partial<Position> = {}) => position(fen, 3, [], more);
  const full = at(START_FEN), fewer = at(START_FEN.replace("PPPPPPPP", "PPPPPPP1"));
  assert.deepEqual(
    [soundOf(full, full), soundOf(full, fewer), soundOf(full, { ...fewer, check: true }), soundOf(full, { ...full, ban: BAN }), soundOf(full, { ...full, result: {} as never })],
    ["move", "capture", "check", "ban", "end"],
  );
  const made = Object.values(SOUNDS).map((parts) => JSON.stringify(parts));
  assert.equal(new Set(made).size, 5, "no two are made of the same");
});

test("the pieces stand where the moves lead", () => {
  const after = (fen: string, ...actions: string[]) => actions.reduce((pieces: Pieces, bcn) => piecesAfter(pieces, action(bcn)), piecesOf(fen) ?? []);
  for (const [fen, actions, want] of [
    ["r3k2r/8/8/8/8/8/8/R3K2R", "b:e8f8 m:e1g1 b:a1a2 m:e8c8", "2kr3r/8/8/8/8/8/8/R4RK1"],
    ["4k3/8/8/3pP3/8/8/8/4K3", "m:e5d6", "4k3/8/3P4/8/8/8/8/4K3"],
    ["3rk3/4P3/8/8/8/8/8/4K3", "m:e7d8n", "3Nk3/8/8/8/8/8/8/4K3"],
  ] as const) {
    assert.deepEqual(after(`${fen} w - - 0 1 1`, ...actions.split(" ")), piecesOf(`${want} w - - 0 1 1`), fen);
  }
});

test("a refusal of the rules is shown; a fault of the page is not taken for one", () => {
  const store = createStore({ record: newRecord(), revision: 0, notice: null } as unknown as State);
  const controller = new GameController(store, Object.assign(new EventTarget(), { loaded: false }) as unknown as BanChessBoard);
  controller.edit("", () => { throw new BanChessError({ code: "bad_argument", error: "no such node" }); });
  assert.deepEqual(store.state.notice, { kind: "refused", code: "bad_argument", text: "no such node" });
  store.set({ notice: null });
  assert.throws(() => controller.edit("", () => { throw new TypeError("a fault"); }), TypeError);
  assert.equal(store.state.notice, null);
});

test("the gravest mistakes of a game are asked first, those of one mark in their order", () => {
  const marks = [6, 4, 2, 6, 4].map((mark, at) => ({ mark, id: `${at}` }) as Exercise);
  assert.deepEqual(gravestFirst(marks).map(({ id }) => id).join(""), "14203");
});

test("a mistake's explanation does not name the better action as one to find once it was found", () => {
  const moments = readFileSync("game/report/testdata/moments.txt", "utf8");
  let better = 0;
  for (const [text] of moments.matchAll(/[^|]*Better: .*/g)) {
    better++;
    for (const isOther of [true, false]) assert.doesNotMatch(words.learn.found(text.trim(), isOther), /Better|keeps them|undefined/, text);
  }
  assert.ok(better > 100, String(better));
  for (const [end, same, other] of [
    ["ban e3–f4, which keeps them at 52%.", "", " The report gives ban e3–f4."],
    ["Qd6, which prevents Qc7 and keeps them at 54%.", " Qd6 prevents Qc7.", " The report gives Qd6."],
    ["Qg3, which threatens Qxd6+ and Kxg2, and keeps them at 18%.", " Qg3 threatens Qxd6+ and Kxg2.", " The report gives Qg3."],
    ["Qg6, then ban f7–g6 (the only move that takes the queen), which keeps them at 18%.", " Next, ban f7–g6 (the only move that takes the queen).", " The report gives Qg6."],
    ["e8=Q#, which is checkmate.", "", " The report gives e8=Q#."],
    ["Rc7, which mates in 3.", " Rc7 mates in 3.", " The report gives Rc7."],
    ["ban b1–c1, which mates in 3.", " The ban b1–c1 mates in 3.", " The report gives ban b1–c1."],
    ["Rc7.", "", " The report gives Rc7."],
  ] as const) {
    assert.equal(words.learn.found(`Loses a pawn. Better: ${end}`, false), `Loses a pawn.${same}`);
    assert.equal(words.learn.found(`Loses a pawn. Better: ${end}`, true), `Loses a pawn.${other}`);
  }
});
