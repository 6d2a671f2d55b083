// Pieces and where they stand.
import { ROLES, SQUARES, type PieceSymbol, type Player, type Square } from "./action.js";
import { fail, quote } from "./error.js";

/** A piece. */
export interface Piece {
  /** Its kind. */
  readonly type: PieceSymbol;
  /** The side that it belongs to. */
  readonly color: Player;
}

/** A piece where it stands. */
export interface PlacedPiece extends Piece {
  /** The square on which it stands. */
  readonly square: Square;
}

/** The eight ranks of a board, the eighth first, each from file a to h; null is an empty square. */
export type Board = (PlacedPiece | null)[][];

/** The number of a square that a caller names. @internal */
export function squareNumber(square: unknown): number {
  const n = SQUARES.indexOf(square as Square);
  if (n < 0) throw fail("bad_square", `${quote(square)} is not a square`, "write it as in e2");
  return n;
}

/** The piece of a FEN letter, null for any other. @internal */
export function pieceOf(letter: string): Piece | null {
  const type = letter.toLowerCase() as PieceSymbol;
  return ROLES.includes(type) ? { type, color: type === letter ? "black" : "white" } : null;
}

/** The FEN letter of a piece that a caller names. @internal */
export function letterOf(piece: unknown): string {
  try {
    const { type, color } = piece as Piece;
    if (ROLES.includes(type) && (color === "white" || color === "black")) return color === "white" ? type.toUpperCase() : type;
  } catch { /* what cannot be read is no piece either */ }
  throw fail("bad_piece", "that is not a piece", 'pass one such as { type: "n", color: "white" }');
}

/** Whether a square is light or dark. Works before initialize. Throws `bad_square`. */
export function squareColor(square: Square): "light" | "dark" {
  const n = squareNumber(square);
  return (n >> 3 ^ n) & 1 ? "light" : "dark";
}

/** A side that a caller names: 0 for White, 1 for Black. @internal */
export function sideNumber(side: unknown): number {
  if (side === "white") return 0;
  if (side === "black") return 1;
  throw fail("bad_player", `${quote(side)} is not a player`, "pass white or black");
}

/** The board of 64 letters, a1 first, as FEN has them. @internal */
export function boardOf(letters: string): Board {
  const board: Board = [];
  for (let rank = 7; rank >= 0; rank--) {
    board.push([...letters.slice(8 * rank, 8 * rank + 8)].map((letter, file) => {
      const piece = pieceOf(letter);
      return piece && { square: SQUARES[8 * rank + file]!, ...piece };
    }));
  }
  return board;
}
