// The types of banchess.js. Everything here works the same in pages, Web Workers
// and Node 20 or later, unless its comment says otherwise.

declare global {
  interface SymbolConstructor {
    /** What `using` calls, declared for compilers whose library does not have it. */
    readonly dispose: unique symbol;
  }
}

/** A file of the board. */
export type File = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
/** A rank of the board. */
export type Rank = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8";
/** A square, such as `"e4"`. */
export type Square = `${File}${Rank}`;
/** What a pawn becomes: queen, rook, bishop or knight. */
export type Promotion = "q" | "r" | "b" | "n";
/** A side. */
export type Player = "white" | "black";
/** What an action is: odd plies are bans, even plies moves. */
export type ActionType = "ban" | "move";

/** A move in coordinates. Castling is the king's two-square step, `e1` to `g1`. */
export interface Move {
  readonly from: Square;
  readonly to: Square;
  /** Required where a pawn reaches the last rank, absent everywhere else. */
  readonly promotion?: Promotion;
}

/** A ban of a pair of squares: every move with it is gone, all four promotions included. */
export interface Ban {
  readonly from: Square;
  readonly to: Square;
}

/** One ply: a ban or a move. */
export type Action = { readonly ban: Ban; readonly move?: undefined } | { readonly move: Move; readonly ban?: undefined };

/** + check, # checkmate, = stalemate. */
export type Indicator = "+" | "#" | "=";

/** An action in Ban Chess Notation: `"b:e2e4"`, `"m:d2d4"`, `"m:e7e8q"`, with or without an indicator at the end (`"m:d8h4#"`). */
export type SerializedAction = string;
/** The same as SerializedAction, by its other name. */
export type BanChessNotation = SerializedAction;
/** A FEN with a seventh field, the ply with the ban in force and an indicator: `"… 1"`, `"… 2:e2e4"`, `"… 6+"`, `"… 10:h1g1#"`. */
export type BanChessFEN = string;

/** What holds right after an action. Each is true only when it is so. */
export interface GameFlags {
  /** The mover's king is attacked; true in checkmate too. */
  readonly check: boolean;
  /** Checkmate, by the move or by the ban. */
  readonly checkmate: boolean;
  /** Stalemate, by the move or by the ban. */
  readonly stalemate: boolean;
  /** The game has ended without a winner. */
  readonly draw: boolean;
  /** The game has ended. */
  readonly gameOver: boolean;
  /** The pieces are on the standard list of those that cannot mate. */
  readonly insufficientMaterial: boolean;
  /** The position has occurred three times. */
  readonly threefoldRepetition: boolean;
  /** Fifty moves a side without a capture or a pawn move. */
  readonly fiftyMoveRule: boolean;
  /** The ban took the last move of a mover in check. */
  readonly banCausedCheckmate: boolean;
  /** The ban took the last move of a mover not in check. */
  readonly banCausedStalemate: boolean;
  /** The move captures, en passant included. */
  readonly capture: boolean;
  /** The move captures en passant. */
  readonly enPassant: boolean;
  /** The move is castling. */
  readonly castle: boolean;
  /** The move promotes a pawn. */
  readonly promotion: boolean;
}

/** Stable names for what can go wrong. */
export type ErrorCode =
  | "banned" | "wrong_phase" | "game_over" | "illegal_ban" | "illegal_move" | "promotion_required" | "ambiguous_move" | "bad_action"
  | "bad_bcn" | "bad_fen" | "bad_pgn" | "bad_san" | "standard_fen" | "bad_square" | "bad_pair" | "bad_player" | "bad_ply" | "bad_reason" | "bad_tag"
  | "bad_clock" | "bad_argument" | "bad_option" | "freed" | "too_deep" | "internal" | "not_initialized" | "load_failed" | "version_mismatch" | "crashed";

/** One of the faults of a text that was checked as a whole. */
export interface Fault {
  readonly error: string;
  readonly code: ErrorCode;
}

/** What is known about an error, on BanChessError and on a refused action alike. */
export interface ErrorDetails {
  /** What kind of error it is. */
  readonly code: ErrorCode;
  /** How to mend it; it also stands at the end of the message. */
  readonly mend?: string;
  /** Where in a text, both from 1, columns in characters. */
  readonly line?: number;
  readonly column?: number;
  /** The word of a PGN at fault. */
  readonly token?: string;
  /** The ply it happened at. */
  readonly ply?: number;
  /** Every fault of a FEN. */
  readonly faults?: readonly Fault[];
}

