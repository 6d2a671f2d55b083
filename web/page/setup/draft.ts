// The position that is being set up, with the tool in use and what can be undone. Every
// change goes through here.

import { BanChessError, piecesOf, SQUARES, type PieceName, type Player, type Square } from "../../banchess/banchess.js";
import { words } from "language/setup";
import { other, pieceName } from "../model/index.js";
import { read, write } from "../shell/index.js";
import { createStore, type Store } from "../view/index.js";
import { carry, EMPTY, judge, put, readFEN, recoloured, settled, unreadText, type Judged } from "./position.js";

/** The effect of a click on a square: to move pieces, erase them, or put one of a kind. */
export type Tool = "hand" | "erase" | PieceName;

export interface Draft {
  readonly fen: string; // which may be impossible
  readonly judged: Judged | null; // null until the rules are loaded
  readonly typed: { readonly text: string; readonly error: string } | null; // the text in the field of the FEN while it is typed
  readonly note: string; // what was assumed of a FEN
  readonly tool: Tool;
  readonly held: Square | null; // the square of the piece that was picked up by a click
  readonly dragged: { readonly piece: PieceName; readonly from: Square | null } | null;
  readonly focus: Square; // the tab stop of the board
  readonly orientation: Player;
  readonly past: readonly string[]; // the positions before each edit, the last one last
  readonly said: string; // for screen readers
}

const MOST = 200; // steps that can be undone
const LAST = "banchess.setup"; // the name of the stored position

export class Editor {
  readonly store: Store<Draft>;
  #areRules: () => boolean;
  #inStroke = false; // true after the first change of a stroke, which is undone as a whole

  /** @param areRules reports whether the rules are loaded */
  constructor(areRules: () => boolean) {
    this.#areRules = areRules;
    this.store = createStore<Draft>({
      fen: EMPTY, judged: null, typed: null, note: "", tool: "hand", held: null, dragged: null, focus: "e2", orientation: "white", past: [], said: "",
    });
  }

  get #draft(): Draft { return this.store.state; }

  /** Returns the piece on a square, or null. */
  pieceOn(square: Square): PieceName | null { return piecesOf(this.#draft.fen)?.[SQUARES.indexOf(square)] ?? null; }

  /** Begins with a position, which is not an edit. */
  begin(text: string, orientation: Player): void {
    const { fen, note, error } = this.#read(text);
    this.store.set({ fen: fen ?? EMPTY, note, typed: error ? { text, error } : null, past: [], tool: "hand", held: null, dragged: null, orientation, said: "" });
    this.judge();
  }

  /** Asks the rules, once they are loaded. */
  judge(): void {
    if (this.#areRules()) this.store.set({ judged: judge(this.#draft.fen) });
  }

  /** Replaces the position. What the change made impossible is dropped, unless the user has typed it. */
  change(fen: string, said = "", isTyped = false): void {
    const { fen: before, past } = this.#draft;
    let judged = this.#areRules() ? judge(fen) : null, whole = fen;
    if (judged && !isTyped) {
      whole = settled(fen, judged);
      if (whole !== fen) judged = judge(whole);
    }
    if (whole === before) return this.store.set({ judged, said, held: null });
    this.store.set({
      fen: whole, judged, said, held: null, note: "", ...!isTyped && { typed: null },
      ...!this.#inStroke && { past: [...past.slice(1 - MOST), before] },
    });
    write(LAST, { fen: whole });
  }

  /** Does something as one step of undo. */
  stroke(act: () => void): void {
    const { fen } = this.#draft;
    act();
    this.#inStroke ||= fen !== this.#draft.fen;
  }

  endStroke(): void {
    this.#inStroke = false;
  }

  undo(): void {
    const { past } = this.#draft, fen = past.at(-1);
    if (fen === undefined) return;
    this.store.set({ fen, past: past.slice(0, -1), typed: null, note: "", held: null, said: words.setup.undone });
    this.judge();
  }

  /** Reads what was typed into the field of the FEN. The board follows as soon as it can be read. */
  type(text: string): void {
    const { fen, note, error } = this.#read(text);
    if (fen) this.change(fen, "", true);
    this.store.set({ typed: { text, error }, note });
  }

  /** Reads a FEN. If it cannot be read, returns the reason. */
  #read(text: string): { fen: string | null; note: string; error: string } {
    try {
      return { ...readFEN(text), error: "" };
    } catch (error) {
      if (!(error instanceof BanChessError)) throw error;
      return { fen: null, note: "", error: unreadText(error) };
    }
  }

  /** Puts a piece on a square, or empties it. */
  put(square: Square, piece: PieceName | null): void {
    if (piece === this.pieceOn(square)) return this.store.set({ held: null });
    this.change(put(this.#draft.fen, square, piece), piece ? words.setup.placed(pieceName(piece), square) : words.setup.erased(square));
  }

  /** Moves a piece to another square. */
  carry(from: Square, to: Square): void {
    const piece = this.pieceOn(from);
    if (piece && from !== to) this.change(carry(this.#draft.fen, from, to), words.setup.carried(pieceName(piece), from, to));
    else this.store.set({ held: null });
  }

  /** Uses the tool on a square, as a click does. */
  use(square: Square): void {
    const { tool, held } = this.#draft, piece = this.pieceOn(square);
    if (tool === "erase") this.put(square, null);
    else if (tool !== "hand") this.put(square, tool === piece ? null : tool);
    else if (held) this.drop(held, square);
    else if (piece) this.store.set({ held: square, said: words.setup.picked(pieceName(piece), square) });
  }

  /** Puts down the piece that was picked up by a click. On its own square it stays. */
  drop(from: Square, to: Square): void {
    if (from === to) this.store.set({ held: null, said: words.setup.dropped });
    else this.carry(from, to);
  }

  /** Erases the piece on a square; with a piece as the tool, puts that of the other side. This is what the right button does. */
  useOther(square: Square): void {
    const { tool } = this.#draft;
    this.put(square, tool === "hand" || tool === "erase" ? null : recoloured(tool));
  }

  flip(): void {
    this.store.set({ orientation: other(this.#draft.orientation) });
  }

  /** Returns the position that was set up last, or null. */
  get last(): string | null {
    const fen = read(LAST)?.["fen"];
    return typeof fen === "string" && piecesOf(fen) && fen !== this.#draft.fen ? fen : null;
  }
}
