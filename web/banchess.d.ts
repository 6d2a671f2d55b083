// The types of banchess.js. Everything here works the same in pages, Web Workers
// and Node 20 or later, unless its comment says otherwise.

declare global {
  interface SymbolConstructor {
    /** What `using` calls, declared for compilers whose library does not have it. */
    readonly dispose: unique symbol;
  }
}

import type {
  Action, ActionResult, ActionType, Ban, BanChessFEN, EndResult, ErrorDetails, GameEvent, GameRecord, GameResult, GameSource, HistoryEntry,
  Indicator, IndicatorConfig, Move, Player, Progress, SerializedAction, Square, SyncState,
} from "./banchess-types.js";

export * from "./banchess-types.js";

/** The options of initialize. All may be left out; at most one of the first two. */
export interface InitializeOptions {
  /**
   * Where `banchess-core.wasm` is. The default is beside this module. In a page a
   * relative address is taken from the page's, in Node from this module's.
   * `banchess.wasm` may be given in a page; its board then covers the page and
   * shows a game of its own (`globalThis.banchess.game`), none of those made here.
   */
  readonly wasmURL?: string | URL;
  /** The file, compiled already: a WebAssembly.Module, a name that Node's types do not have. */
  readonly wasmModule?: object;
  /** Called with every piece that arrives; in Node once. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Called when the WebAssembly has crashed, with an error of code `crashed`. The
   * function given last counts. After another `await initialize()` the live games
   * go on where they were.
   */
  readonly onCrash?: (error: BanChessError) => void;
}

/**
 * Loads the WebAssembly. Await it once before the first game; another call gives
 * the same promise, whatever other file it names, and after a failed start or a
 * crash it starts again (after a crash without options from the same module).
 *
 * Rejects with a BanChessError: `bad_option` for an option that is unknown or of
 * the wrong type, `load_failed` if the file cannot be had or is not the right one,
 * `version_mismatch` if it is of another release than this library, `crashed` if
 * it crashed meanwhile.
 *
 * In a browser the file is compiled while it comes in; a server that sends it
 * with a wrong Content-Type only costs time. In Node it is read from the disk.
 *
 * @example
 * await initialize();
 * await initialize({ wasmURL: "/static/banchess-core.wasm", onProgress: ({ loaded, total }) => … });
 */
export function initialize(options?: InitializeOptions): Promise<void>;

/** The version of this library. */
export const VERSION: string;

/** What constructors and loaders throw. `message` is a sentence for people. */
export interface BanChessError extends ErrorDetails {}
/** What constructors and loaders throw. `message` is a sentence for people. */
export class BanChessError extends Error {
  /** An error of the details of a refusal. */
  constructor(what: ErrorDetails & { readonly error: string });
  /** Tells it from other errors where `instanceof` cannot. */
  readonly name: "BanChessError";
}

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
export class BanChess {
  /** The version of this library. */
  static readonly VERSION: string;

  /**
   * Writes an action in BCN: `"b:e2e4"`, `"m:e7e8q"`, with the indicator if one is
   * given. Works before initialize. Throws `bad_action`, and `bad_argument` for
   * what is no indicator.
   */
  static serializeAction(action: Action, indicator?: Indicator): SerializedAction;

  /** Reads BCN; an indicator is dropped. Works before initialize. Throws `bad_bcn`. */
  static deserializeAction(serialized: SerializedAction): Action;

  /**
   * The game of a list of actions in BCN, from the start position or from a FEN.
   * Throws at the first that does not read (`bad_bcn`, `bad_action`) or is not
   * legal (`banned`, `illegal_move`, …), with its ply; `bad_argument` for what is
   * no list, and what the constructor throws for the FEN.
   */
  static replayFromActions(actions: readonly (SerializedAction | Action)[], startingFen?: BanChessFEN): BanChess;

  /** A game from a FEN of six fields, at the ban before the next move. Throws `bad_fen`, `bad_argument`, `not_initialized`, `crashed`. */
  static fromStandardFEN(fen: string): BanChess;

