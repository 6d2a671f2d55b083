// What the page says about a position, in sentences.

import type { Action, Ban } from "../../banchess/banchess.js";
import type { TreeNode } from "../../banchess/tree.js";
import { other, type Position } from "./position.js";

/** "White" for "white". */
export const name = (player: string) => player.charAt(0).toUpperCase() + player.slice(1);

/** What an error says to people; its hint is for programmers. */
export const withoutHint = ({ message, hint }: Error & { hint?: string }) => (hint ? message.replace(`; ${hint}`, "") : message);

/** What befell the board or the engine, in people's words. */
export function trouble(what: "board" | "engine", error: Error & { code?: string; hint?: string }): string {
  const cause = (error.cause as Error | undefined)?.message;
  if (error.code === "crashed") return `the ${what} has crashed`;
  if (error.code === "version_mismatch") return `the ${what} is of another release than this page`;
  if (error.code === "load_failed") return `the ${what} cannot be loaded${cause ? `: ${cause}` : ""}`;
  return withoutHint(error);
}

/** What is said of a link with a game that the rules refuse. */
export const unplayable = ({ message }: Error) => ({ kind: "error" as const, text: `The game in the link cannot be played: ${message}` });

/** Words as a sentence of their own. */
export const sentence = (words: string) => name(words).replace(/\.?$/, ".");

/** "e2–e4" for a pair. */
export const dashed = ({ from, to }: Ban) => `${from}–${to}`;

/** "3. Qxf7+", "3… ban e2–e4", "the start". */
export function nodeName({ action, moveNumber, ply, san }: Pick<TreeNode, "action" | "moveNumber" | "ply" | "san">): string {
  if (!action) return "the start";
  return `${moveNumber}${(ply - 1) % 4 < 2 ? "." : "…"} ${"ban" in action ? `ban ${dashed(action.ban)}` : san}`;
}

const ROLES: Record<string, string> = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

/** "queen" for "q". */
export const roleName = (letter: string) => ROLES[letter.toUpperCase()] ?? "";

/** "white pawn" for "wP". */
export const pieceName = (piece: string) => `${piece.startsWith("w") ? "white" : "black"} ${roleName(piece.charAt(1))}`;

/** Who acts and what, or how the game ended: "Black bans a White move". */
export function headline({ result, phase, mover, active }: Position): string {
  if (result) return result.text;
  if (phase === "move") return `${name(mover)} moves`;
  return `${name(active)} bans a ${name(mover)} move`;
}

/** What there is to know besides: the ban in force, check, the number of replies. */
export function details(position: Position): string[] {
  const { mover, ban, result } = position;
  if (!result) return [...(ban ? [`${name(other(mover))} banned ${dashed(ban)}`] : []), ...outlook(position)];
  if (ban && result.reason?.endsWith("_by_ban")) return [`The ban of ${dashed(ban)} left ${name(mover)} no move`];
  return [];
}

/** Check, and what can be done. */
function outlook({ mover, phase, check, legal }: Position): string[] {
  const parts = check ? [`${name(mover)} is in check`] : [];
  const one = legal?.length === 1;
  if (legal && phase === "ban") parts.push(one ? "1 legal reply: banning it ends the game" : `${legal.length} legal replies`);
  else if (legal) parts.push(one ? "1 legal move" : `${legal.length} legal moves`);
  return parts;
}

/**
 * What just happened and what is due, for those who do not see the board.
 *
 * @param last the action just played, or null if none was
 */
export function announcement(position: Position, last: { action: Action; san: string } | null): string {
  const words = [headline(position), ...(position.result ? [] : outlook(position))];
  const player = other(position.mover);
  if (last && "ban" in last.action) words.unshift(`${name(player)} banned ${dashed(last.action.ban)}`);
  else if (last) words.unshift(`${name(player)} played ${last.san}`);
  else words.unshift(`Ply ${position.ply}`);
  return `${words.join(". ")}.`;
}

/** How much of the program has come: "3.1 of 12.9 MB". */
export function megabytes({ loaded, total }: { loaded: number; total?: number | undefined }): string {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  return total ? `${mb(loaded)} of ${mb(total)} MB` : `${mb(loaded)} MB`;
}

/**
 * An error of the rules as a person should read it: the sentence, and where in
 * the text it is as far as the sentence leaves that out.
 */
export function errorText(error: string, { token, ply }: { token?: string; ply?: number } = {}): string {
  const where = [];
  if (ply && !error.includes(`ply ${ply}`)) where.push(`ply ${ply}`);
  if (token && !error.includes(token)) where.push(`at “${token}”`);
  const text = error
    .replace(/\b([a-h][1-8])-([a-h][1-8])\b/g, "$1–$2")
    // Squares and moves begin sentences as they are.
    .replace(/^[a-z](?![1-8])/, (letter) => letter.toUpperCase());
  return where.length > 0 ? `${text} (${where.join(", ")})` : text;
}
