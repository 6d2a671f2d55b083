// Plays random games in ban-chess.ts and here, action by action, and compares
// everything both answer. A difference has to be one of those that
// docs/differences.md lists, and every one of those has to turn up.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { pick, playRandomly, random } from "./random.mjs";
import { needsSite, root, site } from "./site.mjs";

const GAMES = 2000;

// ban-chess.ts takes milliseconds for an action on a full board. So a few games
// go from the first ban to the end, many are entered somewhere in a random game
// that was played here, and the others begin close to an ending.
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1";
const FULL = 8, MOST = 160; // games from the start, and their greatest length
const ENTERED = 400, FOLLOWED = 3; // games entered, and the actions from there

const SHUFFLED = 60; // in a game of this length both sides move to and fro

/** Where the others begin, how many actions they have at most, and how often they begin there. */
const STARTS = [
  ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 1", 6, 2],
  ["n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3", 8, 2],
  ["4k3/pppp4/8/4P3/8/8/4PPPP/4K3 b - - 0 7 27", 8, 3],
  ["8/P6k/8/8/8/8/7K/8 w - - 0 1 2", 16, 4],
  ["8/8/8/3k4/8/3K4/8/1Q6 w - - 97 80 317", 8, 2],
  ["7k/5Q2/8/8/8/8/8/K7 w - - 0 1 1", 10, 4],
  ["7k/8/6K1/8/8/8/8/R7 w - - 0 1 1", 12, 4],
  ["k7/2K5/8/8/8/8/1R6/8 b - - 0 1 3", 12, 4],
  ["8/8/8/8/4k3/8/4p3/4K3 w - - 0 1 1", 12, 3],
  ["8/8/8/2k5/8/2K5/3p4/8 b - - 0 1 3", 16, 3],
  ["7k/7p/8/8/8/8/r7/7K b - - 0 1 3", SHUFFLED, 1],
];

/** The listed differences: whether one explains that the answers of a kind differ. */
const LISTED = {
  "ban-endings": ({ kind, ours, theirs, reason, last }) =>
    ["checkmate_by_ban", "stalemate_by_ban"].includes(reason) &&
    (kind === "BCN" ? last && ours.slice(0, 6) === theirs.slice(0, 6) : ours === true && ["inCheckmate", "inStalemate", "inDraw", "gameOver", "check", "draw"].includes(kind)),
  "stalemate-indicator": ({ kind, ours, theirs, stalemate }) => stalemate && ["san", "log", "BCN", "movetext"].includes(kind) && ours === `${theirs}=`,
  "ban-indicators": ({ kind, ours, theirs, last }) => kind === "BCN" && !last && ours.startsWith("b:") && ours.slice(0, -1) === theirs,
  "fifty-move-flag": ({ kind, ours, threefold }) => kind === "fiftyMoveRule" && ours === false && threefold,
  "history-fen": ({ kind }) => kind === "history fen",
  "movetext-result": ({ kind, ours, theirs, reason }) => kind === "movetext result" && theirs === "" && reason !== "checkmate" && ours === (reason === "checkmate_by_ban" ? ours.match(/1-0|0-1/)?.[0] : "1/2-1/2"),
  "movetext-number": ({ kind, ours, theirs, stalemate, finished }) => kind === "movetext" && !finished && plain(ours, stalemate) === plain(theirs),
};

/** Movetext without its numbers, and without the = of a stalemate, which is a difference of its own. */
const plain = (movetext, stalemate = false) => movetext.replace(/(^| )\d+\.+(?= )/g, "").trim().replace(stalemate ? /=$/ : /$/, "");

/** Movetext and the result at its end. */
const withoutResult = (movetext) => [movetext.replace(/(^| )(1-0|0-1|1\/2-1\/2)$/, "").trim(), movetext.match(/(?:^| )(1-0|0-1|1\/2-1\/2)$/)?.[1] ?? ""];

