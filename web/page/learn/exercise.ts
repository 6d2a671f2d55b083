// An exercise: a lesson, a puzzle or a mistake of a game, in one form for all.

import { SQUARES, dueAt, type Player } from "../../banchess/banchess.js";
import type { Score } from "../../banchess/engine.js";
import type { TreeNode } from "../../banchess/tree.js";
import { words } from "language/learn";
import { chancesOf, dashed, errorText, JUDGEMENTS, name, other, pairIn, pieceName, type Position } from "../model/index.js";
import { type Notice } from "../shell/index.js";
import { LESSONS } from "./lessons.js";
import type { Mistake, Session } from "./mistakes.js";
import { along, plyOf } from "./lines.js";
import { nextIn, refuted, type Claim, type Puzzle, type Refutation } from "./puzzle.js";

export interface Exercise {
  readonly title: string;
  readonly task: string;
  readonly fen: string;
  readonly next: ((actions: readonly string[]) => Promise<readonly string[] | null>) | null; // returns the right actions after some, "*" for any, an empty list at the end, null after a wrong one; null for a whole game against the computer
  readonly solver: Player;
  readonly refute: ((before: readonly string[], wrong: string) => Promise<Refutation>) | null; // shows what a wrong action loses; the engine does where it has no text, or is null
  readonly wrong: () => string; // what the author of an embedded board says of a wrong action; may be ""
  readonly done: string; // what there is to say at the end
  readonly hint?: () => string; // tells of the action that `next` returned last which piece it is of
  readonly lesson: number | null; // from 1
  readonly puzzle: Puzzle | null;
  readonly mistake: Mistake | null; // other actions that keep as much are right too
}

/** Returns the exercise of a lesson, counted from 1, or null if the lesson does not exist. */
export function lessonAt(number: number): Exercise | null {
  const lesson = LESSONS[number - 1];
  if (!lesson) return null;
  const { title, task, fen, lines, reply, wrong, done, claim } = lesson, isGame = lines.length === 0;
  return {
    title: words.learn.lesson(number, LESSONS.length, title), task, fen, done, lesson: number, puzzle: null, mistake: null, wrong: () => "",
    refute: claim === "mate" ? proof({ fen, goal: "mate 1", line: lines[0]!.map((action) => action.slice(2)).join(" ") }) : () => Promise.resolve({ line: reply, text: wrong }),
    next: isGame ? null : along(lines), solver: isGame ? "white" : dueAt(plyOf(fen)).active,
  };
}

/** Creates the exercise of a puzzle. */
export function exerciseOf(puzzle: Puzzle, isDaily: boolean): Exercise {
  const { fen, rating } = puzzle, [kind = "", turns] = puzzle.goal.split(" "), n = Number(turns);
  const { active: solver, phase } = dueAt(plyOf(fen)), { goal } = words.learn, opponent = name(other(solver));
  const wanted = goal[kind as Goal](n, opponent, phase);
  let told = "";
  const next = (actions: readonly string[]) => nextIn(puzzle, actions, (text) => (told = errorText(text)));
  return {
    title: words.learn.puzzle(rating, isDaily), task: words.learn[phase === "ban" ? "toBan" : "toMove"](name(solver), wanted), fen, solver,
    next, refute: proof(puzzle), wrong: () => "", get done() { return told; }, hint: () => told, lesson: null, puzzle, mistake: null,
  };
}

type Goal = "mate" | "defend" | "only" | "material" | "stalemate";

const proof = (claim: Claim) => async (before: readonly string[], wrong: string): Promise<Refutation> => {
  const { line, text } = await refuted(claim, before, wrong);
  return { line, text: errorText(text) };
};

/** Returns the exercise of a session's mistake. */
export function exerciseOfMistake({ mistakes, at }: Session): Exercise {
  const mistake = mistakes[at]!, { fen, player, played, san, mark, better, text } = mistake, { learn } = words;
  const isBan = played.startsWith("b:"), pair = dashed(pairIn(played));
  return {
    title: learn.mistake(at + 1, mistakes.length), task: isBan ? learn.betterBan(name(player), pair) : learn.betterMove(name(player), san),
    fen, next: along([[better[0]!]]), solver: player, refute: null, wrong: () => "", done: text ? learn.inGame(isBan ? learn.banInGame(pair) : san, JUDGEMENTS[mark], text) : "", lesson: null, puzzle: null, mistake,
  };
}

/** Says what a right answer to a mistake keeps, or returns "" if that is next to nothing. @param kept White's score after the answer */
export function keepsWords({ player, best }: Mistake, { bcn, san }: TreeNode, kept: Score): string {
  const { learn } = words, answer = bcn.startsWith("b:") ? learn.banInGame(dashed(pairIn(bcn))) : san;
  const chances = Math.min(chancesOf(player, kept), chancesOf(player, best)); // the report's own number is the most that is claimed
  if (kept.mate !== undefined && chancesOf(player, kept) === 1) return learn.forcesMate(answer);
  return chances < 0.005 ? "" : learn.keeps(answer, chances);
}

/** Returns a refusal in words for learners: without plies and suggestions. */
export function plainly({ kind, text, from }: Notice, { phase, mover, pieces, result }: Pick<Position, "phase" | "mover" | "pieces" | "result">): string {
  if (kind !== "refused") return errorText(text);
  const piece = from && !result && pieces[SQUARES.indexOf(from)];
  if (!piece || piece[0] === mover[0]) return errorText(text.split("; ")[0]!.replace(/ at ply \d+/, "")).replace(/\.?$/, ".");
  return `${words.learn.notYours(pieceName(piece))} ${phase === "move" ? words.learn.moveOne(mover) : words.learn.banOne(name(mover))}`;
}
