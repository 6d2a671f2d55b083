// The score of a puzzle solver, as the rules of training count it.

import { words } from "language/learn";
import type { PuzzleScore } from "../train/index.js";

const FIRST_RATING = 600, MIN_RATING = 400, MAX_RATING = 2800;

export const NO_SCORE: PuzzleScore = { rating: FIRST_RATING, solved: 0, failed: 0, streak: 0, best: 0, seen: {}, hinted: [] };

/** Reads a stored score, which is shown until the rules have counted it again. Returns an empty score for anything else. */
export function scoreFrom(data: any): PuzzleScore {
  const isCount = (n: unknown) => Number.isInteger(n) && (n as number) >= 0;
  const { rating, solved, failed, streak, best, seen, hinted = [] } = data ?? {};
  const good = [rating, solved, failed, streak, best].every(isCount) && rating >= MIN_RATING && rating <= MAX_RATING && seen && typeof seen === "object" && Array.isArray(hinted);
  if (!good) return NO_SCORE;
  // Before the first answer, everybody has the same rating.
  return solved + failed === 0 ? { ...NO_SCORE, hinted } : { rating, solved, failed, streak, best, seen, hinted };
}

/** Reports whether a puzzle was answered. */
export const isAnswered = ({ seen }: PuzzleScore, id: string): boolean => Object.hasOwn(seen, id);

/** Returns a message that says how an answer changed the score, and why. */
export function changeWords(before: PuzzleScore, after: PuzzleScore, id: string): string {
  if (isAnswered(before, id)) return words.learn.counted;
  const isSolved = after.seen[id] === true;
  if (isSolved && before.hinted.includes(id)) return words.learn.hintCosts;
  const rating = words.learn.changed(after.rating, after.rating - before.rating);
  return isSolved ? words.learn.counts(rating, after.streak) : words.learn.failed(rating);
}
