// The parts that need no WebAssembly: squares, plies, actions and their notation.
// wasm/exports.go describes how an action is packed into 16 bits.
import { fail } from "./error.js";

/** A file of the board. */
export type File = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
/** A rank of the board. */
export type Rank = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8";
/** A square, such as `"e4"`. */
export type Square = `${File}${Rank}`;
/** The kind of a piece: pawn, knight, bishop, rook, queen or king. */
export type PieceSymbol = "p" | "n" | "b" | "r" | "q" | "k";
/** The kinds of piece that a pawn can promote to. */
export type Promotion = Exclude<PieceSymbol, "p" | "k">;
/** A side. */
export type Player = "white" | "black";
/** The kind of an action: odd plies are bans, even plies are moves. */
export type ActionType = "ban" | "move";

/** A move in coordinates. Castling is the king's two-square step, `e1` to `g1`. */
export interface Move {
  /** The square that the piece leaves. */
  readonly from: Square;
  /** The square that the piece goes to. */
  readonly to: Square;
  /** Required when a pawn reaches the last rank, and ignored otherwise. */
  readonly promotion?: Promotion;
}

/** A ban of a pair of squares: every legal move with this pair is forbidden, including all four promotions. */
export interface Ban {
  /** The square that the banned moves start from. */
  readonly from: Square;
  /** The square that the banned moves would go to. */
  readonly to: Square;
}

/** One ply: a ban or a move. Tell them apart with `"ban" in action`. */
export type Action = { readonly move: Move } | { readonly ban: Ban };

/** + check, # checkmate, = stalemate. */
export type Indicator = "+" | "#" | "=";

/** An action in Ban Chess Notation: `"b:e2e4"`, `"m:d2d4"`, `"m:e7e8q"`, with or without an indicator at the end (`"m:d8h4#"`). */
export type SerializedAction = string;
/** Another name for SerializedAction. */
export type BanChessNotation = SerializedAction;
/** A FEN with a seventh field, the ply with the ban in force and an indicator: `"… 1"`, `"… 2:e2e4"`, `"… 6+"`, `"… 10:h1g1#"`. */
export type BanChessFEN = string;

/** The 64 squares: a1, b1, … h8. */
export const SQUARES: readonly Square[] = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Array.from({ length: 64 }, (_, i) => "abcdefgh"[i & 7]! + ((i >> 3) + 1) as Square));

/** The kinds of piece, by letter. */
export const ROLES: readonly PieceSymbol[] = /* @__PURE__ */ Object.freeze(["p", "n", "b", "r", "q", "k"] as const);

/** The extended FEN of the start position. */
export const START_FEN: BanChessFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1";

/** A piece on the board: its side's first letter and its own, such as `"wP"` or `"bN"`. */
export type PieceName = `${"w" | "b"}${"K" | "Q" | "R" | "B" | "N" | "P"}`;

/** Returns the piece on each of SQUARES, read from the first field of a FEN, or null if that field is invalid. Works before initialize. */
export function piecesOf(fen: BanChessFEN): (PieceName | null)[] | null {
  const letters = typeof fen === "string" ? lettersOf(fen.split(" ")[0]!) : null;
  return letters && letters.map((c) => c === " " ? null : ((c === c.toUpperCase() ? "w" : "b") + c.toUpperCase()) as PieceName);
}

/** Reads the first field of a FEN: a letter for each of SQUARES, " " where it is empty; null if it does not read. @internal */
export function lettersOf(board: string): string[] | null {
  const ranks = board.replace(/[1-8]/g, (n) => " ".repeat(Number(n))).split("/").reverse();
  return ranks.length === 8 && ranks.every((rank) => /^[kqrbnp ]{8}$/i.test(rank)) ? [...ranks.join("")] : null;
}

/** The kind of action that is due at a ply, and the players concerned. */
export interface Due {
  /** The ply, from 1. */
  readonly ply: number;
  /** The kind of the next action. */
  readonly phase: ActionType;
  /** The side whose pieces move next. A ban and the move after it have the same mover. */
  readonly mover: Player;
  /** The player who acts next: the mover's opponent at a ban, the mover at a move. */
  readonly active: Player;
}

