// A room: a game between two people in different places, which others may watch. The server
// is `banchess serve --rooms`, which knows the rules and keeps the game; web/docs/rooms.md
// describes the conversation, and game/room/schema.json each message. This module needs
// neither the WebAssembly nor a page.
import type { Player, Reason } from "./banchess.js";
import { typedTarget } from "./game/events.js";
import type { PromotionPiece, SquareName, Standing, Victor } from "./session.js";

/** A link to a room. It is for watchers if it has neither a secret nor an invitation. */
export interface RoomLink {
  /** The address of a page whose server has rooms. */
  readonly base: string;
  /** The id of the room: 32 hexadecimal digits, as those of a secret and an invitation. */
  readonly room: string;
  /** The secret of a player, which gives the player's seat again. */
  readonly secret?: string;
  /** An invitation to the open seat, which can be used once. */
  readonly invitation?: string;
}

/** The options of a new room. */
export interface RoomOptions {
  /** The side of the one who opens the room; random if absent. */
  readonly seat?: Player;
  /** The start position, as an extended FEN. */
  readonly fen?: string;
  /** The clock, at most 90 days for each side. */
  readonly clock?: { readonly base_ms: number; readonly increment_ms?: number };
}

/** A request of a player. The room sets the id, and if the number is left out, the number and the hash of a ban or a move. */
export type RoomRequest =
  | { message_type: "ban"; from: SquareName; to: SquareName; number?: number; hash?: string }
  | { message_type: "piece_move"; from: SquareName; to: SquareName; promotion?: PromotionPiece; number?: number; hash?: string }
  | { message_type: "piece_promotion_choice"; piece_choice: PromotionPiece }
  | { message_type: "resign" | "offer_draw" | "accept_draw" | "accept_undo" | "decline"; number?: number; hash?: string }
  | { message_type: "undo"; actions?: number; number?: number; hash?: string }
  | { message_type: "state" | "rematch" };

/** A seat: not taken yet, its player here, or away. */
export type SeatState = "open" | "here" | "away";

/** The state of a room, part of every message. */
export interface RoomStanding {
  /** The id of the room. */
  room: string;
  /** The number of entries of the log. */
  number: number;
  /** The hash of the log. */
  hash: string;
  /** The last entry of the log. */
  entry?: string;
  /** The player of that entry. */
  by?: Player;
  /** The state of both seats. */
  seats: { white: SeatState; black: SeatState };
  /** The number of watchers. */
  watchers: number;
  /** True if the clock stands until the player who is to act comes. */
  paused?: true;
  /** True if the server is shutting down; the game goes on when it is back. */
  restart?: true;
  /** The opponent's question whether to take back actions. */
  undo_offer?: { player: Player; actions: number };
  /** The player who asks for another game. */
  rematch_offer?: Player;
  /** The id of the room in which it is played, with the same secrets. */
  next_room?: string;
}

/** A message of a room. */
export type RoomMessage = RoomStanding & Standing & (
  | { message_type: "next_legal_banset" | "next_legal_moveset" | "draw_offered" | "undo_offered" | "offer_declined" | "promotion_prompt" | "room" }
  | { message_type: "game_end"; victor: Victor; reason: Reason }
  | { message_type: "failure"; code: string; reason: string; hint?: string }
  | RoomState
);

/** The fields of a message that is a state. */
export interface RoomState {
  /** The type of the message. */
  message_type: "state";
  /** The side of this client; absent for a watcher. */
  seat?: Player;
  /** The number of days without a visit after which the room goes, with the time of the player who is to act. */
  kept_days: number;
  /** The time of each side at the start, if there is a clock, in milliseconds. */
  base_ms?: number;
  /** The time that a turn adds, in milliseconds. */
  increment_ms?: number;
  /** All entries of the log as one text; web/docs/links.md describes them. */
  log: string;
  /** The start position, as an extended FEN. */
  start_fen: string;
  /** The actions that were played and not taken back, in Ban Chess Notation. */
  history: string[];
}

/** The refusal of a server, or the reason why a client left the room. */
export class RoomError extends Error {
  /** The code: those of the rules, or those of rooms, as web/docs/rooms.md lists them. */
  readonly code: string;
  /** A hint on how to fix it. */
  readonly hint: string | undefined;

