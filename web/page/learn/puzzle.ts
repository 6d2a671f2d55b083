// Puzzles, as package game/puzzle reads them, and the choice of the next. Their rules run in the
// worker of training.

import { ask, type PuzzleScore } from "../train/index.js";
import { words } from "language/learn";

/** What the rules need of a puzzle. */
export interface Claim {
  readonly fen: string;
  readonly goal: string; // "mate 2", "material 2 3"; package game/puzzle documents it
  readonly line: string;
}

export interface Puzzle extends Claim {
  readonly id: string;
  readonly rating: number;
  readonly deviation: number; // the error of the rating; 0 if it is not known
  readonly themes: readonly string[];
}

/** What a wrong action comes to. */
export interface Refutation {
  readonly line: readonly string[]; // what follows the action, in BCN
  readonly text: string; // "" if there is nothing to be said
}

/** Reads a file. Rejects with an Error that names the faulty line. */
export const readPuzzles = async (text: string): Promise<readonly Puzzle[]> => (await ask<{ puzzles: Puzzle[] }>({ read: text })).puzzles;

/** Returns the right actions after some, "*" for any that is not named; an empty list at the end, null if the actions are wrong. */
export async function nextIn({ fen, goal, line }: Claim, actions: readonly string[]): Promise<readonly string[] | null> {
  const { isRight, next } = await ask<{ isRight: boolean; next: string[] }>({ puzzle: { fen, goal, line }, actions });
  return isRight ? next : null;
}

/** Refutes a wrong action by the puzzle's proof. */
export const refuted = ({ fen, goal, line }: Claim, actions: readonly string[], wrong: string): Promise<Refutation> => ask({ puzzle: { fen, goal, line }, actions, wrong });

/** Returns the name of a theme: "Checkmate by ban" for "checkmate-by-ban". */
export const themeName = (theme: string) => words.learn.themeNames[theme] ?? theme.charAt(0).toUpperCase() + theme.slice(1).replaceAll("-", " ");

const NEAREST = 12; // the number of nearest puzzles from which the next is drawn

/**
 * Draws the next puzzle from those of a theme with the nearest ratings: unseen ones first, then
 * unsolved ones, then any; if possible with another goal than the previous one. Returns null if no puzzle has the theme.
 */
export function choose(puzzles: readonly Puzzle[], { seen }: PuzzleScore, wanted: { rating: number; theme: string; after?: Puzzle | null | undefined }, random = Math.random): Puzzle | null {
  const before = wanted.after;
  const themed = puzzles.filter(({ themes, id }) => (!wanted.theme || themes.includes(wanted.theme)) && id !== before?.id);
  const apart = ({ rating }: Puzzle) => Math.abs(rating - wanted.rating);
  for (const fresh of [({ id }: Puzzle) => !Object.hasOwn(seen, id), ({ id }: Puzzle) => !seen[id], () => true]) {
    const list = themed.filter(fresh).sort((x, y) => apart(x) - apart(y)).slice(0, NEAREST);
    const others = list.filter(({ goal }) => before && goal !== before.goal);
    const pool = others.length > 0 ? others : list;
    if (pool.length > 0) return pool[Math.floor(random() * pool.length)] ?? null;
  }
  return null;
}
