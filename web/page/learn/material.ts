// Counts the pieces that a line wins and loses, along its captures.

import { piecesOf, type BanChessFEN, type HistoryEntry, type Player } from "../../banchess/banchess.js";
import { other, roleName } from "../model/index.js";

/** Pieces that a player has won and lost, by the names of their roles, without those that make up for each other. */
export interface Change {
  readonly won: readonly string[];
  readonly lost: readonly string[];
}

const POINTS: { readonly [role: string]: number } = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1 }; // the dearest first
const QUIET = 4; // actions without a capture that end an exchange
const LONGEST = 10; // actions that show what is won or lost

/** Returns what a player wins and loses by the actions; null if a pawn is promoted, which counts otherwise. */
export function balance(entries: readonly HistoryEntry[], player: Player): Change | null {
  if (entries.some(({ flags }) => flags.promotion)) return null;
  const taken = (by: Player) => entries.flatMap(({ player, captured }) => (captured && player === by ? [roleName(captured)] : []));
  return without(taken(player), taken(other(player)));
}

/** Returns the points that a player has gained. */
export const points = ({ won, lost }: Change): number => sum(won) - sum(lost);

const sum = (roles: readonly string[]) => roles.reduce((total, role) => total + (POINTS[role] ?? 0), 0);

/**
 * Returns how many of the entries show what a player wins or loses by the action at `from`: up to a
 * place after the opponent's reply where the captures pause, and after which the player never
 * has more. Returns 0 if there is no such place.
 */
export function settledAt(entries: readonly HistoryEntry[], from: number, player: Player): number {
  const isOver = entries.at(-1)!.flags.gameOver, net = (length: number) => points(balance(entries.slice(0, length), player) ?? { won: [], lost: [] });
  const reply = entries.findIndex((entry, i) => i > from && entry.actionType === "move" && entry.player !== player) + 1;
  for (let at = reply; reply > 0 && at <= Math.min(entries.length, from + LONGEST); at++) {
    const isQuiet = entries.slice(at, at + QUIET).every(({ captured }) => !captured) && (isOver || entries.length >= at + QUIET);
    if (isQuiet && entries.every((_, i) => i < at || net(i + 1) <= net(at))) return at;
  }
  return 0;
}

/** Returns a change as the opponent sees it. */
export const reversed = ({ won, lost }: Change): Change => ({ won: lost, lost: won });

/** Returns what a player has more on the board than the opponent (`won`), and what the opponent has more (`lost`). */
export function standing(fen: BanChessFEN, player: Player): Change {
  const of = (player: Player) => (piecesOf(fen) ?? []).flatMap((piece) => (piece?.[0] === player[0] ? [roleName(piece!.charAt(1))] : []));
  return without(of(player), of(other(player)));
}

/** Removes from both lists what makes up for a piece of the other: the same piece, then one of as many points. */
function without(won: readonly string[], lost: readonly string[]): Change {
  for (const isSame of [(one: string, two: string) => one === two, (one: string, two: string) => POINTS[one] === POINTS[two]]) {
    const left = [...lost];
    won = won.filter((role) => {
      const at = left.findIndex((other) => isSame(role, other));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    lost = left;
  }
  const dearest = Object.keys(POINTS);
  const ordered = (roles: readonly string[]) => roles.filter((role) => role in POINTS).toSorted((one, two) => dearest.indexOf(one) - dearest.indexOf(two));
  return { won: ordered(won), lost: ordered(lost) };
}
