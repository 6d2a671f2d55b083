// The report of a game: the engine goes through all of its line and judges each
// ban and each move by the winning chances it gave away.

import type { Player } from "../banchess/banchess.js";
import type { Score } from "./score.js";
import { chances } from "./score.js";

export type Mark = "inaccuracy" | "mistake" | "blunder" | "missed mate";

/** What a mark looks like behind a move, as in PGN. */
export const GLYPHS: { readonly [M in Mark]: string } = { inaccuracy: "?!", mistake: "?", blunder: "??", "missed mate": "?" };

/** What was said of one action. */
export interface Judgement {
  readonly mark: Mark | null;
  readonly accuracy: number; // 0 to 100
}

// Of the chances to win, from 0 to 1, that are given away: as on lichess.
const INACCURACY = 0.05, MISTAKE = 0.1, BLUNDER = 0.15;

/** Judges an action of a player by what the position was worth before and after. */
export function judge(player: Player, before: Score, after: Score): Judgement {
  const side = player === "white" ? 1 : -1;
  const own = (score: Score) => (side === 1 ? chances(score) : 1 - chances(score));
  const loss = Math.max(0, own(before) - own(after));
  const accuracy = Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * loss) - 3.1669));
  const hadMate = before.mate !== undefined && before.mate * side > 0;
  const hasMate = after.mate !== undefined && after.mate * side > 0;
  const mark =
    loss >= BLUNDER ? "blunder"
    : hadMate && !hasMate ? "missed mate"
    : loss >= MISTAKE ? "mistake"
    : loss >= INACCURACY ? "inaccuracy"
    : null;
  return { mark, accuracy };
}

/** One line of the report: how one side banned, or moved. */
export interface Tally {
  readonly accuracy: number | null; // the mean; null if there was nothing to judge
  readonly marks: { readonly [M in Mark]: number };
}

export function tally(judgements: readonly Judgement[]): Tally {
  const marks = { inaccuracy: 0, mistake: 0, blunder: 0, "missed mate": 0 };
  let sum = 0;
  for (const { mark, accuracy } of judgements) {
    sum += accuracy;
    if (mark) marks[mark]++;
  }
  return { accuracy: judgements.length > 0 ? sum / judgements.length : null, marks };
}
