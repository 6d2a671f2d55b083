// A session: a game as a conversation in JSON messages, for clients that want no
// rules of their own. The messages are those over the pipes of
// "banchess json"; game/message/schema.json (or "banchess json --schema") says it
// for every other language, with more words on each field.
import type { ActionType, Player, Reason } from "./banchess.js";
import { fail, type BanChessError } from "./error.js";
import { typedTarget } from "./events.js";
import { shared } from "./load.js";
import type { Score } from "./score.js";
import { unwrap } from "./state.js";

/** A square in messages that are sent: either case. */
export type SquareName = string;

/** What a pawn becomes, by its whole name. */
export type PromotionPiece = "queen" | "rook" | "bishop" | "knight";
/** The winner of a game that ended. */
export type Victor = Player | "draw";

/** What a client sends. An id comes back in the reply. */
export type SessionRequest = { id?: string | number } & (
  | { message_type: "new_game"; fen?: string; history?: readonly string[]; clock?: SessionClock }
  | { message_type: "new_game"; pgn: string; clock?: SessionClock }
  | { message_type: "piece_move" | "peice move"; from: SquareName; to: SquareName; promotion?: PromotionPiece }
  | { message_type: "piece_promotion_choice"; piece_choice: PromotionPiece }
  | { message_type: "ban"; from: SquareName; to: SquareName }
  | { message_type: "undo" | "redo" | "stop" }
  | { message_type: "state"; san?: boolean; pgn?: boolean }
  | { message_type: "resign" | "offer_draw" | "accept_draw"; player?: Player }
  | { message_type: "best_action"; depth?: number; nodes?: number; movetime_ms?: number; level?: number; lines?: number }
  | { message_type: "solve"; turns?: number; movetime_ms?: number }
);

/** The clock of a new game. */
export interface SessionClock {
  /** Milliseconds for each side. */
  base_ms: number;
  /** Milliseconds that a side gains when the right to act passes on. */
  increment_ms?: number;
  /** Whether the end is a reply of its own, `announced`, as soon as the time is up. */
  announce?: boolean;
}

/** A ban or a move. */
export interface SessionAction {
  /** Which of the two. */
  type: ActionType;
  /** Where the piece stands. */
  from: string;
  /** Where it goes, or would have gone. */
  to: string;
  /** What the pawn becomes. */
  promotion?: PromotionPiece;
}

/** Two squares, in upper case. */
export interface SquarePair {
  /** Where the piece stands. */
  from: string;
  /** Where it goes, or would have gone. */
  to: string;
}

/** For each square something may start from, where it may go. */
export type Targets = Record<string, string[]>;

/** What was just played; check is there whenever the mover is in check. */
export interface Events {
  /** The pair that was banned. */
  ban?: SquarePair;
  /** Where a piece was captured, other than en passant. */
  capture?: string;
  /** Where the pawn stood that was captured en passant. */
  en_passant_capture?: string;
  /** The pawn that was promoted, where it now stands. */
  promote?: { space: string; piece: PromotionPiece };
  /** What the rook does in castling. */
  also_move_rook?: SquarePair;
  /** The player in check, the squares that attack, and the king's. */
  check?: { in_check: Player; threats: string[]; king_space: string };
}

/** How the game stands: part of every reply. */
export interface Standing {
  /** That of the message this answers. */
  id?: string | number;
  /** The number of the next action, from 1. */
  ply: number;
  /** What the next action is. */
  phase: ActionType;
  /** The player who acts next. */
  turn: Player;
  /** The player whose pieces move next. */
  mover: Player;
  /** The ban in force. */
  ban: SquarePair | null;
  /** At a ban ply, until the game is over. */
  bans?: Targets;
  /** At a move ply, until the game is over. */
  moves?: Targets;
  /** What the message brought about. */
  events: Events;
  /** The extended FEN. */
  fen: string;
  /** In Ban Chess Notation. */
  last_action?: string;
  /** The same, a move in standard algebraic notation. */
  last_san?: string;
  /** The move that waits for its promotion. */
  promotion?: SquarePair;
  /** The player who offers a draw. */
  draw_offer?: Player;
  /** Milliseconds left. */
  clock?: { white_ms: number; black_ms: number; running?: Player };
  /** In replies other than game_end. */
  ended?: { victor: Victor; reason: Reason };
}

/** What a client receives. */
export type Reply = Standing & (
  | { message_type: "next_legal_banset"; bans: Targets }
  | { message_type: "next_legal_moveset"; moves: Targets }
  | { message_type: "promotion_prompt"; promotion: SquarePair }
  | { message_type: "game_end"; victor: Victor; reason: Reason; /** Sent by itself; see SessionClock. */ announced?: true }
  | { message_type: "state"; start_fen: string; history: string[]; can_undo: boolean; can_redo: boolean; san?: string[]; pgn?: string }
  | { message_type: "draw_offered"; draw_offer: Player }
  | { message_type: "stopped" }
  | {
      message_type: "best_action";
      action: SessionAction;
      bcn: string;
      /** Of the player to act. */
      score: Score;
      line: string[];
      /** Those that were asked for, the best first. */
      lines?: { score: Score; line: string[] }[];
      depth: number;
      /** Of the whole search, as time_ms. */
      nodes: number;
      time_ms: number;
    }
  | { message_type: "solution"; outcome: "win"; turns: number; action: SessionAction; bcn: string; within: number; nodes: number; time_ms: number }
  | { message_type: "solution"; outcome: "no_win" | "unknown"; within: number; nodes: number; time_ms: number }
  | { message_type: "failure"; code: string; reason: string; hint?: string }
);

