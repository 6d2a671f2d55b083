// A position as the page shows it. The library supplies it with the legal actions. Until
// the rules are loaded, the position shown last is shown.

import {
  BanChess, SQUARES, START_FEN, dueAt, piecesOf,
  type Action, type ActionType, type Ban, type Due, type GameResult, type Move, type PieceName, type Player, type Square,
} from "../../banchess/banchess.js";
import type { GameTree } from "../../banchess/tree.js";

import { words } from "language/first";

export interface Position extends Due {
  fen: string;
  pieces: (PieceName | null)[]; // in the order of SQUARES; the image files have the same names
  ban: Ban | null; // the ban in force
  last: Move | null; // the last move
  check: boolean;
  legal: (Ban | Move)[] | null; // null before the rules are loaded
  result: GameResult | null; // null while the game continues
}

/** Returns the other player. */
export const other = (player: Player): Player => (player === "white" ? "black" : "white");

/** Returns the squares of an action, and the promotion. */
export const pairOf = (action: Action): Ban | Move => ("ban" in action ? action.ban : action.move);

/** Returns the squares and the promotion of an action in BCN. */
export const pairIn = (bcn: string): Ban | Move => pairOf(BanChess.deserializeAction(bcn));

/** Returns a key for the position after these actions. The actions belong to it, because earlier positions count for repetitions. */
export const lineKey = (fen: string, actions: readonly string[]): string => [fen, ...actions].join(" ");

/** Returns the action of a pair at a ban or a move ply. */
export const actionOf = (phase: ActionType, pair: Ban | Move): Action => (phase === "ban" ? { ban: pair } : { move: pair });

/** Reports whether an action is among those that may be played. */
export const isLegal = ({ phase, legal }: Position, action: Action): boolean =>
  legal?.some((pair) => BanChess.serializeAction(actionOf(phase, pair)) === BanChess.serializeAction(action)) === true;

/** Returns the last move among actions in BCN, or null. */
export function lastMove(actions: readonly string[]): Move | null {
  const bcn = actions.findLast((action) => action.startsWith("m:"));
  return bcn ? pairOf(BanChess.deserializeAction(bcn)) : null;
}

export type Pieces = readonly (PieceName | null)[];

/** Returns the piece on a square, or null. */
export const pieceOn = ({ pieces }: Position, square: Square): PieceName | null => pieces[SQUARES.indexOf(square)] ?? null;

/** Returns the pieces after a legal action. A ban changes nothing. */
export function piecesAfter(pieces: Pieces, action: Action): Pieces {
  if ("ban" in action) return pieces;
  const { move } = action;
  const [from, to] = [SQUARES.indexOf(move.from), SQUARES.indexOf(move.to)];
  const piece = pieces[from];
  if (!piece) return pieces;
  const after = [...pieces];
  const sideways = (to & 7) - (from & 7);
  // En passant: the captured pawn stands beside the pawn.
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
 * Returns the FEN in which the other side moves and nothing is banned, to search for its
 * threat. Returns null in check, where this position is impossible.
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

/** Returns the position of a game, with these actions as its history. */
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

/** Returns the position of a record before the rules are loaded. */
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

/** Returns the part of a position that is stored, to be shown before the rules are loaded. */
export const shownOf = ({ fen, ply, ban }: Position) => ({ fen, ply, ban });

/** Returns the stored position after these actions, or the start position of a game. */
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

/** Returns the only pair that can be banned, which ends the game; null if there are more or the rules are not loaded. */
export function lastReply({ phase, legal, result }: Position): Ban | null {
  return phase === "ban" && !result && legal?.length === 1 ? (legal[0] ?? null) : null;
}