/** Returns what is due at a ply. The order is: Black bans, White moves, White bans, Black moves. Works before initialize. Throws `bad_ply` for anything but an integer. */
export function dueAt(ply: number): Due {
  if (!Number.isInteger(ply)) throw fail("bad_ply", "the ply is not a whole number", "pass one from 1 on, odd for a ban, even for a move");
  return { ply, phase: ply & 1 ? "ban" : "move", mover: (ply + 3 & 3) < 2 ? "white" : "black", active: (ply & 3) < 2 ? "black" : "white" };
}

const NUMBER = /* @__PURE__ */ new Map<unknown, number>(/* @__PURE__ */ SQUARES.map((name, i) => [name, i]));
const BAN = 1 << 15;

/** Packs a {ban}, a {move} or BCN; returns -1 for anything else. A getter of the caller's object may throw. @internal */
export function encode(action: unknown): number {
  if (typeof action === "string") return encodeText(action);
  if (typeof action !== "object" || action === null) return -1;
  const { ban, move } = action as { ban?: Ban; move?: Move };
  if (ban && !move) {
    const pair = encodePair(ban.from, ban.to);
    return pair < 0 ? -1 : pair | BAN;
  }
  if (!move || ban) return -1;
  const pair = encodePair(move.from, move.to);
  const role = (move.promotion ?? "") === "" ? 0 : promotionNumber(move.promotion!);
  return pair < 0 || role < 0 ? -1 : pair | role << 12;
}

function encodePair(from: unknown, to: unknown): number {
  const a = NUMBER.get(from), b = NUMBER.get(to);
  return a === undefined || b === undefined || a === b ? -1 : a << 6 | b;
}

/** Returns the number of a promotion in a packed action, or -1 for anything else. */
function promotionNumber(role: string): number {
  const number = ROLES.indexOf(role as Promotion);
  return number === 0 || number === 5 ? -1 : number;
}

function square(text: string, at: number): number {
  const file = text.charCodeAt(at) - 97, rank = text.charCodeAt(at + 1) - 49;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank << 3 | file : -1;
}

/** Packs BCN, with or without an indicator. */
function encodeText(text: string): number {
  let length = text.length;
  const last = text[length - 1];
  if (last === "+" || last === "#" || last === "=") length--;
  if ((length !== 6 && length !== 7) || text[1] !== ":") return -1;
  const from = square(text, 2), to = square(text, 4);
  if (from < 0 || to < 0 || from === to) return -1;
  if (text[0] === "b") return length === 6 ? from << 6 | to | BAN : -1;
  if (text[0] !== "m") return -1;
  const role = length === 6 ? 0 : promotionNumber(text[6]!);
  return role < 0 ? -1 : from << 6 | to | role << 12;
}

/** Returns the code of a move without its promotion, and the code of a ban unchanged. @internal */
export const plainCode = (code: number): number => (code & BAN ? code : code & 0xfff);

/** Reports whether the packed squares end on the first or the last rank. @internal */
export const toLastRank = (code: number): boolean => (code >> 3 & 7) % 7 === 0;

/** Unpacks an action: {ban: {from, to}} or {move: {from, to, promotion?}}. @internal */
export function fromCode(code: number): Action {
  const from = SQUARES[code >> 6 & 63]!, to = SQUARES[code & 63]!;
  if (code & BAN) return { ban: { from, to } };
  const role = code >> 12 & 7;
  return { move: role ? { from, to, promotion: ROLES[role] as Promotion } : { from, to } };
}

/** Reads BCN; returns null for anything else. @internal */
export function decode(text: unknown): Action | null {
  const code = typeof text === "string" ? encodeText(text) : -1;
  return code < 0 ? null : fromCode(code);
}

/** Writes an action in BCN, without an indicator. @internal */
export function write(action: Action): SerializedAction {
  if ("ban" in action) return `b:${action.ban.from}${action.ban.to}`;
  return `m:${action.move.from}${action.move.to}${action.move.promotion ?? ""}`;
}
