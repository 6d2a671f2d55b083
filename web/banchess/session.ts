// A session: a game as an exchange of JSON messages, for clients without rules of their
// own. The command "banchess json" uses the same messages on its pipes;
// game/message/schema.json ("banchess json --schema") describes them for other
// languages, and each field in more detail.
import type { ActionType, Player, Reason } from "./banchess.js";
import { fail, unwrap, type BanChessError } from "./game/error.js";
import { dropped, typedTarget } from "./game/events.js";
import { shared } from "./wasm/load.js";
import type { Explanation, Judgements } from "./tree/report.js";
import type { Score } from "./game/score.js";

/** A square in a message to send, in upper or lower case. */
export type SquareName = string;

/** The piece that a pawn promotes to. */
export type PromotionPiece = "queen" | "rook" | "bishop" | "knight";
/** The result of a game that has ended. */
export type Victor = Player | "draw";

/** A message to send. The reply has the same id. */
export type SessionRequest = { id?: string | number } & (
  | { message_type: "new_game"; fen?: string; history?: readonly string[]; clock?: SessionClock }
  | { message_type: "new_game"; pgn: string; clock?: SessionClock }
  | { message_type: "piece_move" | "peice move"; from: SquareName; to: SquareName; promotion?: PromotionPiece }
  | { message_type: "piece_promotion_choice"; piece_choice: PromotionPiece }
  | { message_type: "ban"; from: SquareName; to: SquareName }
  | { message_type: "undo" | "redo" | "report" | "stop" }
  | { message_type: "state"; san?: boolean; pgn?: boolean }
  | { message_type: "resign" | "offer_draw" | "accept_draw"; player?: Player }
  | { message_type: "best_action"; depth?: number; nodes?: number; movetime_ms?: number; level?: number; lines?: number }
  | { message_type: "solve"; turns?: number; movetime_ms?: number }
);

/** The clock of a new game. */
export interface SessionClock {
  /** The initial time of each side, in milliseconds. */
  base_ms: number;
  /** The time that a side gains when its turn ends, in milliseconds. */
  increment_ms?: number;
  /** True to send a reply, with `announced`, as soon as the time is up. */
  announce?: boolean;
}

/** A ban or a move. */
export interface SessionAction {
  /** The kind of the action. */
  type: ActionType;
  /** The square that the piece leaves. */
  from: string;
  /** The square that the piece goes to, or is banned from going to. */
  to: string;
  /** The piece that the pawn promotes to. */
  promotion?: PromotionPiece;
}

/** Two squares, in upper case. */
export interface SquarePair {
  /** The square that the piece leaves. */
  from: string;
  /** The square that the piece goes to, or is banned from going to. */
  to: string;
}

/** The destination squares for each start square. */
export type Targets = Record<string, string[]>;

/** The effects of the last action. check is present whenever the mover is in check. */
export interface Events {
  /** The pair that was banned. */
  ban?: SquarePair;
  /** The square on which a piece was captured, except en passant. */
  capture?: string;
  /** The square of the pawn that was captured en passant. */
  en_passant_capture?: string;
  /** The promoted piece and its square. */
  promote?: { space: string; piece: PromotionPiece };
  /** The squares of the rook's step in castling. */
  also_move_rook?: SquarePair;
  /** The player in check, the attacking squares, and the king's square. */
  check?: { in_check: Player; threats: string[]; king_space: string };
}

/** The state of the game, which is part of every reply. */
export interface Standing {
  /** The id of the message that this answers. */
  id?: string | number;
  /** The ply of the next action, from 1. */
  ply: number;
  /** The kind of the next action. */
  phase: ActionType;
  /** The player who acts next. */
  turn: Player;
  /** The player whose pieces move next. */
  mover: Player;
  /** The ban in force. */
  ban: SquarePair | null;
  /** The legal bans, at a ban ply of a game that has not ended. */
  bans?: Targets;
  /** The legal moves, at a move ply of a game that has not ended. */
  moves?: Targets;
  /** The effects of the message. */
  events: Events;
  /** The extended FEN. */
  fen: string;
  /** The last action in Ban Chess Notation. */
  last_action?: string;
  /** The last action: a move in standard algebraic notation, or a ban. */
  last_san?: string;
  /** The move that needs a promotion choice. */
  promotion?: SquarePair;
  /** The player who offers a draw. */
  draw_offer?: Player;
  /** The time left, in milliseconds, and the player whose clock runs. */
  clock?: {
    white_ms: number;
    black_ms: number;
    running?: Player;
    /** True while a reply is to come without a request when the time is up. */
    announce?: true;
  };
  /** The result, in replies other than game_end. */
  ended?: { victor: Victor; reason: Reason };
}

