// The library in Node: what its class promises, and what happens when loading
// fails or the WebAssembly crashes.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { needsSite, site } from "./site.mjs";

const { BanChess, BanChessError, initialize, VERSION } = site ? await import(join(site, "banchess.js")) : {};
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1";
const MATE = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7".split(" ");
const code = (expected) => (e) => e instanceof BanChessError && e.name === "BanChessError" && e.code === expected && e.message.length > 10;

// The first tests are about loading, in this order.

test("using the class before initialize says so", needsSite, () => {
  assert.throws(() => new BanChess(), code("not_initialized"));
  assert.equal(BanChess.serializeAction({ ban: { from: "e2", to: "e4" } }), "b:e2e4");
  assert.deepEqual(BanChess.deserializeAction("m:e7e8q+"), { move: { from: "e7", to: "e8", promotion: "q" } });
});

test("initialize refuses what it does not know", needsSite, async () => {
  for (const bad of [{ url: "x" }, { wasmURL: 5 }, { wasmModule: {} }, { onProgress: 1 }, { onCrash: "x" }, null, 5, "x"]) {
    await assert.rejects(initialize(bad), code("bad_option"), JSON.stringify(bad));
  }
  const wasmModule = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  await assert.rejects(initialize({ wasmModule, wasmURL: "x" }), code("bad_option"));
  await assert.rejects(initialize({ wasmModule }), code("load_failed"));
});

test("a failed start can be tried again, and another type or none is no hindrance", needsSite, async (t) => {
  const bytes = await readFile(join(site, "banchess-core.wasm"));
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    if (request.url === "/missing") response.writeHead(404).end("no");
    else if (request.url === "/page") response.writeHead(200, { "Content-Type": "text/html" }).end("<p>not found, sorry");
    else response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": bytes.length }).end(bytes);
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  t.after(() => server.close());
  const url = (path) => `http://127.0.0.1:${server.address().port}${path}`;
  await assert.rejects(initialize({ wasmURL: url("/missing") }), code("load_failed"));
  await assert.rejects(initialize({ wasmURL: url("/page") }), code("load_failed"));
  await assert.rejects(initialize({ wasmURL: new URL("file:///nowhere/banchess-core.wasm") }), code("load_failed"));
  const seen = [];
  const first = initialize({ wasmURL: url("/file"), onProgress: (p) => seen.push(p) });
  assert.equal(initialize(), first, "idempotent while it loads");
  await first;
  assert.equal(initialize(), first, "idempotent afterwards");
  await initialize({ wasmURL: url("/missing") });
  assert.deepEqual(asked, ["/missing", "/page", "/file"]);
  assert.deepEqual(seen.at(-1), { loaded: bytes.length, total: bytes.length });
  assert.ok(seen.every((p, i) => i === 0 || p.loaded > seen[i - 1].loaded));
});