  /** Creates an error. */
  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }

  /** The name "RoomError". */
  override get name(): "RoomError" { return "RoomError"; }
}

/** The event "message". */
export class RoomEvent extends Event {
  /** The message. */
  readonly message: RoomMessage;

  /** Creates an event. */
  constructor(message: RoomMessage) {
    super("message");
    this.message = message;
  }
}

/** The event "closed". */
export class RoomClosedEvent extends Event {
  /** The reason, or null if close() was called. */
  readonly error: RoomError | null;

  /** Creates an event. */
  constructor(error: RoomError | null) {
    super("closed");
    this.error = error;
  }
}

/** A WebSocket, in a browser, in Node 22 or of a library such as ws. */
export interface SocketLike {
  /** Sends a text. */
  send(text: string): void;
  /** Closes the connection. */
  close(): void;
  /** Hears what happens. */
  addEventListener(type: "open" | "message" | "close" | "error", listener: (event: { data?: unknown }) => void): void;
}

const BITS = /^[\da-f]{32}$/;
const FINAL = ["no_room", "bad_secret", "damaged_room", "not_found"]; // the same when one connects again
const UNNUMBERED = ["piece_promotion_choice", "rematch", "state"];
const PASSING = ["stopping", "unavailable"]; // the codes of a server that is back soon
const LONGEST_PAUSE = 5000; // milliseconds between two attempts to connect
const PATIENCE = 10_000; // milliseconds to wait for an answer
const IDLE = 30_000; // milliseconds without a message after which the client asks whether the server is there

/** Reads a link. Returns null if it is not the link of a room. */
export function readRoomLink(text: string): RoomLink | null {
  const [base, fragment = ""] = text.trim().split("#", 2) as [string, string?], values = new URLSearchParams(fragment);
  const room = values.get("room") ?? "", secret = values.get("secret"), invitation = values.get("invitation");
  if (!/^https?:\/\/./.test(base) || ![room, secret ?? room, invitation ?? room].every((bits) => BITS.test(bits))) return null;
  return { base, room, ...secret && { secret }, ...invitation && { invitation } };
}

/** Writes a link. What stands after the # is not sent to servers by browsers. */
export const writeRoomLink = ({ base, room, secret, invitation }: RoomLink): string =>
  `${base}#room=${room}${secret ? `&secret=${secret}` : ""}${invitation ? `&invitation=${invitation}` : ""}`;

/** Returns the hash of a log with another entry: FNV-1a of 32 bits. */
const withEntry = (hash: string, entry: string): string =>
  [...entry].reduce((bits, letter) => Math.imul(bits ^ letter.charCodeAt(0), 0x01000193) >>> 0, Number.parseInt(hash, 36)).toString(36);

/** Returns 128 random bits. */
const newSecret = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const refusal = ({ code, reason, hint }: { code?: string; reason?: string; hint?: string }, otherwise: string): RoomError =>
  new RoomError(code ?? "not_found", reason ?? otherwise, hint);

/**
 * Reports whether the server of a page has rooms. It asks that server alone.
 *
 * @param base the address of the page
 */
export async function hasRooms(base: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL("rooms", base), { signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok && ((await answer.json()) as { rooms?: boolean }).rooms === true;
  } catch {
    return false;
  }
}

/**
 * Opens a room on the server of a page. Rejects with a RoomError if the server refuses or does not answer.
 *
 * @returns the links of both players; keep your own, send the other
 */
export async function openRoom(base: string, options: RoomOptions = {}): Promise<{ own: RoomLink; opponent: RoomLink; seat: Player }> {
  const answer = await Promise.resolve().then(() => fetch(new URL("rooms", base), { method: "POST", body: JSON.stringify(options), signal: AbortSignal.timeout(PATIENCE) })).catch(() => null);
  const said = await answer?.json().catch(() => ({})) as { room: string; seat: Player; secret: string; invitation: string; code?: string; reason?: string; hint?: string };
  if (answer?.status !== 201) throw refusal(said ?? {}, "there are no rooms at this address, or it cannot be reached");
  const page = base.split("#", 1)[0]!;
  return { own: { base: page, room: said.room, secret: said.secret }, opponent: { base: page, room: said.room, invitation: said.invitation }, seat: said.seat };
}