  /** The game that toJSON wrote, as an object or as text. Throws what load throws, and `bad_argument` for what is no record. */
  static fromJSON(json: GameRecord | string): BanChess;

  /**
   * A game from the start position, from an extended FEN, or from a PGN (with
   * undefined for the FEN). Throws `not_initialized`, `crashed`, `bad_option` (both
   * are given), `bad_argument` (one is no text), `bad_fen`, `standard_fen`, and for
   * a PGN `bad_pgn`, `bad_san`, `bad_pair`, `ambiguous_move` and the codes of refused
   * actions; with line, column, token, ply and faults as far as known.
   */
  constructor(fen?: BanChessFEN | null, pgn?: string | null);

  /**
   * Plays a ban or a move. Never throws: a refused action gives
   * `{success: false, error, code}` and changes nothing. The codes are `banned`,
   * `wrong_phase`, `game_over`, `illegal_ban`, `illegal_move`,
   * `promotion_required`, `bad_action`, `bad_bcn`, `bad_argument` (text without
   * end), `too_deep`, `freed`, `crashed`.
   *
   * @example
   * const answer = game.play({ move: { from: "e7", to: "e8", promotion: "q" } });
   * if (!answer.success) console.log(answer.error);
   * if (answer.flags?.checkmate) console.log("mate");
   */
  play(action: Action | SerializedAction): ActionResult;

  /** `play` of an action in BCN; what is no text is refused too. Never throws. */
  playSerializedAction(serialized: SerializedAction): ActionResult;

  /** All legal actions at this ply, in no order to rely on: a ban once per pair, a promotion once per role. None when the game is over. */
  getLegalActions(): Action[];

  /** The legal actions whose pair starts at a square. Throws `bad_square`. */
  legalActionsFrom(square: Square): Action[];

  /** Whether an action may be played now; false also for what is none. */
  isLegal(action: Action | SerializedAction): boolean;

  /** The ply of the next action, from 1. */
  getPly(): number;

  /** Who acts next: at a ban the mover's opponent, at a move the mover. */
  getActivePlayer(): Player;

  /** What the next action is. */
  getActionType(): ActionType;

  /** Whose pieces move next: the same at a ban and at the move after it. */
  nextMoveColor(): Player;

  /** The ban in force, null at a ban ply. */
  readonly currentBannedMove: Ban | null;

  /** The extended FEN. */
  fen(): BanChessFEN;

  /** The game as PGN, with headers; bans stand in comments: `1. {banning: e2e4} d4`. */
  pgn(): string;

  /** The moves and bans of pgn() alone, in one line. */
  movetext(): string;

  /** The board as text, the banned pair's squares in brackets. */
  ascii(): string;

  /** An entry for every action played. */
  history(): HistoryEntry[];

  /** Bans in BCN and moves in SAN: `["b:e2e4", "d4", …]`. */
  getActionLog(): string[];

  /** All actions in BCN: `["b:e2e4", "m:d2d4", …]`, each with its indicator. */
  getActionHistory(): SerializedAction[];

  /** The last action in BCN, null before the first. */
  getLastActionSerialized(): SerializedAction | null;

  /** What another client needs to go on from here. */
  getSyncState(): SyncState & { readonly moveNumber: number };

  /**
   * Goes on from another client's state; what was played is forgotten, the PGN
   * tags stay. Only the FEN is required. Throws `bad_fen`, `standard_fen`,
   * `bad_ply` (the ply or the move number is not the FEN's), `bad_bcn` (the last
   * action does not read), `desync` (it cannot have led there), `bad_option` (a
   * field that is none, or of the wrong type) and then changes nothing.
   */
  loadFromSyncState(syncState: Pick<SyncState, "fen"> & Partial<SyncState>): void;

