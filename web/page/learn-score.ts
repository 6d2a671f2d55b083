// How somebody has done at puzzles: a rating, a streak, and which were solved. The
// command line counts in the same way.

import type { Puzzle } from "./puzzle.js";

/** How somebody has done. */
export interface Score {
  readonly rating: number;
  readonly solved: number;
  readonly failed: number;
  readonly streak: number; // puzzles solved since the last that was not
  readonly best: number; // the longest streak
  readonly seen: Readonly<Record<string, boolean>>; // by id, whether it was solved
}

export const FIRST_RATING = 1000, MIN_RATING = 400, MAX_RATING = 2800;
const QUICK = 60, SLOW = 24, QUICK_UNTIL = 15; // how fast a rating changes, and for how many puzzles it is quick

export const NO_SCORE: Score = { rating: FIRST_RATING, solved: 0, failed: 0, streak: 0, best: 0, seen: {} };

/** What was stored, if it is a score. */
export function scoreFrom(data: any): Score {
  const isCount = (n: unknown) => Number.isInteger(n) && (n as number) >= 0;
  const { rating, solved, failed, streak, best, seen } = data ?? {};
  const good = [rating, solved, failed, streak, best].every(isCount) && rating >= MIN_RATING && rating <= MAX_RATING && seen && typeof seen === "object";
  return good ? { rating, solved, failed, streak, best, seen } : NO_SCORE;
}

/** Counts a puzzle: nothing if it was solved before, and not for the rating if it was seen before or solved with a hint. */
export function counted(score: Score, { id, rating }: Pick<Puzzle, "id" | "rating">, solved: boolean, helped: boolean): Score {
  const { seen, streak } = score;
  if (seen[id]) return score;
  let after = score.rating;
  if (!helped && !Object.hasOwn(seen, id)) {
    const pace = score.solved + score.failed < QUICK_UNTIL ? QUICK : SLOW;
    const expected = 1 / (1 + 10 ** ((rating - after) / 400));
    after = Math.min(Math.max(after + Math.round(pace * ((solved ? 1 : 0) - expected)), MIN_RATING), MAX_RATING);
  }
  return {
    rating: after, seen: { ...seen, [id]: solved },
    solved: score.solved + (solved ? 1 : 0), failed: score.failed + (solved ? 0 : 1),
    streak: solved ? streak + 1 : 0, best: solved ? Math.max(score.best, streak + 1) : score.best,
  };
}
