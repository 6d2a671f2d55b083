// Positions set up by hand: any edit is allowed, and the result is a game or a list of
// all faults.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { inspect } from "node:util";
import { pick, playRandomly, random } from "../random.mjs";
import { needsSite, site } from "../site.mjs";

const { BanChess, BanChessError, initialize, Setup, SQUARES, START_FEN } = site ? await import(join(site, "banchess.js")) : {};
const code = (expected) => (e) => e instanceof BanChessError && e.code === expected && e.message.length > 10;
const PIECES = [..."pnbrqk"].flatMap((type) => [{ type, color: "white" }, { type, color: "black" }]);

test("a set-up is edited without the WebAssembly, and needs it to be judged", needsSite, async () => {
  const setup = new Setup();
  assert.equal(setup.fen(), "8/8/8/8/8/8/8/8 w - - 0 1 1");
  setup.put({ type: "k", color: "white" }, "e1");
  setup.put({ type: "q", color: "black" }, "e8");
  setup.put({ type: "k", color: "black" }, "e8");
  setup.put({ type: "r", color: "white" }, "h1");
  assert.deepEqual([setup.get("h1"), setup.get("a1")], [{ type: "r", color: "white" }, undefined]);
  setup.castling = "K";
  assert.equal(setup.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1 1");
  assert.throws(() => setup.game(), code("not_initialized"));
  assert.throws(() => setup.faults(), code("not_initialized"));
  await initialize();
  assert.deepEqual(setup.faults(), []);
  const game = setup.game();
  assert.equal(game.fen(), setup.fen());
  assert.deepEqual(game.board(), setup.board());
  assert.deepEqual(setup.remove("h1"), { type: "r", color: "white" });
  assert.equal(setup.remove("h1"), undefined);
  assert.equal(setup.faults().length, 1, "the right without its rook");
  assert.equal(game.get("h1").type, "r", "the game is another's");
  setup.clear();
  assert.deepEqual({ ...setup }, { ...new Setup() });
  assert.equal(setup.fen(), new Setup().fen());
});

test("a set-up of any position is that position, move by move", needsSite, async () => {
  await initialize();
  const next = random(41);
  for (let i = 0; i < 60; i++) {
    const game = new BanChess();
    playRandomly(game, next, Math.floor(next() * 60));
    const setup = new Setup(game.fen());
    const bare = game.fen().replace(/[+#=]$/, "");
    assert.equal(setup.fen(), bare);
    assert.deepEqual(setup.board(), game.board());
    assert.deepEqual([setup.mover, setup.ply, setup.ban, setup.fullmoves], [game.nextMoveColor(), game.getPly(), game.currentBannedMove, game.moveNumber()]);
    assert.deepEqual(setup.faults(), []);
    assert.equal(setup.game().fen().replace(/=$/, ""), game.fen().replace(/=$/, ""));
    // The same, set by hand.
    const { mover, castling, enPassant, halfmoves, fullmoves, ply, ban } = setup;
    const hand = Object.assign(new Setup(), { mover, castling, enPassant, halfmoves, fullmoves, ply, ban });
    for (const square of SQUARES) if (game.get(square)) hand.put(game.get(square), square);
    assert.equal(hand.fen(), bare);
    // Without a ply it is the ban before the next move, or with a ban the move after it.
    const six = new Setup(game.fen({ standard: true }));
    assert.equal(six.ply, null);
    six.ban = ban;
    assert.equal(six.fen(), bare.replace(/\d+(:\w+)?$/, `${4 * (fullmoves - 1) + (mover === "white" ? 1 : 3) + (ban ? 1 : 0)}$1`));
    game.free();
  }
});

test("random edits give a game or faults, which are those of the FEN", needsSite, async () => {
  await initialize();
  const next = random(43);
  let games = 0, most = 0;
  for (let i = 0; i < 400; i++) {
    const setup = new Setup(pick(next, [START_FEN, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "r3k2r/pppp4/8/8/8/8/PPPP4/R3K2R b KQkq - 0 1 3"]));
    for (let k = Math.floor(next() * 5); k > 0; k--) {
      pick(next, [
        () => setup.put(pick(next, PIECES), pick(next, SQUARES)), () => setup.remove(pick(next, SQUARES)), () => { setup.castling = pick(next, ["-", "KQ", "kq", "K", "x", ""]); },
        () => { setup.mover = pick(next, ["white", "black"]); }, () => { setup.enPassant = pick(next, [null, ...SQUARES]); }, () => { setup.ply = pick(next, [null, 1, 2, 3, 4]); },
        () => { setup.ban = pick(next, [null, { from: "e2", to: "e4" }, { from: "e1", to: "e2" }]); }, () => { setup.halfmoves = pick(next, [0, 7, -1, 1.5]); },
      ])();
    }
    const faults = setup.faults();
    most = Math.max(most, faults.length);
    let thrown = [];
    try { new BanChess(setup.fen()).free(); } catch (e) { thrown = e.faults; }
    assert.deepEqual(faults, thrown);
    if (faults.length === 0) {
      games++;
      assert.equal(setup.game().fen().replace(/[+#=]$/, ""), setup.fen());
    } else {
      assert.throws(() => setup.game(), (e) => code("bad_fen")(e) && e.faults.length === faults.length);
      for (const fault of faults) assert.ok(fault.error.length > 10 && fault.code === "bad_fen");
    }
  }
  assert.ok(games > 50 && most > 3, `${games} games, ${most} faults at most`);
});

test("all that is wrong is said at once", needsSite, async () => {
  await initialize();
  const setup = new Setup();
  Object.assign(setup, { mover: "red", castling: "K Q", enPassant: "e9", halfmoves: {}, fullmoves: "x y", ply: Symbol("p"), ban: { from: "e2" } });
  setup.put({ type: "p", color: "white" }, "a8");
  const said = setup.faults().map((f) => f.error).join("\n");
  for (const what of ["side to move", "castling field", "en passant field", "half-move clock", "full-move number", "White has 0 kings", "Black has 0 kings", "a pawn stands on a8", "seventh field"]) assert.ok(said.includes(what), `${what} is not in\n${said}`);
});

test("any value that is set gives a fault, and no foreign error", needsSite, async () => {
  await initialize();
  const throwing = new Proxy({}, { get() { throw new Error("get"); } });
  for (const name of ["mover", "castling", "enPassant", "halfmoves", "fullmoves", "ply", "ban"]) {
    for (const bad of [throwing, Symbol("s"), 10n, NaN, -1, 1.5, Infinity, "constructor", "a b", " ", {}, [], () => 1, true, "x".repeat(1e6)]) {
      const setup = new Setup(START_FEN);
      setup[name] = bad;
      assert.ok(setup.faults().length > 0 && setup.fen().split(" ").length === 7, `${name}: ${typeof bad}`);
    }
  }
});

test("anything but a piece, a square or a FEN is refused", needsSite, () => {
  const setup = new Setup(), white = { type: "k", color: "white" };
  for (const bad of ["e9", "", null, undefined, 5]) {
    for (const call of [() => setup.put(white, bad), () => setup.remove(bad), () => setup.get(bad)]) assert.throws(call, code("bad_square"));
  }
  for (const bad of ["k", null, undefined, {}, { type: "K", color: "white" }, { get type() { throw 1; } }]) assert.throws(() => setup.put(bad, "e1"), code("bad_piece"));
  for (const bad of ["", "x", "8/8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 x - - 0 1", "8/8/8/8/8/8/8/8 w A - 0 1", "8/8/8/8/8/8/8/8 w - e9 0 1", "8/8/8/8/8/8/8/8 w - - x 1",
    "8/8/8/8/8/8/8/8 w - - 0 1 x", "8/8/8/8/8/8/8/8 w - - 0 1 2:e2", "8/8/8/8/8/8/8/8 w - - 0 1 1 1", "8".repeat(1e6)]) {
    assert.throws(() => new Setup(bad), (e) => code("bad_fen")(e) && e.message.length < 300, bad.slice(0, 80));
  }
  for (const bad of [5, {}, [], Symbol("s")]) assert.throws(() => new Setup(bad), code("bad_argument"));
  assert.equal(new Setup("8/8/8/8/8/8/8/8 b - - 0 1 b:e7e5#").fen(), "8/8/8/8/8/8/8/8 b - - 0 1 4:e7e5");
  assert.equal(`${new Setup(null)}`, new Setup().fen());
  assert.equal(JSON.parse(JSON.stringify(new Setup(START_FEN))), START_FEN);
  assert.match(inspect(new Setup()), /^Setup <8\/8/);
  assert.throws(() => structuredClone(new Setup()), { name: "DataCloneError" });
});
