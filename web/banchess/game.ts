// A game of Ban Chess, as a class around the rules in the WebAssembly; gamecalls.ts
// has what its methods are made of.
import { decode, dueAt, fromCode, SQUARES, write } from "./action.js";
import type { Action, ActionType, Ban, BanChessFEN, Indicator, Move, Player, SerializedAction, Square } from "./action.js";
import { refusal, type ActionResult, type DetailedAction, type EndResult, type GameResult, type HistoryEntry } from "./results.js";
import {
  ask, CAN_REDO, CAN_UNDO, change, commentAt, end, IN_CHECK, IN_CHECKMATE, IN_DRAW, IN_STALEMATE, IN_THREEFOLD, INSUFFICIENT, is, legal, letters, make, notBCN, ofPosition,
  OVER, own, read, seventhField, setComments, standing, stateOf, step, textOrNone, understand,
} from "./gamecalls.js";
import { disposable, handover } from "./class.js";
import { asListener, BanChessError, fail, quote } from "./error.js";
import { checkOptions, shared, VERSION } from "./load.js";
import { boardOf, letterOf, pieceOf, sideNumber, squareColor, squareNumber, type Board, type Piece } from "./piece.js";
import { State, unwrap, type GameEvent, type GameRecord, type GameSource, type IndicatorConfig, type PositionComment, type SyncState } from "./state.js";

declare global {
  interface SymbolConstructor {
    /** What `using` calls, declared for compilers whose library does not have it. */
    readonly dispose: unique symbol;
  }
}

const LIST_OPTIONS = { verbose: (v: unknown) => typeof v === "boolean" }, FEN_OPTIONS = { standard: LIST_OPTIONS.verbose };

const isVerbose = (options?: { readonly verbose?: boolean }): boolean => options !== undefined && checkOptions(options, LIST_OPTIONS).verbose === true;

const states = /* @__PURE__ */ handover<State>();

/** A game of a state. @internal */
export const gameOf = <T extends BanChess = BanChess>(state: State, of: new () => T = BanChess as never): T => states.construct(state, of);

const shown = (game: { fen(): string; movetext(): string }): object => ({ fen: game.fen(), movetext: game.movetext() });

