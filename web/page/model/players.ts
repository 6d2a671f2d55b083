// The players of a game: each side is a person at this screen, the computer, or somebody
// elsewhere.

import type { Player } from "../../banchess/banchess.js";
import { LEVELS } from "../../banchess/engine.js";

export type Seat = { readonly kind: "human" } | { readonly kind: "computer"; readonly level: number } | { readonly kind: "remote"; readonly name: string };

export type Players = { readonly [P in Player]: Seat } & {
  readonly turns?: true; // the board turns to the player to act
};

const HUMAN: Seat = { kind: "human" };

/** Two people at this screen. */
export const HUMANS: Players = { white: HUMAN, black: HUMAN };

/** Returns the computer at a level as one player, and a person at this screen as the other. */
export const computerAs = (player: Player, level: number): Players => ({ ...HUMANS, [player]: { kind: "computer", level } });

/** Returns somebody elsewhere as one player, and a person at this screen as the other. */
export const remoteAs = (player: Player, name: string): Players => ({ ...HUMANS, [player]: { kind: "remote", name } });

/** Reports whether one of the players is elsewhere. */
export const isRemote = ({ white, black }: Players): boolean => white.kind === "remote" || black.kind === "remote";

/** Reports whether both players are people at this screen. */
export const areHumans = ({ white, black }: Players): boolean => white.kind === "human" && black.kind === "human";

/** Returns the side of the only person at this screen, or null if there are two or none. */
export function ownSide({ white, black }: Players): Player | null {
  if ((white.kind === "human") === (black.kind === "human")) return null;
  return white.kind === "human" ? "white" : "black";
}

/** Returns the stored players. An invalid one becomes a person at this screen. */
export const playersFrom = (stored: any): Players => ({ white: seatFrom(stored?.white), black: seatFrom(stored?.black), ...stored?.turns === true && { turns: true } });

function seatFrom(stored: any): Seat {
  if (stored?.kind === "computer" && Number.isInteger(stored.level) && stored.level >= 1 && stored.level <= LEVELS) return { kind: "computer", level: stored.level };
  if (stored?.kind === "remote" && typeof stored.name === "string") return { kind: "remote", name: stored.name };
  return HUMAN;
}
