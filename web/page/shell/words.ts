// What the page says about a position, in sentences made of the words of a language.

import { SQUARES, type Action, type Ban, type Player, type Square } from "../../banchess/banchess.js";
import type { TreeNode } from "../../banchess/tree.js";
import { words, type Words } from "language/first";
import type { Seat } from "./players.js";
import { other, type Position } from "./position.js";

/** "White" for "white". */
export const name = (player: Player | string): string => words.names[player as Player] ?? player;

/** What an error says to people; its hint is for programmers. */
export const withoutHint = ({ message, hint }: Error & { hint?: string }) => (hint ? message.replace(`; ${hint}`, "") : message);

/** What befell the board or the engine, as a sentence. */
export function trouble(what: "board" | "engine", error: Error & { code?: string; hint?: string }): string {
  const cause = (error.cause as Error | undefined)?.message;
  return words.errors[error.code as keyof Words["errors"]]?.(what, cause) ?? sentence(withoutHint(error));
}

/** What is said of a link with a game that the rules refuse. */
export const unplayable = ({ message }: Error) => ({ kind: "error" as const, text: words.shell.brokenLink(message) });

/** Words as a sentence of their own. */
export const sentence = (text: string) => (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\.?$/, ".");

/** "You", "Computer, level 3", or the name of somebody elsewhere. */
export const seatName = (seat: Seat): string =>
  seat.kind === "computer" ? words.play.computer(seat.level) : seat.kind === "remote" ? seat.name : words.play.you;

/** What is wrong with what a hand tried on the board; null for what was not tried there. */
export function slipText(position: Position, { code, error, from, to }: { code: string; error: string; from?: Square | null; to?: Square | null }): string | null {
  if (!from) return null;
  const { pieces, mover, phase } = position;
  const piece = pieces[SQUARES.indexOf(from)], isBan = phase === "ban";
  if (piece && piece[0] !== mover[0] && (code === "illegal_ban" || code === "illegal_move")) return words.play.notTheirs(pieceName(piece), mover, isBan);
  if (code === "illegal_ban" && to) return words.play.needsNoBan(mover, dashed({ from, to }));
  return error.replace(/ at ply \d+/, "").replace(/; .*/, "");
}

/** "e2–e4" for a pair. */
export const dashed = ({ from, to }: Ban) => `${from}–${to}`;

/** "3. Qxf7+", "3… ban e2–e4", "the start". */
export function nodeName({ action, moveNumber, ply, san }: Pick<TreeNode, "action" | "moveNumber" | "ply" | "san">): string {
  if (!action) return words.shell.start;
  return `${moveNumber}${(ply - 1) % 4 < 2 ? "." : "…"} ${"ban" in action ? words.shell.theBan(dashed(action.ban)) : san}`;
}

/** "queen" for "q". */
export const roleName = (letter: string) => words.roles[letter.toUpperCase() as keyof Words["roles"]] ?? "";

/** "white pawn" for "wP". */
export const pieceName = (piece: string) => words.piece(piece.startsWith("w") ? "white" : "black", roleName(piece.charAt(1)));

/** Who acts and what, or how the game ended: "Black bans a White move". */
export function headline({ result, phase, mover, active }: Position): string {
  if (result) return result.text;
  return phase === "move" ? words.shell.moves(mover) : words.shell.bans(active, mover);
}

/** What there is to know besides: the ban in force, check, the number of replies. */
export function details(position: Position): string[] {
  const { mover, ban, result } = position;
  if (!result) return [...(ban ? [words.shell.banned(other(mover), dashed(ban))] : []), ...outlook(position)];
  if (ban && result.reason?.endsWith("_by_ban")) return [words.shell.noMoveLeft(dashed(ban), mover)];
  return [];
}

/** Check, and what can be done. */
function outlook({ mover, phase, check, legal }: Position): string[] {
  const parts = check ? [words.shell.inCheck(mover)] : [];
  if (legal) parts.push(phase === "ban" ? words.shell.replies(legal.length) : words.shell.legalMoves(legal.length));
  return parts;
}

/**
 * What just happened and what is due, for those who do not see the board.
 *
 * @param last the action just played, or null if none was
 */
export function announcement(position: Position, last: { action: Action; san: string } | null): string {
  const parts = [headline(position), ...(position.result ? [] : outlook(position))];
  const player = other(position.mover);
  if (last && "ban" in last.action) parts.unshift(words.shell.banned(player, dashed(last.action.ban)));
  else if (last) parts.unshift(words.shell.moved(player, last.san));
  else parts.unshift(words.shell.ply(position.ply));
  return `${parts.join(". ")}.`;
}

/** How much of the program has come: "3.1 of 12.9 MB". */
export function megabytes({ loaded, total }: { loaded: number; total?: number | undefined }): string {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  return words.shell.amount(mb(loaded), total ? mb(total) : undefined);
}

/**
 * An error of the rules as a person should read it: the sentence, and where in
 * the text it is as far as the sentence leaves that out.
 */
export function errorText(error: string, { token, ply }: { token?: string; ply?: number } = {}): string {
  const where = [];
  if (ply && !error.includes(`ply ${ply}`)) where.push(words.shell.place(ply));
  if (token && !error.includes(token)) where.push(words.shell.token(token));
  const text = error
    .replace(/\b([a-h][1-8])-([a-h][1-8])\b/g, "$1–$2")
    // Squares and moves begin sentences as they are.
    .replace(/^[a-z](?![1-8])/, (letter) => letter.toUpperCase());
  return where.length > 0 ? `${text} (${where.join(", ")})` : text;
}
