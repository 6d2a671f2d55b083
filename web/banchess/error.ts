// What can go wrong, and the one error that says so.

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
  /** Text that is not a move between two squares. */
  | "bad_move"
  /** What is not a piece. */
  | "bad_piece"
  /** Text that is not a player. */
  | "bad_player"
  /** Not a ply, or one that does not go with the rest. */
  | "bad_ply"
  /** Not one of the reasons a game ends for, or not one that this game can end for. */
  | "bad_reason"
  /** A PGN tag that cannot be written, or that follows from the game. */
  | "bad_tag"
  /** A clock that makes no sense; only in messages. */
  | "bad_clock"
  /** An argument of the wrong type, or too large. */
  | "bad_argument"
  /** An option that is unknown, or has no such value. */
  | "bad_option"
  /** The game was given back with free(), or the session or the engine closed. */
  | "freed"
  /** A call from within a listener within a call …, too often. */
  | "too_deep"
  /** A sync state that contradicts itself. */
  | "desync"
  /** As many sessions are open, or searches under way, as there may be. */
  | "busy"
  /** Another search took this one's place. */
  | "superseded"
  /** The search was dropped. */
  | "stopped"
  /** A fault of the library itself. */
  | "internal"
  /** `await initialize()` was not called, or has not finished. */
  | "not_initialized"
  /** The WebAssembly cannot be had, or is not the right one. */
  | "load_failed"
  /** This browser has no WebAssembly. */
  | "no_wasm"
  /** This browser has no WebGL 2, without which the board cannot be drawn. */
  | "no_webgl"
  /** The board cannot be drawn, for another reason. */
  | "board_failed"
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

/** An error as plain data: what the WebAssembly answers with, and what crosses from a worker. */
export type PlainError = ErrorDetails & { readonly error: string };

const DETAILS = ["hint", "line", "column", "token", "ply", "faults"] as const; // where they are known

// A class whose details are those of the interface, so that none of them is there
// as undefined where it is not known.
/** What everything but `play` and its like throws. `message` is a sentence for people. */
export interface BanChessError extends ErrorDetails {}
/** What everything but `play` and its like throws. `message` is a sentence for people. */
export class BanChessError extends Error {
  /** An error of the details of a refusal. */
  constructor(what: PlainError) {
    super(what.error);
    const mine = this as { -readonly [K in keyof ErrorDetails]: unknown };
    mine.code = what.code;
    for (const key of DETAILS) {
      if (what[key] !== undefined) mine[key] = what[key];
    }
  }

  /** Tells it from other errors where `instanceof` cannot. */
  override get name(): "BanChessError" { return "BanChessError"; }
}

/** Makes an error whose message ends with the hint. @internal */
export function fail(code: ErrorCode, error: string, hint?: string, cause?: unknown): BanChessError {
  const what = hint === undefined ? { code, error } : { code, error: `${error}; ${hint}`, hint };
  const made = new BanChessError(what);
  return cause === undefined ? made : Object.assign(made, { cause });
}

/** An error as plain data, from which BanChessError makes it again. @internal */
export function details(thrown: unknown): PlainError {
  const error = thrown as Partial<BanChessError>;
  const known: Record<string, unknown> = { error: messageOf(thrown), code: typeof error?.code === "string" ? error.code : "internal" };
  for (const key of DETAILS) {
    if (error?.[key] !== undefined) known[key] = error[key];
  }
  return known as unknown as PlainError;
}

/** What was thrown, in words. @internal */
export const messageOf = (thrown: unknown): string => String((thrown as Error | undefined)?.message ?? thrown);

/** How a message quotes what a caller passed. Texts alone: to make one of anything else can throw. @internal */
export const quote = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value) : `a value of type ${typeof value}`;

/** Calls a function of the program's. What it throws is no concern of whoever calls. @internal */
export function notify<T>(listener: ((event: T) => unknown) | null | undefined, event: T): void {
  try {
    listener?.(event);
  } catch (e) {
    console.error(e);
  }
}

/** Makes sure of a listener; the same function twice is two of them. @internal */
export function asListener<T>(listener: (event: T) => void): (event: T) => void {
  if (typeof listener !== "function") throw fail("bad_argument", "the listener is not a function", "pass a function that takes an event");
  return (event) => listener(event);
}