interface Waiting {
  readonly text: string;
  readonly resolve: (message: RoomMessage) => void;
  readonly reject: (error: RoomError) => void;
  readonly limit: ReturnType<typeof setTimeout>;
}

/**
 * Somebody in a room. The connection comes back by itself, and a request that was sent
 * meanwhile counts once. The event "connection" says that it was lost or is back.
 *
 * @example
 * const { own, opponent } = await openRoom("https://example.org/");
 * const room = await Room.join(own);
 * room.addEventListener("message", ({ message }) => console.log(message.message_type, message.fen));
 * await room.request({ message_type: "ban", from: "e2", to: "e4" });
 */
export class Room extends /* @__PURE__ */ typedTarget<{ message: RoomEvent; connection: Event; closed: RoomClosedEvent }>() {
  /** The link with which the same player comes back. Keep it. */
  readonly link: RoomLink;
  /** The side of this client, or null for a watcher. */
  seat: Player | null = null;
  /** The log, all entries as one text. */
  log = "";
  #invitation: string | undefined;
  #WebSocket: new (url: string) => SocketLike;
  #socket: SocketLike | null = null;
  #isIn = false; // joined, on this connection
  #last: RoomMessage | null = null;
  #waiting = new Map<number, Waiting>();
  #ids = 0;
  #pause = 50;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  /** A room is joined with Room.join. */
  private constructor({ invitation, ...link }: RoomLink, socket: new (url: string) => SocketLike) {
    super();
    this.link = invitation && !link.secret ? { ...link, secret: newSecret() } : link;
    this.#invitation = invitation;
    this.#WebSocket = socket;
  }

  /**
   * Joins a room. With an invitation the client makes itself a secret, which `link` then has.
   * To have the seat even if the page is left before the answer comes, make a secret of 128
   * random bits, keep it, and give it in the link beside the invitation.
   *
   * Rejects with a RoomError if the link is null, there is no such room, the link gives no seat,
   * or the server takes no more connections.
   *
   * @param options.WebSocket a class to use in Node 20, which has no WebSocket: that of the package ws
   */
  static async join(link: RoomLink | null, { WebSocket = (globalThis as { WebSocket?: new (url: string) => SocketLike }).WebSocket }: { WebSocket?: (new (url: string) => SocketLike) | undefined } = {}): Promise<Room> {
    if (!link?.room) throw new RoomError("bad_link", "this is not a link to a room");
    if (!WebSocket) throw new RoomError("no_websocket", "there is no WebSocket here", "give one: { WebSocket } of the package ws");
    const room = new Room(link, WebSocket);
    await new Promise<void>((resolve, reject) => {
      room.addEventListener("message", () => { resolve(); }, { once: true });
      room.addEventListener("closed", ({ error }) => { reject(error!); }, { once: true });
      room.#connect();
    });
    return room;
  }

