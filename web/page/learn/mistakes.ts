// The mistakes of a reported game as exercises, one after the other: the player finds what
// would have been better.

import { BanChess, type BanChessFEN, type Player, type SerializedAction } from "../../banchess/banchess.js";
import type { Score } from "../../banchess/engine.js";
import type { GameTree } from "../../banchess/tree.js";
import { BETTER, chances, nodeName, type Judgement } from "../shell/index.js";
import { plyOf } from "./puzzle.js";

/** An action that a report has marked, and what was better. */
export interface Mistake {
  readonly fen: BanChessFEN; // before it
  readonly player: Player;
  readonly played: SerializedAction;
  readonly san: string;
  readonly mark: Judgement; // the glyph
  readonly best: Score; // what the better action keeps, as White sees it
  readonly better: readonly SerializedAction[];
  readonly text: string; // why it was a mistake; may be ""
}

/** How a mistake was answered: wrong, right after a hint, right at once; null if it was not yet. */
export type Grade = "wrong" | "hinted" | "right";

/** The mistakes of one player, of which one is on the board. */
export interface Session {
  readonly mistakes: readonly Mistake[];
  readonly grades: readonly (Grade | null)[];
  readonly at: number; // as many as there are once all were answered
}

const MARKS = [6, 2, 4] as const; // the glyphs of an inaccuracy, a mistake and a blunder

/** Returns a player's mistakes in the main line of a tree that a report was written into. */
export function mistakesIn(record: GameTree, player: Player): Mistake[] {
  return record.mainLine().flatMap((node) => {
    const parent = node.parent!, better = parent.children.find(({ nags }) => nags.includes(BETTER)), mark = MARKS.find((mark) => node.nags.includes(mark));
    if (node.player !== player || !parent.eval || !better || better === node || !mark) return [];
    const line = [better.bcn];
    for (let at = better.next; at; at = at.next) line.push(at.bcn);
    return [{ fen: parent.fen, player, played: node.bcn, san: node.san, mark, best: parent.eval, better: line, text: node.comment ?? "" }];
  });
}

const TOLERANCE = 0.02; // of the chances to win, as in game/report

/** Reports whether a score keeps about as much as another for a player. A mate is not given away. */
export function keeps(player: Player, best: Score, after: Score): boolean {
  const sign = player === "white" ? 1 : -1, mates = ({ mate = 0 }: Score) => sign * mate > 0;
  return sign * (chances(best) - chances(after)) <= TOLERANCE && (mates(after) || !mates(best));
}

/** Returns the name of the action that was a mistake: "3… ban a2–a3". */
export function mistakeName({ fen, played, san }: Mistake): string {
  return nodeName({ action: BanChess.deserializeAction(played), moveNumber: Number(fen.split(" ")[5]), ply: plyOf(fen), san });
}

/** Returns a session in which a mistake has its first grade. */
export function graded(session: Session, mistake: Mistake, grade: Grade): Session {
  return { ...session, grades: session.mistakes.map((other, i) => session.grades[i] ?? (other === mistake ? grade : null)) };
}

/** Returns how many mistakes of a session were answered rightly at first. */
export const foundIn = ({ grades }: Session): number => grades.filter((grade) => grade && grade !== "wrong").length;
