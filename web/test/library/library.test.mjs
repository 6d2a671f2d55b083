// The class BanChess in Node.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { pick, playRandomly, random } from "../random.mjs";
import { needsSite, site } from "../site.mjs";

const { BanChess, BanChessError, initialize, START_FEN, VERSION } = site ? await import(join(site, "banchess.js")) : {};
const { GameTree } = site ? await import(join(site, "tree.js")) : {};
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1";
const MATE = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7".split(" ");
const code = (expected) => (e) => e instanceof BanChessError && e.name === "BanChessError" && e.code === expected && e.message.length > 10;

test("the class has the version", needsSite, async () => {
  await initialize();
  assert.equal(typeof VERSION, "string");
  assert.equal(BanChess.VERSION, VERSION);
});

test("a game of two plies as the documents show it", needsSite, () => {
  const game = new BanChess();
  assert.equal(game.fen(), START_FEN);
  assert.deepEqual([game.getPly(), game.getActivePlayer(), game.getActionType(), game.nextMoveColor()], [1, "black", "ban", "white"]);
  assert.equal(game.currentBannedMove, null);
  assert.equal(game.getLegalActions().length, 20);
  assert.ok(game.getLegalActions().every((action) => action.ban));
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
  assert.deepEqual(game.getSyncState(), { fen: game.fen(), ply: 3, moveNumber: 1, lastAction: "m:d2d4", past: { fen: `${START.slice(0, -2)} 2:e2e4`, actions: ["m:d2d4"] } });
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
  assert.deepEqual(Object.keys(answer).filter((key) => key in answer.flags), []);
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
  assert.throws(() => new BanChess(undefined, "1. {banning: e2e4} e4"), (e) => code("banned")(e) && e.line === 1 && e.column > 0 && e.ply === 2 && e.token === "e4");
  assert.throws(() => new BanChess("8/8/8/8/8/8/8/8 x KQ e9 0 1 1"), (e) => e.faults.length > 1);
  assert.throws(() => BanChess.fromStandardFEN(START), code("bad_fen"));
  assert.throws(() => BanChess.replayFromActions(["b:e2e4", "m:e2e4"]), (e) => code("banned")(e) && e.ply === 2);
  assert.throws(() => BanChess.replayFromActions(["b:e2e4", "Nf6"]), code("illegal_move"));
  assert.throws(() => BanChess.replayFromActions("b:e2e4"), code("bad_argument"));
  assert.throws(() => BanChess.fromJSON(5), code("bad_argument"));
  assert.throws(() => BanChess.fromJSON("{"), code("bad_argument"));
  assert.throws(() => BanChess.fromJSON({ fen: START, actions: ["m:e2e4"] }), code("wrong_phase"));
  assert.throws(() => BanChess.serializeAction({}), code("bad_action"));
  assert.throws(() => BanChess.serializeAction({ ban: { from: "e2", to: "e4" } }, "!"), code("bad_argument"));
  assert.throws(() => BanChess.deserializeAction("e2e4"), code("bad_bcn"));
  const game = BanChess.replayFromActions(["b:e2e4"]);
  const before = JSON.stringify(game);
  for (const bad of [() => game.load({ fen: "x" }), () => game.load({ pgn: "1. x" }), () => game.load({ position: 1 }), () => game.load(null), () => game.load(undefined), () => game.loadFromSyncState(null), () => game.loadFromSyncState({ fen: START, ply: 7 }), () => game.loadFromSyncState({}), () => game.setTag("a b", "x")]) {
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
  for (const bad of [undefined, null, 1, 10n, Symbol("s"), "", "e2e5", "x".repeat(1e6), [], {}, { ban: 1 }, { ban: { from: "e2" } }, { ban: { from: "e2", to: "e2" } },
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

test("listeners hear everything in one order, and nothing once they are out", needsSite, () => {
  const game = new BanChess();
  const first = [], second = [];
  game.subscribe((e) => {
    first.push(e.san ?? e.type);
    if (e.san === "e2e4") game.play("m:d2d4");
    if (e.san === "d4") end();
  });
  const end = game.subscribe((e) => { second.push(e.san ?? e.type); });
  game.play("b:e2e4");
  game.undo();
  assert.deepEqual([first, second], [["e2e4", "d4", "change"], ["e2e4"]]);
  const twice = [];
  const push = (e) => twice.push(e.type);
  game.subscribe(push);
  game.subscribe(push)();
  game.redo();
  assert.deepEqual(twice, ["change"]);
  const freed = new BanChess(), heard = [];
  freed.subscribe(() => freed.free());
  freed.subscribe((e) => heard.push(e.type));
  freed.play("b:e2e4");
  assert.deepEqual(heard, []);
});

test("the flags agree with how the game stands", needsSite, () => {
  const next = random(5);
  const seen = {};
  for (const [fen, most, rounds = 3] of [[START, 200], ["r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1 1", 60], ["4k3/p1p5/8/1P1P4/8/8/8/4K3 b - - 0 1 3", 40],
    ["n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3", 30], ["7k/5Q2/8/8/8/8/8/K7 w - - 0 1 1", 20], ["8/8/8/3k4/8/3K4/8/1Q6 w - - 97 80 317", 8], ["4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1 3", 2, 30]]) {
    for (let round = 0; round < rounds; round++) {
      const game = new BanChess(fen);
      for (let i = 0; i < most && !game.gameOver(); i++) {
        const { flags } = game.play(pick(next, game.getLegalActions()));
        assert.deepEqual(flags, game.history().at(-1).flags, game.pgn());
        const { over, winner, reason } = game.result();
        assert.deepEqual(
          [game.inCheck(), game.inCheckmate(), game.inStalemate(), game.inDraw(), game.insufficientMaterial(), game.gameOver(), game.inThreefoldRepetition()],
          [flags.check, flags.checkmate, flags.stalemate, flags.draw, flags.insufficientMaterial, flags.gameOver, flags.threefoldRepetition], game.pgn());
        assert.equal(over, flags.gameOver);
        assert.equal(winner !== null, flags.checkmate);
        assert.equal(/^stalemate/.test(reason), flags.stalemate);
        for (const [name, on] of Object.entries(flags)) if (on) seen[name] = true;
      }
    }
  }
  for (const name of ["capture", "enPassant", "castle", "promotion", "check", "checkmate", "draw"]) assert.ok(seen[name], `no action with the flag ${name}`);
});

test("answers have their fields in one order", needsSite, async () => {
  await initialize();
  const orders = (make) => new Set(Array.from({ length: 40 }, () => JSON.stringify(make()))).size;
  const game = BanChess.replayFromActions(["b:e2e4", "m:d2d4"]);
  for (const name of ["White", "Black", "Event", "Site", "Round"]) game.setTag(name, "x");
  for (const make of [
    () => game.getSyncState(), () => game.result(), () => game.tags(), () => game.play("m:e2e4"), () => game.play("nonsense"), () => game.clone().resign(), () => game.toJSON(),
    () => { try { return new BanChess("8/8/8/8/8/8/8/8 x KQ e9 0 1 1"); } catch (e) { return [e, e.faults]; } },
  ]) assert.equal(orders(make), 1, make.toString());
  assert.deepEqual(Object.keys(game.getSyncState()), ["fen", "ply", "moveNumber", "lastAction", "past"]);
  assert.deepEqual(Object.keys(game.play("m:e2e4")).slice(0, 3), ["success", "error", "code"]);
  assert.deepEqual(Object.keys(game.clone().resign()), ["success", "over", "winner", "reason", "text", "token"]);
});

test("tags that are set one by one are kept as they are in the game, and a copy has its own", needsSite, () => {
  const game = new BanChess();
  for (const [name, value] of [["White", "Ada\r\nB"], ["Black", "x \ud800"], ["__proto__", "y"], ["Event", "gone"], ["7", "z"], ["Event", ""], ["Black", "\udfff\ud83d\ude00"]]) {
    game.setTag(name, value);
    assert.deepEqual(game.toJSON().tags, game.tags(), name);
  }
  const copy = game.clone();
  copy.setTag("White", "Bob");
  copy.setTag("__proto__", "");
  assert.deepEqual(copy.toJSON().tags, copy.tags());
  assert.deepEqual(game.toJSON().tags, game.tags());
  assert.notDeepEqual(game.tags(), copy.tags());
});

test("a record is loaded whole, or not at all", needsSite, () => {
  const game = BanChess.replayFromActions(MATE);
  game.setTag("White", "Ada \ud800");
  game.setTag("__proto__", "x");
  game.setIndicatorConfig({ san: false });
  game.resign();
  const record = game.toJSON();
  assert.deepEqual(record.tags, Object.fromEntries([["White", "Ada \ufffd"], ["__proto__", "x"]]));
  assert.deepEqual(game.tags(), record.tags);
  const other = new BanChess();
  other.load(record);
  assert.deepEqual(other.toJSON(), record);
  assert.equal(other.pgn(), game.pgn());
  assert.deepEqual(BanChess.fromJSON(game).toJSON(), record);
  const before = JSON.stringify(other);
  for (const [change, expected] of [
    [{ tags: { "a b": "x" } }, "bad_tag"], [{ tags: { Result: "1-0" } }, "bad_tag"], [{ tags: { White: 5 } }, "bad_argument"], [{ tags: "ab" }, "bad_option"], [{ tags: ["x"] }, "bad_option"],
    [{ indicators: { colour: true } }, "bad_option"], [{ indicators: { san: "no" } }, "bad_option"], [{ pgn: "1. {banning: e2e4} d4" }, "bad_option"], [{ clock: 1 }, "bad_option"],
    [{ ended: "agreement" }, "bad_reason"], [{ ended: undefined }, "bad_option"], [{ ended: "stalemate" }, "bad_reason"], [{ ended: "timeout_insufficient_material", winner: undefined }, "bad_reason"],
  ]) {
    assert.throws(() => other.load({ ...record, ...change }), code(expected), JSON.stringify(change));
    assert.throws(() => BanChess.fromJSON({ ...record, ...change }), code(expected), JSON.stringify(change));
    assert.equal(JSON.stringify(other), before);
  }
  for (const bad of [[], "[]", {}, new Map(), { fne: START, actions: [] }, { fen: START }, { actions: [] }, { pgn: "1. {banning: e2e4} d4" }, { fen: START, actions: {} }]) {
    assert.throws(() => BanChess.fromJSON(bad), code("bad_argument"));
  }
  assert.equal(BanChess.fromJSON({ fen: START, actions: [], tags: null }).getPly(), 1);
});

test("a sync state changes the position and keeps whose game it is", needsSite, () => {
  const game = new BanChess();
  game.setTag("White", "Ada");
  game.setIndicatorConfig({ pgn: false });
  game.loadFromSyncState(BanChess.replayFromActions(MATE).getSyncState());
  assert.equal(game.getPly(), 11);
  assert.deepEqual(game.toJSON().tags, { White: "Ada" });
  assert.deepEqual(game.getIndicatorConfig(), { pgn: false, serialization: true, san: true });
});

test("replayFromActions plays its whole list, or says where it stops", needsSite, () => {
  const odd = { ban: { from: new String("e2"), to: "e4" } };
  for (const [list, ply, expected] of [
    [["b:e2e4", "m:d2d4", "nonsense", "m:d7d5"], 3, "bad_pair"], [["b:e2e4", "m:d2d9"], 2, "bad_bcn"], [[odd, "m:d2d4"], 1, "bad_action"], [["b:e2e4", { toJSON: () => ({ move: { from: "d2", to: "d4" } }) }], 2, "bad_action"],
    [["b:e2e4", undefined], 2, "bad_action"], [new Array(3), 1, "bad_action"], [["b:e2e4", "m:e2e4", "nonsense"], 2, "banned"],
  ]) assert.throws(() => BanChess.replayFromActions(list), (e) => code(expected)(e) && e.ply === ply && e.message.includes(`ply ${ply}`), JSON.stringify(list));
  assert.equal(BanChess.replayFromActions(["b:e2e4", { move: { from: "d2", to: "d4" } }]).getPly(), 3);
});

test("an action log is replayed, as a history is", needsSite, () => {
  for (let seed = 1; seed <= 20; seed++) {
    const game = new BanChess();
    playRandomly(game, random(seed), 120);
    for (const list of [game.getActionLog(), game.getActionHistory(), game.history().map(({ action }) => action)]) {
      const again = BanChess.replayFromActions(list);
      assert.deepEqual([again.fen(), again.getActionHistory()], [game.fen(), game.getActionHistory()]);
      assert.ok(again.undo() || list.length === 0);
      assert.equal(again.redo(), list.length > 0);
    }
  }
});

test("squares without a kind mean the kind that is due, and a needless promotion is ignored", needsSite, () => {
  const game = new BanChess();
  assert.deepEqual(game.play({ from: "e2", to: "e4" }).action, { ban: { from: "e2", to: "e4" } });
  assert.equal(game.isLegal({ from: "e2", to: "e4" }), false);
  assert.equal(game.play({ from: "e2", to: "e4", promotion: "q" }).code, "banned");
  for (const [wanted, action] of [["m:d2d4", { from: "d2", to: "d4", promotion: "q" }], ["m:d2d4", { move: { from: "d2", to: "d4", promotion: "n" } }], ["m:d2d4", "m:d2d4q"]]) {
    assert.ok(game.isLegal(action));
    const copy = game.clone();
    copy.play(action);
    assert.equal(copy.getLastActionSerialized(), wanted);
  }
  const { root } = new GameTree();
  assert.deepEqual([root.add({ from: "e2", to: "e4" }).bcn, root.next.add({ from: "d2", to: "d4", promotion: "q" }).bcn, root.next.add("m:d2d4q")], ["b:e2e4", "m:d2d4", root.next.next]);
  const last = new BanChess("3r4/P1R5/7k/8/8/8/7K/8 w - - 0 1 2");
  assert.equal(last.play({ from: "a7", to: "a8" }).code, "promotion_required");
  assert.deepEqual(last.clone().play({ from: "a7", to: "a8", promotion: "r" }).action, { move: { from: "a7", to: "a8", promotion: "r" } });
  assert.deepEqual(last.clone().play({ from: "c7", to: "c8", promotion: "r" }).action, { move: { from: "c7", to: "c8" } }); // a rook's
  assert.equal(last.play({ from: "c7", to: "d9" }).code, "bad_action");
  assert.match(last.play({ ban: {} }).error, /^the action has no squares from and to; /);
  assert.equal(last.play({ from: "h2", to: "h4" }).code, "illegal_move");
});
