// The score of a puzzle solver: a rating, a streak, and the puzzles that were answered.
// The command line uses the same rules.

import { words } from "language/learn";

export interface PuzzleScore {
  readonly rating: number;
  readonly solved: number;
  readonly failed: number;
  readonly streak: number; // puzzles solved since the last failure
  readonly best: number; // the longest streak
  readonly seen: Readonly<Record<string, boolean>>; // by id; true if it was solved
  readonly hinted: readonly string[]; // ids of unanswered puzzles in which a hint was given
}

export const FIRST_RATING = 600, MIN_RATING = 400, MAX_RATING = 2800;
const PACES: readonly [until: number, pace: number][] = [[5, 160], [15, 60], [Infinity, 24]]; // the speed of rating changes, by the number of puzzles answered

export const NO_SCORE: PuzzleScore = { rating: FIRST_RATING, solved: 0, failed: 0, streak: 0, best: 0, seen: {}, hinted: [] };

/** Reads a stored score. Returns an empty score for anything else. */
export function scoreFrom(data: any): PuzzleScore {
  const isCount = (n: unknown) => Number.isInteger(n) && (n as number) >= 0;
  const { rating, solved, failed, streak, best, seen, hinted = [] } = data ?? {};
  const good = [rating, solved, failed, streak, best].every(isCount) && rating >= MIN_RATING && rating <= MAX_RATING && seen && typeof seen === "object" && Array.isArray(hinted);
  if (!good) return NO_SCORE;
  // Before the first answer, everybody has the same rating.
  return solved + failed === 0 ? { ...NO_SCORE, hinted } : { rating, solved, failed, streak, best, seen, hinted };
}

const isAnswered = ({ seen }: PuzzleScore, id: string) => Object.hasOwn(seen, id);

/** Records that a hint was given in a puzzle. */
export const helped = (score: PuzzleScore, id: string): PuzzleScore =>
  isAnswered(score, id) || score.hinted.includes(id) ? score : { ...score, hinted: [...score.hinted, id] };

/** Counts the first answer to a puzzle, and ignores later ones. After a hint the rating does not change. */
export function counted(score: PuzzleScore, { id, rating }: { readonly id: string; readonly rating: number }, solved: boolean): PuzzleScore {
  const { seen, streak, hinted } = score;
  if (isAnswered(score, id)) return solved && !seen[id] ? { ...score, seen: { ...seen, [id]: true } } : score;
  let after = score.rating;
  if (!hinted.includes(id)) {
    const [, pace] = PACES.find(([until]) => score.solved + score.failed < until)!;
    const expected = 1 / (1 + 10 ** ((rating - after) / 400));
    after = Math.min(Math.max(after + Math.round(pace * ((solved ? 1 : 0) - expected)), MIN_RATING), MAX_RATING);
  }
  return {
    rating: after, seen: { ...seen, [id]: solved }, hinted: hinted.filter((other) => other !== id),
    solved: score.solved + (solved ? 1 : 0), failed: score.failed + (solved ? 0 : 1),
    streak: solved ? streak + 1 : 0, best: solved ? Math.max(score.best, streak + 1) : score.best,
  };
}

/** Returns a message that says how an answer changed the score, and why. */
export function changeWords(before: PuzzleScore, after: PuzzleScore, id: string): string {
  if (isAnswered(before, id)) return words.learn.counted;
  const rating = before.hinted.includes(id) ? words.learn.hintCosts : words.learn.changed(after.rating, after.rating - before.rating);
  return after.seen[id] ? words.learn.counts(rating, after.streak) : words.learn.failed(rating);
}
