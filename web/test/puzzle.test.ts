import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { changeWords, NO_SCORE, scoreFrom } from "../page/learn/score.js";
import { exerciseOf } from "../page/learn/exercise.js";
import { choose, follow, readPuzzles, stepsOf, themeName, type Puzzle, type Step } from "../page/learn/puzzle.js";
import type { Position } from "../page/model/position.js";

// The test command stores here what the Go reader reads from the shipped file.
const file = process.env["BANCHESS_PUZZLES"];
const needsFile = { skip: file ? false : "BANCHESS_PUZZLES does not name what Go reads" };

interface Read { file: string; puzzles: { id: string; rating: number; goal: string; themes: string[]; fen: string; solver: string; lines: string[] }[] }

/** Returns every path through a tree, in the format of Go's test command. */
function linesOf(steps: readonly Step[], before: string): string[] {
  return steps.flatMap(({ action, next }) => {
    const line = `${before} ${action}`.trim();
    return next.length > 0 ? linesOf(next, line) : [line];
  });
}

test("the file is read as Go reads it", needsFile, () => {
  const go = JSON.parse(readFileSync(file ?? "", "utf8")) as Read;
  const puzzles = readPuzzles(go.file);
  assert.ok(puzzles.length > 300);
  assert.deepEqual(puzzles.map(({ id, rating, goal, themes, fen, solver, line }) => ({ id, rating, goal: `${goal.kind} ${goal.turns}`, themes: [...themes], fen, solver, lines: linesOf(stepsOf(fen, line), "") })), go.puzzles);
  for (const puzzle of puzzles) {
    const { task, wrong } = exerciseOf(puzzle, false);
    assert.match(task, /^[^“]+\.$/);
    assert.match(wrong({ check: false, phase: "ban", mover: "black", legal: [] } as unknown as Position), /^([^“]+\.)?$/);
  }
});

test("a text that is not a file of puzzles is refused with its line", () => {
  const row = "mnsjrx5;400;mate 2;checkmate-by-ban endgame;64;2b3k1/1pp2pp1/8/1P4Kp/1P4P1/7P/5q2/7r w - - 0 1 1;b5b6 g5h5 h1h3 f2h4 h5h4";
  assert.equal(readPuzzles(`# banchess puzzles 1\r\n# a note\r\n\r\n${row}\r\n`).length, 1);
  for (const [text, line] of [["", 1], ["<!doctype html>", 1], ["# banchess puzzles 2", 1], ["# banchess puzzles 1\nx", 2], [`# banchess puzzles 1\n\n${row};more`, 3], [`# banchess puzzles 1\n${row.replace(" 0 1 1;", ";")}`, 2]] as const) {
    assert.throws(() => readPuzzles(text), new RegExp(`^Error: line ${line}: `), text);
  }
  for (const line of ["", "b5b", "(b5b6", "b5b6)", "b5b6  g5h5", "(b5b6|)", "b5b6 x"]) assert.throws(() => stepsOf("8/8/8/8/8/8/8/8 w - - 0 1 1", line), /does not read/, line);
});

test("a line is followed by what is named, then by any", () => {
  const steps = stepsOf("… w - - 0 1 2", "(e7f7 a2a1 (h7h6 a1a2|* a1a3)|e7f8)");
  assert.deepEqual(follow(steps, [])?.map(({ action }) => action), ["m:e7f7", "m:e7f8"]);
  assert.deepEqual(follow(steps, ["m:e7f7"])?.map(({ action }) => action), ["b:a2a1"]);
  assert.deepEqual(follow(steps, ["m:e7f7", "b:a2a1", "m:b2b3"])?.map(({ action }) => action), ["b:a1a3"]);
  assert.deepEqual(follow(steps, ["m:e7f8"]), []);
  assert.equal(follow(steps, ["m:e7e8"]), null);
  assert.equal(follow(steps, ["m:e7f8", "b:a2a1"]), null);
});

const puzzle = (id: string, rating: number, themes: string[] = []): Puzzle =>
  ({ id, rating, deviation: 0, themes, goal: { kind: "mate", turns: 1, gain: 0 }, fen: "", line: "", solver: "white", phase: "move" });

test("the effect of an answer on the score is told, and its reason", () => {
  const solved = { ...NO_SCORE, rating: 680, solved: 1, streak: 1, best: 1, seen: { a: true } }, failed = { ...NO_SCORE, rating: 520, failed: 1, seen: { a: false } };
  const hinted = { ...NO_SCORE, hinted: ["a"] };
  for (const [before, after, words] of [
    [NO_SCORE, solved, "Your rating is 680 (+80). 1 solved in a row."],
    [NO_SCORE, failed, "This counts as failed. Your rating is 520 (−80)."],
    [hinted, { ...solved, rating: 600 }, "With a hint your rating does not rise."],
    [hinted, failed, "This counts as failed. Your rating is 520 (−80)."],
    [failed, failed, "Only your first answer counts."],
  ] as const) assert.equal(changeWords(before, after, "a"), words);
});

test("a score is read as it was stored, also that of an earlier release", () => {
  const one = { rating: 680, solved: 1, failed: 0, streak: 1, best: 1, seen: { a: true }, hinted: ["b"] };
  assert.deepEqual(scoreFrom(JSON.parse(JSON.stringify(one))), one);
  const { hinted: _, ...earlier } = one;
  assert.deepEqual(scoreFrom(earlier), { ...one, hinted: [] });
  assert.deepEqual(scoreFrom({ ...NO_SCORE, rating: 1000 }), NO_SCORE, "who has answered none begins anew");
  for (const bad of [null, 7, {}, { ...one, rating: "x" }, { ...one, rating: 5 }, { ...one, streak: -1 }, { ...one, seen: null }, { ...one, hinted: 3 }]) assert.deepEqual(scoreFrom(bad), NO_SCORE, JSON.stringify(bad));
});

test("the next puzzle is near, of the theme, and new", () => {
  const puzzles = Array.from({ length: 100 }, (_, i) => puzzle(`p${i}`, 500 + 10 * i, i % 2 ? ["odd"] : ["even"]));
  for (let i = 0; i < 12; i++) {
    const next = choose(puzzles, NO_SCORE, { rating: 1000, theme: "" }, () => i / 12);
    assert.ok(Math.abs(next!.rating - 1000) <= 60);
  }
  assert.equal(choose(puzzles, NO_SCORE, { rating: 1000, theme: "odd" }, () => 0)?.themes[0], "odd");
  assert.equal(choose(puzzles, NO_SCORE, { rating: 1000, theme: "none" }), null);
  const [a, b] = [puzzle("a", 1000), puzzle("b", 2000)];
  assert.equal(choose([a, b], { ...NO_SCORE, seen: { a: true } }, { rating: 1000, theme: "" })?.id, "b", "new before near");
  assert.equal(choose([a, b], { ...NO_SCORE, seen: { a: true, b: false } }, { rating: 1000, theme: "" })?.id, "b", "not solved before solved");
  assert.equal(choose([a, b], NO_SCORE, { rating: 1000, theme: "", after: a })?.id, "b");
  const odd = { ...puzzle("odd", 1500), goal: { ...a!.goal, kind: "stalemate" as const } };
  assert.equal(choose([a, b, odd], NO_SCORE, { rating: 1000, theme: "", after: puzzle("c", 1000) }, () => 0)?.id, "odd", "another goal than the one before");
  assert.equal(themeName("first-ban"), "Begins with a ban");
  assert.equal(themeName("checkmate-by-ban"), "Checkmate by ban");
});
