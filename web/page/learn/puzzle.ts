// Puzzles, as package game/puzzle reads them. Their rules run in the worker of training.

import { ask } from "../train/index.js";
import { words } from "language/learn";

/** A puzzle, as the rules need it. */
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

/** The consequence of a wrong action. */
export interface Refutation {
  readonly line: readonly string[]; // what follows the action, in BCN
  readonly text: string; // "" if there is nothing to be said
}

/** Reads a file. Rejects with an Error that names the faulty line. */
export const readPuzzles = async (text: string): Promise<readonly Puzzle[]> => (await ask<{ puzzles: Puzzle[] }>({ read: text })).puzzles;

/**
 * Returns the right actions after some, "*" for any that is not named; an empty list at the end, null if the actions are wrong.
 *
 * @param tell takes a hint for the next action, or what was reached at the end
 */
export async function nextIn({ fen, goal, line }: Claim, actions: readonly string[], tell?: (text: string) => void): Promise<readonly string[] | null> {
  const { isRight, next, text } = await ask<{ isRight: boolean; next: string[]; text: string }>({ puzzle: { fen, goal, line }, actions });
  tell?.(text);
  return isRight ? next : null;
}

/** Refutes a wrong action by the puzzle's proof. */
export const refuted = ({ fen, goal, line }: Claim, actions: readonly string[], wrong: string): Promise<Refutation> => ask({ puzzle: { fen, goal, line }, actions, wrong });

/** Returns the name of a theme: "Checkmate by ban" for "checkmate-by-ban". */
export const themeName = (theme: string) => words.learn.themeNames[theme] ?? theme.charAt(0).toUpperCase() + theme.slice(1).replaceAll("-", " ");
