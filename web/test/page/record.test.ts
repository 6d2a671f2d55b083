import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { initialize, START_FEN } from "../../banchess/banchess.js";
import { GameTree, judge, parsePGN } from "../../banchess/tree.js";
import { Scores } from "../../page/analyse/analysis.js";
import { Edits } from "../../page/model/edits.js";
import { isEmpty, isFresh, isUntouched, makeMainLine, newRecord, recordFrom } from "../../page/model/record.js";
import { chances } from "../../page/model/score.js";
import { erase, markOf, write } from "../../page/analyse/report.js";
import { nodesOf, reportIn } from "../../page/games/reading.js";
import { idOf } from "../../page/list/rows.js";

const site = process.env.BANCHESS_SITE;
const needsSite = { skip: site ? false : "BANCHESS_SITE does not name a built site" };

/** Returns a record of a start position and lines in BCN, before the rules are loaded. */
function unchecked(text = "", fen = START_FEN): GameTree {
  const actions = text.split(" ").filter(Boolean);
  return GameTree.fromJSON({ fen, nodes: actions.map((action) => ({ action })) });
}

const line = (text: string) => text.split(" ");
const MAIN = "b:e2e4 m:d2d4 b:e7e5 m:d7d5";
const OTHER = "b:e2e4 m:g1f3 b:a7a6";
const again = (record: GameTree): GameTree => {
  const back = recordFrom(JSON.parse(JSON.stringify(record)));
  assert.ok(back);
  return back;
};

// Before the rules are loaded.

const banned = unchecked("b:e2e4 m:e2e4");

test("a line that is there is followed without rules, and redoing leads along it", () => {
  const record = unchecked(MAIN);
  for (const n of [4, 3, 2, 1, 0]) {
    assert.equal(record.follow(line(MAIN).slice(0, n)), false);
    assert.deepEqual(record.current.actions(), line(MAIN).slice(0, n));
    assert.equal(record.current.forward?.bcn, line(MAIN)[n]);
  }
  assert.deepEqual(record.current.forwardEnd.actions(), line(MAIN));
  assert.equal(isEmpty(record) || isUntouched(record) || isFresh(record), false);
});

test("an indicator does not make it another action", () => {
  const record = unchecked(MAIN);
  assert.equal(record.follow(["b:e2e4", "m:d2d4+"]), false);
  assert.deepEqual(record.current.actions(), ["b:e2e4", "m:d2d4"]);
});

test("a new record is fresh, one from elsewhere is not", () => {
  assert.equal(isFresh(newRecord()), true);
  const other = unchecked("", "4k3/8/8/8/8/8/8/4K3 b - - 0 7 27");
  assert.deepEqual([isFresh(other), isUntouched(other)], [false, true]);
  for (const written of [{ start: { comment: "Before." } }, { start: { drawings: [{ color: "green", from: "e4" }] } }, { tags: { White: "Ann" } }] as const) {
    const record = GameTree.fromJSON({ fen: START_FEN, nodes: [], ...written });
    assert.deepEqual([isFresh(record), isUntouched(record)], [false, false], JSON.stringify(written));
  }
});

test("actions lead to a node, as far as they are there", () => {
  const record = unchecked(MAIN);
  for (const [text, length] of [["", 0], [MAIN, 4], ["b:e2e4 m:g1f3 b:e7e5", 1], [`${MAIN} b:a2a3`, 4]] as const) {
    assert.equal(record.find(text.split(" ")).line().length, length, text);
  }
});

test("a long game is stored without deep nesting", () => {
  const actions = Array.from({ length: 5000 }, (_, i) => (i % 2 ? "m:g1f3" : "b:a2a3"));
  assert.deepEqual(again(unchecked(actions.join(" "))).current.actions(), actions);
});

