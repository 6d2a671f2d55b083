// The class of a game of Ban Chess, around the rules in the WebAssembly. Its methods
// use the functions of gamecalls.ts.
import { decode, dueAt, fromCode, SQUARES, write } from "./action.js";
import type { Action, ActionType, Ban, BanChessFEN, Indicator, Move, Player, SerializedAction, Square } from "./action.js";
import { refusal, type ActionResult, type DetailedAction, type EndResult, type GameResult, type HistoryEntry } from "../wasm/results.js";
import {
  answer, CAN_REDO, CAN_UNDO, change, commentAt, end, IN_CHECK, IN_CHECKMATE, IN_DRAW, IN_STALEMATE, IN_THREEFOLD, INSUFFICIENT, is, legal, letters, make, notBCN,
  OVER, own, read, seventhField, setComments, standing, stateOf, step, textOrNone, understand,
} from "../wasm/gamecalls.js";
import { disposable, handover } from "../wasm/class.js";
import { asListener, BanChessError, fail, quote } from "./error.js";
import { checkOptions, shared, VERSION } from "../wasm/load.js";
import { boardOf, letterOf, pieceOf, sideNumber, squareColor, squareNumber, type Board, type Piece } from "./piece.js";
import { State, type GameEvent, type GameRecord, type GameSource, type IndicatorConfig, type PositionComment, type SyncState } from "./state.js";

declare global {
  interface SymbolConstructor {
    /** The method that `using` calls, declared for compilers whose library does not have it. */
    readonly dispose: unique symbol;
  }
}

const LIST_OPTIONS = { verbose: (v: unknown) => typeof v === "boolean" }, FEN_OPTIONS = { standard: LIST_OPTIONS.verbose };

const isVerbose = (options?: { readonly verbose?: boolean }): boolean => options !== undefined && checkOptions(options, LIST_OPTIONS).verbose === true;

const states = /* @__PURE__ */ handover<State>();

/** Returns a game with the given state. @internal */
export const gameOf = <T extends BanChess = BanChess>(state: State, of: new () => T = BanChess as never): T => states.construct(state, of);

const shown = (game: { fen(): string; movetext(): string }): object => ({ fen: game.fen(), movetext: game.movetext() });

/**
 * A game of Ban Chess. Unless stated otherwise, a method throws a BanChessError of code
 * `freed` after `free()`, and of code `crashed` between a crash and the next
 * initialize.
 *
 * @example
 * await initialize();
 * const game = new BanChess();
 * game.play({ ban: { from: "e2", to: "e4" } }); // ply 1: Black bans
 * game.play({ move: { from: "d2", to: "d4" } }); // ply 2: White moves
 */
export class BanChess extends /* @__PURE__ */ disposable(shown) {
  /** Bundlers rename a class that names itself. @internal */
  static override get name(): string { return "BanChess"; }

  /** The version of this library. */
  static get VERSION(): string { return VERSION; }

  /**
   * Writes an action in BCN: `"b:e2e4"`, `"m:e7e8q"`, followed by the indicator if one is
   * given. Works before initialize. Throws `bad_action`, and `bad_argument` for an
   * invalid indicator.
   */
  static serializeAction(action: Action, indicator?: Indicator): SerializedAction {
    const mark: unknown = indicator ?? "";
    if (mark !== "" && mark !== "+" && mark !== "#" && mark !== "=") throw fail("bad_argument", `${quote(mark)} is not an indicator`, "pass +, # or =");
    const code = read(action);
    if (code < 0) throw fail("bad_action", "that is neither a ban nor a move between two squares", 'pass { ban: { from: "e2", to: "e4" } } or { move: { from, to, promotion } }');
    return write(fromCode(code)) + mark;
  }

  /** Reads an action in BCN. An indicator is dropped. Works before initialize. Throws `bad_bcn`. */
  static deserializeAction(serialized: SerializedAction): Action {
    const action = decode(serialized);
    if (action) return action;
    throw notBCN(serialized);
  }

