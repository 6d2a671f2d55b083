// Games with somebody elsewhere as the page keeps them, and what their logs tell.

import type { Player, Reason } from "../../banchess/banchess.js";
import { GameTree } from "../../banchess/tree.js";
import { words } from "language/together";
import { isRemote, lineIn, nodeName, other, type Begun } from "../model/index.js";
import type { Left } from "../shell/index.js";
import type { Log } from "./log.js";

/** A game with somebody elsewhere that was left. */
export type Kept = Left & { readonly begun: Begun & { readonly log: string } };

/** Returns a game if it is one with somebody elsewhere. */
export const isKept = (left: Left | null): Kept | null => (left?.begun?.log !== undefined && isRemote(left.players) ? left as Kept : null);

/** Returns the tree of the actions of a log that were not taken back. */
export function treeOf(log: Log): GameTree {
  const tree = new GameTree(log.fen);
  tree.follow(log.line());
  const ended = endingOf(log);
  if (ended) tree.endAs(ended, log.result.winner ?? undefined);
  return tree;
}

/** Returns how the players or a clock ended the game, or null if the rules did or nobody has. */
export function endingOf({ result: { reason } }: Log): Reason | null {
  return reason === "resignation" || reason === "agreement" || reason === "timeout" || reason === "timeout_insufficient_material" ? reason : null;
}

/** Returns what an entry that is no action says, to the other player or to a watcher. */
export function told(entry: string, own: Player | null): string | undefined {
  const { together } = words, sign = entry.charAt(1);
  return own ? together.news[sign] : together.step(entry.startsWith("w") ? "white" : "black", sign, Number.parseInt(entry.slice(2), 10)) || undefined;
}

/** Returns what the other player has done since a number of entries, in words; for a watcher, what anybody has. Of the user's own entries, only the end is told. */
export function newsOf(log: Log, since: number, own: Player | null): string {
  if (!log.players.slice(since).some((player) => player !== own)) return log.turn ? words.together.goesOnHere : log.result.reason?.startsWith("timeout") ? words.together.timeUp : "";
  const tree = treeOf(log), played = tree.mainLine().slice(lineIn(log.entries.slice(0, since).join(""), tree.root.ply + 1).length).filter(({ player }) => player !== own).map(nodeName);
  tree.free();
  const { together } = words, hasDeclined = own && log.entries.slice(since).some((entry) => entry === `${other(own).charAt(0)}-`);
  const said = told(log.entries.at(-1) ?? "", own);
  if (played.length === 0) return said ?? together.answered;
  return `${hasDeclined ? together.declined : ""}${together.played(played.join(", "), own)}${log.turn === null && said ? ` ${said}` : ""}`;
}
