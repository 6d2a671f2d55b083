import assert from "node:assert/strict";
import { test } from "node:test";

import { changeWords, NO_SCORE, scoreFrom } from "../../page/learn/score.js";
import { exerciseOf } from "../../page/learn/exercise.js";
import { along } from "../../page/learn/lines.js";
import { themeName, type Puzzle } from "../../page/learn/puzzle.js";

test("what a puzzle asks for is a sentence", () => {
  const exercise = (fen: string, goal: string) => exerciseOf({ ...puzzle("a", 900), fen, goal, line: "h7h8" }, false);
  const move = "8/P6k/8/8/8/8/7K/8 w - - 0 1 2", ban = "8/P6k/8/8/8/8/7K/8 w - - 0 1 1";
  for (const [fen, goal, words] of [
    [move, "mate 1", "White to move. Mate in one: a move, then a ban."], [ban, "mate 1", "Black to ban. Mate with this ban."],
    [move, "mate 3", "White to move. Mate in 3 turns."], [ban, "mate 3", "Black to ban. Mate in 3 turns, this ban included."],
    [ban, "defend 2", "Black to ban. Find the only ban that stops White’s mate in 2 turns."], [move, "only 1", "White to move. Find the only move that stops Black’s mate in one."],
    [move, "material 2 5", "White to move. Win material."], [move, "stalemate 1", "White to move. Force a draw."],
  ] as const) assert.equal(exercise(fen, goal).task, words);
});

test("what several lines name is right, and any where no line names it", async () => {
  const next = along([["m:e7f7", "b:a2a1", "m:h7h6", "b:a1a2"], ["m:e7f7", "b:a2a1", "*", "b:a1a3"], ["m:e7f8"]]);
  for (const [actions, right] of [
    [[], ["m:e7f7", "m:e7f8"]], [["m:e7f7"], ["b:a2a1"]], [["m:e7f7", "b:a2a1"], ["m:h7h6", "*"]], [["m:e7f7", "b:a2a1", "m:h7h6"], ["b:a1a2"]],
    [["m:e7f7", "b:a2a1", "m:b2b3"], ["b:a1a3"]], [["m:e7f8"], []], [["m:e7e8"], null], [["m:e7f8", "b:a2a1"], null],
  ] as const) assert.deepEqual(await next(actions), right, actions.join(" "));
});

const puzzle = (id: string, rating: number, themes: string[] = []): Puzzle =>
  ({ id, rating, deviation: 0, themes, goal: "mate 1", fen: "", line: "" });

test("the effect of an answer on the score is told, and its reason", () => {
  const solved = { ...NO_SCORE, rating: 680, solved: 1, streak: 1, best: 1, seen: { a: true } }, failed = { ...NO_SCORE, rating: 520, failed: 1, seen: { a: false } };
  const hinted = { ...NO_SCORE, hinted: ["a"] };
  for (const [before, after, words] of [
    [NO_SCORE, solved, "Your rating is 680 (+80)."],
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

test("themes have names", () => {
  assert.equal(themeName("first-ban"), "Begins with a ban");
  assert.equal(themeName("checkmate-by-ban"), "Checkmate by ban");
  assert.equal(themeName("quiet-move"), "Quiet move (no check or capture)"); // a word that not every pupil knows
});
