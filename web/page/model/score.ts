// The engine's scores of positions, always from White's point of view.

import type { Player } from "../../banchess/banchess.js";
import type { Info, Score } from "../../banchess/engine.js";

/** A line of the engine. */
export interface Line {
  readonly score: Score;
  readonly depth: number;
  readonly exact: boolean; // by tables of endings
  readonly actions: readonly string[]; // BCN
}

export function lineOf({ score, depth, exact, actions }: Pick<Info, "score" | "depth" | "exact" | "actions">): Line {
  const sign = score.for === "white" ? 1 : -1;
  return { depth, exact, actions, score: score.mate === undefined ? { centipawns: sign * score.centipawns } : { mate: sign * score.mate } };
}

/** Returns a score as text: "+1.2", "−0.4", "0.0"; "#3" if White mates, "#−3" if Black does. */
export function scoreText({ centipawns, mate }: Score): string {
  if (mate !== undefined) return `#${mate < 0 ? "−" : ""}${Math.abs(mate)}`;
  const pawns = (Math.abs(centipawns) / 100).toFixed(1);
  return pawns === "0.0" ? pawns : `${centipawns < 0 ? "−" : "+"}${pawns}`;
}

/** Returns White's winning chances, from 0 to 1. lichess has found the slope in its games. */
export function chances({ centipawns, mate }: Score): number {
  if (mate !== undefined) return mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-0.00368208 * centipawns));
}

/** Returns a player's winning chances, from 0 to 1. */
export const chancesOf = (player: Player, score: Score): number => (player === "white" ? chances(score) : 1 - chances(score));
