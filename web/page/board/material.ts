// What the sides have taken from one another, out of what stands on the board.

import { other } from "../shell/index.js";
import type { PieceName, Player } from "../../banchess/banchess.js";

type Pieces = readonly (PieceName | null)[];

const VALUES = [["Q", 9], ["R", 5], ["B", 3], ["N", 3], ["P", 1]] as const;

/**
 * The pieces a player has taken since the start position, the most valuable
 * first. A pawn that was promoted is not taken, and neither is what it became,
 * as long as it stands there.
 */
export function takenBy(player: Player, start: Pieces, now: Pieces): PieceName[] {
  const side = other(player) === "white" ? "w" : "b";
  const taken: PieceName[] = [];
  let promoted = 0;
  for (const [role] of VALUES) {
    const piece: PieceName = `${side}${role}`;
    let missing = count(start, piece) - count(now, piece);
    if (role === "P") missing -= promoted;
    else promoted += Math.max(-missing, 0);
    for (let i = 0; i < missing; i++) taken.push(piece);
  }
  return taken;
}

/** By how much a player's pieces are worth more than the other's, in pawns. */
export function lead(player: Player, now: Pieces): number {
  let sum = 0;
  for (const [role, value] of VALUES) sum += value * (count(now, `w${role}`) - count(now, `b${role}`));
  return player === "white" ? sum : -sum;
}

const count = (pieces: Pieces, piece: PieceName) => pieces.filter((p) => p === piece).length;
