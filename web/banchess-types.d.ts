// The shapes that go in and out of banchess.js, which exports all of them.

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
  /** Where the piece stands. */
  readonly from: Square;
  /** Where it goes. */
  readonly to: Square;
  /** Required where a pawn reaches the last rank, absent everywhere else. */
  readonly promotion?: Promotion;
}

/** A ban of a pair of squares: every move with it is gone, all four promotions included. */
export interface Ban {
  /** Where the banned moves start. */
  readonly from: Square;
  /** Where they would end. */
  readonly to: Square;
}

/** One ply: a ban or a move. Tell them apart with `"ban" in action`. */
export type Action = { readonly move: Move } | { readonly ban: Ban };

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

/** What can go wrong. The names are stable, and the same in Go, in JSON and on the command line. */
export type ErrorCode =
  /** The move's pair is banned at this ply. */
  | "banned"
  /** A ban where a move is due, or the other way round. */
  | "wrong_phase"
  /** The game has ended. */
  | "game_over"
  /** None of the mover's legal moves has the pair. */
  | "illegal_ban"
  /** The mover has no such legal move, banned or not. */
  | "illegal_move"
  /** A pawn reaches the last rank and the move does not say what it becomes. */
  | "promotion_required"
  /** The SAN in a PGN fits more than one legal move. */
  | "ambiguous_move"
  /** Neither a ban nor a move between two squares. */
  | "bad_action"
  /** Text that is not an action in Ban Chess Notation. */
  | "bad_bcn"
  /** A FEN that does not read, or describes an impossible position; see faults. */
  | "bad_fen"
  /** A PGN that does not read as one. */
  | "bad_pgn"
  /** A word of a PGN that is no move. */
  | "bad_san"
  /** A FEN of six fields; fromStandardFEN takes those. */
  | "standard_fen"
  /** Text that is not a square. */
  | "bad_square"
  /** Text that is not a pair of squares. */
  | "bad_pair"
  /** Text that is not a player. */
  | "bad_player"
  /** A ply that is none, or does not go with the rest. */
  | "bad_ply"
  /** Text that is not one of the reasons a game ends for. */
  | "bad_reason"
  /** A PGN tag that cannot be written, or that follows from the game. */
  | "bad_tag"
  /** A clock that makes no sense; only in messages. */
  | "bad_clock"
  /** An argument of the wrong type, or too large. */
  | "bad_argument"
  /** An option that is unknown, or has no such value. */
  | "bad_option"
  /** The game was given back with free(), or the session closed. */
  | "freed"
  /** A call from within a listener within a call …, too often. */
  | "too_deep"
  /** A sync state whose last action cannot have led to its position. */
  | "desync"
  /** As many sessions are open as there may be; close one. */
  | "busy"
  /** A fault of the library itself. */
  | "internal"
  /** `await initialize()` was not called, or has not finished. */
  | "not_initialized"
  /** The WebAssembly cannot be had, or is not the right one. */
  | "load_failed"
  /** The WebAssembly is of another release than the library. */
  | "version_mismatch"
  /** The WebAssembly has crashed, or the worker is gone. */
  | "crashed";

/** One of the faults of a text that was checked as a whole. */
export interface Fault {
  /** A sentence that says what is wrong. */
  readonly error: string;
  /** What kind of fault it is. */
  readonly code: ErrorCode;
}

/** What is known about an error, on BanChessError and on a refused action alike. */
export interface ErrorDetails {
  /** What kind of error it is. */
  readonly code: ErrorCode;
  /** How to fix it; it also stands at the end of the message. */
  readonly hint?: string;
  /** The line of a text, from 1. */
  readonly line?: number;
  /** The column in that line, in characters from 1. */
  readonly column?: number;
  /** The word of a PGN at fault. */
  readonly token?: string;
  /** The ply it happened at. */
  readonly ply?: number;
  /** Every fault of a FEN. */
  readonly faults?: readonly Fault[];
}