test("a record stored before there were trees still loads", () => {
  const resigned = { ended: "resignation", winner: "white" };
  const record = recordFrom({
    format: 1,
    fen: START_FEN,
    first: { ply: 1, fullMove: 1 },
    tags: { White: "Ann" },
    outcome: null,
    nodes: [[0, "b:e2e4", "e2e4", null], [1, "m:d2d4", "d4", null], [2, "b:e7e5", "e7e5", resigned], [1, "m:g1f3", "Nf3", null]],
    at: 1,
    end: 4,
  });
  assert.ok(record);
  assert.deepEqual(record.current.actions(), ["b:e2e4"]);
  assert.deepEqual(record.current.forwardEnd.actions(), ["b:e2e4", "m:g1f3"]);
  assert.deepEqual(record.end.outcome, resigned);
  assert.equal(record.tags().White, "Ann");
  assert.deepEqual(record.mainLine().map(({ san }) => san), ["e2e4", "d4", "e7e5"]);
});

test("a record stored beside the tree still loads", () => {
  const resigned = { ended: "resignation", winner: "white" }, agreed = { ended: "agreement" }, written = { eval: true, nags: [4], added: true };
  const nodes = [{ action: "b:e2e4" }, { action: "m:d2d4", nags: [4] }, { action: "m:g1f3", parent: 1 }];
  const record = recordFrom({ tree: { fen: START_FEN, nodes, start: { comment: "One." }, ...resigned }, outcomes: [[2, resigned], [3, agreed]], written: [[2, written]], at: 1, end: 3 });
  assert.ok(record);
  assert.deepEqual([...record].map(({ outcome }) => outcome), [null, null, resigned, agreed]);
  assert.deepEqual([...record].map((node) => node.written), [null, null, written, null]);
  assert.deepEqual([record.root.comment, record.current.bcn, record.current.forward?.bcn], ["One.", "b:e2e4", "m:g1f3"]);
  assert.deepEqual(again(record).toJSON(), record.toJSON());
});

test("anything but a record is refused without an exception", () => {
  const good = JSON.parse(JSON.stringify(newRecord())), parts = { tree: good, outcomes: [], at: 0, end: 0 };
  const old = { format: 1, fen: START_FEN, first: { ply: 1, fullMove: 1 }, tags: {}, outcome: null, nodes: [], at: 0, end: 0 };
  for (const bad of [
    null,
    undefined,
    7,
    "record",
    [],
    {},
    { ...good, fen: null },
    { ...good, nodes: [{ action: "e2e4" }] },
    ...[5, -1, 0.5, "0", "map"].flatMap((place) => [{ ...good, at: place }, { ...good, end: place }]),
    ...[{ ended: 7 }, { winner: 7 }, { written: 7 }, { written: { nags: 7 } }].map((start) => ({ ...good, start })),
    { ...parts, tree: null },
    { ...parts, tree: { ...good, fen: null } },
    { ...parts, tree: { ...good, nodes: [{ action: "e2e4" }] } },
    { ...parts, outcomes: 7 },
    { ...parts, outcomes: [[0, null]] },
    ...["map", "length", "0", -1, 0.5, 9, null].flatMap((place) => [{ ...parts, outcomes: [[place, {}]] }, { ...parts, written: [[place, { nags: [] }]] }]),
    { ...parts, at: "0" },
    { ...parts, at: 5 },
    { ...parts, end: "x" },
    { ...old, fen: null },
    { ...old, nodes: {} },
    { ...old, nodes: [null] },
    { ...old, nodes: [[1, "b:e2e4", "e2e4"]] },
    { ...old, nodes: [[0, "e2e4", "e2e4"]] },
    { ...old, nodes: [[0, "", ""]] },
    { ...old, at: 5 },
  ]) {
    assert.equal(recordFrom(bad), null, JSON.stringify(bad));
  }
  assert.equal(recordFrom(good)?.fen, START_FEN);
  assert.equal(recordFrom(parts)?.fen, START_FEN);
  assert.equal(recordFrom(old)?.fen, START_FEN);
});

// From here on the rules are loaded.

test("the rules arrive", needsSite, () => initialize({ wasmURL: pathToFileURL(join(site!, "banchess-core.wasm")) }));

