// The types of banchess-session.js: JSON messages. game/message/schema.json (or
// "banchess json --schema") says the same for every other language, with more
// words on each field.

/** A square in messages that are sent: either case. */
export type SquareName = string;

/** A side. */
export type PlayerName = "white" | "black";
/** What a pawn becomes. */
export type PromotionPiece = "queen" | "rook" | "bishop" | "knight";
/** Who won. */
export type Victor = PlayerName | "draw";
/** Why a game ended. */
export type EndReason =
  | "checkmate" | "checkmate_by_ban" | "stalemate" | "stalemate_by_ban" | "threefold_repetition" | "fifty_move_rule"
  | "insufficient_material" | "resignation" | "agreement" | "timeout" | "timeout_insufficient_material";

/** What a client sends. An id comes back in the reply. */
export type Request = { id?: string | number } & (
  | { message_type: "new_game"; fen?: string; clock?: { base_ms: number; increment_ms?: number } }
  | { message_type: "piece_move" | "peice move"; from: SquareName; to: SquareName; promotion?: PromotionPiece }
  | { message_type: "piece_promotion_choice"; piece_choice: PromotionPiece }
  | { message_type: "ban"; from: SquareName; to: SquareName }
  | { message_type: "undo" | "state" | "stop" }
  | { message_type: "resign" | "offer_draw" | "accept_draw"; player?: PlayerName }
  | { message_type: "best_action"; depth?: number; nodes?: number; movetime_ms?: number; level?: number }
);

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
  /** Whose king is attacked, from where, and where it stands. */
  check?: { in_check: PlayerName; threats: string[]; king_space: string };
}

/** How the game stands: part of every reply. */
export interface Standing {
  /** That of the message this answers. */
  id?: string | number;
  /** The number of the next action, from 1. */
  ply: number;
  /** What the next action is. */
  phase: "ban" | "move";
  /** Who acts next. */
  turn: PlayerName;
  /** Whose pieces move next. */
  mover: PlayerName;
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
  /** The move that waits for its promotion. */
  promotion?: SquarePair;
  /** Who offers a draw. */
  draw_offer?: PlayerName;
  /** Milliseconds left. */
  clock?: { white_ms: number; black_ms: number; running?: PlayerName };
  /** In replies other than game_end. */
  ended?: { victor: Victor; reason: EndReason };
}

/** What a client receives. */
export type Reply = Standing & (
  | { message_type: "next_legal_banset"; bans: Targets }
  | { message_type: "next_legal_moveset"; moves: Targets }
  | { message_type: "promotion_prompt"; promotion: SquarePair }
  | { message_type: "game_end"; victor: Victor; reason: EndReason }
  | { message_type: "state"; start_fen: string; history: string[]; can_undo: boolean }
  | { message_type: "draw_offered"; draw_offer: PlayerName }
  | { message_type: "stopped" }
  | {
      message_type: "best_action";
      action: { type: "ban" | "move"; from: string; to: string; promotion?: PromotionPiece };
      bcn: string;
      /** Of the player to act: hundredths of a pawn, or turns to mate, negative when mated. */
      score: { centipawns: number; mate?: undefined } | { mate: number; centipawns?: undefined };
      line: string[];
      depth: number;
      nodes: number;
      time_ms: number;
    }
  | { message_type: "failure"; code: string; reason: string; hint?: string }
);

/** The event "reply". */
export class ReplyEvent extends Event {
  /** The event of a reply. */
  constructor(reply: Reply);
  /** The message. */
  reply: Reply;
}

/** What addEventListener takes at the end: `{ once: true }` and its like. */
export type ListenerOptions = Parameters<EventTarget["addEventListener"]>[2];

/**
 * A conversation about one game, which begins at the start position. Replies come
 * as events "reply", one for each message, in the order in which those were sent.
 * Sixteen may be open at once; one that nobody holds any more is closed after it is
 * collected, at a time nobody knows: close() those that are done with.
 *
 * @example
 * await initialize();
 * const session = new Session();
 * session.addEventListener("reply", ({ reply }) => console.log(reply.message_type));
 * session.send({ message_type: "ban", from: "E2", to: "E4" });
 */
export class Session extends EventTarget {
  /** Throws a BanChessError: not_initialized, crashed, busy (too many sessions are open). */
  constructor();
  /**
   * Sends a message, or a line of JSON. What is wrong with it is in the reply;
   * throws a BanChessError only when none will come: freed, crashed, busy.
   */
  send(message: Request | string): void;
  /** Sends a message and gives its reply, which is an event too. Rejects as send throws, and with freed or crashed when the reply will not come. */
  request(message: Request): Promise<Reply>;
  /** Ends the conversation. Requests that are not answered yet reject with `freed`, after a crash with `crashed`. */
  close(): void;
  /** Has a function called with every reply. */
  addEventListener(type: "reply", listener: (event: ReplyEvent) => void, options?: ListenerOptions): void;
  /** As every EventTarget. */
  addEventListener(...args: Parameters<EventTarget["addEventListener"]>): void;
  /** Ends that. */
  removeEventListener(type: "reply", listener: (event: ReplyEvent) => void, options?: ListenerOptions): void;
  /** As every EventTarget. */
  removeEventListener(...args: Parameters<EventTarget["removeEventListener"]>): void;
}