test("a game of two plies as the documents show it", needsSite, () => {
  const game = new BanChess();
  assert.deepEqual([game.getPly(), game.getActivePlayer(), game.getActionType(), game.nextMoveColor()], [1, "black", "ban", "white"]);
  assert.deepEqual([game.turn, game.nextActionType(), game.currentPlayer(), game.currentBannedMove], ["black", "ban", "black", null]);
  assert.equal(game.getLegalActions().length, 20);
  assert.equal(game.legalBans().length, 20);
  assert.deepEqual(game.legalMoves(), []);
  const banned = game.play({ ban: { from: "e2", to: "e4" } });
  assert.equal(banned.success, true);
  assert.deepEqual(banned.action, { ban: { from: "e2", to: "e4" } });
  assert.equal(banned.san, "e2e4");
  assert.equal(banned.newFen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4");
  assert.deepEqual(game.currentBannedMove, { from: "e2", to: "e4" });
  assert.equal(game.getLegalActions().length, 19);
  const before = JSON.stringify(game);
  const refused = game.play({ move: { from: "e2", to: "e4" } });
  assert.equal(refused.success, false);
  assert.equal(refused.code, "banned");
  assert.equal(refused.ply, 2);
  assert.match(refused.error, /e2-e4 is banned at ply 2/);
  assert.equal(JSON.stringify(game), before);
  assert.equal(game.play({ move: { from: "d2", to: "d4" } }).san, "d4");
  assert.deepEqual([game.getPly(), game.getActivePlayer(), game.getActionType(), game.nextMoveColor()], [3, "white", "ban", "black"]);
  assert.deepEqual(game.getActionLog(), ["b:e2e4", "d4"]);
  assert.deepEqual(game.getActionHistory(), ["b:e2e4", "m:d2d4"]);
  assert.equal(game.getLastActionSerialized(), "m:d2d4");
  assert.equal(game.movetext(), "1. {banning: e2e4} d4");
  assert.match(game.pgn(), /\[Variant "Ban Chess"\]\n\n1\. \{banning: e2e4\} d4 \*\n$/);
  assert.deepEqual(game.getSyncState(), { fen: game.fen(), ply: 3, moveNumber: 1, lastAction: "m:d2d4" });
  assert.match(game.ascii(), /^ 1 \| {2}R {2}N/m);
  assert.equal(game.legalActionsFrom("e7").length, 2);
  assert.equal(game.isLegal("b:e7e5"), true);
  assert.equal(game.isLegal({ move: { from: "e7", to: "e5" } }), false);
  assert.equal(game.isLegal("nonsense"), false);
  assert.throws(() => game.legalActionsFrom("e9"), code("bad_square"));
  game.free();
});

test("checkmate by ban, and everything that tells of it", needsSite, () => {
  const game = BanChess.replayFromActions(MATE);
  assert.deepEqual(game.getLegalActions(), [{ ban: { from: "e8", to: "f7" } }]);
  assert.deepEqual([game.inCheck(), game.gameOver(), game.inCheckmate()], [true, false, false]);
  const answer = game.play("b:e8f7");
  const on = Object.entries(answer.flags).filter(([, v]) => v).map(([k]) => k);
  assert.deepEqual(on, ["check", "checkmate", "gameOver", "banCausedCheckmate"]);
  assert.deepEqual([answer.check, answer.checkmate, answer.stalemate, answer.gameOver, answer.draw], [true, true, false, true, false]);
  assert.equal(answer.san, "e8f7#");
  assert.deepEqual(game.result(), { over: true, winner: "white", reason: "checkmate_by_ban", text: "White wins: checkmate by ban", token: "1-0" });
  assert.deepEqual([game.gameOver(), game.inCheckmate(), game.inStalemate(), game.inDraw(), game.inThreefoldRepetition(), game.insufficientMaterial()], [true, true, false, false, false, false]);
  assert.deepEqual(game.getActionHistory().slice(-2), ["m:f3f7+", "b:e8f7#"]);
  game.setIndicatorConfig({ serialization: false, san: false });
  assert.deepEqual(game.getIndicatorConfig(), { pgn: true, serialization: false, san: false });
  assert.equal(game.getLastActionSerialized(), "b:e8f7");
  assert.equal(game.history().at(-1).san, "e8f7");
  assert.match(game.pgn(), /banning: e8f7#\} 1-0/);
  assert.throws(() => game.setIndicatorConfig({ colour: true }), code("bad_option"));
  assert.equal(game.play("b:e8f7").code, "game_over");
  assert.equal([...game].length, 11);
  assert.deepEqual([...game], game.history());
});

test("undo, redo, reset, and the ways to end a game", needsSite, () => {
  const game = BanChess.replayFromActions(["b:e2e4", "m:d2d4", "b:e7e5"]);
  const fens = [game.fen()];
  while (game.undo()) fens.push(game.fen());
  assert.equal(fens.length, 4);
  assert.deepEqual([game.canUndo(), game.canRedo(), game.undo()], [false, true, false]);
  for (const fen of fens.slice(0, -1).reverse()) {
    assert.equal(game.redo(), true);
    assert.equal(game.fen(), fen);
  }
  assert.equal(game.redo(), false);
  game.undo();
  assert.equal(game.play("b:d7d5").success, true);
  assert.equal(game.redo(), false);
  assert.equal(game.resign("white").text, "Black wins: resignation");
  assert.equal(game.agreeDraw().code, "game_over");
  assert.equal(game.resign().code, "game_over");
  assert.equal(BanChess.fromJSON(JSON.stringify(game)).result().text, "Black wins: resignation");
  assert.equal(game.undo(), true);
  assert.equal(game.gameOver(), false);
  assert.equal(game.resign("nobody").code, "bad_player");
  assert.equal(game.agreeDraw().reason, "agreement");
  game.undo();
  assert.equal(game.timeOut().reason, "timeout");
  game.reset();
  assert.deepEqual([game.fen(), game.history().length, game.canRedo()], [START, 0, false]);
});

test("constructors and loaders throw, and a failed load changes nothing", needsSite, () => {
  assert.throws(() => new BanChess("x"), code("bad_fen"));
  assert.throws(() => new BanChess(START.slice(0, -2)), code("standard_fen"));
  assert.throws(() => new BanChess(undefined, "1. {banning: e2e4} e4"), (e) => code("banned")(e) && e.line === 1 && e.column > 0 && e.ply === 2 && e.token === "e4");
  assert.throws(() => new BanChess("8/8/8/8/8/8/8/8 x KQ e9 0 1 1"), (e) => e.faults.length > 1);
  assert.throws(() => BanChess.fromStandardFEN(START), code("bad_fen"));
  assert.equal(BanChess.fromStandardFEN(START.slice(0, -2)).fen(), START);
  assert.throws(() => BanChess.replayFromActions(["b:e2e4", "m:e2e4"]), (e) => code("banned")(e) && e.ply === 2);
  assert.throws(() => BanChess.replayFromActions(["b:e2e4", "d4"]), code("bad_bcn"));
  assert.throws(() => BanChess.replayFromActions("b:e2e4"), code("bad_argument"));
  assert.throws(() => BanChess.fromJSON(5), code("bad_argument"));
  assert.throws(() => BanChess.fromJSON("{"), code("bad_argument"));
  assert.throws(() => BanChess.fromJSON({ fen: START, actions: ["m:e2e4"] }), code("wrong_phase"));
  assert.throws(() => BanChess.serializeAction({}), code("bad_action"));
  assert.throws(() => BanChess.serializeAction({ ban: { from: "e2", to: "e4" } }, "!"), code("bad_argument"));
  assert.throws(() => BanChess.deserializeAction("e2e4"), code("bad_bcn"));
  const game = BanChess.replayFromActions(["b:e2e4"]);
  const before = JSON.stringify(game);
  for (const bad of [() => game.load({ fen: "x" }), () => game.load({ pgn: "1. x" }), () => game.load({ position: 1 }), () => game.loadFromSyncState({ fen: START, ply: 7 }), () => game.loadFromSyncState({}), () => game.setTag("a b", "x")]) {
    assert.throws(bad, BanChessError);
    assert.equal(JSON.stringify(game), before);
  }
});

test("sync states, records, tags and copies", needsSite, () => {
  const game = BanChess.replayFromActions(MATE.slice(0, 5));
  const other = new BanChess();
  other.loadFromSyncState(game.getSyncState());
  assert.equal(other.fen(), game.fen());
  assert.equal(other.play(MATE[5]).newFen, game.clone().play(MATE[5]).newFen);
  game.setTag("White", "Ada");
  game.setIndicatorConfig({ pgn: false });
  assert.deepEqual(game.tags(), { White: "Ada" });
  const copy = game.clone();
  assert.equal(copy.pgn(), game.pgn());
  assert.match(copy.pgn(), /\[White "Ada"\]/);
  copy.undo();
  assert.equal(game.getPly(), 6);
  assert.equal(copy.getPly(), 5);
  assert.equal(copy.redo(), true);
  const back = BanChess.fromJSON(JSON.parse(JSON.stringify(game)));
  assert.deepEqual(back.toJSON(), game.toJSON());
  assert.equal(back.pgn(), game.pgn());
  const fromPGN = new BanChess(undefined, game.pgn());
  assert.equal(fromPGN.fen(), game.fen());
  assert.equal(fromPGN.tags().White, "Ada");
  other.load({ pgn: game.pgn() });
  assert.equal(other.fen(), game.fen());
});

test("subscribers hear of every change once", needsSite, () => {
  const game = new BanChess();
  const heard = [];
  const end = game.subscribe((e) => heard.push(e.type === "action" ? e.san : e.type));
  const quiet = console.error;
  console.error = () => {};
  game.subscribe(() => { throw new Error("no"); })();
  const throwing = game.subscribe(() => { throw new Error("no"); });
  game.play("b:e2e4");
  console.error = quiet;
  throwing();
  game.play("b:e2e4");
  game.play({ move: { from: "d2", to: "d4" } });
  game.undo();
  game.redo();
  game.resign();
  game.reset();
  game.load({});
  end();
  end();
  game.play("b:e2e4");
  assert.deepEqual(heard, ["e2e4", "d4", "change", "change", "change", "change", "change"]);
  assert.throws(() => game.subscribe(5), code("bad_argument"));
});

test("a freed game says so, and freeing again is no error", needsSite, () => {
  const game = new BanChess();
  game.free();
  game.free();
  assert.throws(() => game.fen(), code("freed"));
  assert.equal(game.play("b:e2e4").code, "freed");
  const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
  const other = new BanChess();
  other[dispose]();
  assert.equal(other.resign().code, "freed");
});

test("a game behind a proxy works, as frameworks make them", needsSite, () => {
  const game = new Proxy(new BanChess(), {});
  assert.equal(game.play("b:e2e4").success, true);
  assert.equal(game.getPly(), 2);
});

test("play never throws, whatever it is given", needsSite, () => {
  const game = new BanChess();
  const throwing = new Proxy({}, { get() { throw new Error("get"); } });
  const cyclic = { ban: {} };
  cyclic.ban.ban = cyclic;
  for (const bad of [undefined, null, 1, 10n, Symbol("s"), "", "e2e4", "x".repeat(1e6), [], {}, { ban: 1 }, { ban: { from: "e2" } }, { ban: { from: "e2", to: "e2" } },
    { move: { from: "e2", to: "e4", promotion: "k" } }, { ban: { from: "e2", to: "e4" }, move: { from: "e2", to: "e4" } }, throwing, cyclic, { get ban() { throw 1; } }, () => {}]) {
    const answer = game.play(bad);
    assert.equal(answer.success, false);
    assert.equal(typeof answer.code, "string");
    assert.notEqual(answer.code, "internal");
    assert.equal(typeof game.isLegal("b:e2e4"), "boolean");
    assert.equal(game.playSerializedAction("nonsense").code, "bad_bcn");
  }
  assert.equal(game.fen(), START);
  assert.equal(game.play("b:e2e4#").success, true, "a wrong indicator is ignored");
});

// The last test breaks the instance.
test("after a crash live games go on in a fresh instance", needsSite, async () => {
  const games = [
    BanChess.replayFromActions(MATE),
    new BanChess("8/P6k/8/8/8/8/7K/8 w - - 0 1 2"),
    BanChess.replayFromActions(["b:e2e4", "m:d2d4", "b:e7e5"]),
    new BanChess(),
    new BanChess(),
  ];
  games[1].play("m:a7a8n");
  games[2].undo();
  games[2].undo();
  games[2].setTag("Event", "Crash");
  games[2].setIndicatorConfig({ san: false });
  games[3].resign("black");
  const freed = new BanChess();
  freed.free();
  const before = games.map((g) => [JSON.stringify(g), g.pgn(), g.fen(), g.canRedo()]);
  const crashes = [];
  await initialize({ onCrash: (e) => crashes.push(e) });
  // Overwriting the program's memory is what a fault in it would do.
  const { running } = await import(join(site, "banchess-instance.js"));
  new Uint8Array(running().exports.mem.buffer).fill(0xff);
  const answer = games[4].play("b:e2e4");
  assert.equal(answer.code, "crashed");
  assert.equal(crashes.length, 1);
  assert.ok(code("crashed")(crashes[0]));
  assert.throws(() => games[0].fen(), code("crashed"));
  assert.throws(() => new BanChess(), code("crashed"));
  assert.equal(games[0].play("b:e8f7").code, "crashed");
  await initialize();
  assert.deepEqual(games.map((g) => [JSON.stringify(g), g.pgn(), g.fen(), g.canRedo()]), before);
  assert.equal(games[0].play("b:e8f7").flags.banCausedCheckmate, true);
  assert.equal(games[2].redo(), true);
  assert.equal(games[2].getLastActionSerialized(), "m:d2d4");
  assert.throws(() => freed.fen(), code("freed"));
  assert.equal(crashes.length, 1);
  assert.equal(typeof VERSION, "string");
  assert.equal(BanChess.VERSION, VERSION);
});
