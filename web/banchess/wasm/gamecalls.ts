// The calls of a game into the WebAssembly. Frequent calls use exports of the instance
// that answer with packed bytes (wasm/exports.go). The others use the methods of
// globalThis.banchess (wasm/doc.go).
import { dueAt, encode, fromCode, plainCode, toLastRank, write, type Move } from "../game/action.js";
import { outcomeOf, refusal, type Ended, type EndResult } from "./results.js";
import { fail, quote, type BanChessError } from "../game/error.js";
import type { BanChess } from "../game/game.js";
import type { ExportName } from "./instance.js";
import type { GameComment, State } from "../game/state.js";

const STATE = /* @__PURE__ */ Symbol("state"); // not a private field, which would be inaccessible through a Proxy around a game

/** Returns the state of a game. Throws `bad_argument` for anything but a game. @internal */
export function stateOf(game: BanChess): State {
  let state: State | undefined;
  try {
    state = (game as unknown as { readonly [STATE]?: State })[STATE];
  } catch { /* what cannot be looked at is no game either */ }
  if (!state) throw fail("bad_argument", "that is not a game", "pass a BanChess, or call a method on one");
  return state;
}

/** Attaches its state to a game. @internal */
export const own = <T extends BanChess>(game: T, state: State): T => Object.defineProperty(game, STATE, { value: state });

/** The bits of standing. @internal */
export const IN_CHECK = 1, IN_CHECKMATE = 2, IN_STALEMATE = 4, IN_DRAW = 8, IN_THREEFOLD = 16, INSUFFICIENT = 32, OVER = 64, CAN_UNDO = 128, CAN_REDO = 256;

/** Calls an export of a game. Returns its answer and the bytes that it wrote. @internal */
export function answer(game: BanChess, name: ExportName, what = 0): { readonly n: number; readonly bytes: DataView } {
  const state = stateOf(game), n = state.run(name, what);
  return { n, bytes: state.live().answers() };
}

/** Returns the ply, the bits, and the ban in force as two square numbers, which are 64 if there is no ban. @internal */
export function standing(game: BanChess): { ply: number; bits: number; from: number; to: number } {
  const { bytes } = answer(game, "banchess_state");
  return { ply: bytes.getUint32(0, true), bits: bytes.getUint32(4, true), from: bytes.getUint8(8), to: bytes.getUint8(9) };
}

/** Returns the board as 64 letters of a FEN, a1 first, with " " for an empty square. @internal */
export function letters(game: BanChess): string {
  const { bytes } = answer(game, "banchess_position");
  return String.fromCharCode(...new Uint8Array(bytes.buffer, bytes.byteOffset, 64));
}

/** Returns the codes of the legal actions. @internal */
export function legal(game: BanChess): number[] {
  const { n, bytes } = answer(game, "banchess_legal");
  const codes = new Array<number>(n);
  for (let i = 0; i < n; i++) codes[i] = bytes.getUint16(2 * i, true);
  return codes;
}

/** Reports whether a bit of standing is set. @internal */
export const is = (game: BanChess, bit: number): boolean => (standing(game).bits & bit) !== 0;

/** Calls encode; returns -1 if reading the caller's object throws. @internal */
export function read(action: unknown): number {
  try {
    return encode(action);
  } catch {
    return -1;
  }
}

/** Returns the error for a text that is not BCN. @internal */
export const notBCN = (text: unknown): BanChessError =>
  fail("bad_bcn", `${quote(text)} is not a ban or move in Ban Chess Notation`, "write b:e2e4 for a ban, m:d2d4 for a move, m:e7e8q for a promotion");

