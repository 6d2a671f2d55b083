// What Learn has at hand, in a store of its own, and what of it the browser keeps.

import type { ActionType, Player } from "../banchess/banchess.js";
import { LESSONS } from "./lessons.js";
import { missed, goalWords, scoreFrom, stepsOf, type Puzzle, type Score, type Step } from "./puzzle.js";
import type { Store } from "./store.js";
import { name } from "./words.js";

/** What is to be done on the board: a lesson or a puzzle. */
export interface Exercise {
  readonly title: string;
  readonly task: string;
  readonly fen: string;
  readonly steps: readonly Step[] | null; // null for a whole game against the computer
  readonly solver: Player;
  readonly wrong: string; // what an action that is not right misses
  readonly done: string;
  readonly lesson: number | null; // from 1
  readonly puzzle: Puzzle | null;
}

/** loading; try: it is for the solver to act; answer: the opponent or the solution plays; refuting: what is wrong is being answered; refuted; done; lost: it cannot be shown. */
export type Phase = "loading" | "try" | "answer" | "refuting" | "refuted" | "done" | "lost";

export interface LearnState {
  readonly exercise: Exercise | null;
  readonly phase: Phase;
  readonly said: string; // about the last action
  readonly hints: number; // that were given in this exercise
  readonly puzzles: readonly Puzzle[] | null; // null before they are loaded
  readonly score: Score;
  readonly lessons: readonly number[]; // that are done, from 1
  readonly theme: string; // of the next puzzle, "" for any
  readonly rating: number; // that it is near, 0 for one's own
}

export type LearnStore = Store<LearnState>;

/** The exercise of a lesson, counted from 1; null if there is none. */
export function lessonAt(number: number): Exercise | null {
  const lesson = LESSONS[number - 1];
  if (!lesson) return null;
  const { title, task, fen, line, wrong, done } = lesson;
  return {
    title: `Lesson ${number} of ${LESSONS.length}: ${title}`, task, fen, wrong, done, lesson: number, puzzle: null,
    steps: line ? stepsOf(fen, line) : null, solver: line ? solverOf(fen) : "white",
  };
}

/** Who acts first, by the seventh field: bans and moves of one player follow one another. */
const solverOf = (fen: string): Player => ([2, 3].includes(Number.parseInt(fen.split(" ")[6] ?? "", 10) % 4) ? "white" : "black");

export function exerciseOf(puzzle: Puzzle, isDaily: boolean): Exercise {
  const { fen, line, solver, phase, goal, rating } = puzzle;
  const verb: { [T in ActionType]: string } = { ban: "bans", move: "moves" };
  return {
    title: `${isDaily ? "Puzzle of the day" : "Puzzle"}, rated ${rating}`, task: `${name(solver)} ${verb[phase]}: ${goalWords(goal)}.`,
    fen, solver, steps: stepsOf(fen, line), wrong: missed(goal), done: "Solved.", lesson: null, puzzle,
  };
}

const KEY = "banchess.learn";

/** What was kept, as far as it makes sense. */
export function restoreLearn(): Pick<LearnState, "score" | "lessons"> {
  let data: any = null;
  try {
    data = JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch { /* blocked, or not ours */ }
  const lessons = Array.isArray(data?.lessons) ? data.lessons.filter((n: unknown) => Number.isInteger(n) && LESSONS[(n as number) - 1]) : [];
  return { score: scoreFrom(data?.score), lessons };
}

/** Keeps it from now on. Where nothing can be stored, it lasts as long as the page. */
export function keepLearn(learn: LearnStore): void {
  learn.watch(["score", "lessons"], ({ score, lessons }, old) => {
    if (!old) return;
    try {
      localStorage.setItem(KEY, JSON.stringify({ score, lessons }));
    } catch { /* blocked or full */ }
  });
}