const FLAGS = ["check", "checkmate", "stalemate", "draw", "gameOver", "insufficientMaterial", "threefoldRepetition", "fiftyMoveRule", "banCausedCheckmate", "banCausedStalemate"];
const QUESTIONS = ["inCheck", "inCheckmate", "inStalemate", "inDraw", "inThreefoldRepetition", "insufficientMaterial", "gameOver", "getPly", "getActivePlayer", "getActionType", "nextMoveColor", "turn", "nextActionType", "currentPlayer"];

test(`${GAMES} random games agree with ban-chess.ts`, needsSite, async () => {
  const { BanChess: Theirs } = await import("ban-chess.ts");
  const { BanChess: Ours, initialize } = await import(join(site, "banchess.js"));
  await initialize();
  const next = random(2024);
  const deck = STARTS.flatMap((start) => Array(start[2]).fill(start));
  const seen = Object.fromEntries(Object.keys(LISTED).map((name) => [name, 0]));
  const reasons = {};
  let actions = 0, full = 0;

  /** Compares two answers. */
  function compare(kind, theirs, ours, about) {
    if (theirs === ours) return;
    const facts = { kind, theirs, ours, ...about };
    const name = Object.keys(LISTED).find((name) => LISTED[name](facts));
    if (!name) assert.fail(`${kind}: ban-chess.ts has ${theirs}, here it is ${ours}, after ${about.game.getActionHistory().join(" ")} from ${about.start}`);
    seen[name]++;
  }

  const bcn = (action) => Ours.serializeAction(action);
  const pairs = (list) => list.map(({ from, to, promotion = "" }) => from + to + promotion).sort().join(" ");
  const set = (list) => list.map(bcn).sort().join(" ");

  /** A position of a random game in which something can still be played. */
  function entered() {
    const game = new Ours();
    playRandomly(game, next, 2 + Math.floor(next() * MOST));
    while (game.gameOver()) game.undo();
    const fen = game.fen();
    game.free();
    return fen;
  }

  for (let i = 0; i < GAMES; i++) {
    const [start, most] = i < FULL ? [START, MOST] : i < FULL + ENTERED ? [entered(), FOLLOWED] : deck[i % deck.length];
    const theirs = new Theirs(start), ours = new Ours(start);
    const fens = [], flags = [];
    let reason = null, stalemate = false, threefold = false;
    const about = () => ({ game: ours, start, reason, stalemate, threefold });
    compare("fen", theirs.fen(), ours.fen(), about());
    const own = new Map(); // the last move of each side, which a shuffling player takes back
    while (fens.length < most) {
      const legal = ours.getLegalActions();
      compare("legal actions", set(theirs.getLegalActions()), set(legal), about());
      if (legal.length === 0) break;
      const before = own.get(ours.getActivePlayer());
      const back = before && most === SHUFFLED && legal.find(({ move }) => move && move.from === before.to && move.to === before.from);
      const action = back || pick(next, legal);
      if (action.move) own.set(ours.getActivePlayer(), action.move);
      const a = theirs.play(action), b = ours.play(action);
      assert.ok(b.success, b.error);
      ({ reason } = ours.result());
      ({ stalemate, threefoldRepetition: threefold } = b.flags);
      compare("success", a.success, b.success, about());
      compare("san", a.san, b.san, about());
      compare("fen", a.newFen, b.newFen, about());
      compare("newFen", b.newFen, ours.fen(), about());
      for (const flag of FLAGS) compare(flag, a.flags[flag] ?? false, b.flags[flag], about());
      for (const name of QUESTIONS) {
        const answer = (game) => (typeof game[name] === "function" ? game[name]() : game[name]);
        compare(name, answer(theirs), answer(ours), about());
      }
      compare("BCN", theirs.getLastActionSerialized(), ours.getLastActionSerialized(), { ...about(), last: true });
      compare("currentBannedMove", JSON.stringify(theirs.currentBannedMove), JSON.stringify(ours.currentBannedMove), about());
      fens.push(b.newFen);
      flags.push(b.flags);
      // Of the flags that ban-chess.ts does not have, SAN and the FEN before tell.
      const capture = b.san.includes("x") && !!action.move, field = (fens.at(-2) ?? start).split(" ")[3];
      assert.deepEqual([b.flags.capture, b.flags.castle, b.flags.promotion, b.flags.enPassant],
        [capture, b.san.startsWith("O-O"), /=[QRBN]/.test(b.san), capture && action.move.to === field && /^[a-h]/.test(b.san)], b.san);
      actions++;
      if (i < FULL) full++;
      if (b.flags.gameOver) break;
    }
    const log = theirs.getActionLog(), serialized = theirs.getActionHistory(), history = theirs.history();
    ours.getActionLog().forEach((entry, k, all) => compare("log", log[k], entry, { ...about(), stalemate: stalemate && k === all.length - 1 }));
    ours.getActionHistory().forEach((entry, k, all) => compare("BCN", serialized[k], entry, { ...about(), last: k === all.length - 1, stalemate: stalemate && k === all.length - 1 }));
    ours.history().forEach((entry, k, all) => {
      const last = k === all.length - 1;
      for (const field of ["ply", "player", "actionType"]) compare(`history ${field}`, history[k][field], entry[field], about());
      compare("san", history[k].san, entry.san, { ...about(), stalemate: stalemate && last });
      compare("history action", bcn({ [entry.actionType]: history[k].action }), bcn({ [entry.actionType]: entry.action }), about());
      compare("history ban", JSON.stringify(history[k].bannedMove), JSON.stringify(entry.bannedMove), about());
      compare("history fen", history[k].fen, entry.fen, about());
      assert.equal(entry.fen, fens[k]);
      assert.deepEqual(entry.flags, flags[k]);
    });
    const [theirText, theirResult] = withoutResult(theirs.pgn()), [ourText, ourResult] = withoutResult(ours.movetext());
    compare("movetext result", theirResult, ourResult, about());
    const [, wrapped] = ours.pgn().split("\n\n");
    assert.equal(wrapped.replaceAll("\n", " ").trim(), ourResult ? ours.movetext() : `${ours.movetext()} *`.trim());
    assert.ok(wrapped.split("\n").every((line) => line.length <= 80), wrapped);
    compare("movetext", theirText, ourText, { ...about(), finished: fens.length % 2 === 0 && ours.getPly() % 4 === 1 && start.includes(" w ") });
    const { moveNumber, past, ...state } = ours.getSyncState();
    compare("sync fen", theirs.getSyncState().fen, state.fen, about());
    compare("sync ply", theirs.getSyncState().ply, state.ply, about());
    assert.deepEqual(state, { fen: ours.fen(), ply: ours.getPly(), lastAction: ours.getLastActionSerialized() });
    assert.equal(moveNumber, Number(ours.fen().split(" ")[5]));
    const received = new Ours(), old = theirs.getSyncState();
    received.loadFromSyncState(ours.getSyncState());
    assert.deepEqual([received.fen(), received.result()], [ours.fen(), ours.result()]);
    assert.deepEqual(received.getActionHistory(), past ? ours.getActionHistory().slice(-past.actions.length) : []);
    received.loadFromSyncState(old);
    assert.equal(received.fen().replace(/[+#=]$/, ""), old.fen.replace(/[+#=]$/, ""));
    received.free();
    compare("legalMoves", pairs(theirs.legalMoves()), pairs(ours.legalMoves()), about());
    compare("legalBans", pairs(theirs.legalBans()), pairs(ours.legalBans()), about());
    assert.equal(ours.history().length, history.length);
    const result = ours.result().reason ?? "goes on";
    reasons[result] = (reasons[result] ?? 0) + 1;
    for (let k = 0; k < 3; k++) {
      compare("undo", theirs.undo(), ours.undo(), about());
      compare("fen", theirs.fen(), ours.fen(), about());
    }
    ours.free();
  }

  assert.ok(actions > 5 * GAMES, `only ${actions} actions`);
  assert.ok(full > FULL * MOST / 2, `only ${full} actions in ${FULL} games from the start`);
  for (const reason of ["checkmate", "checkmate_by_ban", "stalemate", "stalemate_by_ban", "insufficient_material", "fifty_move_rule", "threefold_repetition"]) {
    assert.ok(reasons[reason] > 0, `no game ended by ${reason}: ${JSON.stringify(reasons)}`);
  }
  const page = await readFile(join(root, "web/docs/differences.md"), "utf8");
  const named = [...page.matchAll(/\(`([a-z-]+)`\)/g)].map((m) => m[1]);
  assert.deepEqual(named.sort(), Object.keys(LISTED).sort());
  for (const [name, count] of Object.entries(seen)) assert.ok(count > 0, `${name} is listed and did not turn up: ${JSON.stringify(seen)}`);
});

test("what the documents of ban-chess.ts say and its release does not do is done as differences.md says", needsSite, async () => {
  const { BanChess: Theirs } = await import("ban-chess.ts");
  const { BanChess: Ours, initialize } = await import(join(site, "banchess.js"));
  await initialize();
  const both = (fen, ...actions) => [Theirs, Ours].map((Game) => {
    const game = new Game(fen);
    for (const action of actions) assert.equal(game.playSerializedAction(action).success, true, action);
    return game;
  });
  const ask = (games, question) => games.map((game) => {
    try {
      return question(game);
    } catch {
      return "refused";
    }
  });
  const mated = both(START, "b:e2e4", "m:f2f4", "b:d7d5", "m:e7e5", "b:d2d4", "m:f4e5", "b:a7a6", "m:d8h4", "b:g2g3");
  assert.deepEqual(ask(mated, (game) => game.inCheckmate()), [false, true]);
  assert.deepEqual(ask(mated, (game) => game.gameOver()), [false, true]);
  assert.deepEqual(mated.map((game) => game.history().at(-1).flags.checkmate), [true, true]);
  assert.match(mated[0].pgn(), /\{banning: g2g3#\}$/);
  assert.match(mated[1].movetext(), /\{banning: g2g3#\} 0-1$/);
  const stalemated = both("7k/8/8/8/8/8/8/K4Q2 w - - 0 1 2", "m:f1f7");
  assert.deepEqual(stalemated.map((game) => game.history()[0].san), ["Qf7", "Qf7="]);
  // White's only other move, Kf1, gives no check.
  assert.deepEqual(both("4k3/8/8/8/4r3/8/3P1P2/3QK3 w - - 0 1 1", "b:d1e2").map((game) => game.getLastActionSerialized()), ["b:d1e2+", "b:d1e2+"]);
  const loads = (field) => ask([Theirs, Ours], (Game) => new Game(START.replace(/1$/, field)).fen().split(" ")[6]);
  assert.deepEqual(loads("b:e2e4"), ["refused", "2:e2e4"]);
  assert.deepEqual(loads("3:e2e4"), ["refused", "refused"]);
  assert.deepEqual(both(START).map((game) => ["ply" in game.getSyncState(), "moveNumber" in game.getSyncState()]), [[true, false], [true, true]]);
  // And in a FEN = is any draw, which is gone when the FEN alone is loaded after a repetition.
  const draws = [both("7k/8/8/8/8/8/1q6/K7 w - - 0 1 2", "m:a1b2"), both("7k/7p/8/8/8/8/r7/7K w - - 99 81 322", "m:h1g1"), stalemated,
    both(START, ...Array(2).fill(["b:a2a3", "m:g1f3", "b:a7a6", "m:g8f6", "b:a2a3", "m:f3g1", "b:a7a6", "m:f6g8"]).flat())];
  for (const games of draws) assert.ok(games.every((game) => game.fen().endsWith("=")), games.map((game) => game.fen()).join());
  assert.deepEqual(draws[3].map((game) => game.getLastActionSerialized()), ["m:f6g8", "m:f6g8"]);
  assert.deepEqual(draws[3].map((game) => new Ours(game.fen()).gameOver()), [false, false]);
  assert.equal(new Theirs(draws[3][0].fen()).gameOver(), false);
});