/** An action that was not played. The game is as it was. */
export interface Refusal extends ErrorDetails {
  readonly success: false;
  /** A sentence that says what is wrong and what would be right. */
  readonly error: string;
}

/** An action that was played. */
export interface Played {
  readonly success: true;
  readonly action: Action;
  /** The move in standard algebraic notation or the banned pair, with an indicator if SAN has them: `"Nf3"`, `"Qh4#"`, `"e2e4"`. */
  readonly san: string;
  /** The extended FEN afterwards. */
  readonly newFen: BanChessFEN;
  readonly flags: GameFlags;
  /** @deprecated Use `flags.check`. */
  readonly check: boolean;
  /** @deprecated Use `flags.checkmate`. */
  readonly checkmate: boolean;
  /** @deprecated Use `flags.stalemate`. */
  readonly stalemate: boolean;
  /** @deprecated Use `flags.gameOver`. */
  readonly gameOver: boolean;
  /** @deprecated Use `flags.draw`. */
  readonly draw: boolean;
  readonly error?: undefined;
  readonly code?: undefined;
}

/** The answer of `play`. */
export type ActionResult = Played | Refusal;

/** One action of a game's history. */
export interface HistoryEntry {
  /** From 1, unless the game began later. */
  readonly ply: number;
  /** Who acted. */
  readonly player: Player;
  readonly actionType: ActionType;
  readonly action: Ban | Move;
  /** As in Played. */
  readonly san: string;
  /** The extended FEN right after the action. */
  readonly fen: BanChessFEN;
  /** The ban in force: the ban itself, or the one the move was played under. */
  readonly bannedMove: Ban | null;
  readonly flags: GameFlags;
}

/** Why a game ended. */
export type Reason =
  | "checkmate" | "checkmate_by_ban" | "stalemate" | "stalemate_by_ban" | "threefold_repetition" | "fifty_move_rule" | "insufficient_material"
  | "resignation" | "agreement" | "timeout" | "timeout_insufficient_material";

/** How a game stands. */
export interface GameResult {
  readonly over: boolean;
  /** null for a draw and for a game that goes on. */
  readonly winner: Player | null;
  /** null for a game that goes on. */
  readonly reason: Reason | null;
  /** In words: `"White wins: checkmate by ban"`. */
  readonly text: string;
  /** As PGN writes it. */
  readonly token: "1-0" | "0-1" | "1/2-1/2" | "*";
}

/** The answer of the calls that end a game. */
export type EndResult = (GameResult & { readonly success: true; readonly error?: undefined; readonly code?: undefined }) | Refusal;

/** Where indicators are written. What is left out stays as it is; a new game has them everywhere. */
export interface IndicatorConfig {
  /** In PGN, for moves and bans. */
  readonly pgn?: boolean;
  /** In getActionHistory and getLastActionSerialized. */
  readonly serialization?: boolean;
  /** In SAN: play, history and the action log. */
  readonly san?: boolean;
}

/** What one client sends to another to agree on a position. */
export interface SyncState {
  readonly fen: BanChessFEN;
  /** The last action with its indicator; absent before the first. */
  readonly lastAction?: SerializedAction;
  /** The ply of the next action. */
  readonly ply?: number;
  /** The number of the full move, as in a FEN. */
  readonly moveNumber?: number;
}

/** Where a game comes from. At most one of fen and pgn; actions are played after it. */
export interface GameSource {
  /** The start position. */
  readonly fen?: BanChessFEN;
  readonly pgn?: string;
  /** BCN. */
  readonly actions?: readonly SerializedAction[];
  /** How it ended, if not on the board. */
  readonly ended?: Reason;
  readonly winner?: Player;
}

/** A game as plain data: where it began, what was played, and how it ended if that is not on the board. */
export interface GameRecord extends GameSource {
  readonly fen: BanChessFEN;
  readonly actions: readonly SerializedAction[];
  readonly tags?: Readonly<Record<string, string>>;
  readonly indicators?: IndicatorConfig;
}

/** What a subscriber is told: an action was played, or something else changed the game. */
export type GameEvent =
  | { readonly type: "action"; readonly action: Action; readonly san: string; readonly flags: GameFlags }
  | { readonly type: "change" };

/** How far the loading has come. */
export interface Progress {
  /** Bytes received, uncompressed. */
  readonly loaded: number;
  /** Bytes in all; undefined where the server compresses, or does not say. */
  readonly total?: number;
}

