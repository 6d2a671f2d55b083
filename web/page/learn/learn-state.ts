// What Learn has at hand, in a store of its own, and what of it the browser keeps.

import type { Exercise } from "./exercise.js";
import { scoreFrom, type PuzzleScore } from "./learn-score.js";
import { LESSONS } from "./lessons.js";
import { read, write } from "../shell/localstore.js";
import type { Puzzle } from "./puzzle.js";
import type { Store } from "../shell/store.js";

/** loading; try: it is for the solver to act; answer: the opponent or the solution plays; refuting: what is wrong is being answered; refuted; done; lost: it cannot be shown. */
export type Phase = "loading" | "try" | "answer" | "refuting" | "refuted" | "done" | "lost";

export interface LearnState {
  readonly exercise: Exercise | null;
  readonly phase: Phase;
  readonly said: string; // about the last action
  readonly hinted: boolean; // whether the piece was named, and the next hint shows the action
  readonly puzzles: readonly Puzzle[] | null; // null before they are loaded
  readonly score: PuzzleScore;
  readonly lessons: readonly number[]; // that are done, from 1
  readonly theme: string; // of the next puzzle, "" for any
  readonly rating: number; // that it is near, 0 for one's own
  readonly unkept: string; // why score and lessons last only as long as the page; "" if they are kept
}

/** What is said while an engine is loading that somebody waits for. */
export const LOADING = "The engine is loading.";

export type LearnStore = Store<LearnState>;

const KEY = "banchess.learn";

/** What was kept, as far as it makes sense. */
export function restoreLearn(): Pick<LearnState, "score" | "lessons"> {
  const data = read(KEY);
  const lessons = Array.isArray(data?.lessons) ? data.lessons.filter((n: unknown) => Number.isInteger(n) && LESSONS[(n as number) - 1]) : [];
  return { score: scoreFrom(data?.score), lessons };
}

/** Keeps it from now on, and says if that cannot be. It is tried at once: who begins is to know. */
export function keepLearn(learn: LearnStore): void {
  learn.watch(["score", "lessons"], ({ score, lessons }) => {
    const why = write(KEY, { score, lessons });
    learn.set({ unkept: why && `${why}: what you do here lasts as long as the page.` });
  });
}

const GAME = "banchess.lesson";

/** Keeps what was played in the game of the last lesson, in BCN, while the tab is open; null forgets it. */
export function keepGame(actions: readonly string[] | null): void {
  try {
    if (actions) sessionStorage.setItem(GAME, JSON.stringify(actions));
    else sessionStorage.removeItem(GAME);
  } catch { /* blocked: it lasts as long as it is looked at */ }
}

/** What was kept of it. */
export function keptGame(): string[] {
  try {
    const actions: unknown = JSON.parse(sessionStorage.getItem(GAME) ?? "[]");
    return Array.isArray(actions) && actions.every((action) => typeof action === "string") ? actions : [];
  } catch {
    return [];
  }
}