  /**
   * Creates a game by playing a list of actions from the start position or from a FEN.
   * Each action may have any form that play accepts, so the results of getActionHistory
   * and getActionLog can be replayed. Throws at the first action that cannot be read
   * (`bad_bcn`, `bad_san`, `bad_action`) or is illegal (`banned`, `illegal_move`, …), with
   * its ply. Throws `bad_argument` if the actions are not a list, and the errors of the constructor for the FEN.
   */
  static replayFromActions(actions: readonly (SerializedAction | Action | Move)[], startingFen?: BanChessFEN): BanChess {
    const codes: number[] = []; // the actions before the first one that only the game can read
    try {
      if (!Array.isArray(actions)) throw new TypeError("no list");
      for (let code; codes.length < actions.length && (code = read(actions[codes.length])) >= 0;) codes.push(code);
    } catch {
      throw fail("bad_argument", "the actions are not a list", 'pass BCN such as ["b:e2e4", "m:d2d4"]');
    }
    const game = new BanChess(startingFen);
    return make(game, () => {
      const state = stateOf(game);
      state.codes = codes.slice(0, state.playAll(codes));
      for (let i = state.at = state.codes.length; i < actions.length; i++) {
        const ply = game.getPly(), answer = game.play(actions[i]!);
        if (answer.success) continue;
        const error = answer.error.includes(`ply ${ply}`) ? answer.error : `ply ${ply}: ${answer.error}`;
        throw new BanChessError({ ...answer, error, ply });
      }
    });
  }

  /**
   * Creates a game from a FEN of six fields. Without a ply, the next action is the ban
   * before the next move. An even ply takes the ban in force. A ban without a ply applies to the next
   * move. Throws `bad_fen` (with every fault, also if side, ply and ban contradict each other),
   * `bad_ply`, `bad_pair`, `bad_argument`, `not_initialized`, `crashed`.
   */
  static fromStandardFEN(fen: string, ply?: number | null, ban?: Ban | null): BanChess {
    const instance = shared.running();
    return new BanChess(instance.ask<string>("fromStandardFEN", fen, seventhField(ply, ban)));
  }

  /**
   * Creates a game at the end of the first game of a PGN of ordinary chess, where the next ban is due. Throws
   * `bad_pgn` (also if it has bans), `bad_san`, `ambiguous_move`, `illegal_move`, `game_over`, `bad_fen`,
   * with line, column and token, and `bad_argument`, `not_initialized`, `crashed`.
   */
  static fromStandardPGN(pgn: string): BanChess { return new BanChess(shared.running().ask<string>("fromStandardPGN", pgn)); }

  /** Creates a game from what toJSON wrote, as an object or as text. Throws the errors of load, and `bad_argument` for anything but a record. */
  static fromJSON(json: GameRecord | string): BanChess {
    let record: GameRecord | undefined;
    try {
      record = JSON.parse(typeof json === "string" ? json : JSON.stringify(json)) as GameRecord; // copies the plain data, and calls toJSON if there is one
    } catch { /* what does not read is no record either */ }
    if (typeof record?.fen !== "string" || !Array.isArray(record.actions)) throw fail("bad_argument", "that is not the record of a game, which has a fen and actions", "pass what toJSON gave");
    const source = record, game = new BanChess();
    return make(game, () => game.load(source));
  }

  /**
   * Creates a game at the start position, at an extended FEN, or from a PGN (with
   * undefined for the FEN). Throws `not_initialized`, `crashed`, `bad_option` (both
   * are given), `bad_argument` (one is not a text), `bad_fen`, `standard_fen`, and for
   * a PGN `bad_pgn`, `bad_san`, `bad_pair`, `ambiguous_move` and the codes of refused
   * actions, with line, column, token, ply and faults if they are known.
   */
  constructor(fen?: BanChessFEN | null, pgn?: string | null) {
    super();
    const given = states.take(new.target);
    if (given) {
      own(this, given);
      return;
    }
    const instance = shared.running();
    const source = { fen: textOrNone(fen, "FEN"), pgn: textOrNone(pgn, "PGN") };
    const state = new State(shared);
    own(this, state);
    state.open(instance);
    if (source.fen && !source.pgn) make(this, () => state.loadFEN(source.fen!));
    else if (source.pgn) make(this, () => state.load(source as GameSource));
  }

