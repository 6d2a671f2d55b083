// The state of Learn, in a store of its own, and what of it the browser keeps.

import type { TreeNode } from "../../banchess/tree.js";
import { read, write, type Store } from "../shell/index.js";
import type { Exercise } from "./exercise.js";
import { LESSONS } from "./lessons.js";
import type { Puzzle } from "./puzzle.js";
import { scoreFrom, type PuzzleScore } from "./score.js";

/** loading; try: the solver is to act; answer: the opponent or the solution plays; refuting: a wrong action is being answered; refuted; done; lost: it cannot be shown. */
export type Phase = "loading" | "try" | "answer" | "refuting" | "refuted" | "done" | "lost";

export interface LearnState {
  readonly exercise: Exercise | null;
  readonly phase: Phase;
  readonly said: string; // about the last action
  readonly engineLoads: boolean; // the engine that answers
  readonly hinted: TreeNode | null; // where the last hint was given: the next one there shows the action
  readonly puzzles: readonly Puzzle[] | null; // null before they are loaded
  readonly score: PuzzleScore;
  readonly lessons: readonly number[]; // that are done, from 1
  readonly theme: string; // of the next puzzle, "" for any
  readonly rating: number; // that it is near, 0 for one's own
  readonly unkept: string; // why score and lessons last only as long as the page; "" if they are kept
}

export type LearnStore = Store<LearnState>;

const KEY = "banchess.learn";

/** Returns the state to begin with: score and lessons as they were kept. */
export function restoreLearn(): LearnState {
  const data = read(KEY);
  const lessons = Array.isArray(data?.lessons) ? data.lessons.filter((n: unknown) => Number.isInteger(n) && LESSONS[(n as number) - 1]) : [];
  return {
    exercise: null, phase: "loading", said: "", engineLoads: false, hinted: null, puzzles: null,
    score: scoreFrom(data?.score), lessons, theme: "", rating: 0, unkept: "",
  };
}

/** Keeps score and lessons from now on, and says at once if that cannot be. */
export function keepLearn(learn: LearnStore): void {
  learn.watch(["score", "lessons"], ({ score, lessons }) => learn.set({ unkept: write(KEY, { score, lessons }) }));
}

const GAME = "banchess.lesson";

/** Keeps the actions of the last lesson's game, in BCN, while the tab is open; null forgets them. */
export function keepGame(actions: readonly string[] | null): void {
  try {
    if (actions) sessionStorage.setItem(GAME, JSON.stringify(actions));
    else sessionStorage.removeItem(GAME);
  } catch { /* blocked: the game lasts as long as it is shown */ }
}

/** Returns the actions that were kept. */
export function keptGame(): string[] {
  try {
    const actions: unknown = JSON.parse(sessionStorage.getItem(GAME) ?? "[]");
    return Array.isArray(actions) && actions.every((action) => typeof action === "string") ? actions : [];
  } catch {
    return [];
  }
}
