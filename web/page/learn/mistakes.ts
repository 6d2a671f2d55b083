// The mistakes of reported games as exercises, one after the other: the player finds what
// would have been better.

import { BanChess, type Player } from "../../banchess/banchess.js";
import type { Exercise, Grade } from "../../banchess/review.js";
import { words } from "language/learn";
import { nodeName } from "../model/index.js";
import { plyOf } from "./lines.js";

/** An action that a report has marked, with what was better. */
export interface Mistake extends Exercise {
  readonly player: Player;
  readonly san: string; // of the action
  readonly from: string; // the game, if it is not the one on the board; "" if it is not known
}

/** Mistakes of which one is on the board. */
export interface Session {
  readonly mistakes: readonly Mistake[];
  readonly grades: readonly (Grade | undefined)[]; // how each was answered at first
  readonly at: number; // as many as there are once all were answered
  readonly isReview: boolean; // true for those that are due, of all games; false for those of the game on the board
  readonly before?: Session | undefined; // the session before a mistake was removed, until the user goes on
}

/** Returns exercises with the gravest mistakes first, as the schedule asks for new ones. */
export const gravestFirst = (exercises: readonly Exercise[]): Exercise[] => [4, 2, 6].flatMap((mark) => exercises.filter((exercise) => exercise.mark === mark));

/** Returns the mistakes of exercises, without those that the rules refuse. @param games the name of the game of each */
export const mistakesOf = (exercises: readonly Exercise[], games: readonly string[] = []): Mistake[] => exercises.flatMap((exercise, i) => {
  const game = new BanChess(exercise.fen), player = game.getActivePlayer(), { san } = game.play(exercise.played);
  game.free();
  return san ? [{ ...exercise, player, san, from: games[i] ?? "" }] : [];
});

/** Returns the name of the action that was a mistake: "3… ban a2–a3". */
export function mistakeName({ fen, played, san }: Mistake): string {
  return nodeName({ action: BanChess.deserializeAction(played), moveNumber: Number(fen.split(" ")[5]), ply: plyOf(fen), san });
}

/** Returns a session in which a mistake has its first grade. */
export function graded(session: Session, mistake: Mistake, grade: Grade): Session {
  return { ...session, before: undefined, grades: session.mistakes.map((other, i) => session.grades[i] ?? (other === mistake ? grade : undefined)) };
}

/** Returns the grades of mistakes in a session that was left before its end, or an empty list if it had other mistakes. */
export const gradesBefore = (session: Session | null, mistakes: readonly Mistake[]): Session["grades"] =>
  session?.grades.includes(undefined) && session.mistakes.map(({ id }) => id).join() === mistakes.map(({ id }) => id).join() ? session.grades : [];

/** Says how many mistakes of a session were found on the first try, and how many of them with a hint. */
export function foundWords({ grades, mistakes }: Session): string {
  const after = (grade: Grade) => grades.filter((other) => other === grade).length, hinted = after(2);
  return words.learn.foundOf(hinted + after(3), hinted, mistakes.length);
}