  /**
   * Plays a ban or a move: as squares, in BCN, or as people write it, such as `"Nf3"`,
   * `"e8=Q"` or `"g1f3"`. A ban may also be the pair `"e2e4"` or the SAN of a move with
   * that pair. `{ from, to }` alone is a ban or a move, depending on the ply. A promotion
   * that the move does not need is ignored, as in chess.js. Never throws: a refused action
   * returns `{success: false, error, code}` and changes nothing. The codes are `banned`,
   * `wrong_phase`, `game_over`,
   * `illegal_ban`, `illegal_move`, `promotion_required`, `ambiguous_move`,
   * `bad_action`, `bad_bcn`, `bad_san`, `bad_pair`, `bad_argument` (the text is too long),
   * `too_deep`, `freed`, `crashed`.
   *
   * @example
   * const answer = game.play({ move: { from: "e7", to: "e8", promotion: "q" } });
   * if (!answer.success) console.log(answer.error);
   * if (answer.flags?.checkmate) console.log("mate");
   */
  play(action: Action | Move | SerializedAction): ActionResult {
    try {
      const code = understand(this, action), state = stateOf(this);
      return state.recordPlayed(code, state.run("banchess_play", code));
    } catch (e) {
      return refusal(e);
    }
  }

  /** Plays an action in BCN as `play` does. Anything but BCN is refused. Never throws. */
  playSerializedAction(serialized: SerializedAction): ActionResult {
    try {
      stateOf(this).live();
      if (typeof serialized === "string" && read(serialized) >= 0) return this.play(serialized);
      throw notBCN(serialized);
    } catch (e) {
      return refusal(e);
    }
  }

  /**
   * Returns all legal actions at this ply, in no particular order: a ban once per pair, a
   * promotion once per role. The list is empty when the game is over. With `{ verbose: true }`
   * each has its SAN, the piece and the captured piece. Throws `bad_option`.
   */
  getLegalActions(options: { readonly verbose: true }): DetailedAction[];
  /** Returns all legal actions at this ply. */
  getLegalActions(options?: { readonly verbose?: boolean }): Action[];
  getLegalActions(options?: { readonly verbose?: boolean }): Action[] {
    const codes = legal(this);
    return isVerbose(options) ? stateOf(this).ask<DetailedAction[]>("legalActionDetails") : codes.map(fromCode);
  }

  /** Returns the legal actions whose pair starts at a square, like getLegalActions. Throws `bad_square`, `bad_option`. */
  legalActionsFrom(square: Square, options: { readonly verbose: true }): DetailedAction[];
  /** Returns the legal actions whose pair starts at a square. */
  legalActionsFrom(square: Square, options?: { readonly verbose?: boolean }): Action[];
  legalActionsFrom(square: Square, options?: { readonly verbose?: boolean }): Action[] {
    const codes = legal(this), from = squareNumber(square);
    if (isVerbose(options)) return this.getLegalActions({ verbose: true }).filter((a) => ("ban" in a ? a.ban : a.move).from === square);
    return codes.filter((code) => (code >> 6 & 63) === from).map(fromCode);
  }

  /** Reports whether an action may be played now. It may have any form that play accepts; the result is false for anything else. */
  isLegal(action: Action | Move | SerializedAction): boolean {
    const state = stateOf(this);
    state.live(); // its errors are thrown, those of the action are not
    try {
      return state.run("banchess_is_legal", understand(this, action)) === 1;
    } catch (e) {
      if ((e as BanChessError).code === "crashed") throw e;
      return false;
    }
  }

  /** Returns the ply of the next action, from 1. */
  getPly(): number { return standing(this).ply; }

  /** Returns the player who acts next: the mover's opponent at a ban, the mover at a move. */
  getActivePlayer(): Player { return dueAt(this.getPly()).active; }

  /** Returns the kind of the next action. */
  getActionType(): ActionType { return dueAt(this.getPly()).phase; }

