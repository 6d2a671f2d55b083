// Plays random games in ban-chess.ts and here, action by action, and compares
// all answers. Every difference must be listed in docs/differences.md, and every
// listed difference must occur.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { LISTED, START, versus } from "../predecessor.mjs";
import { random } from "../random.mjs";
import { needsSite, root, site } from "../site.mjs";

const GAMES = 700;

// ban-chess.ts takes milliseconds for an action on a full board. So only a few games
// are played from the first ban to the end. Many begin at a position of a random game that
// was played here, and the others begin close to an ending.
const FULL = 4, MOST = 160; // games from the start, and their maximum length
const ENTERED = 140, FOLLOWED = 3; // games from a random position, and the number of their actions

const SHUFFLED = 60; // in a game of this length both sides move back and forth

/** The other start positions, with the maximum number of actions and the number of games for each. */
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

test(`${GAMES} random games agree with ban-chess.ts`, needsSite, async () => {
  const { Pair, entered, seen, reasons } = await versus();
  const next = random(2024);
  const deck = STARTS.flatMap((start) => Array(start[2]).fill(start));
  let actions = 0, full = 0;
  for (let i = 0; i < GAMES; i++) {
    const [start, most] = i < FULL ? [START, MOST] : i < FULL + ENTERED ? [entered(next, MOST), FOLLOWED] : deck[i % deck.length];
    const pair = new Pair(start);
    while (pair.fens.length < most && pair.goesOn()) {
      actions++;
      if (i < FULL) full++;
      if (!pair.play(pair.choose(next, most === SHUFFLED))) break;
    }
    pair.look();
    pair.count();
    if (i % 10 === 0) { // loaded at its end
      pair.sync();
      pair.look();
    }
    for (let k = 0; k < 3; k++) pair.undo();
    pair.ours.free();
  }

  assert.ok(actions > 5 * GAMES, `only ${actions} actions`);
  assert.ok(full > FULL * MOST / 2, `only ${full} actions in ${FULL} games from the start`);
  for (const reason of ["checkmate", "checkmate_by_ban", "stalemate", "stalemate_by_ban", "insufficient_material", "fifty_move_rule", "threefold_repetition"]) {
    assert.ok(reasons[reason] > 0, `no game ended by ${reason}: ${JSON.stringify(reasons)}`);
  }
  const page = await readFile(join(root, "web/docs/differences.md"), "utf8");
  const named = [...page.matchAll(/\(`([a-z-]+)`\)/g)].map((m) => m[1]);
  assert.deepEqual(named.sort(), [...new Set(Object.keys(LISTED).map((name) => name.replace(/:.*/, "")))].sort());
  for (const [name, count] of Object.entries(seen)) assert.ok(count > 0, `${name} is listed and did not turn up: ${JSON.stringify(seen)}`);
});

test("where the release of ban-chess.ts differs from its documents, this library does as differences.md says", needsSite, async () => {
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
  // White's only other move, Kf1, does not give check.
  assert.deepEqual(both("4k3/8/8/8/4r3/8/3P1P2/3QK3 w - - 0 1 1", "b:d1e2").map((game) => game.getLastActionSerialized()), ["b:d1e2+", "b:d1e2+"]);
  const loads = (field) => ask([Theirs, Ours], (Game) => new Game(START.replace(/1$/, field)).fen().split(" ")[6]);
  assert.deepEqual(loads("b:e2e4"), ["refused", "2:e2e4"]);
  assert.deepEqual(loads("3:e2e4"), ["refused", "refused"]);
  assert.deepEqual(both(START).map((game) => ["ply" in game.getSyncState(), "moveNumber" in game.getSyncState()]), [[true, false], [true, true]]);
  // In a FEN "=" marks any draw. After a repetition it is lost if only the FEN is loaded.
  const draws = [both("7k/8/8/8/8/8/1q6/K7 w - - 0 1 2", "m:a1b2"), both("7k/7p/8/8/8/8/r7/7K w - - 99 81 322", "m:h1g1"), stalemated,
    both(START, ...Array(2).fill(["b:a2a3", "m:g1f3", "b:a7a6", "m:g8f6", "b:a2a3", "m:f3g1", "b:a7a6", "m:f6g8"]).flat())];
  for (const games of draws) assert.ok(games.every((game) => game.fen().endsWith("=")), games.map((game) => game.fen()).join());
  assert.deepEqual(draws[3].map((game) => game.getLastActionSerialized()), ["m:f6g8", "m:f6g8"]);
  assert.deepEqual(draws[3].map((game) => new Ours(game.fen()).gameOver()), [false, false]);
  assert.equal(new Theirs(draws[3][0].fen()).gameOver(), false);
});

test("impossible examples of the documents are refused as differences.md says", needsSite, async () => {
  const { BanChess: Theirs } = await import("ban-chess.ts");
  const { BanChess, initialize } = await import(join(site, "banchess.js"));
  const { Session } = await import(join(site, "session.js"));
  await initialize();
  const refused = (how, details) => assert.throws(how, (e) => Object.entries(details).every(([key, value]) => e[key] === value), JSON.stringify(details));
  const pgn = (text) => new BanChess(undefined, text);
  refused(() => pgn("1. {banning: e2e4} d4 {banning: e7e5} d5\n2. {banning: d2d4} g4 {banning: h7h6} Qh4# 0-1"), { code: "illegal_ban", line: 2, column: 14, ply: 5 });
  refused(() => BanChess.replayFromActions(["b:e2e4", "d4", "b:e7e5", "d5", "b:g1f3", "Nf3", "b:h7h6", "Qh4#"]), { code: "banned", ply: 6 });
  const log = ["b:e2e4", "d4", "b:e7e5", "d5"];
  assert.throws(() => Theirs.replayFromActions(log));
  assert.deepEqual(BanChess.replayFromActions(log).getActionLog(), log);
  // Example C, with bans that do not matter, and the same without the bishop.
  const mates = (bishop) => pgn(`1. {banning: a2a3} e4 {banning: a7a6} e5 2. {banning: a2a3} Qh5 {banning: a7a6} Nc6 3. {banning: a2a3} ${bishop} {banning: a7a6} Nf6 4. {banning: a2a4} Qxf7`);
  assert.equal(mates("Bc4").result().reason, "checkmate");
  assert.equal(mates("Bc4").play("b:e8f7").code, "game_over");
  const by = mates("d3");
  assert.equal(by.play("b:e8f7").flags.banCausedCheckmate, true);
  refused(() => pgn("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7+ {banning: e8f7} 1-0"), { code: "wrong_phase", ply: 1 });
  refused(() => BanChess.replayFromActions(["b:e2e4", "m:e7e5", "b:d2d4"]), { code: "illegal_move", ply: 2 });
  assert.equal(BanChess.replayFromActions(["e2e4", "d2d4", "e7e5"]).getPly(), 4);
  const session = new Session(), reply = async (text) => {
    const heard = new Promise((resolve) => { session.addEventListener("reply", (event) => resolve(event.reply), { once: true }); });
    session.send(text);
    return heard;
  };
  const first = await reply('{\n    "message_type": "peice move",\n    "from": "D2",\n    "to": "D4"\n}');
  assert.deepEqual([first.message_type, first.code, first.bans.D2], ["failure", "wrong_phase", ["D3", "D4"]]);
  assert.equal((await reply('{\n    "message_type": "ban",\n    "from": "D2",\n    "to": "D4"\n}')).message_type, "next_legal_moveset");
  assert.equal((await reply('{\n    // White\n    "message_type": "peice move"\n}')).code, "bad_json");
  session.close();
});