  /** True while there is a connection. */
  get isConnected(): boolean { return this.#isIn; }

  /** The last message, which says how the room and the game stand. */
  get last(): RoomMessage { return this.#last!; }

  /**
   * Sends a request. Resolves with the answer; rejects with a RoomError if the server refuses,
   * or the room is closed. If no answer comes within ten seconds it rejects with `no_answer`,
   * and the client connects again. The log then says whether the request was carried out.
   */
  request(request: RoomRequest): Promise<RoomMessage> {
    if (this.#isClosed) return Promise.reject(new RoomError("closed", "the room is closed here"));
    const id = ++this.#ids, { number, hash } = this.last, { message_type: type, from, to, promotion: piece = "" } = request as { message_type: string; from?: string; to?: string; promotion?: string };
    const about = number === undefined || UNNUMBERED.includes(type) || "number" in request ? {} // in a race there are no numbers
      : { number: number + 1, ...from && { hash: withEntry(hash, `${from}${to}`.toLowerCase() + (piece === "knight" ? "N" : piece.charAt(0).toUpperCase())) } };
    return new Promise((resolve, reject) => {
      const text = JSON.stringify({ ...about, ...request, id });
      const limit = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new RoomError("no_answer", "the server does not answer", "look at the log when the connection is back"));
        if (this.#isIn) this.#lose();
      }, PATIENCE);
      this.#waiting.set(id, { text, resolve, reject, limit });
      if (this.#isIn) this.#socket?.send(text);
    });
  }

  /** Leaves the room. */
  close(): void { this.#end(null); }

  #connect(): void {
    const { secret } = this.link, invitation = this.#invitation;
    let socket: SocketLike;
    try {
      const address = new URL(`rooms/${this.link.room}`, this.link.base);
      address.protocol = address.protocol.replace("http", "ws");
      socket = this.#socket = new this.#WebSocket(address.href);
    } catch {
      return this.#end(new RoomError("no_websocket", "no WebSocket may connect there"));
    }
    socket.addEventListener("open", () => { socket.send(JSON.stringify({ message_type: "join", ...secret && { secret }, ...invitation && { invitation } })); });
    socket.addEventListener("message", ({ data }) => {
      if (socket !== this.#socket) return;
      try {
        this.#take(JSON.parse(String(data)) as RoomMessage);
      } catch {
        this.#end(new RoomError("bad_message", "this is no message"));
      }
    });
    socket.addEventListener("error", () => {}); // "close" follows
    socket.addEventListener("close", () => { if (socket === this.#socket) this.#lose(); });
    this.#after(PATIENCE, () => { this.#lose(); });
  }

  /** Acts later, in place of what was due. */
  #after(time: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, time);
  }

  /** Leaves a connection that is lost, and connects again. A dead one may take minutes to say that it is closed. */
  #lose(): void {
    const socket = this.#socket;
    if (this.#isClosed) return;
    this.#socket = null;
    socket?.close();
    this.#after(this.#pause * (1 + Math.random()) / 2, () => { this.#connect(); }); // not all who were in the room at once
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    if (!this.#last) void this.#why();
    this.#setIn(false);
  }

  /** Asks by HTTP why there is no WebSocket, because a browser does not say it. */
  async #why(): Promise<void> {
    const { base, room } = this.link;
    const answer = await fetch(new URL(`rooms/${room}`, base), { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
    const said = (await answer?.json().catch(() => null) ?? {}) as { code?: string; reason?: string; hint?: string };
    // A proxy may answer for the server while it restarts, or let no WebSocket through at all.
    const isFinal = said.code ? !PASSING.includes(said.code) : this.#pause === LONGEST_PAUSE || !(answer && answer.status >= 500 || await hasRooms(base));
    if (isFinal && !this.#last) this.#end(refusal(said, "there are no rooms at this address, or it cannot be reached"));
  }

  #take(message: RoomMessage): void {
    const { message_type: type, number, hash, entry } = message, last = this.#last, isNext = number - 1 === last?.number;
    this.#after(IDLE, () => { this.request({ message_type: "state" }).catch(() => {}); });
    if (type === "failure" && typeof number !== "number") { // not about the game
      if (!this.#isIn && FINAL.includes(message.code)) this.#end(refusal(message, message.reason));
      else this.#answer(message);
      return;
    }
    if (type === "state") {
      this.log = message.log;
      this.seat = message.seat ?? null;
    } else if (last && hash !== (isNext ? withEntry(last.hash, entry!) : last.hash)) this.#socket?.send('{"message_type":"state"}'); // one is missing, or the logs differ
    else if (isNext) this.log += entry!;
    this.#last = message;
    if (!this.#isIn) {
      this.#pause = 50;
      this.#setIn(true);
      for (const { text } of this.#waiting.values()) this.#socket?.send(text);
    }
    this.#answer(message);
    this.dispatchEvent(new RoomEvent(message));
  }

  #setIn(isIn: boolean): void {
    if (isIn === this.#isIn) return;
    this.#isIn = isIn;
    this.dispatchEvent(new Event("connection"));
  }

  /** Settles the request that a message answers. */
  #answer(message: RoomMessage): void {
    const id = Number(message.id), waiting = this.#waiting.get(id);
    clearTimeout(waiting?.limit);
    this.#waiting.delete(id);
    if (message.message_type === "failure") waiting?.reject(refusal(message, message.reason));
    else waiting?.resolve(message);
  }

  #end(error: RoomError | null): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
    for (const { reject, limit } of this.#waiting.values()) {
      clearTimeout(limit);
      reject(error ?? new RoomError("closed", "the room is closed here"));
    }
    this.#waiting.clear();
    this.dispatchEvent(new RoomClosedEvent(error));
  }
}