/** Returns the error for an action that cannot be read and is not a text. @internal */
export function unreadable(action: unknown): BanChessError {
  let what = "that is neither a ban nor a move";
  try {
    const { ban, move } = action as { ban?: Partial<Move>; move?: Partial<Move> }, { from, to, promotion = "" } = ban ?? move ?? {};
    if (ban && move) what = "the action is a ban and a move at once";
    else if (ban ?? move) what = from && to ? `the squares or the promotion of the action do not read: ${quote(`${from}${to}${promotion}`)}` : "the action has no squares from and to";
  } catch { /* what cannot be looked at is neither */ }
  return fail("bad_action", what, 'pass { ban: { from: "e2", to: "e4" } }, { move: { from, to, promotion } }, or a text such as "m:e2e4" or "Nf3"');
}

/** Returns the code of an action, given as squares or as a text that play accepts. Throws the error of anything else. @internal */
export function understand(game: BanChess, action: unknown): number {
  const state = stateOf(game), instance = state.live();
  let code = read(action);
  if (code < 0 && typeof action === "object" && action !== null) code = read(asDue(standing(game).ply, action as Move));
  if (code >= 0) return withoutNeedlessPromotion(state, code);
  if (typeof action !== "string") throw unreadable(action);
  return state.run("banchess_parse", instance.input(action));
}

/** Returns two squares as a ban or a move, depending on the ply. @internal */
export const asDue = (ply: number, squares: Move): { ban: Move } | { move: Move } => (ply & 1 ? { ban: squares } : { move: squares });

/** Removes the promotion from a move that does not end on the last rank or is not a pawn's. */
function withoutNeedlessPromotion(state: State, code: number): number {
  const plain = plainCode(code);
  if (plain === code) return code;
  const isLegal = (move: number) => state.run("banchess_is_legal", move) === 1;
  return toLastRank(code) && (isLegal(code) || !isLegal(plain)) ? code : plain;
}

/** Checks an optional FEN or PGN. Returns undefined for an empty text. @internal */
export function textOrNone(value: unknown, what: string): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  throw fail("bad_argument", `the ${what} is ${quote(value)}`, "pass a text, or undefined for none");
}

/** Returns the seventh field of a FEN for an optional ply and an optional ban, or undefined without both. @internal */
export function seventhField(ply: unknown, ban: unknown): string | undefined {
  if (ply != null) dueAt(ply as number); // throws for anything but a ply
  if (ban == null) return ply == null ? undefined : String(ply);
  const code = read({ ban });
  if (code < 0) throw fail("bad_pair", "the ban is not a pair of squares", 'pass one such as { from: "e2", to: "e4" }');
  return `${ply == null ? "b" : ply as number}:${write(fromCode(code)).slice(2)}`;
}

/** Runs the rest of a game's construction. Frees the game if it throws. @internal */
export function make(game: BanChess, rest: () => void): BanChess {
  try {
    rest();
    return game;
  } catch (e) {
    game.free();
    throw e;
  }
}

/** Changes a game and tells its subscribers. @internal */
export function change(game: BanChess, how: (state: State) => void): void {
  const state = stateOf(game);
  state.live();
  how(state);
  state.tell({ type: "change" });
}

/** Returns the comment on the current position of a game. @internal */
export function commentAt(game: BanChess): GameComment | undefined {
  const state = stateOf(game);
  state.live();
  return state.comments.find(({ at }) => at === state.at);
}

/** Replaces the comments on some positions of a game. @internal */
export const setComments = (game: BanChess, comments: readonly GameComment[]): void => change(game, (state) => { state.say(comments); });

/** Steps one action back or forward. Returns false if there is nothing to step to. @internal */
export function step(game: BanChess, by: -1 | 1): boolean {
  const state = stateOf(game);
  if (state.run("banchess_step", by) === 0) return false;
  if (state.ending) state.ending = null; // undo first takes back a resignation, an agreed draw or a time-out
  else state.at += by;
  state.tell({ type: "change" });
  return true;
}

/** Ends a game. @internal */
export function end(game: BanChess, name: string, ...args: unknown[]): EndResult {
  try {
    const state = stateOf(game), ended = state.ask<Ended>(name, ...args);
    state.ending = outcomeOf(ended.reason, ended.winner);
    state.tell({ type: "change" });
    return ended;
  } catch (e) {
    return refusal(e) as EndResult;
  }
}
