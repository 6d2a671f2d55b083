// A game as a value: in the console, in JSON, with structuredClone and clone(), and its
// conversion from and to standard FEN.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { format, inspect } from "node:util";
import { pick, playRandomly, random } from "../random.mjs";
import { needsSite, site } from "../site.mjs";

const { BanChess, BanChessError, initialize, START_FEN } = site ? await import(join(site, "banchess.js")) : {};
const { Client, Game } = site ? await import(join(site, "client.js")) : {};
const { Engine } = site ? await import(join(site, "engine.js")) : {};
const { Session } = site ? await import(join(site, "session.js")) : {};
const { GameTree, parsePGN, TreeNode } = site ? await import(join(site, "tree.js")) : {};
const code = (expected) => (e) => e instanceof BanChessError && e.code === expected && e.message.length > 10;
const STANDARD = START_FEN.slice(0, -2);

test("the console shows the game, in whatever state it is", needsSite, async () => {
  assert.throws(() => new BanChess(), code("not_initialized"));
  await initialize();
  const game = new BanChess();
  assert.equal(`${game}`, START_FEN);
  game.play("b:e2e4");
  game.play("m:d2d4");
  assert.equal(`${game}`, "1. {banning: e2e4} d4");
  const shown = inspect(game);
  assert.ok(shown.startsWith("BanChess {") && shown.includes(game.fen()) && shown.includes(game.movetext()), shown);
  assert.equal(format("%s", game), "1. {banning: e2e4} d4");
  assert.match(inspect([{ game }]), /BanChess/);
  assert.match(inspect({ a: { game } }, { depth: 1 }), /\[BanChess\]/);
  class Mine extends BanChess {}
  assert.match(inspect(new Mine()), /^Mine \{/);
  game.free();
  assert.equal(inspect(game), "BanChess <freed>");
  assert.throws(() => `${game}`, code("freed"));
});

test("JSON has the whole game, and structuredClone refuses", needsSite, async (t) => {
  await initialize();
  const game = BanChess.replayFromActions(["b:e2e4", "m:d2d4"]);
  game.setTag("White", "Ada");
  const copy = BanChess.fromJSON(JSON.stringify({ game }).slice(8, -1));
  assert.equal(copy.pgn(), game.pgn());
  for (const value of [game, [game], { game }, new (class extends BanChess {})()]) {
    assert.throws(() => structuredClone(value), { name: "DataCloneError" });
  }
  assert.equal(Object.prototype.toString.call(game), "[object BanChess]"); // Vue wraps what says [object Object]
  assert.deepEqual(structuredClone(game.toJSON()), game.toJSON());
  assert.deepEqual(Object.keys(game), []);
  game.free();
  assert.throws(() => JSON.stringify(game), code("freed"));

  const client = await Client.start();
  t.after(() => client.terminate());
  await client.initialize();
  const there = await client.replayFromActions(["b:e2e4"]);
  assert.throws(() => JSON.stringify({ there }), code("bad_argument"));
  assert.throws(() => structuredClone(there), { name: "DataCloneError" });
  assert.deepEqual((await there.toJSON()).actions, ["b:e2e4"]);
  assert.equal(inspect(there), "Game <in a worker>");
});

test("nodes, sessions and engines tell the console what they are and refuse to be copied", needsSite, async (t) => {
  await initialize();
  const tree = parsePGN("1. {banning: e2e4} d4 {solid} $1 (1. c4) {banning: e7e5} *"), d4 = tree.root.next.next;
  for (const value of [tree, d4, tree.root, [d4], new GameTree().root]) assert.throws(() => structuredClone(value), { name: "DataCloneError" });
  const shown = inspect(d4);
  assert.ok(shown.startsWith("TreeNode {") && shown.includes("'d4'") && shown.includes("solid") && shown.includes("e7e5") && !shown.includes("Circular"), shown);
  assert.match(inspect({ a: { d4, tree } }, { depth: 1 }), /d4: \[TreeNode\], tree: \[GameTree\]/);
  class Mine extends GameTree {}
  assert.match(inspect(new Mine()), /^Mine \{/);

  const client = await Client.start(), engine = new Engine(), session = new Session();
  t.after(() => client.terminate());
  await client.initialize();
  const away = await client.session();
  for (const value of [engine, client, session, away]) {
    assert.throws(() => structuredClone(value), { name: "DataCloneError" }, inspect(value));
    assert.throws(() => structuredClone({ value }), { name: "DataCloneError" });
    assert.throws(() => JSON.stringify({ value }), code("bad_argument"));
  }
  assert.deepEqual([engine, client, session, away].map((value) => inspect(value)), ["Engine <idle>", "Client <of a worker>", "[Session]", "[WorkerSession]"]);
  session.close();
  engine.close();
  assert.equal(inspect(engine), "Engine <closed>");
  for (const [name, made] of Object.entries({ BanChess, Client, Engine, Game, GameTree, Session, TreeNode })) assert.equal(made.name, name);
});

test("a subclass of a tree clones to itself, with its own fields", needsSite, async () => {
  await initialize();
  let made = 0;
  class Mine extends GameTree {
    #notes = [];
    seen = ++made;
    constructor(fen = "8/P6k/8/8/8/8/7K/8 w - - 0 1 1") { super(fen); }
    note(text) { return this.#notes.push(text); }
    toJSON() { return { mine: super.toJSON() }; }
  }
  const tree = new Mine();
  tree.end.add("b:h2h3").annotate({ comment: "x", drawings: [{ color: "red", from: "a1" }] });
  tree.note("x");
  const copy = tree.clone(), again = new Proxy(copy, {}).clone();
  for (const one of [copy, again]) {
    assert.ok(one instanceof Mine && one.constructor === Mine);
    assert.equal(one.note("y"), 1, "its own list");
    assert.equal(one.pgn(), tree.pgn());
    assert.notEqual(one.end.drawings, tree.end.drawings);
    assert.notEqual(one.end.drawings[0], tree.end.drawings[0]);
  }
  assert.deepEqual([tree.seen, copy.seen, again.seen], [1, 2, 3]);
  copy.end.add("m:a7a8q");
  assert.deepEqual([tree.end.ply, copy.end.ply, again.end.ply], [1, 2, 1]);
  class Strict extends GameTree {
    constructor(name) {
      if (!name) throw new RangeError("no name");
      super();
    }
  }
  assert.throws(() => new Strict("x").clone(), RangeError);
  assert.equal(new GameTree().fen, START_FEN);
  assert.equal(new GameTree().clone().constructor, GameTree);
});

test("a subclass clones to itself, with its own fields", needsSite, async () => {
  await initialize();
  let made = 0;
  class Mine extends BanChess {
    #notes = [];
    seen = ++made;
    constructor(fen = "8/P6k/8/8/8/8/7K/8 w - - 0 1 1") { super(fen); }
    note(text) { return this.#notes.push(text); }
  }
  const game = new Mine();
  game.play("b:h2h3");
  game.note("x");
  const copy = game.clone(), again = new Proxy(copy, {}).clone();
  for (const one of [copy, again]) {
    assert.ok(one instanceof Mine && one.constructor === Mine);
    assert.equal(one.note("y"), 1, "its own list");
    assert.equal(one.pgn(), game.pgn());
  }
  assert.deepEqual([game.seen, copy.seen, again.seen], [1, 2, 3]);
  copy.play("m:a7a8q");
  assert.deepEqual([game.getPly(), copy.getPly(), again.getPly()], [2, 3, 2]);
  assert.equal(copy.undo() && copy.undo(), true, "its past too");

  // A constructor that makes other games, or throws, causes no errors.
  class Twice extends BanChess {
    constructor(fen) {
      const other = new BanChess();
      super(fen);
      this.other = other;
    }
  }
  const twice = new Twice("8/P6k/8/8/8/8/7K/8 w - - 0 1 2");
  assert.deepEqual([twice.clone().fen(), twice.clone().other.fen()], [twice.fen(), START_FEN]);
  class Strict extends BanChess {
    constructor(name) {
      if (!name) throw new RangeError("no name");
      super();
    }
  }
  assert.throws(() => new Strict("x").clone(), RangeError);
  assert.equal(new BanChess().fen(), START_FEN);
  assert.equal(new BanChess().clone().constructor, BanChess);
});

test("the FEN of chess goes out and comes in, with ply and ban", needsSite, async (t) => {
  await initialize();
  const next = random(31);
  for (let i = 0; i < 100; i++) {
    const game = new BanChess();
    playRandomly(game, next, Math.floor(next() * 60));
    const fen = game.fen(), standard = game.fen({ standard: true });
    assert.equal(standard, fen.split(" ").slice(0, 6).join(" "));
    assert.equal(BanChess.fromStandardFEN(standard, game.getPly(), game.currentBannedMove).fen(), fen);
    if (game.getActionType() === "ban" && !game.gameOver()) {
      const { ban } = pick(next, game.getLegalActions());
      const under = BanChess.fromStandardFEN(standard, null, ban);
      assert.deepEqual([under.getPly() & 3, under.currentBannedMove], [game.getPly() + 1 & 3, ban]);
    }
    game.free();
  }
  for (const [args, expected] of [
    [[STANDARD], START_FEN], [[STANDARD, 5], `${STANDARD} 5`], [[STANDARD, 2], `${STANDARD} 2`], [[STANDARD, 2, { from: "e2", to: "e4" }], `${STANDARD} 2:e2e4`],
    [[STANDARD, undefined, { from: "e2", to: "e4" }], `${STANDARD} 2:e2e4`], [[STANDARD, null, null], START_FEN],
    [[STANDARD, 3], "bad_fen"], [[STANDARD, 0], "bad_fen"], [[STANDARD, -1], "bad_fen"], [[STANDARD, 1, { from: "e2", to: "e4" }], "bad_fen"], [[STANDARD, 2, { from: "e2", to: "e5" }], "bad_fen"],
    [[STANDARD, 1.5], "bad_ply"], [[STANDARD, "1"], "bad_ply"], [[STANDARD, 2, "e2e4"], "bad_pair"], [[STANDARD, 2, { from: "e2" }], "bad_pair"], [[START_FEN, 1], "bad_fen"], [[5, 1], "bad_argument"],
  ]) {
    if (expected.includes(" ")) assert.equal(BanChess.fromStandardFEN(...args).fen(), expected);
    else assert.throws(() => BanChess.fromStandardFEN(...args), code(expected), JSON.stringify(args));
  }
  assert.throws(() => BanChess.fromStandardFEN("8/8/8/8/8/8/8/8 w KQ - 0 1", 3), (e) => e.faults.length > 3 && /at ply 3/.test(e.message), "every fault at once");
  for (const bad of [null, true, { Standard: true }, { standard: 1 }]) assert.throws(() => new BanChess().fen(bad), code("bad_option"));
  assert.equal(new BanChess().fen({ standard: false }), START_FEN);

  const client = await Client.start();
  t.after(() => client.terminate());
  await client.initialize();
  assert.equal(await (await client.fromStandardFEN(STANDARD, 2, { from: "e2", to: "e4" })).fen({ standard: true }), STANDARD);

  const knights = "1. Nf3 Nf6 2. Ng1 Ng8 *";
  for (const fen of [BanChess.fromStandardPGN(knights).fen(), await (await client.fromStandardPGN(knights)).fen()]) assert.equal(fen, `${STANDARD.slice(0, -3)}4 3 9`);
  assert.throws(() => BanChess.fromStandardPGN("1. {banning: e2e4} d4 *"), (e) => e.code === "bad_pgn" && e.line === 1 && e.column === 4);
});

test("a text that is too long is a bad argument, wherever it comes in", needsSite, async () => {
  await initialize();
  const long = `1. {${"x".repeat(5e6)}}`, game = new BanChess();
  for (const make of [
    () => new BanChess(undefined, long), () => new BanChess(long), () => game.load({ pgn: long }), () => game.load({ fen: long }), () => game.load({ actions: [long] }),
    () => game.load({ tags: { White: long } }), () => BanChess.fromStandardFEN(long), () => game.setTag("White", long), () => game.loadFromSyncState({ fen: long }),
  ]) {
    assert.throws(make, (e) => code("bad_argument")(e) && /has 50000\d\d characters; pass at most 4194304/.test(e.message), make.toString());
  }
  assert.equal(game.fen(), START_FEN);
});