  /**
   * Replaces the game by another, and its PGN tags by that one's; what toJSON gave
   * may be passed as it is. Throws as the
   * constructor does, the codes of refused actions, `bad_bcn`, `bad_reason`,
   * `bad_player`, `bad_option` (a field that is none, of the wrong type, or does not
   * go with the others), and then changes nothing.
   */
  load(source: GameSource): void;

  /** Takes back what happened last: a resignation, an agreement or a time-out, otherwise the last action. False if there was nothing. */
  undo(): boolean;

  /** Plays again what undo took back. False if there was nothing. */
  redo(): boolean;

  /** Whether undo would do something. */
  canUndo(): boolean;

  /** Whether redo would do something. */
  canRedo(): boolean;

  /** Goes back to the position the game began at and forgets what was played. The PGN tags stay. */
  reset(): void;

  /** Ends the game: the player, by default the active one, loses. Refusals: `game_over`, `bad_player`, `bad_argument`, `freed`, `crashed`. Never throws. */
  resign(player?: Player): EndResult;

  /** Ends the game in a draw that both players want. Refusals: `game_over`, `freed`, `crashed`. Never throws. */
  agreeDraw(): EndResult;

  /** Ends the game because a player's time has run out: a draw if the opponent has a bare king. Refusals: `game_over`, `bad_player`, `bad_argument`, `freed`, `crashed`. Never throws. */
  timeOut(player?: Player): EndResult;

  /** Whether the mover's king is attacked. */
  inCheck(): boolean;

  /** Whether the game ended by checkmate, by a move or by a ban. */
  inCheckmate(): boolean;

  /** Whether the game ended by stalemate, by a move or by a ban. */
  inStalemate(): boolean;

  /** Whether the game ended without a winner, for whatever reason. */
  inDraw(): boolean;

  /** Whether the position has occurred three times. */
  inThreefoldRepetition(): boolean;

  /** Whether the pieces are on the standard list of those that cannot mate. */
  insufficientMaterial(): boolean;

  /** Whether the game has ended. */
  gameOver(): boolean;

  /** How the game stands: winner, reason, and both in words. */
  result(): GameResult;

  /** Says where indicators are written. Throws `bad_option` for a name that is none and for what is not true or false. */
  setIndicatorConfig(config: IndicatorConfig): void;

  /** Where indicators are written. */
  getIndicatorConfig(): Required<IndicatorConfig>;

  /** Sets a PGN tag, such as `setTag("White", "Ada")`; "" takes it away. Throws `bad_tag` for a bad name, and for the tags that follow from the game; `bad_argument` for what is no text. */
  setTag(name: string, value: string): void;

  /** The PGN tags that were set or read. */
  tags(): Record<string, string>;

  /** A copy that shares nothing with this game. It has no subscribers. */
  clone(): BanChess;

  /**
   * Has a function called after every change, once the game has it. What it throws
   * goes to the console; what it changes is told after all have heard of this. Returns the function that ends this. Works in any state.
   * Throws `bad_argument` for what is no function.
   */
  subscribe(listener: (event: GameEvent) => void): () => void;

  /** The game as plain data for fromJSON; JSON.stringify calls it. */
  toJSON(): GameRecord;

  /** Gives the game's memory back at once; without it that happens after the object is collected. May be called again. */
  free(): void;

  /** free(), as `using game = new BanChess()` calls it; where Symbol.dispose is missing, under Symbol.for("Symbol.dispose"). */
  [Symbol.dispose](): void;

  /** The entries of history(): `for (const entry of game)`. */
  [Symbol.iterator](): IterableIterator<HistoryEntry>;

  /** @deprecated Use getActivePlayer(). */
  readonly turn: Player;

  /** @deprecated Use getActionType(). */
  nextActionType(): ActionType;

  /** @deprecated Use getActivePlayer(). */
  currentPlayer(): Player;

  /** @deprecated Use getLegalActions(). The legal moves, none at a ban ply. */
  legalMoves(): Move[];

  /** @deprecated Use getLegalActions(). The legal bans, none at a move ply. */
  legalBans(): Ban[];
}
