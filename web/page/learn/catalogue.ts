// The catalogue of lessons and puzzles: the exercise at an address, and the next
// puzzle.

import { exerciseOf, lessonAt, type Exercise } from "./exercise.js";
import { LESSONS } from "./lessons.js";
import type { Known, Training } from "../train/index.js";
import { readPuzzles, type Puzzle } from "./puzzle.js";
import type { LearnStore } from "./state.js";

/** Returns the exercise at a place such as "learn/3" or "puzzle/daily", or null. */
export async function exerciseAt(learn: LearnStore, place: string, training: Training): Promise<Exercise | null> {
  const [kind, which] = place.split("/");
  const firstOpen = LESSONS.findIndex((_, i) => !learn.state.lessons.includes(i + 1)) + 1;
  if (kind === "learn" && (which || firstOpen)) return lessonAt(Number(which || firstOpen));
  const linked = kind === "puzzle" ? await loadPuzzle(which) : null;
  if (linked) return exerciseOf(linked, false);
  const puzzles = await loadPuzzles(learn);
  const isDaily = which === "daily", known = isDaily || which === AGAIN ? await training.change().catch(() => null) : null;
  const wanted = isDaily ? known?.daily : which === AGAIN ? dueOf(known, puzzles)[0] : which;
  const puzzle = kind === "learn" ? await nextPuzzle(learn, training).catch(() => null) : puzzles.find(({ id }) => id === wanted);
  return puzzle ? exerciseOf(puzzle, isDaily) : kind === "learn" ? lessonAt(1) : null;
}

/** Returns the next puzzle that the user's choices allow, or null. Rejects if the rules of training cannot be loaded. */
export async function nextPuzzle({ state: { puzzles, exercise, theme, rating } }: LearnStore, training: Training): Promise<Puzzle | null> {
  const before = exercise?.puzzle, themed = (puzzles ?? []).filter((puzzle) => !theme || puzzle === before || puzzle.themes.includes(theme));
  const next = await training.next(themed, rating, before?.id);
  return themed.find(({ id }) => id === next) ?? null;
}

/** Returns the ids of the failed puzzles that come again today. What another release had is left out. */
export const dueOf = (known: Known | null, puzzles: readonly Puzzle[]): string[] => (known?.due ?? []).filter((due) => puzzles.some(({ id }) => id === due));

/** The last part of the place of failed puzzles that come again. */
export const AGAIN = "again";

// The puzzles are in parts. The first letter of an id determines its part, as in game/puzzle.
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz", PARTS = 4;
const parts: (Promise<readonly Puzzle[]> | null)[] = Array.from({ length: PARTS }, () => null);

/** Loads the puzzles once. Returns an empty list on failure; the next call tries again. */
export async function loadPuzzles(learn: LearnStore): Promise<readonly Puzzle[]> {
  const puzzles = (await Promise.all(parts.map((_, part) => loadPart(part)))).flat();
  if (!learn.state.puzzles && parts.every(Boolean)) learn.set({ puzzles });
  return learn.state.puzzles ?? [];
}

/** Loads the part that has a puzzle, and returns the puzzle or null. */
async function loadPuzzle(wanted: string | undefined): Promise<Puzzle | null> {
  const part = Math.floor((LETTERS.indexOf(wanted?.charAt(0) || "?") * PARTS) / LETTERS.length);
  return part < 0 ? null : (await loadPart(part)).find(({ id }) => id === wanted) ?? null;
}

/** Loads a part once. Returns an empty list on failure; the next call tries again. */
async function loadPart(part: number): Promise<readonly Puzzle[]> {
  try {
    return await (parts[part] ??= fetchPart(part));
  } catch {
    parts[part] = null;
    return [];
  }
}

async function fetchPart(part: number): Promise<readonly Puzzle[]> {
  const answer = await fetch(new URL(`./assets/puzzles-${part}.txt`, import.meta.url));
  if (!answer.ok) throw new Error(answer.statusText);
  return readPuzzles(await answer.text());
}
