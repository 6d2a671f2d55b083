import assert from "node:assert/strict";
import { test } from "node:test";

import { START_FEN } from "../banchess/banchess.js";
import { Record } from "../page/record.js";

const line = (text: string) => text.split(" ");
// In SAN an action is told apart by its squares well enough here.
const follow = (record: Record, text: string) => record.follow(line(text), line(text));

const MAIN = "b:e2e4 m:d2d4 b:e7e5 m:d7d5";

test("following a line adds what is new and goes to its end", () => {
  const record = new Record();
  assert.equal(record.empty, true);
  assert.equal(follow(record, MAIN), true);
  assert.deepEqual(record.actions(), line(MAIN));
  assert.equal(follow(record, MAIN), false, "nothing new the second time");
  assert.equal(record.next(), null);
});

test("an indicator makes no other action", () => {
  const record = new Record();
  follow(record, MAIN);
  assert.equal(record.follow(["b:e2e4", "m:d2d4+"], ["e2e4", "d4+"]), false);
  assert.deepEqual(record.actions(), ["b:e2e4", "m:d2d4"]);
});

test("playing in the middle of a line makes a variation and drops nothing", () => {
  const record = new Record();
  follow(record, MAIN);
  const end = record.current;
  follow(record, "b:e2e4 m:g1f3");
  assert.equal(record.root.children[0]?.children.length, 2);
  record.goTo(end);
  assert.deepEqual(record.actions(), line(MAIN));
});

test("redoing stays on the line that was visited last", () => {
  const record = new Record();
  follow(record, MAIN);
  follow(record, "b:e2e4 m:g1f3 b:a7a6");
  record.goTo(record.root);
  assert.deepEqual(record.actions(record.end()), ["b:e2e4", "m:g1f3", "b:a7a6"]);
  record.goTo(record.root.children[0]?.children[0] ?? record.root);
  assert.deepEqual(record.actions(record.end()), line(MAIN));
});

test("undoing through the rules keeps what can be redone", () => {
  const record = new Record();
  follow(record, MAIN);
  for (const n of [3, 2, 1, 0]) {
    record.follow(line(MAIN).slice(0, n), line(MAIN).slice(0, n));
    assert.equal(record.next()?.action, line(MAIN)[n]);
  }
});

test("what is stored reads back as the same record", () => {
  const record = new Record("4k3/8/8/8/8/8/8/4K3 b - - 0 7 27", { White: "Ann", Event: "Club" });
  follow(record, MAIN);
  follow(record, "b:e2e4 m:g1f3 b:a7a6");
  record.current.outcome = { ended: "resignation", winner: "white" };
  follow(record, "b:a2a3");
  follow(record, "b:e2e4 m:d2d4");
  const text = JSON.stringify(record);
  const back = Record.from(JSON.parse(text)) ?? new Record();
  assert.equal(JSON.stringify(back), text);
  assert.deepEqual(back.actions(), record.actions());
  assert.deepEqual(back.actions(back.end()), line(MAIN));
  assert.deepEqual(back.tags, record.tags);
});

test("a long game is stored without deep nesting", () => {
  const record = new Record();
  const actions = Array.from({ length: 5000 }, (_, i) => (i % 2 ? "m:g1f3" : "b:a2a3"));
  record.follow(actions, actions);
  assert.deepEqual(Record.from(JSON.parse(JSON.stringify(record)))?.actions(), actions);
});

test("what is no record is refused without an exception", () => {
  const good = JSON.parse(JSON.stringify(new Record()));
  for (const bad of [
    null,
    undefined,
    7,
    "record",
    [],
    {},
    { ...good, format: 99 },
    { ...good, fen: null },
    { ...good, nodes: {} },
    { ...good, nodes: [null] },
    { ...good, nodes: [[1, "b:e2e4", "e2e4"]] },
    { ...good, nodes: [[0, "e2e4", "e2e4"]] },
    { ...good, nodes: [[0, "b:e2e4#", "e2e4"]] },
    { ...good, nodes: [[0, "", ""]] },
    { ...good, nodes: [[0, "b:e2e4", 3]] },
    { ...good, at: 5 },
    { ...good, end: "x" },
  ]) {
    assert.equal(Record.from(bad), null, JSON.stringify(bad));
  }
  assert.equal(Record.from(good)?.fen, START_FEN);
});
