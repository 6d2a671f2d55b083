// The error codes, and the class of all errors of the library.

/** The code of an error. The codes are stable, and the same in Go, in JSON and on the command line. */
export type ErrorCode =
  /** The move's pair is banned at this ply. */
  | "banned"
  /** The action is a ban, but a move is due, or the reverse. */
  | "wrong_phase"
  /** The game has ended. */
  | "game_over"
  /** None of the mover's legal moves has the pair. */
  | "illegal_ban"
  /** The mover has no such legal move, banned or not. */
  | "illegal_move"
  /** A pawn reaches the last rank, but the move does not name a promotion. */
  | "promotion_required"
  /** The SAN in a PGN fits more than one legal move. */
  | "ambiguous_move"
  /** The action is neither a ban nor a move between two squares. */
  | "bad_action"
  /** The text is not an action in Ban Chess Notation. */
  | "bad_bcn"
  /** The FEN cannot be read, or describes an impossible position; see faults. */
  | "bad_fen"
  /** The text cannot be read as PGN. */
  | "bad_pgn"
  /** A word of the PGN is not a move. */
  | "bad_san"
  /** The FEN has six fields; use fromStandardFEN. */
  | "standard_fen"
  /** The text is not a square. */
  | "bad_square"
  /** The text is not a pair of squares. */
  | "bad_pair"
  /** The text is not a move between two squares. */
  | "bad_move"
  /** The value is not a piece. */
  | "bad_piece"
  /** The text is not a player. */
  | "bad_player"
  /** The value is not a ply, or contradicts the rest of the input. */
  | "bad_ply"
  /** The text is not a reason for the end of a game, or this game cannot end for that reason. */
  | "bad_reason"
  /** The PGN tag cannot be written, or is derived from the game. */
  | "bad_tag"
  /** The clock's settings are invalid; only in messages. */
  | "bad_clock"
  /** An argument has the wrong type, or is too large. */
  | "bad_argument"
  /** An option is unknown, or has an invalid value. */
  | "bad_option"
  /** The game was freed with free(), or the session or engine was closed. */
  | "freed"
  /** Calls from within listeners are nested too deeply. */
  | "too_deep"
  /** The sync state contradicts itself. */
  | "desync"
  /** The maximum number of sessions or searches is reached. */
  | "busy"
  /** Another search replaced this one. */
  | "superseded"
  /** There is no such theme; only of pictures. */
  | "bad_theme"
  /** There is no such set of pieces; only of pictures. */
  | "bad_pieces"
  /** The size is too small or too large; only of pictures. */
  | "bad_size"
  /** The delay is too short or too long; only of pictures. */
  | "bad_delay"
  /** The search or the picture was stopped. */
  | "stopped"
  /** The library has a bug. */
  | "internal"
  /** `await initialize()` was not called, or has not finished. */
  | "not_initialized"
  /** The WebAssembly or the worker cannot be loaded, or is not that of banchess. */
  | "load_failed"
  /** This browser has no WebAssembly. */
  | "no_wasm"
  /** This browser has no WebGL 2, which the board needs. */
  | "no_webgl"
  /** The board cannot be drawn for another reason. */
  | "board_failed"
  /** The WebAssembly and the library have different versions. */
  | "version_mismatch"
  /** The WebAssembly has crashed, or the worker has ended. */
  | "crashed";

/** One of the faults of an input. All its faults are reported at once. */
export interface Fault {
  /** The fault, in a sentence. */
  readonly error: string;
  /** The code of the fault. */
  readonly code: ErrorCode;
}

/** The details of an error, the same in a BanChessError and in a Refusal. */
export interface ErrorDetails {
  /** The error code. */
  readonly code: ErrorCode;
  /** A hint on how to fix it; the message also ends with it. */
  readonly hint?: string;
  /** The line of the text, from 1. */
  readonly line?: number;
  /** The column in that line, in characters, from 1. */
  readonly column?: number;
  /** The word of the PGN that caused the error. */
  readonly token?: string;
  /** The ply at which the error occurred. */
  readonly ply?: number;
  /** All faults of the FEN. */
  readonly faults?: readonly Fault[];
}

/** An error as plain data, as the WebAssembly and the worker send it. */
export type PlainError = ErrorDetails & { readonly error: string };

const DETAILS = ["hint", "line", "column", "token", "ply", "faults"] as const; // copied if they are known

// The interface adds the details to the class without declaring fields: a detail that
// is unknown is absent instead of undefined.
/** The error that all functions throw, except `play` and similar ones, which return it as a Refusal. `message` is a sentence for people. */
export interface BanChessError extends ErrorDetails {}
/** The error that all functions throw, except `play` and similar ones, which return it as a Refusal. `message` is a sentence for people. */
export class BanChessError extends Error {
  /** Creates an error from plain data, such as a Refusal. */
  constructor(what: PlainError) {
    super(what.error);
    const mine = this as { -readonly [K in keyof ErrorDetails]: unknown };
    mine.code = what.code;
    for (const key of DETAILS) {
      if (what[key] !== undefined) mine[key] = what[key];
    }
  }

  /** The name "BanChessError", which identifies the error where `instanceof` does not work. */
  override get name(): "BanChessError" { return "BanChessError"; }
}

/** Returns an answer of the WebAssembly. Throws it if it is an error. @internal */
export function unwrap<T>(answer: unknown): T {
  if ((answer as { success?: boolean } | null)?.success === false) throw new BanChessError(answer as PlainError);
  return answer as T;
}

/** Creates an error whose message ends with the hint. @internal */
export function fail(code: ErrorCode, error: string, hint?: string, cause?: unknown): BanChessError {
  const what = hint === undefined ? { code, error } : { code, error: `${error}; ${hint}`, hint };
  const made = new BanChessError(what);
  return cause === undefined ? made : Object.assign(made, { cause });
}

/** Returns the error of what a signal has ended. Programs recognize it by its name. @internal */
export const aborted = ({ reason }: AbortSignal, what: string): BanChessError =>
  Object.defineProperty(fail("stopped", `the ${what} was stopped by its signal`, undefined, reason), "name", { value: "AbortError", configurable: true });

/** Returns an error as plain data, from which BanChessError can be created again. @internal */
export function details(thrown: unknown): PlainError {
  const error = thrown as Partial<BanChessError>;
  const known: Record<string, unknown> = { error: messageOf(thrown), code: typeof error?.code === "string" ? error.code : "internal" };
  for (const key of DETAILS) {
    if (error?.[key] !== undefined) known[key] = error[key];
  }
  return known as unknown as PlainError;
}

/** Returns the message of a thrown value. @internal */
export const messageOf = (thrown: unknown): string => String((thrown as Error | undefined)?.message ?? thrown);

/** Quotes a value for a message. Only texts are quoted, because converting other values can throw. @internal */
export const quote = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value) : `a value of type ${typeof value}`;

/** Calls a listener. An error that it throws goes to the console and not to the caller. @internal */
export function notify<T>(listener: ((event: T) => unknown) | null | undefined, event: T): void {
  try {
    listener?.(event);
  } catch (e) {
    console.error(e);
  }
}

/** Checks a listener, and wraps it so that the same function can be added twice. @internal */
export function asListener<T>(listener: (event: T) => void): (event: T) => void {
  if (typeof listener !== "function") throw fail("bad_argument", "the listener is not a function", "pass a function that takes an event");
  return (event) => listener(event);
}
