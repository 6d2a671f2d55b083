// Reading games in the page: everything that the page writes is read as the same game.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { BanChess, BanChessError, initialize, START_FEN, type Action } from "../../banchess/banchess.js";
import { GameTree, type TreeRecord } from "../../banchess/tree.js";
import { read, type Found } from "../../page/share/import.js";

const site = process.env["BANCHESS_SITE"];
const needsSite = { skip: site ? false : "BANCHESS_SITE does not name a built site" };
const GAMES = 400;

/** The start positions: all four plies of a move, with castling, promotions and a ban in force. */
const STARTS = [
  START_FEN,
  START_FEN,
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4",
  "r3k2r/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/R3K2R w KQkq e6 0 9 33",
  "8/P5pk/8/8/8/8/p5PK/8 b - - 0 30 119",
  "8/8/8/3k4/8/3K4/6Q1/8 b - - 12 40 160:d5e5",
];

/** Returns a generator of pseudo-random numbers for a seed. */
function random(seed: number): (below: number) => number {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

/** Returns a random game. One of sixteen is long; one of five is ended by its players. */
function randomGame(below: (n: number) => number, n: number): BanChess {
  const game = new BanChess(STARTS[n % STARTS.length]);
  for (let left = below(n % 16 ? 14 : 96); left > 0 && !game.gameOver(); left--) {
    const legal = game.getLegalActions();
    game.play(legal[below(legal.length)] as Action);
  }
  if (!game.gameOver() && n % 10 === 3) game.agreeDraw();
  if (!game.gameOver() && n % 10 === 7) game.resign(below(2) ? "white" : "black");
  return game;
}

/** Adds annotations that a user could make: a variation, a comment, a glyph, a drawing. */
function write(tree: GameTree, below: (n: number) => number): void {
  const line = tree.mainLine();
  for (const node of line) {
    if (below(8) === 0) node.annotate({ comment: ["so it goes", "100 % (or $1; 1-0", "1. e4 6. 3. {no"][below(3)]!, nags: [1 + below(6)] });
    if (below(8) === 0) node.annotate({ drawings: [{ color: "red", from: "e2", to: "e4" }] });
  }
  const at = line[below(line.length + 1)]?.parent;
  if (!at) return;
  const game = at.game();
  const legal = game.getLegalActions();
  game.free();
  if (legal.length > 0) at.add(legal[below(legal.length)] as Action);
}

const given = async (text: string): Promise<Found> => read(text, () => true);

async function treeIn(text: string): Promise<TreeRecord> {
  const found = await given(text);
  assert.ok("tree" in found, `${text} reads as ${JSON.stringify(found)}`);
  return found.tree.toJSON();
}

/** Returns the start, the actions and the ending: all that BCN contains. */
function played(record: TreeRecord): unknown {
  const tree = GameTree.fromJSON(record);
  const { winner, token } = tree.result();
  const all = [tree.fen, ...tree.mainLine().map(({ bcn }) => bcn), winner, token];
  tree.free();
  return all;
}

test("the rules arrive", needsSite, () => initialize({ wasmURL: pathToFileURL(join(site!, "banchess-core.wasm")) }));

test("random games come back from FEN, PGN, BCN and JSON as they were", needsSite, async () => {
  const below = random(11);
  const ends = new Set<string>();
  for (let n = 0; n < GAMES; n++) {
    const game = randomGame(below, n);
    const about = `game ${n}: ${JSON.stringify(game)}`;
    const actions = game.toJSON().actions, { token, reason } = game.result();
    if (reason) ends.add(reason);

    const fen = game.fen();
    assert.deepEqual(await given(`  ${fen}\n`), { fen }, about);
    const there = new BanChess(fen);
    assert.equal(there.getPly(), game.getPly(), about);
    // A FEN contains neither the players' ending nor repetitions.
    if (!game.gameOver()) assert.deepEqual([there.fen(), there.getLegalActions()], [fen, game.getLegalActions()], about);
    there.free();

    const tree = GameTree.of(game);
    write(tree, below);
    const record = tree.toJSON(), want = played(record), pgn = tree.pgn();
    const back = await treeIn(pgn);
    assert.deepEqual(played(back), want, pgn);
    const again = GameTree.fromJSON(back);
    assert.equal(again.pgn(), pgn, about);
    again.free();
    // Lines may end as on Windows; move numbers may stand anywhere, and may be wrong.
    const head = pgn.indexOf("\n\n");
    const odd = n % 2 ? pgn : pgn.slice(0, head) + pgn.slice(head).replace(/\{banning/g, "6. 3. {banning");
    assert.deepEqual(await treeIn(n % 4 < 2 ? odd.replaceAll("\n", "\r\n") : odd), back, odd);

    if (n % 2) assert.deepEqual(await treeIn(JSON.stringify(tree)), JSON.parse(JSON.stringify(record)), about);
    else assert.deepEqual(played(await treeIn(JSON.stringify(game))), want, about);
    const logs = [actions.join(" "), actions.join("\r\n"), JSON.stringify(actions), actions.join(", ")];
    const start = tree.fen === START_FEN ? "" : `${tree.fen} `;
    if (actions.length > 0) assert.deepEqual(played(await treeIn(`${start}${logs[n % logs.length]} ${token}`)), want, about);
    tree.free();
    game.free();
  }
  for (const reason of ["agreement", "resignation"]) assert.ok(ends.has(reason), `no game of ${GAMES} ended by ${reason}`);
  assert.ok(ends.size > 3, `the games end by ${[...ends].join(", ")} alone`);
});

test("an action that cannot be played is told with line, column, token and ply, of PGN and of a log", needsSite, async () => {
  for (const [text, line, column, token, ply] of [
    ["1. {banning: e2e4} e4", 1, 20, "e4", 2],
    ["[White \"A\"]\r\n\r\n1. {banning: e2e4} d4\r\n6. 3. {banning: e7e5} Qxh9 *", 4, 23, "Qxh9", 4],
    ["b:e2e4 m:d2d4\r\nb:e7e5 m:e7e5", 2, 8, "m:e7e5", 4],
    [`${START_FEN} b:e2e4 m:e2e4`, 1, START_FEN.length + 9, "m:e2e4", 2],
  ] as const) {
    await assert.rejects(given(text), (error) => {
      assert.ok(error instanceof BanChessError);
      assert.deepEqual([error.line, error.column, error.token, error.ply], [line, column, token, ply], text);
      return true;
    });
  }
});

test("of a game of ordinary chess the final position is read", needsSite, async () => {
  const end = async (text: string) => {
    const found = await read(text, () => true).catch((error: BanChessError) => error.code);
    return typeof found === "string" ? found : "fen" in found ? [found.fen, /(?:, and (White|Black) bans next)?\.$/.exec(found.note ?? "")?.[1]] : null;
  };
  for (const [text, fen, next] of [
    ["1. e4 e5 2. Nf3 Nc6 *", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3 9", "Black"],
    ['[Event "A"]\n[White "B"]\n\n1.e4 {best by test} e5 (1... c5 (1... e6 2. d4) 2. Nf3) 2.Nf3 $1 Nc6 3.Bb5 ; Spanish\na6 4.O-O 1/2-1/2', "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4 15", "White"],
    ['[SetUp "1"]\n[FEN "8/P6k/8/8/8/8/7K/8 w - - 0 1"]\n\n1. a8=Q Kg7 *', "Q7/6k1/8/8/8/8/7K/8 w - - 1 2 5", "Black"],
    ["1. f3 e5 2. g4 Qh4# 0-1", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3 9#", undefined],
  ] as const) {
    assert.deepEqual(await end(text), [fen, next], text);
  }
  for (const text of ["1. e4 e5 2. Nf3 Nc3 *", "21... Qxd4+ 22. Kh1 0-1"]) assert.equal(await end(text), "bad_pgn", text);
});