  /** Returns the side whose pieces move next. A ban and the move after it have the same mover. */
  nextMoveColor(): Player { return dueAt(this.getPly()).mover; }

  /** The ban in force, or null at a ban ply. */
  get currentBannedMove(): Ban | null {
    const { from, to } = standing(this);
    return from < 64 ? { from: SQUARES[from]!, to: SQUARES[to]! } : null;
  }

  /** Returns the extended FEN, or with `{ standard: true }` its first six fields, which other chess programs can read. Throws `bad_option`. */
  fen(options?: { readonly standard?: boolean }): BanChessFEN {
    const state = stateOf(this), fen = state.live().text(state.run("banchess_fen"));
    return options !== undefined && checkOptions(options, FEN_OPTIONS).standard ? fen.slice(0, fen.lastIndexOf(" ")) : fen;
  }

  /** Returns the piece on a square, or undefined if it is empty. Throws `bad_square`. */
  get(square: Square): Piece | undefined { return pieceOf(letters(this)[squareNumber(square)]!) ?? undefined; }

  /** Returns the eight ranks of the board, beginning with the eighth. */
  board(): Board { return boardOf(letters(this)); }

  /** Returns the squares on which such a piece stands. Throws `bad_piece`. */
  findPiece(piece: Piece): Square[] {
    const all = letters(this), letter = letterOf(piece);
    return SQUARES.filter((_, i) => all[i] === letter);
  }

  /** Reports whether a square is light or dark. Throws `bad_square`; works after free(). */
  squareColor(square: Square): "light" | "dark" { return squareColor(square); }

  /** Returns the squares from which a side's pieces, pinned ones included, attack a square. The default side is nextMoveColor(). Throws `bad_square`, `bad_player`. */
  attackers(square: Square, by?: Player): Square[] {
    const mover = this.nextMoveColor();
    const { n, bytes } = answer(this, "banchess_attackers", squareNumber(square) | sideNumber(by === undefined ? mover : by) << 6);
    return Array.from({ length: n }, (_, i) => SQUARES[bytes.getUint8(i)]!);
  }

  /** Returns the number of the full move, as in a FEN. */
  moveNumber(): number { return answer(this, "banchess_position").bytes.getUint32(64, true); }

  /** Returns a hash of the position as 16 hexadecimal digits. It covers the board, the side, castling, en passant, whether a ban is due, and the ban in force, but not the counters. */
  hash(): string { return answer(this, "banchess_position").bytes.getBigUint64(68, true).toString(16).padStart(16, "0"); }

  /** Counts the sequences of exactly that many actions. Mate and stalemate end a sequence, a draw by rule does not. Throws `bad_argument` for anything but an integer from 0 to 12. */
  perft(depth: number): number {
    stateOf(this).live();
    if (!Number.isInteger(depth) || depth < 0 || depth > 12) throw fail("bad_argument", `the depth is ${typeof depth === "number" ? depth : quote(depth)}`, "pass a whole number from 0 to 12");
    return Number(answer(this, "banchess_perft", depth).bytes.getBigUint64(0, true));
  }

  /** Returns the game as PGN, with headers. Bans are written as comments: `1. {banning: e2e4} d4`. */
  pgn(): string { return stateOf(this).ask("pgn"); }

  /** Returns the PGN without headers, in one line. */
  movetext(): string { return stateOf(this).ask("movetext"); }

  /** Returns the board as text, with the squares of the banned pair in brackets. */
  ascii(): string { return stateOf(this).ask("ascii"); }

  /** Returns an entry for every action played. */
  history(): HistoryEntry[] { return stateOf(this).ask("history"); }

  /** Returns all actions, bans in BCN and moves in SAN: `["b:e2e4", "d4", …]`. */
  getActionLog(): string[] { return stateOf(this).ask("getActionLog"); }

  /** Returns all actions in BCN, each with its indicator: `["b:e2e4", "m:d2d4", …]`. */
  getActionHistory(): SerializedAction[] { return stateOf(this).ask("getActionHistory"); }

