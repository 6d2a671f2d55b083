// A position that is being set up, as a FEN, which may be impossible. The rules judge it:
// they also say which castling rights, en passant squares and bans are possible. Nothing
// of that is decided here.

import { BanChess, BanChessError, dueAt, Setup, SQUARES, type Ban, type PieceName, type PieceSymbol, type Player, type Square } from "../../banchess/banchess.js";
import { errorText, pairOf, sentence } from "../model/index.js";
import { words } from "language/setup";

/** An empty board. */
export const EMPTY = new Setup().fen();

/** The castling rights, in the order of a FEN. */
export const RIGHTS = ["K", "Q", "k", "q"] as const;
export type Right = (typeof RIGHTS)[number];

/** The rules' answer about a position. */
export interface Judged {
  readonly fen: string; // as the rules write it, if the position is possible
  readonly faults: readonly string[]; // sentences; none if the position is possible
  readonly castling: readonly Right[]; // the rights for which king and rook are at home
  readonly enPassant: readonly Square[]; // the squares that a pawn may just have passed
  readonly bans: readonly Ban[]; // the pairs that can be in force; none before a ban, or if there are faults
  readonly result: string; // how the game has ended, in words; "" if it goes on, or if there are faults
}

/** The side whose pieces move next, and the kind of the next action. */
export interface ToAct {
  readonly mover: Player;
  readonly phase: "ban" | "move";
}

/** Returns the next action of a position, its ply, and the number of the move. */
export function actsIn(fen: string): ToAct & { readonly ply: number; readonly number: number } {
  const setup = new Setup(fen), { mover, fullmoves: number } = setup, ply = plyOf(setup.fen());
  return { mover, phase: dueAt(Math.max(ply, 1)).phase, ply, number };
}

const plyOf = (fen: string): number => Number.parseInt(fen.split(" ")[6]!, 10);

const roleOf = (piece: PieceName) => piece.charAt(1).toLowerCase() as PieceSymbol;
const sideOf = (piece: PieceName): Player => (piece.startsWith("w") ? "white" : "black");

/** Returns the same piece of the other side. */
export const recoloured = (piece: PieceName): PieceName => `${piece.startsWith("w") ? "b" : "w"}${piece.charAt(1)}` as PieceName;

/** Changes a position. */
export function edited(fen: string, change: (setup: Setup) => void): string {
  const setup = new Setup(fen);
  change(setup);
  return setup.fen();
}

/** Puts a piece on a square, or empties it. */
export const put = (fen: string, square: Square, piece: PieceName | null): string =>
  edited(fen, (setup) => void (piece ? setup.put({ type: roleOf(piece), color: sideOf(piece) }, square) : setup.remove(square)));

/** Moves what stands on a square to another, whatever the rules of chess say. */
export const carry = (fen: string, from: Square, to: Square): string =>
  edited(fen, (setup) => {
    const piece = setup.remove(from);
    if (piece) setup.put(piece, to);
  });

/** Chooses who acts, and the number of the move. The ply follows from both. */
export const withTurn = (fen: string, { mover, phase }: ToAct, number: number): string =>
  edited(fen, (setup) => {
    const { mover: before } = setup;
    Object.assign(setup, { mover, fullmoves: number, ply: 4 * Math.max(0, number - 1) + (mover === "white" ? 1 : 3) + (phase === "move" ? 1 : 0) });
    if (mover !== before) setup.enPassant = null;
    if (mover !== before || phase === "ban") setup.ban = null;
  });

/** Returns a position at the move that follows the ban, with this ban in force or none. */
export const afterBan = (fen: string, ban: Ban | null): string =>
  edited(fen, (setup) => {
    const ply = plyOf(setup.fen());
    setup.ply = dueAt(ply).phase === "ban" ? ply + 1 : ply;
    setup.ban = ban;
  });

/**
 * Reads a FEN as somebody types it: six fields, or fewer, are taken as the ban before the
 * next move. Throws a BanChessError if it cannot be read.
 */
export function readFEN(text: string): { fen: string; note: string } {
  const given = text.trim().split(/\s+/), fields = [...given, ...["", "w", "-", "-", "0", "1"].slice(given.length)];
  const setup = new Setup(fields.join(" ")), fen = setup.fen();
  return { fen, note: fields.length === 6 ? words.play.sixFields(dueAt(plyOf(fen)).active) : "" };
}

/** Returns the message of an error for the field of the FEN. */
export const unreadText = ({ message, hint = "" }: BanChessError): string => sentence(errorText(message.replace(`; ${hint}`, "").replace(/ ".*" /, " ")));

/** Asks the rules about a position. Returns null if they cannot answer, because they have crashed. */
export function judge(fen: string): Judged | null {
  try {
    return judged(fen);
  } catch (error) {
    if (error instanceof BanChessError) return null;
    throw error;
  }
}

function judged(fen: string): Judged {
  const faults = new Setup(fen).faults().map(({ error }) => sentence(errorText(error)));
  /** Counts the faults after changes to the position without castling rights, en passant square and ban. */
  const count = (change: Partial<Setup>): number => {
    const setup = new Setup(fen);
    Object.assign(setup, { castling: "-", enPassant: null, ban: null, halfmoves: 0, ...change });
    return setup.faults().length;
  };
  const others = count({}), { mover } = new Setup(fen);
  const answer = {
    fen, faults,
    castling: RIGHTS.filter((castling) => count({ castling }) === others),
    enPassant: SQUARES.filter((enPassant) => enPassant.endsWith(mover === "white" ? "6" : "3") && count({ enPassant }) === others),
    bans: [] as readonly Ban[], result: "",
  };
  if (faults.length > 0) return answer;
  const game = new BanChess(fen), { reason, winner } = game.result(), whole = game.fen();
  game.free();
  return { ...answer, fen: whole, bans: actsIn(fen).phase === "move" ? bansAt(fen) : [], result: reason ? words.result(reason, winner) : "" };
}

/** Returns the pairs that could have been banned before the move that is due. */
function bansAt(fen: string): readonly Ban[] {
  const game = new BanChess(edited(fen, (setup) => {
    setup.ply = actsIn(fen).ply - 1;
    setup.ban = null;
  }));
  const bans = game.getLegalActions().map(pairOf);
  game.free();
  return bans.sort((a, b) => SQUARES.indexOf(a.from) - SQUARES.indexOf(b.from) || SQUARES.indexOf(a.to) - SQUARES.indexOf(b.to));
}

/** Drops what an edit has made impossible: castling rights, the en passant square, the ban in force. */
export const settled = (fen: string, { castling, enPassant, bans, faults }: Judged): string =>
  edited(fen, (setup) => {
    setup.castling = RIGHTS.filter((right) => setup.castling.includes(right) && castling.includes(right)).join("") || "-";
    if (setup.enPassant && !enPassant.includes(setup.enPassant)) setup.enPassant = null;
    const { ban } = setup;
    if (ban && onlyTheBan(fen, faults) && !bans.some(({ from, to }) => from === ban.from && to === ban.to)) setup.ban = null;
  });

/** Reports whether a position is possible without its ban. */
function onlyTheBan(fen: string, faults: readonly string[]): boolean {
  return faults.length === 0 || new Setup(edited(fen, (setup) => { setup.ban = null; })).faults().length === 0;
}
