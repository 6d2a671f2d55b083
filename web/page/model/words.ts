// Sentences about a position, made of the texts of a language.

import { SQUARES, type Ban, type Player, type Reason, type Square } from "../../banchess/banchess.js";
import type { TreeNode } from "../../banchess/tree.js";
import { words, type Words } from "language/first";
import { HUMANS, type Players, type Seat } from "./players.js";
import { other, type Position } from "./position.js";

/** Returns the name of a player: "White" for "white". */
export const name = (player: Player | string): string => words.names[player as Player] ?? player;

/** Returns the message of an error without its hint, which is for programmers. */
const withoutHint = ({ message, hint }: Error & { hint?: string }) => (hint ? message.replace(`; ${hint}`, "") : message);

/** Returns a sentence about an error of the board or the engine. */
export function trouble(what: "board" | "engine", error: Error & { code?: string; hint?: string }): string {
  return words.errors[error.code as keyof Words["errors"]]?.(what) ?? sentence(withoutHint(error));
}

/** Returns the message for a link to a game that the rules refuse. */
export const unplayable = ({ message }: Error) => ({ kind: "error" as const, text: words.shell.brokenLink(message) });

/** Returns words as a sentence. */
export const sentence = (text: string) => (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\.?$/, ".");

/** Returns the name of a seat: "You", "Computer, level 3", or the name of somebody elsewhere. */
export const seatName = (seat: Seat): string =>
  seat.kind === "computer" ? words.play.computer(seat.level) : seat.kind === "remote" ? seat.name : words.play.you;

/** Returns the reason why an action on the board was refused, or null if it was not tried on the board. */
export function slipText(position: Position, { code, error, from, to }: { code: string; error: string; from?: Square | null; to?: Square | null }): string | null {
  if (!from) return null;
  const { pieces, mover, phase } = position;
  const piece = pieces[SQUARES.indexOf(from)], isBan = phase === "ban";
  if (piece && piece[0] !== mover[0] && (code === "illegal_ban" || code === "illegal_move")) return words.play.notTheirs(pieceName(piece), mover, isBan);
  if (code === "illegal_ban" && to) return words.play.needsNoBan(mover, dashed({ from, to }));
  return error.replace(/ at ply \d+/, "").replace(/; .*/, "");
}

/** Returns a pair as "e2–e4". */
export const dashed = ({ from, to }: Ban) => `${from}–${to}`;

/** Returns a ban in the lists: "e8–f7#" for "e8f7#". */
export const banText = (san: string) => `${san.slice(0, 2)}–${san.slice(2).replace("+", "")}`;

/** Returns the name of a node: "3. Qxf7+", "3… ban e2–e4", or "the start". */
export function nodeName({ action, moveNumber, ply, san }: Pick<TreeNode, "action" | "moveNumber" | "ply" | "san">): string {
  if (!action) return words.shell.start;
  return `${moveNumber}${(ply - 1) % 4 < 2 ? "." : "…"} ${"ban" in action ? words.shell.theBan(banText(san)) : san}`;
}

/** Returns the name of a role: "queen" for "q". */
export const roleName = (letter: string) => words.roles[letter.toUpperCase() as keyof Words["roles"]] ?? "";

/** Returns the name of a piece: "white pawn" for "wP". */
export const pieceName = (piece: string) => words.piece(piece.startsWith("w") ? "white" : "black", roleName(piece.charAt(1)));

/** Returns a result, told to the player of a side if there is one. */
export const resultText = ({ reason, winner }: { reason: Reason | null; winner: Player | null }, own: Player | null): string =>
  reason && (own && winner ? words.told(reason, winner === own) : words.result(reason, winner)) || "";

/**
 * Returns the player to act with the kind of action, or the result: "Black bans a White move".
 *
 * @param own the side of the only person at this screen, who is addressed: "Ban one of White’s moves"
 */
export function headline({ result, phase, mover, active }: Position, own: Player | null = null, players: Players = HUMANS): string {
  const { shell, play } = words, seat = players[active];
  if (result) return resultText(result, own);
  if (active === own) return phase === "move" ? shell.yourMove : shell.yourBan(mover);
  const who = !own ? name(active) : seat.kind === "remote" ? seat.name : play.theComputer;
  return phase === "move" ? shell.moves(who) : shell.bans(who, own ? null : mover);
}

/** Returns the details below the headline: the ban in force, check, the number of replies. */
export function details(position: Position): string[] {
  const { mover, ban, result } = position;
  if (!result) return [...(ban ? [words.shell.banned(other(mover), dashed(ban))] : []), ...outlook(position)];
  if (ban && result.reason?.endsWith("_by_ban")) return [words.shell.noMoveLeft(dashed(ban), mover, result.reason === "checkmate_by_ban")];
  return [];
}

/** Returns check and, if it is asked for, the number of legal actions, in words. */
export function outlook({ mover, phase, check, legal }: Position, isCounted = true): string[] {
  const parts = check ? [words.shell.inCheck(mover)] : [];
  if (legal && isCounted) parts.push(phase === "ban" ? words.shell.replies(legal.length) : words.shell.legalMoves(legal.length));
  return parts;
}

/** Returns the progress of loading: "3.1 of 12.9 MB". */
export function megabytes({ loaded, total }: { loaded: number; total?: number | undefined }): string {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  return words.shell.amount(mb(loaded), total ? mb(total) : undefined);
}

/**
 * Returns an error of the rules for people: the sentence, and the place in the text
 * unless the sentence names it.
 */
export function errorText(error: string, { token, ply }: { token?: string; ply?: number } = {}): string {
  const where = [];
  if (ply && !error.includes(`ply ${ply}`)) where.push(words.shell.place(ply));
  if (token && !error.includes(token)) where.push(words.shell.token(token));
  const text = error
    .replace(/\b([a-h][1-8])-([a-h][1-8])\b/g, "$1–$2")
    .replace(/(?<=[a-z])'(?=[a-z])/gi, "’")
    // A square or a move at the beginning stays in lower case.
    .replace(/^[a-z](?![1-8])/, (letter) => letter.toUpperCase());
  return where.length > 0 ? `${text} (${where.join(", ")})` : text;
}