/** The options of initialize. All may be left out; at most one of the first two. */
export interface InitializeOptions {
  /** Where `banchess-core.wasm` is, or in a page `banchess.wasm` with the board. The default is the core beside this module. */
  readonly wasmURL?: string | URL;
  /** The file, compiled already. */
  readonly wasmModule?: WebAssembly.Module;
  /** Called with every piece that arrives. */
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
 * the same promise, and after a failed start or a crash it starts again (after a
 * crash without options from the same module).
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
export class BanChessError extends Error {
  constructor(what: ErrorDetails & { readonly error: string });
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
   * given. Works before initialize. Throws `bad_action`, `bad_argument`.
   */
  static serializeAction(action: Action, indicator?: Indicator): SerializedAction;

  /** Reads BCN; an indicator is dropped. Works before initialize. Throws `bad_bcn`. */
  static deserializeAction(serialized: SerializedAction): Action;

  /**
   * The game of a list of actions in BCN, from the start position or from a FEN.
   * Throws at the first that does not read (`bad_bcn`) or is not legal (`banned`,
   * `illegal_move`, …), with its ply.
   */
  static replayFromActions(actions: readonly (SerializedAction | Action)[], startingFen?: BanChessFEN): BanChess;

  /** A game from a FEN of six fields, at the ban before the next move. Throws `bad_fen`. */
  static fromStandardFEN(fen: string): BanChess;

  /** The game that toJSON wrote, as an object or as text. Throws what load throws. */
  static fromJSON(json: GameRecord | string): BanChess;

  /**
   * A game from the start position, from an extended FEN, or from a PGN (with
   * undefined for the FEN). Throws `not_initialized`, `bad_fen`, `standard_fen`,
   * `bad_pgn` and, for a PGN, the codes of refused actions; with line, column,
   * token, ply and faults as far as known.
   */
  constructor(fen?: BanChessFEN | null, pgn?: string | null);

  /**
   * Plays a ban or a move. Never throws: a refused action gives
   * `{success: false, error, code}` and changes nothing. The codes are `banned`,
   * `wrong_phase`, `game_over`, `illegal_ban`, `illegal_move`,
   * `promotion_required`, `bad_action`, `bad_bcn`, `freed`, `crashed`.
   *
   * @example
   * const answer = game.play({ move: { from: "e7", to: "e8", promotion: "q" } });
   * if (!answer.success) console.log(answer.error);
   */
  play(action: Action | SerializedAction): ActionResult;

  /** `play` of an action in BCN. */
  playSerializedAction(serialized: SerializedAction): ActionResult;

  /** All legal actions at this ply: a ban once per pair, a promotion once per role. None when the game is over. */
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
  getSyncState(): SyncState;

  /** Goes on from another client's state; what was played is forgotten. Throws `bad_fen`, `standard_fen`, `bad_ply`, `bad_option` and then changes nothing. */
  loadFromSyncState(syncState: SyncState): void;

  /** Replaces the game by another. Throws as the constructor does, `bad_option` too, and then changes nothing. */
  load(source: GameSource): void;

  /** Takes back what happened last: a resignation, an agreement or a time-out, otherwise the last action. False if there was nothing. */
  undo(): boolean;

  /** Plays again what undo took back. False if there was nothing. */
  redo(): boolean;

  /** Whether undo would do something. */
  canUndo(): boolean;

  /** Whether redo would do something. */
  canRedo(): boolean;

  /** Goes back to the position the game began at and forgets what was played. */
  reset(): void;

  /** Ends the game: the player, by default the active one, loses. Refusals: `game_over`, `bad_player`. Never throws. */
  resign(player?: Player): EndResult;

  /** Ends the game in a draw that both players want. Refusal: `game_over`. Never throws. */
  agreeDraw(): EndResult;

  /** Ends the game because a player's time has run out: a draw if the opponent has a bare king. Refusals: `game_over`, `bad_player`. Never throws. */
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

  /** Says where indicators are written. Throws `bad_option`. */
  setIndicatorConfig(config: IndicatorConfig): void;

  /** Where indicators are written. */
  getIndicatorConfig(): Required<IndicatorConfig>;

  /** Sets a PGN tag, such as `setTag("White", "Ada")`; "" takes it away. Throws `bad_tag` for a bad name, and for the tags that follow from the game. */
  setTag(name: string, value: string): void;

  /** The PGN tags that were set or read. */
  tags(): Record<string, string>;

  /** A copy that shares nothing with this game. It has no subscribers. */
  clone(): BanChess;

  /**
   * Has a function called after every change, once the game has it. What it throws
   * goes to the console. Returns the function that ends this. Works in any state.
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