/**
 * A game of Ban Chess. Every method but those that say otherwise throws a
 * BanChessError of code `freed` after `free()`, and of code `crashed` between a
 * crash and the next initialize.
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
   * Writes an action in BCN: `"b:e2e4"`, `"m:e7e8q"`, with the indicator if one is
   * given. Works before initialize. Throws `bad_action`, and `bad_argument` for
   * anything but an indicator.
   */
  static serializeAction(action: Action, indicator?: Indicator): SerializedAction {
    const mark: unknown = indicator ?? "";
    if (mark !== "" && mark !== "+" && mark !== "#" && mark !== "=") throw fail("bad_argument", `${quote(mark)} is no indicator`, "pass +, # or =");
    const code = read(action);
    if (code < 0) throw fail("bad_action", "that is neither a ban nor a move between two squares", 'pass { ban: { from: "e2", to: "e4" } } or { move: { from, to, promotion } }');
    return write(fromCode(code)) + mark;
  }

  /** Reads BCN; an indicator is dropped. Works before initialize. Throws `bad_bcn`. */
  static deserializeAction(serialized: SerializedAction): Action {
    const action = decode(serialized);
    if (action) return action;
    throw notBCN(serialized);
  }

  /**
   * The game of a list of actions, from the start position or from a FEN. An action is
   * anything that play takes: what getActionHistory and getActionLog give can be
   * replayed. Throws at the first that does not read (`bad_bcn`, `bad_san`, `bad_action`)
   * or is not legal (`banned`, `illegal_move`, …), with its ply; `bad_argument` for what
   * is no list, and what the constructor throws for the FEN.
   */
  static replayFromActions(actions: readonly (SerializedAction | Action | Move)[], startingFen?: BanChessFEN): BanChess {
    const codes: number[] = []; // of what comes before the first action that only the game can read
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
   * A game from a FEN of six fields: at the ban before the next move, or at the ply
   * that is given, with the ban in force at an even one. A ban alone is that of the next
   * move. Throws `bad_fen` (with every fault, also where side, ply and ban do not agree),
   * `bad_ply`, `bad_pair`, `bad_argument`, `not_initialized`, `crashed`.
   */
  static fromStandardFEN(fen: string, ply?: number | null, ban?: Ban | null): BanChess {
    const instance = shared.running();
    return new BanChess(unwrap(instance.call(instance.raw.fromStandardFEN, instance.raw, [fen, seventhField(ply, ban)])));
  }

  /** The game that toJSON wrote, as an object or as text. Throws what load throws, and `bad_argument` for anything but a record. */
  static fromJSON(json: GameRecord | string): BanChess {
    let record: GameRecord | undefined;
    try {
      record = JSON.parse(typeof json === "string" ? json : JSON.stringify(json)) as GameRecord; // plain data, whatever it was
    } catch { /* what does not read is no record either */ }
    if (typeof record?.fen !== "string" || !Array.isArray(record.actions)) throw fail("bad_argument", "that is not the record of a game, which has a fen and actions", "pass what toJSON gave");
    const source = record, game = new BanChess();
    return make(game, () => game.load(source));
  }

  /**
   * A game from the start position, from an extended FEN, or from a PGN (with
   * undefined for the FEN). Throws `not_initialized`, `crashed`, `bad_option` (both
   * are given), `bad_argument` (one is no text), `bad_fen`, `standard_fen`, and for
   * a PGN `bad_pgn`, `bad_san`, `bad_pair`, `ambiguous_move` and the codes of refused
   * actions; with line, column, token, ply and faults as far as known.
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
   * Plays a ban or a move: as squares, in BCN, or as people write it: `"Nf3"`,
   * `"e8=Q"`, `"g1f3"`; where a ban is due, the pair `"e2e4"` or the SAN of a move that
   * has it. `{ from, to }` alone is what is due, a ban or a move. A promotion that the
   * move does not need is ignored, as chess.js does. Never throws: a refused action gives `{success: false, error, code}` and
   * changes nothing. The codes are `banned`, `wrong_phase`, `game_over`,
   * `illegal_ban`, `illegal_move`, `promotion_required`, `ambiguous_move`,
   * `bad_action`, `bad_bcn`, `bad_san`, `bad_pair`, `bad_argument` (text without end),
   * `too_deep`, `freed`, `crashed`.
   *
   * @example
   * const answer = game.play({ move: { from: "e7", to: "e8", promotion: "q" } });
   * if (!answer.success) console.log(answer.error);
   * if (answer.flags?.checkmate) console.log("mate");
   */
  play(action: Action | Move | SerializedAction): ActionResult {
    try {
      const state = stateOf(this), instance = state.live();
      const code = understand(state, instance, action);
      if (typeof code !== "number") return code;
      const n = instance.run(instance.exports.banchess_play, state.self.handle, code);
      if (n < 0) return { success: false, ...instance.raw.lastError };
      return state.recordPlayed(code, n);
    } catch (e) {
      return refusal(e);
    }
  }

  /** Plays an action in BCN as `play` does; anything but a text is refused as well. Never throws. */
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
   * All legal actions at this ply, in no order to rely on: a ban once per pair, a
   * promotion once per role. None when the game is over. With `{ verbose: true }` each
   * has its SAN, the piece, and what it captures. Throws `bad_option`.
   */
  getLegalActions(options: { readonly verbose: true }): DetailedAction[];
  /** All legal actions at this ply. */
  getLegalActions(options?: { readonly verbose?: boolean }): Action[];
  getLegalActions(options?: { readonly verbose?: boolean }): Action[] {
    const codes = legal(this);
    return isVerbose(options) ? ask<DetailedAction[]>(this, "legalActionDetails") : codes.map(fromCode);
  }

  /** The legal actions whose pair starts at a square, as getLegalActions gives them. Throws `bad_square`, `bad_option`. */
  legalActionsFrom(square: Square, options: { readonly verbose: true }): DetailedAction[];
  /** The legal actions whose pair starts at a square. */
  legalActionsFrom(square: Square, options?: { readonly verbose?: boolean }): Action[];
  legalActionsFrom(square: Square, options?: { readonly verbose?: boolean }): Action[] {
    const codes = legal(this), from = squareNumber(square);
    if (isVerbose(options)) return this.getLegalActions({ verbose: true }).filter((a) => ("ban" in a ? a.ban : a.move).from === square);
    return codes.filter((code) => (code >> 6 & 63) === from).map(fromCode);
  }

  /** Reports whether an action may be played now, in any form that play takes; false for anything else. */
  isLegal(action: Action | Move | SerializedAction): boolean {
    const state = stateOf(this), instance = state.live();
    const code = understand(state, instance, action);
    return typeof code === "number" && instance.run(instance.exports.banchess_is_legal, state.self.handle, code) === 1;
  }

  /** The ply of the next action, from 1. */
  getPly(): number { return standing(this).ply; }

  /** The player who acts next: at a ban the mover's opponent, at a move the mover. */
  getActivePlayer(): Player { return dueAt(this.getPly()).active; }

  /** What the next action is. */
  getActionType(): ActionType { return dueAt(this.getPly()).phase; }

  /** The side whose pieces move next: the same at a ban and at the move after it. */
  nextMoveColor(): Player { return dueAt(this.getPly()).mover; }

  /** The ban in force, null at a ban ply. */
  get currentBannedMove(): Ban | null {
    const { from, to } = standing(this);
    return from < 64 ? { from: SQUARES[from]!, to: SQUARES[to]! } : null;
  }

  /** The extended FEN; with `{ standard: true }` its first six fields, which other chess programs read. Throws `bad_option`. */
  fen(options?: { readonly standard?: boolean }): BanChessFEN {
    const state = stateOf(this), instance = state.live();
    const n = instance.run(instance.exports.banchess_fen, state.self.handle);
    if (n < 0) throw instance.lastError();
    const fen = instance.text(n);
    return options !== undefined && checkOptions(options, FEN_OPTIONS).standard ? fen.slice(0, fen.lastIndexOf(" ")) : fen;
  }

  /** The piece on a square, undefined for none. Throws `bad_square`. */
  get(square: Square): Piece | undefined { return pieceOf(letters(this)[squareNumber(square)]!) ?? undefined; }

  /** The eight ranks of the board, the eighth first. */
  board(): Board { return boardOf(letters(this)); }

  /** The squares on which a piece stands. Throws `bad_piece`. */
  findPiece(piece: Piece): Square[] {
    const all = letters(this), letter = letterOf(piece);
    return SQUARES.filter((_, i) => all[i] === letter);
  }

  /** Reports whether a square is light or dark. Throws `bad_square`, and nothing after free(). */
  squareColor(square: Square): "light" | "dark" { return squareColor(square); }

  /** The squares from which a side's pieces attack a square, pinned ones too; without a side those of nextMoveColor(). Throws `bad_square`, `bad_player`. */
  attackers(square: Square, by?: Player): Square[] {
    const mover = this.nextMoveColor();
    const { n, bytes } = ofPosition(this, "banchess_attackers", squareNumber(square) | sideNumber(by === undefined ? mover : by) << 6);
    return Array.from({ length: n }, (_, i) => SQUARES[bytes.getUint8(i)]!);
  }

  /** The number of the full move, as in a FEN. */
  moveNumber(): number { return ofPosition(this, "banchess_position").bytes.getUint32(64, true); }

  /** A hash of what is played on, 16 hexadecimal digits: board, side, castling, en passant, whether a ban is due, and the ban in force; not the counters. */
  hash(): string { return ofPosition(this, "banchess_position").bytes.getBigUint64(68, true).toString(16).padStart(16, "0"); }

  /** Counts the lines of exactly that many actions; mate and stalemate end one, a draw by rule does not. Throws `bad_argument` for anything but a whole number from 0 to 12. */
  perft(depth: number): number {
    stateOf(this).live();
    if (!Number.isInteger(depth) || depth < 0 || depth > 12) throw fail("bad_argument", `the depth is ${typeof depth === "number" ? depth : quote(depth)}`, "pass a whole number from 0 to 12");
    return Number(ofPosition(this, "banchess_perft", depth).bytes.getBigUint64(0, true));
  }

  /** The game as PGN, with headers; bans stand in comments: `1. {banning: e2e4} d4`. */
  pgn(): string { return ask(this, "pgn"); }

  /** The moves and bans of pgn() alone, in one line. */
  movetext(): string { return ask(this, "movetext"); }

  /** The board as text, the banned pair's squares in brackets. */
  ascii(): string { return ask(this, "ascii"); }

  /** An entry for every action played. */
  history(): HistoryEntry[] { return ask(this, "history"); }

  /** Bans in BCN and moves in SAN: `["b:e2e4", "d4", …]`. */
  getActionLog(): string[] { return ask(this, "getActionLog"); }

  /** All actions in BCN: `["b:e2e4", "m:d2d4", …]`, each with its indicator. */
  getActionHistory(): SerializedAction[] { return ask(this, "getActionHistory"); }

  /** The last action in BCN, null before the first. */
  getLastActionSerialized(): SerializedAction | null { return ask(this, "getLastActionSerialized"); }

  /** What another client needs to go on from here, repetitions and how the game ended included. */
  getSyncState(): SyncState & { readonly moveNumber: number } { return ask(this, "getSyncState"); }

  /**
   * Goes on from another client's state: the game is what its past has, and begins
   * at the FEN where it has none. The PGN tags stay. Only the FEN is required.
   * Throws `bad_fen`, `standard_fen`, `bad_ply` (the ply or the move number is not
   * the FEN's), `bad_bcn` (an action does not read), `desync` (the last action, the
   * past or the draw does not go with the FEN), the codes of refused actions,
   * `bad_reason`, `bad_player`, `bad_option` (an unknown field, or one of the wrong
   * type) and then changes nothing.
   */
  loadFromSyncState(syncState: Pick<SyncState, "fen"> & Partial<SyncState>): void {
    change(this, (state) => {
      unwrap(state.method("loadFromSyncState", syncState));
      state.adopt();
    });
  }

  /**
   * Replaces the game by another, and its PGN tags by that one's; what toJSON gave
   * may be passed as it is. Of a PGN it takes the main line, its comments and glyphs,
   * and the tags; parsePGN of banchess/tree keeps the variations too. Throws as the
   * constructor does, the codes of refused actions, `bad_bcn`, `bad_reason`,
   * `bad_player`, `bad_option` (an unknown field, one of the wrong type, or one that
   * does not go with the others), and then changes nothing.
   */
  load(source: GameSource): void {
    if (!source) throw fail("bad_option", "there is nothing to load", "pass {fen}, {pgn} or {actions}, or {} for a new game");
    change(this, (state) => state.load(source));
  }

  /** Takes back what happened last: a resignation, an agreement or a time-out, otherwise the last action. False if there was nothing. */
  undo(): boolean { return step(this, -1); }

  /** Plays again what undo took back. False if there was nothing. */
  redo(): boolean { return step(this, 1); }

  /** Reports whether undo would do something. */
  canUndo(): boolean { return is(this, CAN_UNDO); }

  /** Reports whether redo would do something. */
  canRedo(): boolean { return is(this, CAN_REDO); }

  /** Goes back to the position the game began at and forgets what was played. The PGN tags stay. */
  reset(): void {
    change(this, (state) => {
      unwrap(state.method("reset"));
      Object.assign(state, { codes: [], at: 0, ending: null, comments: [] });
    });
  }

  /** Ends the game: the player, by default the active one, loses. Refusals: `game_over`, `bad_player`, `bad_argument`, `freed`, `crashed`. Never throws. */
  resign(player?: Player): EndResult { return end(this, "resign", player); }

  /** Ends the game in a draw that both players want. Refusals: `game_over`, `freed`, `crashed`. Never throws. */
  agreeDraw(): EndResult { return end(this, "agreeDraw"); }

  /** Ends the game because a player's time has run out: a draw if the opponent has a bare king. Refusals: `game_over`, `bad_player`, `bad_argument`, `freed`, `crashed`. Never throws. */
  timeOut(player?: Player): EndResult { return end(this, "timeOut", player); }

  /** Reports whether the mover's king is attacked. */
  inCheck(): boolean { return is(this, IN_CHECK); }

  /** Reports whether the game ended by checkmate, by a move or by a ban. */
  inCheckmate(): boolean { return is(this, IN_CHECKMATE); }

  /** Reports whether the game ended by stalemate, by a move or by a ban. */
  inStalemate(): boolean { return is(this, IN_STALEMATE); }

  /** Reports whether the game ended without a winner, for whatever reason. */
  inDraw(): boolean { return is(this, IN_DRAW); }

  /** Reports whether the position has occurred three times. */
  inThreefoldRepetition(): boolean { return is(this, IN_THREEFOLD); }

  /** Reports whether the pieces are on the standard list of those that cannot mate. */
  insufficientMaterial(): boolean { return is(this, INSUFFICIENT); }

  /** Reports whether the game has ended. */
  gameOver(): boolean { return is(this, OVER); }

  /** How the game stands: winner, reason, and both in words. */
  result(): GameResult { return ask(this, "result"); }

  /** Says where indicators are written. Throws `bad_option` for an unknown name and for a value that is not true or false. */
  setIndicatorConfig(config: IndicatorConfig): void {
    change(this, (state) => {
      unwrap(state.method("setIndicatorConfig", config));
      state.adoptIndicators();
    });
  }

  /** Where indicators are written. */
  getIndicatorConfig(): Required<IndicatorConfig> { return ask(this, "getIndicatorConfig"); }

  /** Sets a PGN tag, such as `setTag("White", "Ada")`; "" takes it away. Throws `bad_tag` for a bad name, and for the tags that follow from the game; `bad_argument` for anything but a text. */
  setTag(name: string, value: string): void {
    change(this, (state) => {
      state.setTag(name, value);
    });
  }

  /** The PGN tags that were set or read. */
  tags(): Record<string, string> { return ask(this, "tags"); }

  /** The comment on the position, as it stands in a PGN, with commands such as `[%clk 0:01:00]`; "" for none. */
  getComment(): string { return commentAt(this)?.comment ?? ""; }

  /**
   * Sets the comment on the position, "" for none; pgn() writes it. Commands in it
   * are kept as they would be read again, and a brace becomes a bracket. For
   * variations, and to read the commands, take `GameTree.of(game)` of banchess/tree.
   * Throws `bad_argument` for anything but a text.
   */
  setComment(comment: string): void {
    if (typeof comment !== "string") throw fail("bad_argument", `the comment is ${quote(comment)}`, "pass a text");
    const { at } = stateOf(this), nags = commentAt(this)?.nags;
    setComments(this, [{ at, comment, ...nags && { nags } }]);
  }

  /** Takes the comment on the position away, and returns it. */
  removeComment(): string {
    const comment = this.getComment();
    if (comment) this.setComment("");
    return comment;
  }

  /** The comments on this position and on those before it, as a PGN had them or setComment set them. */
  getComments(): PositionComment[] { return ask(this, "comments"); }

  /** Takes all comments away, and returns them. */
  removeComments(): PositionComment[] {
    const comments = this.getComments();
    setComments(this, comments.map(({ at }) => ({ at })));
    return comments;
  }

  /** A copy that shares nothing with this game. It has no subscribers. That of a subclass is made by its constructor, called without arguments. */
  clone(): this { return gameOf(stateOf(this).copy(), this.constructor as new () => this); }

  /**
   * Calls a function after every change of the game. An error it throws goes to the
   * console. A change it makes is reported once all listeners have heard of the first.
   * Returns the function that ends the subscription. Works in any state. Throws
   * `bad_argument` for anything but a function.
   */
  subscribe(listener: (event: GameEvent) => void): () => void {
    const mine = asListener(listener), { listeners } = stateOf(this);
    listeners.add(mine);
    return () => { listeners.delete(mine); };
  }

  /** The game as plain data for fromJSON; JSON.stringify calls it. */
  toJSON(): GameRecord {
    const record = ask<GameRecord>(this, "record"), { tags, indicators } = stateOf(this);
    return { ...record, ...Object.keys(tags).length > 0 && { tags: { ...tags } }, ...indicators && { indicators: { ...indicators } } };
  }

  /** The moves and bans, as movetext() gives them; where nothing is played, the FEN. */
  override toString(): string { return this.movetext() || this.fen(); }

  /** Gives the game's memory back at once; without it that happens after the object is collected. May be called again. */
  free(): void { stateOf(this).free(); }

  /** The entries of history(): `for (const entry of game)`. */
  *[Symbol.iterator](): IterableIterator<HistoryEntry> { yield* this.history(); }
}

/** A game of Ban Chess. */
export interface BanChess {
  /** free(), as `using game = new BanChess()` calls it; where Symbol.dispose is missing, under Symbol.for("Symbol.dispose"). */
  [Symbol.dispose](): void;
}