test("playing in the middle of a line makes a variation and drops nothing", needsSite, () => {
  const record = newRecord();
  assert.equal(record.follow(line(MAIN)), true);
  assert.equal(record.follow(line(MAIN)), false, "nothing new the second time");
  const end = record.current;
  assert.equal(record.follow(line(OTHER)), true);
  const [first, ...others] = line(OTHER), from = record.root.children.find(({ bcn }) => bcn === first)!;
  assert.equal(record.follow(others, from), false, "nothing new from its first action");
  const other = record.clone(), before = JSON.stringify(other);
  assert.throws(() => record.follow(["b:a2a3"], other.root), { code: "bad_argument" });
  assert.equal(JSON.stringify(other), before, "the other tree stays as it was");
  record.goTo(record.root);
  assert.deepEqual(record.current.forwardEnd.actions(), line(OTHER), "redoing stays on the line visited last");
  record.goTo(end);
  assert.deepEqual(record.current.actions(), line(MAIN));
  assert.equal(record.root.next?.children.length, 2);
});

test("a stored record reads back as the same", needsSite, () => {
  const record = parsePGN('[White "Ann"]\n\n{Start.} 1. {banning: e2e4} d4! {Solid. [%eval 0.3] [%clk 0:01:00]} (1. c4 $5 {Sharp.}) {banning: e7e5} d5 1-0');
  record.result();
  record.follow(line(OTHER));
  record.current.endAs("agreement");
  record.follow(["b:e2e4", "m:d2d4"]);
  const back = again(record);
  back.result();
  assert.equal(JSON.stringify(back), JSON.stringify(record));
  assert.equal(back.pgn(), record.pgn());
  assert.match(back.pgn(), /Sharp\./);
  back.goTo(back.root.next!.children[2]!.next!);
  assert.deepEqual(back.current.outcome, { ended: "agreement" });
});

test("how the players end the main line is how the tree ends, until it is taken back", needsSite, () => {
  const record = newRecord();
  record.follow(line(MAIN));
  record.current.endAs("resignation", "white");
  assert.match(record.pgn(), /1-0/);
  const back = again(record);
  back.result();
  assert.match(back.pgn(), /1-0/);
  back.current.endAs(null);
  assert.doesNotMatch(back.pgn(), /1-0/);
  record.follow(line(OTHER));
  record.current.endAs("resignation", "black");
  assert.match(record.pgn(), /1-0/, "in a variation it ends that alone");
});

test("a promoted line keeps its outcome, and a removed one loses it", needsSite, () => {
  const record = newRecord();
  record.follow(line(MAIN));
  record.current.endAs("resignation", "white");
  const main = record.current;
  record.follow(line(OTHER));
  const other = record.current;
  record.current.endAs("agreement");
  assert.match(record.pgn(), /1-0\s*$/);
  makeMainLine(other);
  assert.match(record.pgn(), /1\/2-1\/2\s*$/);
  record.goTo(main.parent!);
  other.parent!.delete();
  assert.match(record.pgn(), /1-0\s*$/);
  main.delete();
  assert.doesNotMatch(record.pgn(), /1-0/);
  assert.deepEqual([record.current.forward, [...record].filter(({ outcome }) => outcome)], [null, []]);
});

test("an edit is undone and done again while nothing else has changed", needsSite, () => {
  const edits = new Edits(), record = newRecord(), now = () => JSON.stringify(record);
  record.follow(line(MAIN));
  const states = [now()];
  for (const revision of [7, 8]) {
    record.current.annotate({ comment: `${revision}` });
    edits.did(states.at(-1)!, revision);
    states.push(now());
  }
  assert.equal(edits.undo(now, 9), null, "something else has changed");
  const last = edits.undo(now, 8);
  assert.equal(last?.current.comment, "7");
  edits.undid(9);
  const first = edits.undo(() => JSON.stringify(last), 9);
  assert.equal(JSON.stringify(first), states[0]);
  edits.undid(10);
  assert.equal(edits.undo(now, 10), null, "there is no more");
  const again = edits.undo(() => JSON.stringify(first), 10, true);
  assert.equal(again?.current.comment, "7");
  edits.undid(11);
  edits.did(JSON.stringify(again), 12);
  assert.equal(edits.undo(now, 12, true), null, "a new edit is not done again");
});

