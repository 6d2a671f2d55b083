// A position as the page shows it. What it is, and what may be played, the
// library says; before its rules are there, what was shown last is shown again.

import {
  BanChess, SQUARES, START_FEN, dueAt, piecesOf,
  type Action, type ActionType, type Ban, type Due, type GameResult, type Move, type PieceName, type Player,
} from "../../banchess/banchess.js";
import type { GameTree } from "../../banchess/tree.js";

import { words } from "language/first";

export interface Position extends Due {
  fen: string;
  pieces: (PieceName | null)[]; // in the order of SQUARES; a drawing has the same name
  ban: Ban | null; // the one in force
  last: Move | null; // the last move
  check: boolean;
  legal: (Ban | Move)[] | null; // null before there are rules to ask
  result: GameResult | null; // null while the game goes on
}

/** The player who is not this one. */
export const other = (player: Player): Player => (player === "white" ? "black" : "white");

/** The squares of an action, and what a pawn becomes. */
export const pairOf = (action: Action): Ban | Move => ("ban" in action ? action.ban : action.move);

/** The same of an action in BCN. */
export const pairIn = (bcn: string): Ban | Move => pairOf(BanChess.deserializeAction(bcn));

/** What a position is known by that these actions lead to from a start: its past counts for repetitions. */
export const lineKey = (fen: string, actions: readonly string[]): string => [fen, ...actions].join(" ");

/** The action that a pair is when a ban or a move is due. */
export const actionOf = (phase: ActionType, pair: Ban | Move): Action => (phase === "ban" ? { ban: pair } : { move: pair });

/** The last move among actions in BCN, or null. */
export function lastMove(actions: readonly string[]): Move | null {
  const bcn = actions.findLast((action) => action.startsWith("m:"));
  return bcn ? pairOf(BanChess.deserializeAction(bcn)) : null;
}

export type Pieces = readonly (PieceName | null)[];

/** What stands where after an action that was legal there; bans move nothing. */
export function piecesAfter(pieces: Pieces, action: Action): Pieces {
  if ("ban" in action) return pieces;
  const { move } = action;
  const [from, to] = [SQUARES.indexOf(move.from), SQUARES.indexOf(move.to)];
  const piece = pieces[from];
  if (!piece) return pieces;
  const after = [...pieces];
  const sideways = (to & 7) - (from & 7);
  // En passant: the pawn that is taken stands beside.
  if (piece.endsWith("P") && sideways !== 0 && !pieces[to]) after[from + sideways] = null;
  if (piece.endsWith("K") && Math.abs(sideways) === 2) {
    const [corner, beside] = sideways > 0 ? [to + 1, to - 1] : [to - 2, to + 1];
    after[beside] = pieces[corner] ?? null;
    after[corner] = null;
  }
  after[from] = null;
  after[to] = move.promotion ? (`${piece.charAt(0)}${move.promotion.toUpperCase()}` as PieceName) : piece;
  return after;
}

/**
 * The position in which the other side moves, with nothing banned: what it would
 * play there is what it threatens. Null in check, where there is no such position.
 */
export function threatening({ fen, ply, phase, mover, check }: Position): string | null {
  const fields = fen.split(" ");
  if (phase === "ban") fields[6] = String(ply + 1);
  else if (check) return null;
  else {
    fields[1] = other(mover).charAt(0);
    fields[3] = "-";
    if (mover === "black") fields[5] = String(Number(fields[5]) + 1);
    fields[6] = String(ply + 2);
  }
  return fields.join(" ");
}

/** The position of a game in which these actions were played. */
export function positionOf(game: BanChess, actions: readonly string[]): Position {
  const fen = game.fen();
  const result = game.result();
  return {
    ...dueAt(game.getPly()),
    fen,
    pieces: piecesOf(fen) ?? [],
    ban: game.currentBannedMove,
    last: lastMove(actions),
    check: game.inCheck(),
    legal: game.getLegalActions().map(pairOf),
    result: result.over && result.reason ? { ...result, text: words.result(result.reason, result.winner) } : null,
  };
}

/** The position of a record that no rules have read yet. */
export function positionBefore(record: GameTree): Position {
  const { fen, current } = record;
  const played = current.line().map(({ action }) => action!);
  const last = played.at(-1);
  return {
    ...dueAt(current.ply + 1),
    fen,
    pieces: [...played.reduce<Pieces>(piecesAfter, piecesOf(fen) ?? [])],
    ban: last && "ban" in last ? last.ban : null,
    last: lastMove(record.current.actions()),
    check: false,
    legal: null,
    result: null,
  };
}

/** What is kept of a position, to be shown before there are rules. */
export const shownOf = ({ fen, ply, ban }: Position) => ({ fen, ply, ban });

/** The position that was shown after these actions, or that at the start of a game. */
export function shownAgain(shown: any, actions: readonly string[]): Position {
  const pieces = Number.isInteger(shown?.ply) ? piecesOf(shown.fen) : null;
  const { fen, ply, ban } = pieces ? shown : { fen: START_FEN, ply: 1, ban: null };
  return {
    ...dueAt(ply),
    fen,
    pieces: pieces ?? piecesOf(START_FEN) ?? [],
    ban: SQUARES.includes(ban?.from) && SQUARES.includes(ban.to) ? ban : null,
    last: lastMove(actions),
    check: false,
    legal: null,
    result: null,
  };
}

/** The only pair that is left to ban, which ends the game; null if there are more, or it is not known. */
export function lastReply({ phase, legal, result }: Position): Ban | null {
  return phase === "ban" && !result && legal?.length === 1 ? (legal[0] ?? null) : null;
}