/** Members that only the other answer has, which may be asked for all the same: `answer.flags?.checkmate`. */
export type Absent<T, K extends keyof T> = { readonly [P in K]?: undefined };

/** An action that was not played. The game is as it was. */
export interface Refusal extends ErrorDetails, Absent<Played, Exclude<keyof Played, "success" | "error" | "code">> {
  /** Tells a Refusal from the other answers. */
  readonly success: false;
  /** A sentence that says what is wrong and what would be right. */
  readonly error: string;
}

/** An action that was played. */
export interface Played {
  /** Tells Played from a Refusal. */
  readonly success: true;
  /** What was played, without an indicator. */
  readonly action: Action;
  /** The move in standard algebraic notation or the banned pair, with an indicator if SAN has them: `"Nf3"`, `"Qh4#"`, `"e2e4"`. */
  readonly san: string;
  /** The extended FEN afterwards. */
  readonly newFen: BanChessFEN;
  /** What holds now. */
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
  /** Only in a Refusal. */
  readonly error?: undefined;
  /** Only in a Refusal. */
  readonly code?: undefined;
}

/** The answer of `play`. `answer.flags?.checkmate` needs no look at success; after it, everything of the one or the other is there. */
export type ActionResult = Played | Refusal;

/** One action of a game's history. */
export interface HistoryEntry {
  /** From 1, unless the game began later. */
  readonly ply: number;
  /** Who acted. */
  readonly player: Player;
  /** What action is. */
  readonly actionType: ActionType;
  /** The ban or the move itself. */
  readonly action: Ban | Move;
  /** As in Played. */
  readonly san: string;
  /** The extended FEN right after the action. */
  readonly fen: BanChessFEN;
  /** The ban in force: the ban itself, or the one the move was played under. */
  readonly bannedMove: Ban | null;
  /** What held right after the action. */
  readonly flags: GameFlags;
}

/** Why a game ended. */
export type Reason =
  | "checkmate" | "checkmate_by_ban" | "stalemate" | "stalemate_by_ban" | "threefold_repetition" | "fifty_move_rule" | "insufficient_material"
  | "resignation" | "agreement" | "timeout" | "timeout_insufficient_material";

/** How a game stands. */
export interface GameResult {
  /** Whether it has ended. */
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

/** The answer of a call that ended a game. */
export interface Ended extends GameResult {
  /** Tells Ended from a Refusal. */
  readonly success: true;
  /** Only in a Refusal. */
  readonly error?: undefined;
  /** Only in a Refusal. */
  readonly code?: undefined;
}

/** The answer of the calls that end a game. */
export type EndResult = Ended | (Refusal & Absent<GameResult, keyof GameResult>);

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
  /** The position. */
  readonly fen: BanChessFEN;
  /** The last action with its indicator; absent before the first. */
  readonly lastAction?: SerializedAction;
  /** The ply of the next action. */
  readonly ply: number;
  /** The number of the full move, as in a FEN; getSyncState always has it. */
  readonly moveNumber?: number;
}

/** Where a game comes from. At most one of fen and pgn; actions are played after it. */
export interface GameSource {
  /** The start position. */
  readonly fen?: BanChessFEN;
  /** A game as PGN, whose headers may have a start position. */
  readonly pgn?: string;
  /** BCN. */
  readonly actions?: readonly SerializedAction[];
  /** How it ended, if not on the board. */
  readonly ended?: Reason;
  /** Who won, if that does not follow from how it ended: after a resignation or a time-out. */
  readonly winner?: Player;
  /** The PGN tags. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Where indicators are written. */
  readonly indicators?: IndicatorConfig;
}

/** A game as plain data: where it began, what was played, and how it ended if that is not on the board. */
export interface GameRecord extends Omit<GameSource, "pgn"> {
  /** The start position. */
  readonly fen: BanChessFEN;
  /** BCN, without indicators. */
  readonly actions: readonly SerializedAction[];
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