/** A message to receive. */
export type Reply = Standing & (
  | { message_type: "next_legal_banset"; bans: Targets }
  | { message_type: "next_legal_moveset"; moves: Targets }
  | { message_type: "promotion_prompt"; promotion: SquarePair }
  | { message_type: "game_end"; victor: Victor; reason: Reason; /** Sent without a request; see SessionClock. */ announced?: true }
  | { message_type: "state"; start_fen: string; history: string[]; can_undo: boolean; can_redo: boolean; san?: string[]; pgn?: string }
  | { message_type: "draw_offered"; draw_offer: Player }
  | { message_type: "stopped" }
  | {
      message_type: "best_action";
      action: SessionAction;
      bcn: string;
      /** The score for the player to act. */
      score: Score;
      line: string[];
      /** The requested lines, beginning with the best. */
      lines?: { score: Score; line: string[] }[];
      depth: number;
      /** The number of positions visited in the whole search. time_ms also counts all of it. */
      nodes: number;
      time_ms: number;
    }
  | { message_type: "solution"; outcome: "win"; turns: number; action: SessionAction; bcn: string; within: number; nodes: number; time_ms: number }
  | { message_type: "solution"; outcome: "no_win" | "unknown"; within: number; nodes: number; time_ms: number }
  | {
      message_type: "report";
      /** Null if it was stopped. */
      report: null | {
        /** The line that was judged, of how many, and the ply from which on it is a variation, null for the main line. */
        line: { text: string; number: number; of: number; from: number | null };
        /** The number of bans and moves that were judged. */
        actions: number;
        tally: Judgements["tally"];
        /** The ply of the mistake that decided the game. */
        turning_point: number | null;
        /** The bans and moves that have a mark. */
        moments: ({ ply: number; player: Player; action: string; mark: 6 | 2 | 4; missed_mate: boolean; loss: number } & Explanation)[];
      };
    }
  | { message_type: "failure"; code: string; reason: string; hint?: string }
);

/** The event "reply". */
export class ReplyEvent extends Event {
  /** The reply. */
  readonly reply: Reply;

  /** Creates an event. */
  constructor(reply: Reply) {
    super("reply");
    this.reply = reply;
  }
}

/** A session of the WebAssembly. */
interface RawSession {
  readonly send: (line: string) => unknown;
  readonly close: () => unknown;
}

/** The functions that settle a request's promise. */
type Promised = { readonly resolve: (reply: Reply) => void; readonly reject: (error: BanChessError) => void };

/**
 * An exchange of messages about one game, which begins at the start position. Replies
 * come as "reply" events, one for each message, in the order of the messages. A game
 * whose clock announces the end has one more when the time is up.
 * Sixteen sessions may be open at once. A session that is not used any more is closed some
 * time after it is collected, so close() a session when you are done with it.
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
  #announces: boolean | undefined; // whether a reply without a request is to come
  #owed: (Promised | null)[] = []; // an element for each expected reply: its promise, or null if none was requested
  #lost = (error: BanChessError): void => { this.#end(error); };

  /** Creates a session. Throws a BanChessError: not_initialized, crashed, busy (too many sessions are open). */
  constructor() {
    super();
    const me = new WeakRef(this); // a weak reference: the program keeps the listener, which must not keep a session that nobody uses
    this.#raw = this.#call(this.#instance.raw.session, (line: string) => {
      const session = me.deref();
      if (session) session.#receive(JSON.parse(line) as Reply);
    });
    const instance = this.#instance, raw = this.#raw;
    dropped.register(this, () => { // only sixteen may be open at once
      if (!instance.dead) instance.call(raw.close, undefined, []);
    }, this);
  }

  /**
   * Sends a message, or a line of JSON. The reply reports errors in the message. Throws
   * a BanChessError only if no reply will come: freed, crashed, busy.
   */
  send(message: SessionRequest | string): void { this.#send(message, null); }

  /** Sends a message and returns its reply, which also comes as an event. Rejects with the errors of send, and with freed or crashed if the reply will not come. */
  request(message: SessionRequest): Promise<Reply> {
    return new Promise((resolve, reject) => { this.#send(message, { resolve, reject }); });
  }

  #send(message: SessionRequest | string, promise: Promised | null): void {
    if (this.#closed) throw fail("freed", "this session is closed", "make a new one");
    let line = message;
    try {
      if (typeof line !== "string") line = JSON.stringify(message);
    } catch {
      throw fail("bad_argument", "the message cannot be written as JSON: it threw, contains itself, or holds something other than plain data", "pass a message of the type SessionRequest");
    }
    // Added before sending, because the reply may come during the call. Until all replies
    // have come, the instance keeps this session and tells it of a crash.
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

  /** Ends the session. Requests without a reply reject with `freed`, or after a crash with `crashed`. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    dropped.unregister(this);
    if (!this.#instance.dead) this.#call(this.#raw.close);
    this.#end(fail("freed", "the session was closed before the reply came", "make a new one"));
  }

  /** Handles a reply. Replies come in the order of the messages, one for each; an announced one belongs to none. */
  #receive(reply: Reply): void {
    if (this.#closed) return;
    if (!("announced" in reply)) this.#owed.shift()?.resolve(reply);
    this.#announces = reply.clock?.announce;
    this.#settle();
    this.dispatchEvent(new ReplyEvent(reply));
  }

  #settle(): void {
    if (!this.#owed.length && !this.#announces) this.#instance.waiting.delete(this.#lost);
  }

  /** Rejects all requests without a reply. */
  #end(error: BanChessError): void {
    for (const promise of this.#owed.splice(0)) promise?.reject(error);
    this.#announces = false;
    this.#settle();
  }

  #call<T>(f: (...args: never[]) => unknown, ...args: unknown[]): T {
    return unwrap<T>(this.#instance.call(f, undefined, args));
  }
}
