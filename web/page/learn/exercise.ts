// An exercise: a lesson, a puzzle or a mistake of a game, in one form for all.

import { SQUARES, dueAt, type Player } from "../../banchess/banchess.js";
import type { Score } from "../../banchess/engine.js";
import type { TreeNode } from "../../banchess/tree.js";
import { words } from "language/learn";
import { chancesOf, dashed, errorText, JUDGEMENTS, name, pairIn, pieceName, type Position } from "../model/index.js";
import { type Notice } from "../shell/index.js";
import { LESSONS } from "./lessons.js";
import type { Mistake, Session } from "./mistakes.js";
import { plyOf, stepsOf, type Goal, type Puzzle, type Step } from "./puzzle.js";

export interface Exercise {
  readonly title: string;
  readonly task: string;
  readonly fen: string;
  readonly steps: readonly Step[] | null; // null for a whole game against the computer
  readonly solver: Player;
  readonly goal: Goal | "best" | null; // null if `wrong` says all that there is to say
  readonly wrong: (after: Position) => string; // describes what a wrong action misses, by the position after it; may be ""
  readonly done: string;
  readonly lesson: number | null; // from 1
  readonly puzzle: Puzzle | null;
  readonly mistake: Mistake | null; // other actions that keep as much are right too
}

/** Returns the exercise of a lesson, counted from 1, or null if the lesson does not exist. */
export function lessonAt(number: number): Exercise | null {
  const lesson = LESSONS[number - 1];
  if (!lesson) return null;
  const { title, task, fen, line, wrong, done, claim } = lesson;
  return {
    title: words.learn.lesson(number, LESSONS.length, title), task, fen, done, lesson: number, puzzle: null, mistake: null,
    goal: claim === "mate" ? { kind: claim, turns: 1, gain: 0 } : null, wrong: (after) => (claim === "mate" ? noMate(after) : wrong),
    steps: line ? stepsOf(fen, line) : null, solver: line ? dueAt(plyOf(fen)).active : "white",
  };
}

/** Creates the exercise of a puzzle. */
export function exerciseOf(puzzle: Puzzle, isDaily: boolean): Exercise {
  const { fen, line, solver, phase, goal, rating } = puzzle, { kind, turns } = goal;
  const isMateInOne = kind === "mate" && turns === 1;
  const wanted = isMateInOne && phase === "move" ? words.learn.goal.mateInOne : words.learn.goal[kind](turns);
  return {
    title: words.learn.puzzle(rating, isDaily), task: words.learn[phase === "ban" ? "toBan" : "toMove"](name(solver), wanted), goal,
    fen, solver, steps: stepsOf(fen, line), wrong: (after) => (isMateInOne ? noMate(after) : words.learn.missed[kind](turns)), done: words.learn.solved, lesson: null, puzzle, mistake: null,
  };
}

/** Returns the exercise of a session's mistake. */
export function exerciseOfMistake({ mistakes, at }: Session): Exercise {
  const mistake = mistakes[at]!, { fen, player, played, san, mark, better, text } = mistake, { learn } = words;
  const isBan = played.startsWith("b:"), pair = dashed(pairIn(played));
  return {
    title: learn.mistake(at + 1, mistakes.length), task: isBan ? learn.betterBan(name(player), pair) : learn.betterMove(name(player), san),
    fen, steps: [{ action: better[0]!, next: [] }], solver: player, goal: "best", wrong: () => "", done: text ? learn.inGame(isBan ? learn.banInGame(pair) : san, JUDGEMENTS[mark], text) : "", lesson: null, puzzle: null, mistake,
  };
}

/** Says what a right answer to a mistake keeps, or returns "" if that is next to nothing. @param kept White's score after the answer */
export function keepsWords({ player, best }: Mistake, { bcn, san }: TreeNode, kept: Score): string {
  const { learn } = words, answer = bcn.startsWith("b:") ? learn.banInGame(dashed(pairIn(bcn))) : san;
  const chances = Math.min(chancesOf(player, kept), chancesOf(player, best)); // the report's own number is the most that is claimed
  if (kept.mate !== undefined && chancesOf(player, kept) === 1) return learn.forcesMate(answer);
  return chances < 0.005 ? "" : learn.keeps(answer, chances);
}

/** Says why a move, or the ban after it, does not mate. */
export function noMate({ phase, check, legal, mover }: Pick<Position, "phase" | "check" | "legal" | "mover">): string {
  const ways = legal?.length ?? 0;
  if (!check) return words.learn.noCheck(name(mover));
  return words.learn[phase === "ban" ? "waysOut" : "wayOut"](name(mover), ways);
}

/** Returns a refusal in words for learners: without plies and suggestions. */
export function plainly({ kind, text, from }: Notice, { phase, mover, pieces, result }: Pick<Position, "phase" | "mover" | "pieces" | "result">): string {
  if (kind !== "refused") return errorText(text);
  const piece = from && !result && pieces[SQUARES.indexOf(from)];
  if (!piece || piece[0] === mover[0]) return errorText(text.split("; ")[0]!.replace(/ at ply \d+/, "")).replace(/\.?$/, ".");
  return `${words.learn.notYours(pieceName(piece))} ${phase === "move" ? words.learn.moveOne(mover) : words.learn.banOne(name(mover))}`;
}
