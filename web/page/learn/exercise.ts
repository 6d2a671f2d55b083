// What is to be done on the board: a lesson or a puzzle, in one form for both.

import { SQUARES, dueAt, type ActionType, type Player } from "../../banchess/banchess.js";
import { LESSONS } from "./lessons.js";
import { other, type Position } from "../shell/position.js";
import { goalWords, missed, plyOf, stepsOf, type Puzzle, type Step } from "./puzzle.js";
import type { Notice } from "../shell/state.js";
import { errorText, name } from "../shell/words.js";

export interface Exercise {
  readonly title: string;
  readonly task: string;
  readonly fen: string;
  readonly steps: readonly Step[] | null; // null for a whole game against the computer
  readonly solver: Player;
  readonly wrong: (after: Position) => string; // what an action misses that is not right, by the position after it
  readonly done: string;
  readonly lesson: number | null; // from 1
  readonly puzzle: Puzzle | null;
}

/** The exercise of a lesson, counted from 1; null if there is none. */
export function lessonAt(number: number): Exercise | null {
  const lesson = LESSONS[number - 1];
  if (!lesson) return null;
  const { title, task, fen, line, wrong, done, claim } = lesson;
  return {
    title: `Lesson ${number} of ${LESSONS.length}: ${title}`, task, fen, done, lesson: number, puzzle: null,
    wrong: (after) => (claim === "mate" ? noMate(after) : wrong),
    steps: line ? stepsOf(fen, line) : null, solver: line ? dueAt(plyOf(fen)).active : "white",
  };
}

export function exerciseOf(puzzle: Puzzle, isDaily: boolean): Exercise {
  const { fen, line, solver, phase, goal, rating } = puzzle;
  const isOneMove = goal.kind === "mate" && goal.turns === 1 && phase === "move";
  const verb: { [T in ActionType]: string } = { ban: "bans", move: "moves" };
  return {
    title: `${isDaily ? "Puzzle of the day" : "Puzzle"}, rated ${rating}`, task: `${name(solver)} ${verb[phase]}: ${goalWords(goal)}${isOneMove ? ", a move and the ban behind it" : ""}.`,
    fen, solver, steps: stepsOf(fen, line), wrong: (after) => (goal.kind === "mate" && goal.turns === 1 ? noMate(after) : missed(goal)), done: "Solved.", lesson: null, puzzle,
  };
}

/** Why a move, or a ban behind it, does not mate. */
export function noMate({ phase, check, legal, mover }: Pick<Position, "phase" | "check" | "legal" | "mover">): string {
  const ways = legal?.length ?? 0;
  if (!check) return `${name(mover)}’s king is not in check, and without a check there is no mate.`;
  if (phase === "ban") return `${name(mover)} is in check, but has ${ways} ways out, and one ban takes one of them.`;
  return `${name(mover)} is in check, but still has ${ways === 1 ? "a way" : `${ways} ways`} out.`;
}

/** What is refused, to somebody who is learning: without plies, and what to write instead. */
export function plainly({ kind, text, from }: Notice, { phase, mover, pieces, result }: Pick<Position, "phase" | "mover" | "pieces" | "result">): string {
  if (kind !== "refused") return errorText(text);
  const piece = from && !result && pieces[SQUARES.indexOf(from)];
  if (!piece || piece[0] === mover[0]) return errorText(text.split("; ")[0]!.replace(/ at ply \d+/, "")).replace(/\.?$/, ".");
  const whose = `That is ${name(other(mover))}’s piece.`;
  return phase === "move" ? `${whose} Drag a ${mover} one.` : `${whose} A ban takes one of ${name(mover)}’s moves: drag the piece ${name(mover)} would move.`;
}
