// The score of a position.
import type { Player } from "./action.js";

/** The score of a position: either centipawns or mate is defined. */
export type Score = {
  /** The advantage in hundredths of a pawn. */
  readonly centipawns: number;
  /** Undefined unless a mate is known. */
  readonly mate?: undefined;
} | {
  /** The number of turns until mate, negative if the player is mated. A turn is a player's move and the ban after it; the current turn counts. */
  readonly mate: number;
  /** Undefined if a mate is known. */
  readonly centipawns?: undefined;
};

/** A score from one player's point of view. */
export type PlayerScore = Score & {
  /** The player to act in the searched position. A positive score is good for this player. */
  readonly for: Player;
};