  /** Returns the last action in BCN, or null before the first. */
  getLastActionSerialized(): SerializedAction | null { return stateOf(this).ask("getLastActionSerialized"); }

  /** Returns the state that another client needs to continue the game, including repetitions and how the game ended. */
  getSyncState(): SyncState & { readonly moveNumber: number } { return stateOf(this).ask("getSyncState"); }

  /**
   * Continues from another client's state. The game then has the state's past, or begins
   * at its FEN if there is no past. The PGN tags stay. Only the FEN is required.
   * Throws `bad_fen`, `standard_fen`, `bad_ply` (the ply or the move number contradicts
   * the FEN), `bad_bcn` (an action cannot be read), `desync` (the last action, the
   * past or the draw contradicts the FEN), the codes of refused actions,
   * `bad_reason`, `bad_player`, `bad_option` (an unknown field, or one of the wrong
   * type). If it throws, it changes nothing.
   */
  loadFromSyncState(syncState: Pick<SyncState, "fen"> & Partial<SyncState>): void {
    change(this, (state) => {
      state.ask("loadFromSyncState", syncState);
      state.adopt();
    });
  }

  /**
   * Replaces the game and its PGN tags by another game. The source may be what toJSON
   * returned. From a PGN it takes the main line with its comments and glyphs, and the
   * tags; parsePGN of banchess/tree also keeps the variations. Throws the errors of the
   * constructor, the codes of refused actions, `bad_bcn`, `bad_reason`,
   * `bad_player`, and `bad_option` (a field is unknown, has the wrong type, or
   * contradicts the others). If it throws, it changes nothing.
   */
  load(source: GameSource): void {
    if (!source) throw fail("bad_option", "there is nothing to load", "pass {fen}, {pgn} or {actions}, or {} for a new game");
    change(this, (state) => state.load(source));
  }

  /** Takes back the last event: a resignation, an agreed draw or a time-out, otherwise the last action. Returns false if there was nothing to take back. */
  undo(): boolean { return step(this, -1); }

  /** Plays again the action that undo took back. Returns false if there was none. */
  redo(): boolean { return step(this, 1); }

  /** Reports whether undo would take something back. */
  canUndo(): boolean { return is(this, CAN_UNDO); }

  /** Reports whether redo would play an action. */
  canRedo(): boolean { return is(this, CAN_REDO); }

  /** Returns to the position at which the game began, and forgets all actions. The PGN tags stay. */
  reset(): void {
    change(this, (state) => {
      state.ask("reset");
      Object.assign(state, { codes: [], at: 0, ending: null, comments: [] });
    });
  }

  /** Ends the game with the loss of a player, by default the active one. Refusals: `game_over`, `bad_player`, `bad_argument`, `freed`, `crashed`. Never throws. */
  resign(player?: Player): EndResult { return end(this, "resign", player); }

  /** Ends the game as a draw by agreement. Refusals: `game_over`, `freed`, `crashed`. Never throws. */
  agreeDraw(): EndResult { return end(this, "agreeDraw"); }

  /** Ends the game because a player's time has run out, by default the active one's: a draw if the opponent has a bare king, otherwise a loss. Refusals: `game_over`, `bad_player`, `bad_argument`, `freed`, `crashed`. Never throws. */
  timeOut(player?: Player): EndResult { return end(this, "timeOut", player); }

  /** Reports whether the mover's king is attacked. */
  inCheck(): boolean { return is(this, IN_CHECK); }

  /** Reports whether the game ended by checkmate, by a move or by a ban. */
  inCheckmate(): boolean { return is(this, IN_CHECKMATE); }

  /** Reports whether the game ended by stalemate, by a move or by a ban. */
  inStalemate(): boolean { return is(this, IN_STALEMATE); }

  /** Reports whether the game ended without a winner, for any reason. */
  inDraw(): boolean { return is(this, IN_DRAW); }

  /** Reports whether the position has occurred three times. */
  inThreefoldRepetition(): boolean { return is(this, IN_THREEFOLD); }

  /** Reports whether the pieces are on the standard list of those that cannot mate. */
  insufficientMaterial(): boolean { return is(this, INSUFFICIENT); }