test("an edit is undone in a record that was left for others and comes back as it was", needsSite, () => {
  for (const [what, isUndone, change] of [
    ["nothing", true, () => {}],
    ["an action elsewhere", false, (record: GameTree) => record.current.add("b:a7a6")],
  ] as const) {
    const edits = new Edits(), record = newRecord(), now = () => JSON.stringify(record);
    record.follow(line("b:e2e4 m:d2d4"));
    edits.did(now(), 7);
    record.current.annotate({ comment: "good" });
    edits.replaced(record, 7, newRecord(), 8);
    edits.replaced(newRecord(), 9, newRecord(), 10);
    change(record);
    assert.equal(edits.undo(now, 10), null, "another record is shown");
    edits.replaced(newRecord(), 10, record, 11);
    assert.equal(edits.undo(now, 11) !== null, isUndone, what);
  }
  const edits = new Edits(), record = newRecord(), other = newRecord();
  edits.did(JSON.stringify(record), 1);
  edits.replaced(record, 1, other, 2);
  edits.did(JSON.stringify(other), 3);
  edits.replaced(other, 3, record, 4);
  assert.equal(edits.undo(() => "", 4), null, "the last edit was of another record");
});

test("the graph's winning chances are those by which a report judges", needsSite, () => {
  const scores = [-2000, -700, -150, -35, 0, 20, 90, 300, 1100].map((centipawns) => ({ centipawns })), after = { mate: -2 };
  for (const before of [...scores, { mate: 3 }]) {
    const rows = [...scores, after].map((after) => ({ player: "white", type: "move", before, after, better: true } as const));
    for (const [i, { loss }] of judge(rows).judgements.entries()) {
      assert.ok(Math.abs(loss - Math.max(0, chances(before) - chances(rows[i]!.after))) < 1e-6, JSON.stringify(rows[i]));
    }
  }
});

test("a report lives in the tree: written, stored, read again, erased", needsSite, () => {
  const record = parsePGN("1. {banning: e2e4} d4 {fine} {banning: e7e5} d5 (1... Nf6 $6) {banning: c2c4} e3 *");
  const bare = record.pgn(), line = nodesOf(record);
  assert.equal(reportIn(record), null);
  // White's third action loses a lot, and so does Black's move, which has a person's glyph.
  [10, 0, 5, -300, 0, 0, 0].forEach((centipawns, i) => {
    line[i]!.annotate({ eval: { centipawns } });
    line[i]!.wrote({ eval: true });
  });
  line[4]!.annotate({ nags: [5] });
  const [ban, move] = [line[3]!, line[4]!];
  assert.deepEqual([markOf(line[2]!), markOf(ban), markOf(move)], [null, 4, 4]);
  write(ban, 4, ["b:b8c6", "m:d7d5", "b:g1f3", "m:c2c4", "b:e7e6"]);
  write(move, 4, ["m:g8f6"]);
  write(line[5]!, 2, [line[5]!.bcn]); // the best action is no mistake
  assert.match(record.pgn(), /\{banning: e7e5 \$4 \[%eval -3\.00?\]\}|banning: e7e5 \$4/);
  assert.deepEqual(ban.parent!.children.map((node) => [node.bcn, node.nags, node.end.line().length]), [["b:e7e5", [4], 6], ["b:b8c6", [142], 6]]);
  assert.deepEqual([move.nags, move.parent!.children[1]!.nags], [[5], [6, 142]], "a person's glyphs and variations stay");

  const read = (from: GameTree) => reportIn(from)!.moments.map(({ mark, better }) => (mark ? `${mark} ${better?.bcn}` : ""));
  const marks = ["", "", "4 b:b8c6", "4 m:g8f6", "", ""];
  assert.deepEqual(read(record), marks);
  const back = again(record);
  assert.deepEqual(read(back), marks);
  assert.equal(reportIn(back)!.looked, 7);
  assert.deepEqual(read(parsePGN(record.pgn())), marks, "and out of a PGN");
  back.goTo(back.end.parent!.parent!.parent!);
  back.follow([...back.current.actions(), "m:e7e6"]);
  assert.deepEqual(read(back), marks, "what if does not change it");

  write(ban, 4, ["b:b8c6"]);
  assert.equal(ban.parent!.children.length, 2, "once more doubles nothing");
  erase(record, line);
  move.annotate({ nags: [] });
  assert.equal(record.pgn(), bare);
  assert.equal(reportIn(record), null);
});

