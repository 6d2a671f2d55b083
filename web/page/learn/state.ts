// The state of Learn, in a store of its own, and the part of it that the browser stores.

import type { Day } from "../../banchess/review.js";
import type { TreeNode } from "../../banchess/tree.js";
import { read, write } from "../shell/index.js";
import { type Store } from "../view/index.js";
import type { Exercise } from "./exercise.js";
import { LESSONS } from "./lessons.js";
import type { Session } from "./mistakes.js";
import type { Puzzle } from "./puzzle.js";
import type { PuzzleScore } from "../train/index.js";
import { scoreFrom } from "./score.js";

/** loading; try: the solver is to act; answer: the opponent's reply or the solution is played; refuting: the engine replies to a wrong action; refuted; done; over: all mistakes were answered; lost: it cannot be shown; storm: a storm or a race. */
export type Phase = "loading" | "try" | "answer" | "refuting" | "refuted" | "done" | "over" | "lost" | "storm";

export interface LearnState {
  readonly exercise: Exercise | null;
  readonly phase: Phase;
  readonly said: string; // about the last action
  readonly more: readonly string[]; // what follows from it, in sentences
  readonly engineLoads: boolean; // the engine that replies
  readonly session: Session | null; // the mistakes, if they are the exercises
  readonly review: Review | null; // null before it is read
  readonly opening: boolean; // true for mistakes in the opening alone
  readonly hinted: TreeNode | null; // the node of the last hint: the next hint there shows the action
  readonly puzzles: readonly Puzzle[] | null; // null before they are loaded
  readonly score: PuzzleScore;
  readonly lessons: readonly number[]; // the completed lessons, from 1
  readonly theme: string; // of the next puzzle, "" for any
  readonly rating: number; // the rating that it should have, 0 for the solver's own
  readonly unkept: string; // the reason why score and lessons are not stored; "" if they are
}

/** The state of the player's mistakes. */
export interface Review {
  readonly due: number; // today
  readonly kept: number;
  readonly next: Day | null; // on which others are due
  readonly trouble: string; // the reason why they cannot be kept; "" if they can
}

export type LearnStore = Store<LearnState>;

const KEY = "banchess.learn"; // the score in it is for a quick start, and for older releases: the record of training counts

/** Returns the initial state, with what is stored. */
export function restoreLearn(): LearnState {
  const data = read(KEY);
  const lessons = Array.isArray(data?.lessons) ? data.lessons.filter((n: unknown) => Number.isInteger(n) && LESSONS[(n as number) - 1]) : [];
  return {
    exercise: null, phase: "loading", said: "", more: [], engineLoads: false, session: null, review: null, opening: data?.opening === true, hinted: null, puzzles: null,
    score: scoreFrom(data?.score), lessons, theme: "", rating: 0, unkept: "",
  };
}

/** Stores score, lessons and the choice of mistakes after every change, and reports at once if that fails. */
export function keepLearn(learn: LearnStore): void {
  learn.watch(["score", "lessons", "opening"], ({ score, lessons, opening }) => learn.set({ unkept: write(KEY, { score, lessons, opening }) }));
}

const GAME = "banchess.lesson";

/** Stores the actions of the last lesson's game, in BCN, for this tab; null removes them. */
export function keepGame(actions: readonly string[] | null): void {
  try {
    if (actions) sessionStorage.setItem(GAME, JSON.stringify(actions));
    else sessionStorage.removeItem(GAME);
  } catch { /* blocked: the game lasts as long as it is shown */ }
}

/** Returns the stored actions. */
export function keptGame(): string[] {
  try {
    const actions: unknown = JSON.parse(sessionStorage.getItem(GAME) ?? "[]");
    return Array.isArray(actions) && actions.every((action) => typeof action === "string") ? actions : [];
  } catch {
    return [];
  }
}
