// The captured pieces and the material balance, computed from the pieces on the board.

import { other, type Pieces } from "../model/index.js";
import type { PieceName, Player } from "../../banchess/banchess.js";

const VALUES = [["Q", 9], ["R", 5], ["B", 3], ["N", 3], ["P", 1]] as const;

/**
 * Returns the pieces that a player has captured since the start position, the most
 * valuable first. Neither a promoted pawn nor the piece that it became counts as
 * captured while it is on the board.
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

/** Returns a player's material lead in pawns. */
export function lead(player: Player, now: Pieces): number {
  let sum = 0;
  for (const [role, value] of VALUES) sum += value * (count(now, `w${role}`) - count(now, `b${role}`));
  return player === "white" ? sum : -sum;
}

const count = (pieces: Pieces, piece: PieceName) => pieces.filter((p) => p === piece).length;
