// Pieces and the board.
import { ROLES, SQUARES, type PieceSymbol, type Player, type Square } from "./action.js";
import { fail, quote } from "./error.js";

/** A piece. */
export interface Piece {
  /** Its kind. */
  readonly type: PieceSymbol;
  /** The side that it belongs to. */
  readonly color: Player;
}

/** A piece on a square. */
export interface PlacedPiece extends Piece {
  /** The square on which it stands. */
  readonly square: Square;
}

/** The eight ranks of a board, beginning with the eighth, each from file a to h. An empty square is null. */
export type Board = (PlacedPiece | null)[][];

/** Returns the number of a square. Throws `bad_square` for anything but a square. @internal */
export function squareNumber(square: unknown): number {
  const n = SQUARES.indexOf(square as Square);
  if (n < 0) throw fail("bad_square", `${quote(square)} is not a square`, "write it as in e2");
  return n;
}

/** Returns the piece of a FEN letter, or null for any other letter. @internal */
export function pieceOf(letter: string): Piece | null {
  const type = letter.toLowerCase() as PieceSymbol;
  return ROLES.includes(type) ? { type, color: type === letter ? "black" : "white" } : null;
}

/** Returns the FEN letter of a piece. Throws `bad_piece` for anything but a piece. @internal */
export function letterOf(piece: unknown): string {
  try {
    const { type, color } = piece as Piece;
    if (ROLES.includes(type) && (color === "white" || color === "black")) return color === "white" ? type.toUpperCase() : type;
  } catch { /* what cannot be read is no piece either */ }
  throw fail("bad_piece", "that is not a piece", 'pass one such as { type: "n", color: "white" }');
}

/** Returns the colour of a square. Works before initialize. Throws `bad_square`. */
export function squareColor(square: Square): "light" | "dark" {
  const n = squareNumber(square);
  return (n >> 3 ^ n) & 1 ? "light" : "dark";
}

/** Returns 0 for White and 1 for Black. Throws `bad_player` for anything else. @internal */
export function sideNumber(side: unknown): number {
  if (side === "white") return 0;
  if (side === "black") return 1;
  throw fail("bad_player", `${quote(side)} is not a player`, "pass white or black");
}

/** Returns the board of 64 FEN letters, a1 first. @internal */
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
