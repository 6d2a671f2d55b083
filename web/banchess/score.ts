// What a position is worth.
import type { Player } from "./action.js";

/** What a position is worth, in one of two numbers: the one that is there counts. */
export type Score = {
  /** Hundredths of a pawn. */
  readonly centipawns: number;
  /** Only where a mate is known. */
  readonly mate?: undefined;
} | {
  /** Turns until somebody mates: one's move with the ban that follows it is a turn, and the one under way counts. Negative for the player who is mated. */
  readonly mate: number;
  /** Only where no mate is known. */
  readonly centipawns?: undefined;
};

/** A score that says whose it is. */
export type PlayerScore = Score & {
  /** The player who acts at the position that is searched. */
  readonly for: Player;
};
