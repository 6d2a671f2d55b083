// Trees of games: reading PGN, storing, editing and writing.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, openAsBlob, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import test, { before } from "node:test";
import { assertGivenBack, baseline, collect, turn } from "../memory.mjs";
import { pick, random } from "../random.mjs";
import { instanceOf, needsSite, site } from "../site.mjs";

const { BanChess, BanChessError, initialize, START_FEN } = site ? await import(join(site, "banchess.js")) : {};
const { GameTree, parsePGN, readPGN, TreeNode } = site ? await import(join(site, "tree.js")) : {};
const root = join(import.meta.dirname, "../../..");
const folder = join(root, "game/testdata/pgn");
const files = readdirSync(folder).filter((name) => name.endsWith(".pgn")).map((name) => join(folder, name));
const code = (expected) => (e) => e instanceof BanChessError && e.code === expected && e.message.length > 10;
const PROMOTION = "8/P6k/8/8/8/8/7K/8 w - - 0 1 2";
const MATE = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7".split(" ");

let command;
/** Returns the PGN that the command line's convert writes for a file. */
function convert(file) {
  if (!command) {
    command = join(mkdtempSync(join(tmpdir(), "banchess-")), "banchess");
    execFileSync("go", ["build", "-o", command, "./game/cmd/banchess"], { cwd: root });
  }
  return execFileSync(command, ["convert", "--to", "pgn", file], { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
}

before(() => initialize?.());

async function all(source, options) {
  const trees = [];
  for await (const tree of readPGN(source, options)) trees.push(tree);
  return trees;
}

const pgnOf = (trees) => trees.map((tree) => tree.pgn()).join("\n");

test("a tree tells what its PGN says", needsSite, () => {
  const tree = parsePGN(`[White "Ada"]

{A game} 1. {[%clk 0:01:00.5] banning: e2e4}! {why} d4 {[%eval -0.2,12] [%csl Gd4] [%cal Rd4e5] solid} ({better} 1. c4 $5 {[%eval #-3]}) {banning: e7e5} e6 0-1`);
  assert.ok(tree instanceof GameTree && tree.root instanceof TreeNode);
  assert.deepEqual(tree.tags(), { White: "Ada" });
  assert.deepEqual([tree.fen, tree.root.comment, tree.root.action, tree.root.san, tree.root.ply, tree.root.fen, tree.root.flags], [START_FEN, "A game", null, "", 0, START_FEN, null]);
  const [ban, d4, e7e5, e6] = tree.mainLine();
  assert.deepEqual([ban.action, ban.bcn, ban.san, ban.ply, ban.player, ban.actionType, ban.moveNumber], [{ ban: { from: "e2", to: "e4" } }, "b:e2e4", "e2e4", 1, "black", "ban", 1]);
  assert.deepEqual([ban.comment, ban.nags, ban.clock, ban.eval], ["why", [1], 60_500, null]);
  assert.deepEqual([d4.comment, d4.eval, d4.drawings], ["solid", { centipawns: -20, depth: 12 }, [{ color: "green", from: "d4" }, { color: "red", from: "d4", to: "e5" }]]);
  assert.deepEqual([d4.bannedMove, d4.flags.capture, d4.fen], [{ from: "e2", to: "e4" }, false, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3"]);
  const c4 = ban.children[1];
  assert.deepEqual([c4.san, c4.commentBefore, c4.nags, c4.eval, c4.isMainLine, d4.isMainLine, c4.parent], ["c4", "better", [5], { mate: -3 }, false, true, ban]);
  assert.deepEqual([tree.end, e7e5.next, ban.end, c4.end, c4.line().length], [e6, e6, e6, c4, 2]);
  assert.deepEqual([...tree].map(({ san }) => san), ["", "e2e4", "d4", "e7e5", "e6", "c4"]);
  assert.equal(tree.result().text, "Black wins: resignation");
  assert.equal(e6.game().result().text, "Black wins: resignation");
  const game = c4.game();
  assert.deepEqual([game.getActionLog(), game.gameOver(), game.tags().White, game.getComment()], [["b:e2e4", "c4"], false, "Ada", "[%eval #-3]"]);
  assert.equal(game.play("b:e7e5").success, true);
  assert.equal(tree.movetext(), "{A game} 1. {banning: e2e4 $1} {[%clk 0:01:00.5] why} d4 {[%eval -0.20,12] [%csl Gd4] [%cal Rd4e5] solid} ( {better} 1. c4 $5 {[%eval #-3]} ) 1... {banning: e7e5} e6 0-1");
});

test("the files of the folder are written as convert writes them", needsSite, async () => {
  assert.ok(files.length >= 5);
  for (const file of files) {
    const want = convert(file), text = readFileSync(file, "utf8");
    const trees = await all(text);
    assert.equal(pgnOf(trees), want, file);
    assert.equal(pgnOf(trees.map((tree) => GameTree.fromJSON(JSON.stringify(tree)))), want, `${file} as JSON`);
    assert.equal(pgnOf(trees.map((tree) => structuredClone(tree.toJSON())).map((record) => GameTree.fromJSON(record))), want, `${file} as a structured clone`);
    for (const source of [await openAsBlob(file), (await openAsBlob(file)).stream(), createReadStream(file, { highWaterMark: 7 }), createReadStream(file, { highWaterMark: 5, encoding: "utf8" })]) {
      assert.equal(pgnOf(await all(source)), want, `${file} from ${source.constructor.name}`);
    }
  }
});

/** Adds random nodes and annotations to a tree. */
function randomTree(r) {
  const tree = new GameTree(r() < 0.2 ? PROMOTION : undefined);
  const texts = ["", "good", "a longer one, with (brackets) and [square] ones }", "two\n\nlines ", "[%unknown 3]", "Größe ½ 💥", "1. e4 e5 {", "banning: e2e4", "[%eval 0.3] said"];
  for (let i = 0; i < 30; i++) {
    const nodes = [...tree], node = pick(r, r() < 0.6 ? [tree.end] : nodes);
    const what = r();
    if (what < 0.6) {
      const game = node.game();
      if (node.flags?.gameOver || game.gameOver()) continue;
      const action = pick(r, game.getLegalActions()), child = node.add(action);
      assert.equal(node.add(BanChess.serializeAction(action)), child);
      game.play(action);
      assert.deepEqual([child.fen, child.san], [game.fen(), game.history().at(-1).san]);
    } else if (what < 0.9) {
      node.annotate({
        ...r() < 0.5 && { comment: pick(r, texts) },
        ...r() < 0.3 && node.parent && { commentBefore: pick(r, texts.slice(0, -1)) },
        ...r() < 0.3 && { nags: pick(r, [[], [1], [3, 140, 3], [255]]) },
        ...r() < 0.3 && { eval: pick(r, [null, { centipawns: 31 }, { centipawns: -1234, depth: 9 }, { mate: -2 }, { mate: 5, depth: 30 }]) },
        ...r() < 0.3 && { clock: pick(r, [null, 0, 59_999, 3_600_500]) },
        ...r() < 0.3 && { drawings: pick(r, [[], [{ color: "red", from: "a1", to: "h8" }, { color: "blue", from: "c3" }], [{ color: "yellow", from: "e4", to: "e4" }]]) },
      });
    } else if (what < 0.97) {
      const was = node.isMainLine;
      assert.equal(node.promote(), !was);
    } else if (r() < 0.3) {
      node.delete();
      if (node.parent === null && node !== tree.root) assert.throws(() => node.add("b:e2e4"), code("freed"));
    }
  }
  return tree;
}

/** Returns everything that can be read from a tree. */
const portrait = (tree) => JSON.stringify([tree.toJSON(), tree.result(), [...tree].map((node) => [node.fen, node.flags, node.bannedMove, node.moveNumber, node.player])]);

const NO_TAGS = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?" };

/** Returns a record as PGN represents it: with PGN's tags, and with the comment before a main line's action moved to the end of the preceding comment. */
function asRead({ nodes, start, tags, ...rest }) {
  const all = [{ ...start }], led = new Set();
  for (const { parent = all.length - 1, commentBefore, ...node } of nodes) {
    const isFirst = !led.has(parent), before = all[parent];
    led.add(parent);
    if (isFirst && commentBefore) before.comment = [before.comment, commentBefore].filter(Boolean).join(" ");
    all.push({ parent, ...node, ...!isFirst && commentBefore && { commentBefore } });
  }
  return { ...rest, tags: { ...NO_TAGS, ...tags }, nodes: all };
}

test("200 trees grown at random are read again as they were", needsSite, async () => {
  const r = random(31), written = [];
  for (let i = 0; i < 200; i++) {
    const tree = randomTree(r), text = tree.pgn();
    const back = parsePGN(text);
    assert.equal(back.pgn(), text);
    assert.deepEqual(asRead(back.toJSON()), asRead(tree.toJSON()), text);
    if (i % 10 === 0) {
      const copy = tree.clone();
      assert.equal(portrait(copy), portrait(tree));
      assert.equal(copy.pgn(), text);
      const again = parsePGN(back.pgn());
      assert.deepEqual(again.toJSON(), back.toJSON());
      copy.end.annotate({ comment: "another" });
      assert.equal(tree.pgn(), text);
    }
    written.push(text);
    for (const one of [tree, back]) one.free();
  }
  const text = written.join("\n");
  const file = join(mkdtempSync(join(tmpdir(), "banchess-")), "random.pgn");
  writeFileSync(file, text);
  assert.equal(convert(file), text);
  assert.equal(pgnOf(await all(text)), text);
});

const GOOD = '[White "Ada"]\n\n1. {banning: e2e4} d4 *\n\n', BAD = '[White "Bob"]\n\n1. {banning: e2e4} e4 *\n\n';

test("a broken game is told, and the next one follows", needsSite, async () => {
  const errors = [];
  const trees = await all(GOOD + BAD + GOOD + "oops" + "\n\n" + GOOD, { onError: (e, line) => errors.push([e.code, e.line, line]) });
  assert.deepEqual([trees.length, errors], [3, [["banned", 7, 5], ["wrong_phase", 13, 13]]]);
  const games = readPGN(GOOD + BAD + GOOD);
  assert.equal((await games.next()).value.tags().White, "Ada");
  await assert.rejects(games.next(), code("banned"));
  assert.equal((await games.next()).value.tags().White, "Ada");
  assert.deepEqual(await games.next(), { done: true, value: undefined });
  assert.deepEqual(await games.next(), { done: true, value: undefined });
  assert.deepEqual(await all(""), []);
  await assert.rejects(all(BAD), code("banned"));
  for (const bad of [null, undefined, 1, {}, [GOOD], { stream: 1 }]) await assert.rejects(all(bad), code("bad_argument"));
  await assert.rejects(all((async function* () { yield 1; })()), code("bad_argument"));
  await assert.rejects(all((async function* () { yield GOOD; throw new Error("the disk"); })()), /the disk/);
  for (const bad of [null, 1, { onEror() {} }, { onError: 5 }, { onError: null }]) {
    const games = readPGN(GOOD, bad); // does not throw
    await assert.rejects(games.next(), code("bad_option"));
  }
  assert.equal((await all(GOOD, { onError: undefined })).length, 1);
  const quiet = console.error; console.error = () => {};
  assert.equal((await all(BAD + GOOD, { onError() { throw new Error("listener"); } })).length, 1);
  console.error = quiet;
});

test("Latin-1, which PGN is in, is read as it is, in pieces and whole", needsSite, async () => {
  const latin1 = Buffer.from('[White "Müller"]\n\n1. {banning: e2e4} d4 {½ für später} *\n', "latin1");
  for (const source of [new Blob([latin1]), (async function* () { for (const byte of latin1) yield Uint8Array.of(byte); })()]) {
    const [tree] = await all(source);
    assert.deepEqual([tree.tags().White, tree.end.comment], ["Müller", "½ für später"]);
  }
});

test("only a piece of a file is held, and a loop that is left ends the reading", needsSite, async () => {
  let given = 0, ended = false;
  async function* endless() {
    try {
      for (;;) {
        given++;
        yield GOOD.repeat(100);
      }
    } finally { ended = true; }
  }
  let read = 0;
  for await (const tree of readPGN(endless())) {
    tree.free();
    if (++read === 1000) break;
  }
  assert.ok(ended && given < 13, `${given} pieces for ${read} games`);
});

test("a tree is edited, and refuses with a code", needsSite, () => {
  const tree = new GameTree();
  const ban = tree.root.add({ ban: { from: "e2", to: "e4" } }), d4 = ban.add("m:d2d4"), c4 = ban.add({ move: { from: "c2", to: "c4" } });
  tree.goTo(d4);
  assert.deepEqual([ban.children, tree.end, ban.forward, c4.promote()], [[d4, c4], d4, d4, true]);
  assert.equal(ban.forward, c4, "going forward goes the promoted way");
  assert.deepEqual([ban.children, tree.end, c4.promote()], [[c4, d4], c4, false]);
  assert.throws(() => ban.add("m:e2e4"), code("banned"));
  assert.throws(() => ban.add("b:e2e4"), code("wrong_phase"));
  assert.throws(() => ban.add("x"), code("bad_san"));
  assert.throws(() => ban.add("m:x"), code("bad_bcn"));
  assert.throws(() => ban.add("m:g1f3\n0 b:a2a3"), code("bad_bcn"));
  for (const bad of [null, 1, {}, { ban: 1 }]) assert.throws(() => ban.add(bad), BanChessError);
  const before = JSON.stringify(tree);
  for (const bad of [{ comment: 1 }, { nags: [0] }, { nags: 1 }, { nags: [1.5e9] }, { eval: {} }, { eval: { mate: 0 } }, { eval: { mate: 1, centipawns: 2 } }, { eval: { centipawns: NaN } }, { clock: -1 },
    { clock: "1" }, { drawings: [{}] }, { drawings: [{ color: "pink", from: "e2" }] }, { drawings: [{ color: "red", from: "e9" }] }, { drawings: [{ color: "red", from: "e2", to: "x" }] }, { note: "x" }]) {
    assert.throws(() => d4.annotate(bad), code("bad_option"), JSON.stringify(bad));
  }
  for (const bad of [null, undefined, 1, "x", { get comment() { throw new Error("get"); } }]) assert.throws(() => d4.annotate(bad), BanChessError);
  assert.throws(() => tree.root.annotate({ commentBefore: "x" }), code("bad_option"));
  assert.equal(JSON.stringify(tree), before);
  assert.equal(d4.annotate({ comment: "a", nags: [1] }).annotate({ comment: null }).nags[0], 1);
  d4.delete();
  assert.deepEqual([ban.children, d4.parent, [...tree].length], [[c4], null, 3]);
  for (const act of [() => d4.promote(), () => d4.delete(), () => d4.annotate({}), () => d4.game(), () => d4.fen]) assert.throws(act, code("freed"));
  tree.root.delete();
  assert.equal([...tree].length, 3);
  tree.setTag("White", "Ada");
  assert.throws(() => tree.setTag("FEN", "x"), code("bad_tag"));
  tree.endAs("resignation", "black");
  assert.deepEqual([tree.result().token, tree.toJSON().ended, tree.toJSON().winner, GameTree.fromJSON(tree).result().text], ["0-1", "resignation", "black", "Black wins: resignation"]);
  assert.throws(() => tree.endAs("checkmate"), BanChessError);
  assert.throws(() => tree.endAs("x"), code("bad_reason"));
  assert.throws(() => structuredClone(tree), { name: "DataCloneError" });
  assert.match(inspect(tree), /^GameTree \{\s+fen: .*line: 'e2e4 c4'\s+\}/s);
  assert.equal(JSON.stringify(c4), '{"action":"m:c2c4","san":"c4"}');
  tree.endAs(null);
  assert.deepEqual([tree.result().token, tree.toJSON().ended], ["*", undefined]);
  tree.free();
  tree.free();
  assert.throws(() => tree.pgn(), code("freed"));
  assert.throws(() => ban.add("m:d2d4"), code("freed"));
  for (const bad of [null, 1, {}, tree]) assert.throws(() => GameTree.of(bad), code("bad_argument"));
  for (const bad of [() => parsePGN(1), () => parsePGN(null), () => new GameTree(1)]) assert.throws(bad, code("bad_argument"));
  assert.throws(() => parsePGN("1. e4"), code("wrong_phase"));
  assert.throws(() => new GameTree("x"), code("bad_fen"));
});

test("add reads what play reads, and refuses it with the same code", needsSite, () => {
  const tree = new GameTree(), games = [];
  for (const ply of [[], ["b:e2e4"], ["b:e2e4", "m:d2d4"]]) games.push(BanChess.replayFromActions(ply));
  for (const text of ["Nf3", "e2e4", "g1f3", "e2-e4", "nonsense", "", "b:e2e4", "m:d2d4", "m:d2d4+", "x:y", "d4", "Ke2", "O-O", " d4 ", "d4!", {}, null, 5, { ban: { from: "d7", to: "d5" } }]) {
    for (const game of games) {
      const node = game.getActionHistory().reduce((at, bcn) => at.add(bcn), tree.root), copy = game.clone();
      const answer = copy.play(text);
      if (answer.success) assert.equal(node.add(text).fen, copy.fen());
      else assert.throws(() => node.add(text), code(answer.code), `${text} ${answer.code}`);
    }
  }
  const ban = tree.root.children[0], pawn = new GameTree(PROMOTION).root;
  assert.equal(ban.add("d4"), ban.add("m:d2d4"), "the node that is there");
  assert.equal(pawn.add("a8=N").bcn, "m:a7a8n");
  tree.endAs("resignation", "white");
  assert.equal(tree.end.add("a6").ply, tree.end.ply, "on a line that was given up");
});

test("a main line that ends on the board has not been given up", needsSite, () => {
  const given = () => {
    const tree = GameTree.of(BanChess.replayFromActions(MATE));
    tree.endAs("resignation", "white");
    return tree;
  };
  const added = given(), promoted = given(), before = promoted.end.parent.add("m:f3g3");
  added.end.add("b:e8f7");
  const side = promoted.end;
  before.promote();
  assert.deepEqual([promoted.toJSON().ended, side.outcome], [undefined, { ended: "resignation", winner: "white" }], "it ended at its own node");
  side.add("b:e8f7");
  side.promote();
  for (const tree of [added, promoted, added.clone()]) {
    assert.deepEqual([tree.result().reason, tree.toJSON().ended, tree.toJSON().winner], ["checkmate_by_ban", undefined, undefined]);
    tree.end.delete();
    assert.deepEqual([tree.result().over, tree.toJSON().ended, GameTree.fromJSON(tree).result().token], [false, undefined, "*"]);
  }
});

test("anything but a record is refused", needsSite, () => {
  const good = { fen: START_FEN, nodes: [{ action: "b:e2e4" }, { action: "m:d2d4", comment: "x" }, { action: "m:c2c4", parent: 1 }] };
  assert.equal(GameTree.fromJSON(good).movetext(), "1. {banning: e2e4} d4 {x} ( 1. c4 ) *");
  assert.deepEqual(GameTree.fromJSON({ ...good, nodes: [...good.nodes, { action: "m:d2d4", parent: 1 }, { action: "b:e7e5" }] }).end.san, "e7e5");
  for (const [expected, bad] of [
    ["bad_argument", null], ["bad_argument", "x"], ["bad_argument", []], ["bad_argument", { fen: START_FEN }], ["bad_argument", { ...good, nodes: [1] }],
    ["bad_argument", { ...good, nodes: [{ action: "b:e2e4", parent: 1 }] }], ["bad_argument", { ...good, start: 1 }], ["bad_argument", { ...good, nodes: [{ action: "b:e2e4", nags: "x" }] }],
    ["bad_bcn", { ...good, nodes: [{}] }], ["banned", { ...good, nodes: [{ action: "b:e2e4" }, { action: "m:e2e4" }] }], ["bad_fen", { ...good, fen: "x" }],
    ["bad_option", { ...good, start: { nags: [0] } }], ["bad_reason", { ...good, ended: "x" }], ["bad_tag", { ...good, tags: { "a b": "x" } }],
  ]) assert.throws(() => GameTree.fromJSON(bad), code(expected), JSON.stringify(bad));
});

test("comments of a game are read, kept and set as in chess.js", needsSite, () => {
  const text = "{start} 1. {banning: e2e4} $1 {[%clk 0:01:00] why} d4 {because} (1. c4) {banning: d7d5} *";
  const kept = "{start} 1. {banning: e2e4 $1} {[%clk 0:01:00] why} d4 {because} {banning: d7d5}\n*\n";
  const game = new BanChess(undefined, text);
  assert.ok(game.pgn().endsWith(kept), game.pgn());
  assert.deepEqual(game.getComments().map(({ at, comment, nags }) => [at, comment, nags]), [[0, "start", undefined], [1, "[%clk 0:01:00] why", [1]], [2, "because", undefined]]);
  assert.equal(game.getComments()[0].fen, START_FEN);
  for (const copy of [game.clone(), BanChess.fromJSON(game), BanChess.fromJSON(JSON.stringify(game))]) assert.equal(copy.pgn(), game.pgn());
  const copy = game.clone();
  assert.equal(copy.getComment(), "");
  copy.setComment("the } end");
  assert.deepEqual([copy.getComment(), game.getComment()], ["the } end", ""]);
  copy.undo();
  assert.deepEqual([copy.getComment(), copy.getComments().length, copy.removeComment(), copy.getComment()], ["because", 3, "because", ""]);
  copy.redo();
  assert.deepEqual([copy.getComment(), copy.getComments().length], ["the } end", 3]);
  copy.undo();
  copy.play("b:d7d5");
  assert.deepEqual([copy.getComment(), copy.removeComments().length, copy.getComments()], ["", 2, []]);
  assert.equal(copy.pgn().includes("why"), false);
  assert.throws(() => copy.setComment(1), code("bad_argument"));
  assert.throws(() => copy.load({ comments: [{ at: 1, comment: "x" }] }), code("bad_option"));
  assert.equal(GameTree.of(game).movetext(), kept.trim().replace("\n", " "));
  assert.equal(game.movetext(), "1. {banning: e2e4} d4 {banning: d7d5}");
});

test("trees are the same after a crash, and can be read meanwhile", needsSite, async () => {
  const r = random(32), trees = Array.from({ length: 5 }, () => randomTree(r));
  const ended = GameTree.of(BanChess.replayFromActions(MATE));
  ended.endAs("agreement");
  ended.setTag("Event", "Crash");
  const game = new BanChess(undefined, "1. {banning: e2e4} {one} d4 {two} *");
  game.undo();
  trees.push(ended);
  const portraits = trees.map(portrait), was = game.pgn();
  new Uint8Array(instanceOf(game).exports.mem.buffer).fill(0xff);
  assert.throws(() => trees[0].pgn(), code("crashed"));
  const waiting = readPGN(GOOD);
  await assert.rejects(waiting.next(), code("crashed"));
  assert.throws(() => trees[0].root.add("b:e2e4"), BanChessError);
  const offline = GameTree.fromJSON(ended.toJSON());
  assert.deepEqual([offline.mainLine().length, offline.toJSON()], [10, ended.toJSON()]);
  await initialize();
  const { value: read } = await waiting.next();
  assert.equal(read.end.san, "d4");
  read.free();
  await waiting.return();
  assert.deepEqual(trees.map(portrait), portraits);
  assert.equal(offline.pgn(), ended.pgn());
  assert.equal(ended.end.add("b:e8f7").flags.banCausedCheckmate, true);
  assert.equal(ended.result().reason, "checkmate_by_ban");
  assert.equal(parsePGN(ended.pgn()).pgn(), ended.pgn());
  assert.equal(GameTree.fromJSON(ended).pgn(), ended.pgn());
  assert.equal(game.pgn(), was);
  game.redo();
  assert.equal(game.getComment(), "two");
});

test("trees, readers and games that are dropped are freed", needsSite, async () => {
  const instance = instanceOf(new BanChess());
  const make = async () => {
    for (let i = 0; i < 500; i++) {
      const tree = parsePGN("1. {banning: e2e4} d4 (1. c4) *");
      tree.end.game();
      tree.clone();
    }
    await all(GOOD.repeat(100));
    readPGN(GOOD);
  };
  await make(); // parts that only grow, such as tables, have reached their size
  const before = await baseline(instance);
  await make();
  await assertGivenBack(instance, before);
  const node = parsePGN("1. {banning: e2e4} d4 *").end; // the node keeps its tree alive
  collect();
  await turn();
  assert.equal(node.game().getPly(), 3);
  assert.throws(() => parsePGN("x"));
  assert.throws(() => GameTree.fromJSON({ fen: START_FEN, nodes: [{ action: "b:a1a2" }] }));
});

test("a record made before the WebAssembly is there is checked when it is needed", needsSite, () => {
  const code = `import { initialize, START_FEN as fen } from "./banchess.js"; import { GameTree } from "./tree.js";
    const tree = GameTree.fromJSON({ fen, nodes: [{ action: "b:e2e4", san: "e2e4" }, { action: "m:e2e4", san: "e4" }] });
    const said = () => { try { return tree.pgn(); } catch (e) { return e.code; } };
    console.log([...tree].map(({ san }) => san).join(), said());
    await initialize();
    console.log(said(), said());`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", code.replaceAll("./", `${new URL(`file://${site}/`)}`)], { encoding: "utf8" });
  assert.equal(out, ",e2e4,e4 not_initialized\nbanned banned\n");
});
