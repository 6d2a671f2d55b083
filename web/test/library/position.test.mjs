// The queries about a position, compared to chess.js, which has the same ones.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { Chess } from "chess.js";
import { playRandomly, random } from "../random.mjs";
import { needsSite, site } from "../site.mjs";

const { BanChess, BanChessError, initialize, SQUARES, squareColor } = site ? await import(join(site, "banchess.js")) : {};
const { Client } = site ? await import(join(site, "client.js")) : {};
const code = (expected) => (e) => e instanceof BanChessError && e.code === expected && e.message.length > 10;
const PIECES = [..."pnbrqk"].flatMap((type) => [{ type, color: "white" }, { type, color: "black" }]);
/** Returns a piece of chess.js, which abbreviates the side. */
const ofChess = (piece) => ({ ...piece, color: piece.color === "w" ? "white" : "black" });

test("the board of random games is as chess.js has it", needsSite, async () => {
  await initialize();
  const next = random(11);
  for (let i = 0; i < 40; i++) {
    const game = new BanChess();
    playRandomly(game, next, 1 + Math.floor(next() * 120));
    const chess = new Chess(game.fen().split(" ").slice(0, 6).join(" "), { skipValidation: true });
    assert.deepEqual(game.board(), chess.board().map((rank) => rank.map((piece) => piece && ofChess(piece))), game.fen());
    assert.equal(game.moveNumber(), chess.moveNumber());
    for (const square of SQUARES) {
      const piece = chess.get(square);
      assert.deepEqual(game.get(square), piece ? ofChess(piece) : undefined);
      assert.equal(game.squareColor(square), chess.squareColor(square));
      assert.equal(squareColor(square), chess.squareColor(square));
      for (const [by, color] of [["white", "w"], ["black", "b"]]) {
        const theirs = chess.attackers(square, color).sort();
        assert.deepEqual(game.attackers(square, by).sort(), theirs, `${square} by ${by} at ${game.fen()}`);
      }
      assert.deepEqual(game.attackers(square), game.attackers(square, game.nextMoveColor()));
    }
    for (const piece of PIECES) assert.deepEqual(game.findPiece(piece).sort(), chess.findPiece({ ...piece, color: piece.color[0] }).sort());
    game.free();
  }
});

test("anything but a square, a piece, a side or a depth is refused", needsSite, () => {
  const game = new BanChess();
  for (const bad of ["e9", "E2", "", undefined, null, 12, ["e2"]]) {
    for (const call of ["get", "attackers", "squareColor"]) assert.throws(() => game[call](bad), code("bad_square"), `${call}(${bad})`);
  }
  for (const bad of [undefined, null, "p", {}, { type: "P", color: "white" }, { type: "p", color: "w" }, { type: "pn", color: "white" }]) assert.throws(() => game.findPiece(bad), code("bad_piece"));
  for (const bad of ["x", "w", "White", null, 5]) assert.throws(() => game.attackers("e2", bad), code("bad_player"));
  for (const bad of [-1, 13, 1.5, NaN, Infinity, "2", undefined, null]) assert.throws(() => game.perft(bad), code("bad_argument"));
});

test("perft counts the lines that can be played", needsSite, () => {
  const count = (game, depth) => depth === 0 ? 1 : game.getLegalActions().reduce((sum, action) => {
    const after = game.clone();
    after.play(action);
    const n = count(after, depth - 1);
    after.free();
    return sum + n;
  }, 0);
  const game = new BanChess();
  assert.deepEqual([0, 1, 2, 3, 4].map((depth) => game.perft(depth)), [1, 20, 380, 7600, 144400]);
  for (const fen of ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 4:g2h1", "7k/5Q2/8/8/8/8/8/K7 w - - 0 1 1"]) {
    const game = new BanChess(fen);
    assert.equal(game.perft(3), count(game, 3), fen);
  }
});

test("the hash is that of the position", needsSite, () => {
  const game = new BanChess(), hashes = [game.hash()];
  for (const action of ["b:e2e4", "m:g1f3", "b:e7e5", "m:g8f6", "b:e2e4", "m:f3g1", "b:e7e5", "m:f6g8"]) {
    game.play(action);
    hashes.push(game.hash());
  }
  assert.equal(hashes[8], hashes[0], "the same position");
  assert.equal(new Set(hashes).size, 8);
  for (const hash of hashes) assert.match(hash, /^[0-9a-f]{16}$/);
  const other = new BanChess();
  other.play("b:d2d4");
  assert.notEqual(other.hash(), hashes[1], "under another ban");
  assert.equal(new BanChess(game.fen()).hash(), game.hash());
});

test("a game in a worker says the same", needsSite, async (t) => {
  const client = await Client.start();
  t.after(() => client.terminate());
  await client.initialize();
  const here = new BanChess(), there = await client.create();
  for (const [call, ...args] of [["get", "e2"], ["get", "e4"], ["board"], ["squareColor", "a1"], ["findPiece", { type: "n", color: "black" }], ["attackers", "f3"], ["attackers", "f6", "black"], ["moveNumber"], ["hash"], ["perft", 2]]) {
    assert.deepEqual(await there[call](...args), here[call](...args), call);
  }
  await assert.rejects(there.get("e9"), code("bad_square"));
});
