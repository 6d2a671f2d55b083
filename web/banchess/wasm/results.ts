// The answers of a game's methods.
import type { Action, ActionType, Ban, BanChessFEN, Move, Player } from "../game/action.js";
import { fromCode, ROLES, type PieceSymbol } from "../game/action.js";
import { details, type ErrorDetails } from "../game/error.js";

/** The facts about a position right after an action. Each is always true or false. */
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

/** The members that only the other answer has. They are declared undefined, so that `answer.flags?.checkmate` is allowed without checking `success`. */
export type Absent<T, K extends keyof T> = { readonly [P in K]?: undefined };

/** An action that was not played. The game is unchanged. */
export interface Refusal extends ErrorDetails, Absent<Played, Exclude<keyof Played, "success" | "error" | "code">> {
  /** False in a Refusal. */
  readonly success: false;
  /** The error, in a sentence that also says how to fix it. */
  readonly error: string;
}

/** The details of an action besides its squares. */
export interface ActionDetails {
  /** The move in standard algebraic notation, or the banned pair; with an indicator if SAN has indicators: `"Nf3"`, `"Qh4#"`, `"e2e4"`. */
  readonly san: string;
  /** The piece that moves, or whose moves are banned. */
  readonly piece: PieceSymbol;
  /** The piece that the move captures; absent for a ban, and for a move that captures nothing. */
  readonly captured?: PieceSymbol;
}

/** A legal action with its details. `play` accepts it. */
export type DetailedAction = Action & ActionDetails;

/** An action that was played. */
export interface Played extends ActionDetails {
  /** True in Played. */
  readonly success: true;
  /** The action, without an indicator. */
  readonly action: Action;
  /** The extended FEN after the action. */
  readonly newFen: BanChessFEN;
  /** The flags after the action. */
  readonly flags: GameFlags;
  /** Only in a Refusal. */
  readonly error?: undefined;
  /** Only in a Refusal. */
  readonly code?: undefined;
}

/** The answer of `play`. Check `success` to tell the two apart; `answer.flags?.checkmate` works for both. */
export type ActionResult = Played | Refusal;

/** One action of a game's history. */
export interface HistoryEntry extends ActionDetails {
  /** The ply of the action. The first is 1, unless the game began at a later ply. */
  readonly ply: number;
  /** The player who acted. */
  readonly player: Player;
  /** The kind of the action. */
  readonly actionType: ActionType;
  /** The ban or the move itself. */
  readonly action: Ban | Move;
  /** The extended FEN right after the action. */
  readonly fen: BanChessFEN;
  /** The ban itself, or for a move the ban in force. */
  readonly bannedMove: Ban | null;
  /** The flags after the action. */
  readonly flags: GameFlags;
}

/** The reason for the end of a game. */
export type Reason =
  | "checkmate" | "checkmate_by_ban" | "stalemate" | "stalemate_by_ban" | "threefold_repetition" | "fifty_move_rule" | "insufficient_material"
  | "resignation" | "agreement" | "timeout" | "timeout_insufficient_material";

/** The result of a game, which may be unfinished. */
export interface GameResult {
  /** True if the game has ended. */
  readonly over: boolean;
  /** The winner; null for a draw and for an unfinished game. */
  readonly winner: Player | null;
  /** The reason for the end; null for an unfinished game. */
  readonly reason: Reason | null;
  /** The result in words: `"White wins: checkmate by ban"`. */
  readonly text: string;
  /** The result in PGN. */
  readonly token: "1-0" | "0-1" | "1/2-1/2" | "*";
}

/** The way in which the players ended a game: resignation, agreement or time. Other endings follow from the actions. */
export interface Outcome {
  /** The reason for the end. */
  readonly ended: Reason;
  /** The winner; absent for a draw. */
  readonly winner?: Player;
}

/** Returns the outcome for a reason and a winner, or null without a reason. @internal */
export const outcomeOf = (ended: Reason | null | undefined, winner?: Player | null): Outcome | null => (ended ? { ended, ...winner && { winner } } : null);

/** The answer of a call that ended a game. */
export interface Ended extends GameResult {
  /** True in Ended. */
  readonly success: true;
  /** Only in a Refusal. */
  readonly error?: undefined;
  /** Only in a Refusal. */
  readonly code?: undefined;
}

/** The answer of the calls that end a game. */
export type EndResult = Ended | (Refusal & Absent<GameResult, keyof GameResult>);

const FLAGS: readonly (keyof GameFlags)[] = [
  "check", "checkmate", "stalemate", "draw", "gameOver", "insufficientMaterial", "threefoldRepetition", "fiftyMoveRule",
  "banCausedCheckmate", "banCausedStalemate", "capture", "enPassant", "castle", "promotion",
];

const text = /* @__PURE__ */ new TextDecoder();

/** Reads the answer of play from the n bytes that wasm/exports.go wrote. @internal */
export function readPlayed(code: number, bytes: Uint8Array, at: number, n: number): Played {
  const bits = bytes[at]! | bytes[at + 1]! << 8, roles = bytes[at + 2]!, san = bytes[at + 3]!;
  const words = text.decode(bytes.subarray(at + 4, at + n)); // SAN and FEN
  const flags = {} as Record<keyof GameFlags, boolean>;
  for (let i = 0; i < FLAGS.length; i++) flags[FLAGS[i]!] = (bits >> i & 1) === 1;
  return {
    success: true,
    action: fromCode(code),
    san: words.slice(0, san),
    piece: ROLES[(roles & 15) - 1]!,
    ...roles > 15 && { captured: ROLES[(roles >> 4) - 1]! },
    newFen: words.slice(san),
    flags,
  };
}

/** Returns a thrown error as a Refusal, for calls that never throw. @internal */
export const refusal = (error: unknown): Refusal => ({ success: false, ...details(error) });
