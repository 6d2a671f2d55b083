// A position that is set up by hand and may be impossible until it becomes a game.
import { lettersOf, SQUARES, type Ban, type BanChessFEN, type Player, type Square } from "./action.js";
import { fail, quote, type BanChessError, type Fault } from "./error.js";
import { BanChess } from "./game.js";
import { boardOf, letterOf, pieceOf, squareNumber, type Board, type Piece } from "./piece.js";
import { uncloneable } from "../wasm/class.js";

/** Returns a field of a FEN as a word, for any value that was assigned. */
const word = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "?").replace(/\s/g, "?") || "?";

/** Returns a square of a ban as a word, or "?" if reading it throws. */
function side(ban: Ban, which: "from" | "to"): string {
  try {
    return word(ban[which]);
  } catch {
    return "?";
  }
}

const shown = (setup: { fen(): string }): string => setup.fen();

/**
 * A position to edit. It may be impossible: `faults` returns everything that is wrong with
 * it, and `game` makes a game of it. All methods except these two work before
 * initialize.
 *
 * @example
 * const setup = new Setup(); // an empty board
 * setup.put({ type: "k", color: "white" }, "e1");
 * setup.put({ type: "k", color: "black" }, "e8");
 * setup.put({ type: "r", color: "white" }, "h1");
 * setup.castling = "K";
 * console.log(setup.faults()); // []
 * const game = setup.game(); // Black bans one of White's moves
 */
export class Setup extends /* @__PURE__ */ uncloneable(shown) {
  #letters: string[] = Array<string>(64).fill(" "); // the letters of a FEN, a1 first

  /** The side whose pieces move next. */
  mover: Player = "white";
  /** The castling rights, some of `"KQkq"`, or `"-"`. */
  castling = "-";
  /** The square that a pawn has just passed by a double step, or null. */
  enPassant: Square | null = null;
  /** The number of half moves since the last capture or pawn move. */
  halfmoves = 0;
  /** The number of the full move, from 1. */
  fullmoves = 1;
  /** The ply. By default it is the ban before the next move, or the next move if a ban is in force. */
  ply: number | null = null;
  /** The ban in force, or null. */
  ban: Ban | null = null;

  /**
   * Creates an empty board with White to move, or reads a FEN of six or seven fields, which
   * may describe an impossible position. Throws `bad_fen` if it cannot be read.
   */
  constructor(fen?: BanChessFEN | string | null) {
    super();
    if (fen !== undefined && fen !== null) this.#read(fen);
  }

  #read(fen: unknown): void {
    const bad = (what: string): BanChessError => fail("bad_fen", `the FEN ${quote(fen)} does not read: ${what}`, "pass six or seven fields, as game.fen() gives them");
    if (typeof fen !== "string") throw fail("bad_argument", `the FEN is ${quote(fen)}`, "pass a text, or nothing for an empty board");
    const [board = "", mover, castling = "-", enPassant = "-", halfmoves = "", fullmoves = "", seventh, ...rest] = fen.trim().split(/\s+/, 9);
    const letters = lettersOf(board);
    if (!letters) throw bad("its first field is not a board");
    if (mover !== "w" && mover !== "b") throw bad("its second field is neither w nor b");
    if (!/^(-|[KQkq]{1,4})$/.test(castling)) throw bad("its third field is not castling rights");
    if (enPassant !== "-" && !SQUARES.includes(enPassant as Square)) throw bad("its fourth field is not a square");
    if (!/^\d{1,7}$/.test(halfmoves) || !/^\d{1,7}$/.test(fullmoves)) throw bad("its fifth and sixth fields are not numbers");
    const ban = /^(?:(\d{1,7})(?::([a-h][1-8])([a-h][1-8]))?|b:([a-h][1-8])([a-h][1-8]))[-+#=]?$/.exec(seventh ?? "1");
    if (!ban || rest.length > 0) throw bad("its seventh field is not a ply");
    const [, ply, from = ban[4], to = ban[5]] = ban;
    this.#letters = letters;
    this.mover = mover === "w" ? "white" : "black";
    this.castling = castling;
    this.enPassant = enPassant === "-" ? null : enPassant as Square;
    this.halfmoves = Number(halfmoves);
    this.fullmoves = Number(fullmoves);
    this.ply = seventh === undefined || ply === undefined ? null : Number(ply);
    this.ban = from === undefined ? null : { from: from as Square, to: to as Square };
  }

  /** Returns the piece on a square, or undefined if it is empty. Throws `bad_square`. */
  get(square: Square): Piece | undefined { return pieceOf(this.#letters[squareNumber(square)]!) ?? undefined; }

  /** Puts a piece on a square and replaces the piece there. Throws `bad_square`, `bad_piece`. */
  put(piece: Piece, square: Square): void { this.#letters[squareNumber(square)] = letterOf(piece); }

  /** Removes the piece on a square and returns it, or undefined if the square is empty. Throws `bad_square`. */
  remove(square: Square): Piece | undefined {
    const piece = this.get(square);
    this.#letters[squareNumber(square)] = " ";
    return piece;
  }

  /** Resets to an empty board with White to move. */
  clear(): void {
    this.#letters.fill(" ");
    Object.assign(this, { mover: "white", castling: "-", enPassant: null, halfmoves: 0, fullmoves: 1, ply: null, ban: null });
  }

  /** Returns the eight ranks of the board, beginning with the eighth. */
  board(): Board { return boardOf(this.#letters.join("")); }

  /** Returns the extended FEN. A field that cannot be written is `?`. */
  fen(): BanChessFEN {
    const ranks = Array.from({ length: 8 }, (_, i) => this.#letters.slice(56 - 8 * i, 64 - 8 * i).join("").replace(/ +/g, (gap) => String(gap.length)));
    const mover = this.mover === "white" ? "w" : this.mover === "black" ? "b" : "?";
    const banned = this.ban ?? null;
    const number = typeof this.fullmoves === "number" ? this.fullmoves : 1;
    let seventh = this.ply === null ? word(4 * Math.max(0, number - 1) + (mover === "b" ? 3 : 1) + (banned === null ? 0 : 1)) : word(this.ply);
    if (banned !== null) seventh += `:${side(banned, "from")}${side(banned, "to")}`;
    return [ranks.join("/"), mover, this.castling === "" ? "-" : word(this.castling), this.enPassant === null ? "-" : word(this.enPassant), word(this.halfmoves), word(this.fullmoves), seventh].join(" ");
  }

  /** Returns all faults of the position; the list is empty if the position is possible. Throws `not_initialized`, `crashed`. */
  faults(): readonly Fault[] {
    try {
      this.game().free();
      return [];
    } catch (e) {
      const { code, faults } = e as BanChessError;
      if (code !== "bad_fen" || !faults) throw e;
      return faults;
    }
  }

  /** Returns a game that begins at the position. Throws `bad_fen` with every fault, `not_initialized`, `crashed`. */
  game(): BanChess { return new BanChess(this.fen()); }

  /** Returns the extended FEN, which the constructor accepts. */
  toJSON(): BanChessFEN { return this.fen(); }

  /** Returns the extended FEN. */
  override toString(): string { return this.fen(); }
}