test("a report that is made again leaves what a person or a PGN wrote, but no scores", needsSite, () => {
  const source = "{[%eval 0.10]} 1. {banning: e2e4 [%eval 0.00]} d4 {[%eval 0.05]} {banning: e7e5 $4 [%eval -3.00]} (1... {banning: b8c6 $142}) d5 *";
  const record = parsePGN(source), bare = parsePGN(source.replace(/\[%eval [^\]]*\]/g, "")).pgn(), line = nodesOf(record);
  const ban = line[3]!;
  write(ban, 4, ["b:b8c6"]);
  erase(record, line);
  assert.equal(record.pgn(), bare, "the rest was there before");

  // A report's glyph that a person removes and sets again counts as the person's.
  ban.annotate({ nags: [] });
  write(ban, 4, ["b:a7a6"]);
  const again = recordFrom(JSON.parse(JSON.stringify(record)))!;
  const there = nodesOf(again)[3]!;
  assert.deepEqual([there.nags, there.parent!.children.length], [[4], 3]);
  for (const nags of [[], [4]]) {
    there.annotate({ nags });
  }
  erase(again, nodesOf(again));
  assert.equal(again.pgn(), bare);
  erase(record, line);
  assert.deepEqual([ban.nags, ban.parent!.children.length], [[], 2], "but untouched it goes");
});

test("an explanation is a comment that is kept, and erased unless somebody changed it", needsSite, () => {
  const source = "1. {banning: e2e4} d4 {fine} {banning: e7e5} d5 *";
  const made = () => {
    const record = parsePGN(source);
    write(nodesOf(record)[3]!, 4, ["b:b8c6"], "Allows Nc6.");
    write(nodesOf(record)[2]!, 2, ["m:g1f3"], "Loses a pawn.");
    return again(record);
  };
  const comments = (record: GameTree) => nodesOf(record).map(({ comment }) => comment).filter(Boolean);
  const untouched = made(), changed = made();
  assert.deepEqual(comments(untouched), ["fine", "Allows Nc6."], "a person's comment is kept");
  assert.deepEqual(nodesOf(untouched)[2]!.parent!.children.map(({ comment }) => comment), ["fine", "Loses a pawn."], "and the explanation is beside it");
  erase(untouched, nodesOf(untouched));
  assert.equal(untouched.pgn(), parsePGN(source).pgn());
  nodesOf(changed)[3]!.annotate({ comment: "Leaves Nc6. Why not?" });
  const back = again(changed);
  erase(back, nodesOf(back));
  assert.deepEqual(comments(back), ["fine", "Leaves Nc6. Why not?"]);
});

test("all that is known of a node moves with it", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const scores = new Scores();
  const used = (): [WeakRef<object>, string] => {
    const node = unchecked(MAIN).current;
    scores.keep(node, { centipawns: 7 });
    assert.deepEqual(scores.get(node), { centipawns: 7 });
    return [new WeakRef(node), idOf(node)];
  };
  const [gone, id] = used();
  const other = unchecked(MAIN).current;
  scores.keep(other, { centipawns: 1 });
  for (let i = 0; gone.deref() && i < 10; i++) {
    await new Promise((done) => setTimeout(done));
    gc();
  }
  assert.equal(gone.deref(), undefined);
  assert.deepEqual(scores.get(other), { centipawns: 1 });
  assert.equal(idOf(other), idOf(other));
  assert.equal(new Set([id, idOf(other), idOf(unchecked(MAIN).current)]).size, 3, "no id is used twice");
});

test("all that is known of a node is known at the same place of another record", () => {
  const scores = new Scores();
  const [one, same, less] = [unchecked(MAIN), unchecked(MAIN), unchecked("b:e2e4 m:d2d4")];
  for (const node of [one.root, ...one.current.line()]) scores.keep(node, { centipawns: node.ply });
  for (const other of [same, less]) {
    scores.carry(one.root, other.root);
    for (const node of [other.root, ...other.current.line()]) assert.deepEqual(scores.get(node), { centipawns: node.ply });
  }
});

test("a stored line that the rules refuse is found by the check", needsSite, () => {
  assert.throws(() => banned.result(), { code: "banned" });
});