/** The event "reply". */
export class ReplyEvent extends Event {
  /** The message. */
  readonly reply: Reply;

  /** The event of a reply. */
  constructor(reply: Reply) {
    super("reply");
    this.reply = reply;
  }
}

type Instance = ReturnType<typeof shared.running>;

/** A session of the WebAssembly. */
interface RawSession {
  readonly send: (line: string) => unknown;
  readonly close: () => unknown;
}

// Closes sessions that were dropped: there may be only so many at once.
const dropped = /* @__PURE__ */ new FinalizationRegistry(({ instance, raw }: { instance: Instance; raw: RawSession }) => {
  try {
    if (!instance.dead) instance.call(raw.close, undefined, []);
  } catch { /* a crash, which the instance has reported */ }
});

/** What a request waits with. */
type Promised = { readonly resolve: (reply: Reply) => void; readonly reject: (error: BanChessError) => void };

/**
 * A conversation about one game, which begins at the start position. Replies come
 * as events "reply", one for each message, in the order in which those were sent; a
 * game whose clock announces its end has one more when the time is up.
 * Sixteen may be open at once; one that nobody holds any more is closed after it is
 * collected, at a time nobody knows: close() those that are done with.
 *
 * @example
 * await initialize();
 * const session = new Session();
 * session.addEventListener("reply", ({ reply }) => console.log(reply.message_type));
 * session.send({ message_type: "ban", from: "E2", to: "E4" });
 */
export class Session extends /* @__PURE__ */ typedTarget<{ reply: ReplyEvent }>() {
  #instance = shared.running();
  #raw: RawSession;
  #closed = false;
  #owed: (Promised | null)[] = []; // for each reply that is to come its promise, if one was asked for
  #lost = (error: BanChessError): void => { this.#end(error); };

  /** Throws a BanChessError: not_initialized, crashed, busy (too many sessions are open). */
  constructor() {
    super();
    const me = new WeakRef(this); // the program keeps the listener, which must not keep a session that was dropped
    this.#raw = this.#call(this.#instance.raw.session, (line: string) => {
      const session = me.deref();
      if (session) session.#receive(JSON.parse(line) as Reply);
    });
    dropped.register(this, { instance: this.#instance, raw: this.#raw }, this);
  }

  /**
   * Sends a message, or a line of JSON. What is wrong with it is in the reply;
   * throws a BanChessError only when none will come: freed, crashed, busy.
   */
  send(message: SessionRequest | string): void { this.#send(message, null); }

  /** Sends a message and gives its reply, which is an event too. Rejects as send throws, and with freed or crashed when the reply will not come. */
  request(message: SessionRequest): Promise<Reply> {
    return new Promise((resolve, reject) => { this.#send(message, { resolve, reject }); });
  }

  #send(message: SessionRequest | string, promise: Promised | null): void {
    if (this.#closed) throw fail("freed", "this session is closed", "make a new one");
    let line = message;
    try {
      if (typeof line !== "string") line = JSON.stringify(message);
    } catch {
      throw fail("bad_argument", "the message cannot be written as JSON: it threw, refers to itself, or holds more than plain data", "pass a message of the type SessionRequest");
    }
    // Before sending: the reply may come within the call. Until all have come the
    // instance keeps this session, and tells it of a crash.
    this.#owed.push(promise);
    this.#instance.waiting.add(this.#lost);
    try {
      this.#call(this.#raw.send, line);
    } catch (e) {
      this.#owed.pop();
      this.#settle();
      throw e;
    }
  }

  /** Ends the conversation. Requests that are not answered yet reject with `freed`, after a crash with `crashed`. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    dropped.unregister(this);
    if (!this.#instance.dead) this.#call(this.#raw.close);
    this.#end(fail("freed", "the session was closed before the reply came", "make a new one"));
  }

  /** Replies come in the order of the messages, one for each; what is announced answers none. */
  #receive(reply: Reply): void {
    if (this.#closed) return;
    if (reply.message_type !== "game_end" || !reply.announced) {
      this.#owed.shift()?.resolve(reply);
      this.#settle();
    }
    this.dispatchEvent(new ReplyEvent(reply));
  }

  #settle(): void {
    if (!this.#owed.length) this.#instance.waiting.delete(this.#lost);
  }

  /** Rejects what has no reply and gets none any more. */
  #end(error: BanChessError): void {
    for (const promise of this.#owed.splice(0)) promise?.reject(error);
    this.#settle();
  }

  #call<T>(f: (...args: never[]) => unknown, ...args: unknown[]): T {
    return unwrap<T>(this.#instance.call(f, undefined, args));
  }
}