  /** Reports whether the game has ended. */
  gameOver(): boolean { return is(this, OVER); }

  /** Returns the result: winner, reason, and both in words. */
  result(): GameResult { return stateOf(this).ask("result"); }

  /** Sets where indicators are written. Throws `bad_option` for an unknown name, and for a value other than true or false. */
  setIndicatorConfig(config: IndicatorConfig): void {
    change(this, (state) => {
      state.ask("setIndicatorConfig", config);
      state.adoptIndicators();
    });
  }

  /** Returns where indicators are written. */
  getIndicatorConfig(): Required<IndicatorConfig> { return stateOf(this).ask("getIndicatorConfig"); }

  /** Sets a PGN tag, such as `setTag("White", "Ada")`. "" removes it. Throws `bad_tag` for an invalid name and for tags that are derived from the game, `bad_argument` for anything but a text. */
  setTag(name: string, value: string): void {
    change(this, (state) => {
      state.setTag(name, value);
    });
  }

  /** Returns the PGN tags that were set or read. */
  tags(): Record<string, string> { return stateOf(this).ask("tags"); }

  /** Returns the comment on the current position as in a PGN, with commands such as `[%clk 0:01:00]`, or "". */
  getComment(): string { return commentAt(this)?.comment ?? ""; }

  /**
   * Sets the comment on the current position; "" removes it. pgn() writes it. Commands
   * in it are normalized as by reading a PGN. For variations,
   * and to read the commands, use `GameTree.of(game)` of banchess/tree.
   * Throws `bad_argument` for anything but a text.
   */
  setComment(comment: string): void {
    if (typeof comment !== "string") throw fail("bad_argument", `the comment is ${quote(comment)}`, "pass a text");
    const { at } = stateOf(this), nags = commentAt(this)?.nags;
    setComments(this, [{ at, comment, ...nags && { nags } }]);
  }

  /** Removes the comment on the current position, and returns it. */
  removeComment(): string {
    const comment = this.getComment();
    if (comment) this.setComment("");
    return comment;
  }

  /** Returns the comments on this position and the earlier ones. */
  getComments(): PositionComment[] { return stateOf(this).ask("comments"); }

  /** Removes all comments, and returns them. */
  removeComments(): PositionComment[] {
    const comments = this.getComments();
    setComments(this, comments.map(({ at }) => ({ at })));
    return comments;
  }

  /** Returns an independent copy without subscribers. For a subclass, its constructor is called without arguments. */
  clone(): this { return gameOf(stateOf(this).copy(), this.constructor as new () => this); }

  /**
   * Calls a function after every change of the game. An error that it throws goes to the
   * console. If a listener changes the game, the others first hear of the earlier change.
   * Returns the function that ends the subscription. Works even after free(). Throws
   * `bad_argument` for anything but a function.
   */
  subscribe(listener: (event: GameEvent) => void): () => void {
    const mine = asListener(listener), { listeners } = stateOf(this);
    listeners.add(mine);
    return () => { listeners.delete(mine); };
  }

  /** Returns the game as plain data for fromJSON. JSON.stringify calls it. */
  toJSON(): GameRecord {
    const record = stateOf(this).ask<GameRecord>("record"), { tags, indicators } = stateOf(this);
    return { ...record, ...Object.keys(tags).length > 0 && { tags: { ...tags } }, ...indicators && { indicators: { ...indicators } } };
  }

  /** Returns movetext(), or the FEN if nothing has been played. */
  override toString(): string { return this.movetext() || this.fen(); }

  /** Frees the game's memory at once. Without it, the memory is freed after the object is collected. May be called more than once. */
  free(): void { stateOf(this).free(); }

  /** Iterates over the entries of history(): `for (const entry of game)`. */
  *[Symbol.iterator](): IterableIterator<HistoryEntry> { yield* this.history(); }
}

/** A game of Ban Chess. */
export interface BanChess {
  /** Calls free(), for `using game = new BanChess()`. If Symbol.dispose does not exist, its name is Symbol.for("Symbol.dispose"). */
  [Symbol.dispose](): void;
}
