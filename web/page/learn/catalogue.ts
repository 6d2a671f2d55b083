// The catalogue of lessons and puzzles: the exercise at an address, and the next
// puzzle.

import { exerciseOf, lessonAt, type Exercise } from "./exercise.js";
import { LESSONS } from "./lessons.js";
import { choose, daily, readPuzzles, type Puzzle } from "./puzzle.js";
import type { LearnStore } from "./state.js";

/** Returns the exercise at a place such as "learn/3" or "puzzle/daily"; null if there is none. */
export async function exerciseAt(learn: LearnStore, place: string): Promise<Exercise | null> {
  const [kind, which] = place.split("/");
  const firstOpen = LESSONS.findIndex((_, i) => !learn.state.lessons.includes(i + 1)) + 1;
  if (kind === "learn" && (which || firstOpen)) return lessonAt(Number(which || firstOpen));
  const puzzles = await loadPuzzles(learn);
  const isDaily = which === "daily";
  const puzzle = kind === "learn" ? nextPuzzle(learn) : isDaily ? daily(puzzles, new Date()) : puzzles.find(({ id }) => id === which);
  return puzzle ? exerciseOf(puzzle, isDaily) : kind === "learn" ? lessonAt(1) : null;
}

/** Returns the next puzzle that the user's choices allow, or null. */
export function nextPuzzle({ state: { puzzles, exercise, score, theme, rating } }: LearnStore): Puzzle | null {
  return choose(puzzles ?? [], score, { theme, rating: rating || score.rating, after: exercise?.puzzle });
}

let loading: Promise<readonly Puzzle[]> | null = null;

/** Loads the puzzles once. Returns an empty list on failure; the next call tries again. */
export async function loadPuzzles(learn: LearnStore): Promise<readonly Puzzle[]> {
  loading ??= fetchPuzzles();
  try {
    const puzzles = await loading;
    if (!learn.state.puzzles) learn.set({ puzzles });
  } catch {
    loading = null;
  }
  return learn.state.puzzles ?? [];
}

async function fetchPuzzles(): Promise<readonly Puzzle[]> {
  const answer = await fetch(new URL("./assets/puzzles.txt", import.meta.url));
  if (!answer.ok) throw new Error(answer.statusText);
  return readPuzzles(await answer.text());
}
