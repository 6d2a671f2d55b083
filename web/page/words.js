// What the page says about a position, in sentences.

import { other } from "./position.js";

/** "White" for "white". */
export const name = (player) => player[0].toUpperCase() + player.slice(1);

/** "e2–e4" for a pair. */
export const dashed = ({ from, to }) => `${from}–${to}`;

const ROLES = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

/** "white pawn" for "wP". */
export const pieceName = (piece) => `${piece[0] === "w" ? "white" : "black"} ${ROLES[piece[1]]}`;

/** "queen" for "q". */
export const roleName = (letter) => ROLES[letter.toUpperCase()];

/** Who acts and what, or how the game ended: "Black bans a White move". */
export function headline(position) {
  if (position.result) return position.result.text;
  if (position.phase === "move") return `${name(position.mover)} moves`;
  return `${name(position.active)} bans a ${name(position.mover)} move`;
}

/** What there is to know besides: the ban in force, check, the number of replies. */
export function details(position) {
  const { mover, ban, result } = position;
  if (!result) return [...(ban ? [`${name(other(mover))} banned ${dashed(ban)}`] : []), ...outlook(position)];
  if (result.reason.endsWith("_by_ban")) return [`The ban of ${dashed(ban)} left ${name(mover)} no move`];
  return [];
}

/** Check, and what can be done. */
function outlook({ mover, phase, check, legal }) {
  const parts = [];
  if (check) parts.push(`${name(mover)} is in check`);
  if (legal && phase === "ban") {
    parts.push(legal.length === 1 ? "1 legal reply: banning it ends the game" : `${legal.length} legal replies`);
  } else if (legal) {
    parts.push(legal.length === 1 ? "1 legal move" : `${legal.length} legal moves`);
  }
  return parts;
}

/**
 * What just happened and what is due, for those who do not see the board.
 *
 * @param last the action just played, with its SAN, or null if none was
 */
export function announcement(position, last) {
  const words = [headline(position), ...(position.result ? [] : outlook(position))];
  if (last?.phase === "ban") words.unshift(`${name(other(position.mover))} banned ${dashed(last)}`);
  else if (last) words.unshift(`${name(other(position.mover))} played ${last.san}`);
  else words.unshift(`Ply ${position.ply}`);
  return `${words.join(". ")}.`;
}

/** How much of the program has come: "3.1 of 12.9 MB". */
export function megabytes({ loaded, total }) {
  const mb = (bytes) => (bytes / 1e6).toFixed(1);
  return total ? `${mb(loaded)} of ${mb(total)} MB` : `${mb(loaded)} MB`;
}

/**
 * An error of the rules as a person should read it: the sentence, and where in
 * the text it is as far as the sentence leaves that out.
 */
export function errorText({ error, token, ply }) {
  const where = [];
  if (ply && !error.includes(`ply ${ply}`)) where.push(`ply ${ply}`);
  if (token && !error.includes(token)) where.push(`at “${token}”`);
  const text = error
    .replace(/\b([a-h][1-8])-([a-h][1-8])\b/g, "$1–$2")
    // Squares and moves begin sentences as they are.
    .replace(/^[a-z](?![1-8])/, (letter) => letter.toUpperCase());
  return where.length > 0 ? `${text} (${where.join(", ")})` : text;
}
