// The room of the game on the board. The server has the log and the clocks, and its order
// counts: what the user does is sent as a request, and what the server tells is shown.

import { BanChessError, dueAt, type Player } from "../../banchess/banchess.js";
import { readRoomLink, Room, RoomError, type RoomLink, type RoomMessage, type RoomRequest, type SeatState } from "../../banchess/room.js";
import { words } from "language/together";
import { lineIn, newId, other, ownSide, paused, sentence } from "../model/index.js";
import type { PageStore, State } from "../shell/index.js";
import { LinkError } from "../share/index.js";
import { createStore, type Store } from "../view/index.js";
import { markDue } from "./due.js";
import { compare, isAction, Log, LogError } from "./log.js";
import type { Remote } from "./remote.js";
import { withAdded } from "./session.js";

const AGAIN = 1000; // milliseconds until a request is repeated that the server could not carry out
const PASSING = ["no_answer", "unavailable", "stopping", "too_many_messages"]; // the codes of refusals that are not about the request
const PIECES = { Q: "queen", R: "rook", B: "bishop", N: "knight" } as const;

/** The room as the box shows it. */
export interface Seen {
  /** lost: it was joined, and the page connects again by itself; failed: it does not */
  readonly state: "off" | "joining" | "joined" | "lost" | "failed";
  readonly error: string;
  readonly opponent: SeatState;
  readonly isPaused: boolean; // the clocks stand because the server was stopped
  readonly watchers: number;
  readonly rematch: Player | null; // the player who asks for another game
  readonly next: string; // the id of the room in which that is played
}

const OFF: Seen = { state: "off", error: "", opponent: "open", isPaused: false, watchers: 0, rematch: null, next: "" };

export class Rooms {
  readonly seen: Store<Seen> = createStore<Seen>(OFF);
  #store: PageStore;
  #remote: Remote;
  #room: Room | null = null;
  #joining = ""; // the id of the room that is being joined
  #fen = ""; // the start position
  #sent = 0; // the number of entries that the server has been sent
  #heard = 0; // the time when the last message came, by performance.now()
  #due = ""; // the id of the room to go to when the board is back from Learn
  #again: ReturnType<typeof setTimeout> | undefined; // what the server could not carry out is sent again then

  constructor(store: PageStore, remote: Remote) {
    this.#store = store;
    this.#remote = remote;
    store.watch(["begun", "aside", "rules"], (state, old) => {
      this.#follow(state, Boolean(old?.aside));
      this.#mark();
    });
    remote.shown.watch(["log", "text"], () => this.#settle());
  }

  /** Opens the link of a room. Resolves when the game is shown. Rejects with a LinkError, and then the page shows what it did. */
  async open(text: string): Promise<void> {
    const link = readRoomLink(linkTo(text.replace(/^.*#/, "")));
    if (!link) throw new LinkError("bad_link");
    this.#store.set({ notice: { kind: "info", text: words.together.joining } });
    await this.#remote.rules();
    const { room: id, invitation } = link, kept = await this.#remote.kept(id), { secret, invitation: own } = kept?.begun.room ?? {};
    if (kept && (secret || !link.secret && !invitation)) {
      this.#store.set({ place: null });
      this.#remote.reopen(kept, invitation && invitation === own ? words.together.ownLink : secret ? words.together.goesOn : words.together.watching);
      if (this.seen.state.state === "failed") this.again();
      return;
    }
    // The secret is kept before it is sent: it gives the seat even if the answer is lost.
    const room = await joined({ ...link, ...invitation && { secret: secretFor(invitation) } });
    this.#store.set({ place: null });
    this.#adopt(room);
  }

  /** Joins the room of the game on the board again. */
  again(): void {
    const { begun } = this.#store.state;
    this.#leave();
    if (begun?.room) void this.#enter(begun.id, begun.room.secret);
  }

  /** Asks for another game, or agrees to it. */
  rematch(): void {
    const { next } = this.seen.state;
    if (next) void this.#goTo(next, this.#room?.link.secret);
    else this.#request({ message_type: "rematch" });
  }

  /** Says no to another game. */
  decline(): void { this.#request({ message_type: "decline" }); }

  /** Follows the game on the board. While Learn uses the board, the room stays. */
  #follow({ begun, aside, rules }: State, wasAside: boolean): void {
    if (aside || !rules) return;
    const id = begun?.room ? begun.id : "";
    if (id === (this.#room?.link.room ?? this.#joining)) {
      if (wasAside) this.#goOn();
      return;
    }
    this.#leave();
    if (id) void this.#enter(id, begun!.room!.secret);
  }

  /** Goes on where the room is by now, after Learn has used the board. */
  #goOn(): void {
    const room = this.#room;
    if (!room) return;
    this.#setClock(room.last);
    if (this.#due) void this.#goTo(this.#due, room.link.secret);
  }

  /** Joins the room of the game on the board. What goes wrong is shown in the box. */
  async #enter(id: string, secret: string | undefined): Promise<void> {
    this.#joining = id;
    this.seen.set({ ...OFF, state: "joining" });
    try {
      const room = await joined({ base: linkTo(""), room: id, ...secret && { secret } });
      if (this.#joining === id && !this.#store.state.aside) return this.#adopt(room);
      if (this.#joining === id) this.#joining = ""; // it is joined again when the board is back
      room.close();
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      if (this.#joining === id) this.seen.set({ ...OFF, state: "failed", error: error.message });
    }
  }

  /** Goes on in a room that was joined. */
  #adopt(room: Room): void {
    this.#leave();
    this.#room = room;
    const { begun, players } = this.#store.state, { last, seat, link: { room: id, secret } } = room;
    room.addEventListener("message", ({ message }) => { if (room === this.#room) this.#hear(message); });
    room.addEventListener("connection", () => { if (room === this.#room) this.#tell(); });
    room.addEventListener("closed", ({ error }) => {
      if (room !== this.#room) return;
      this.#leave();
      if (error) this.seen.set({ state: "failed", error: textOf(error) });
    });
    if (last.message_type === "state") this.#fen = last.start_fen;
    if (begun?.id !== id || ownSide(players) !== seat) { // a watcher may take a seat
      const { base_ms: base, increment_ms: increment = 0 } = last.message_type === "state" ? last : {};
      const clock = base === undefined ? null : { base, increment, white: base, black: base, turn: null, running: null, since: 0, line: [], over: false };
      const control = clock ? `${clock.base / 1000}+${increment / 1000}` : "-", text = seat ? words.together.connectedAs(seat) : words.together.watching;
      this.#remote.join(Log.read(id, this.#fen, room.log), seat, text, { clock, control, live: true, ...seat && secret ? { room: { secret } } : { room: {}, isGuest: true } });
    }
    this.#hear(last);
  }

  #leave(): void {
    const room = this.#room, { begun, clock, live } = this.#store.state, isHere = begun?.id === room?.link.room;
    this.#joining = this.#due = "";
    clearTimeout(this.#again);
    this.#again = undefined;
    this.#room = null;
    this.#sent = 0;
    room?.close();
    this.seen.set(OFF);
    this.#mark();
    if (room && (live || isHere && clock?.running)) this.#store.set({ live: false, ...isHere && clock && { clock: paused(clock) } });
  }

  /** Marks Play while Learn uses the board and it is the user's turn in the room. */
  #mark(): void {
    const room = this.#room, log = room && this.#store.state.aside && Log.read(room.link.room, this.#fen, room.log);
    markDue(this, Boolean(log && room.seat && log.turn === room.seat));
    if (log) log.free();
  }

  #hear(message: RoomMessage): void {
    if (message.message_type === "state") this.#fen = message.start_fen;
    const before = this.seen.state, { next_room: next = "", rematch_offer: rematch } = message, { seat, link: { secret } } = this.#room!;
    this.#heard = performance.now();
    this.#tell();
    if (seat && before.rematch === seat && !rematch && !next) this.#store.set({ notice: { kind: "info", text: words.together.rematchDeclined } });
    this.#settle();
    this.#mark();
    this.#setClock(message);
    // Both have just agreed to another game.
    if (next && !before.next && before.rematch && secret) void this.#goTo(next, secret);
  }

  /** Tells the page and the box how the room stands. */
  #tell(): void {
    const { last, seat, isConnected } = this.#room!, { seats, watchers, paused = false, rematch_offer: rematch = null, next_room: next = "" } = last;
    const opponent = seat ? seats[other(seat)] : "here", live = isConnected && opponent !== "open", { begun, live: was, notice } = this.#store.state;
    this.seen.set({ state: isConnected ? "joined" : "lost", error: "", opponent, isPaused: paused, watchers, rematch, next });
    if (live === was) return;
    this.#store.set({ live, ...!live && seat && notice?.text === words.together.connectedAs(seat) && { notice: null }, ...live && seat && begun?.room?.invitation && this.#remote.shown.state.log?.entries.length === 0 && { notice: { kind: "info", text: words.together.connectedAs(seat) } } });
  }

  /** Makes the log of the board that of the server, with what the user has done since. */
  #settle(): void {
    const room = this.#room, own = this.#log(room);
    if (!room || !own || own.text === room.log) return;
    const { last: { number, entry, hash, by }, log: text, seat, link: { room: id } } = room;
    // Whatever put an entry of the other player on the board, only the server has it from that player.
    if (own.entries.length > number && own.text.startsWith(text) && own.players.slice(number).every((player) => player === seat)) return this.#send(room, own);
    try {
      if (text === own.text + entry && by !== seat) return this.#remote.hear(entry!, hash);
      const theirs = Log.read(id, this.#fen, text), { common } = compare(theirs, own);
      const merged = withAdded(theirs, common, own.entries.filter((_, at) => at >= common && own.players[at] === seat));
      this.#sent = theirs.entries.length;
      theirs.free();
      this.#remote.take(merged);
    } catch (error) {
      if (!(error instanceof LogError || error instanceof BanChessError)) throw error;
      this.#leave();
      this.seen.set({ state: "failed", error: words.together.codeErrors.desync });
    }
  }

  /** Returns the log of the game on the board if it is that of a room. */
  #log(room: Room | null): Log | null {
    const { log } = this.#remote.shown.state;
    return room && log?.id === room.link.room && !this.#store.state.aside ? log : null;
  }

  /** Sends what the user has done, each entry once. */
  #send(room: Room, own: Log): void {
    const { entries, hash } = own, first = this.#store.state.record.root.ply + 1;
    for (let at = Math.max(this.#sent, room.last.number); at < entries.length; at++) {
      this.#sent = at + 1;
      const { phase } = dueAt(first + lineIn(entries.slice(0, at).join(""), first).length), number = at + 1, entry = entries[at]!;
      this.#request({ ...requestOf(entry, phase === "ban"), number, ...number === entries.length && { hash } }, () => {
        const { entries: now = [] } = this.#log(room) ?? {};
        return now[at] !== entry && now.includes(entry, number);
      });
    }
  }

  /**
   * Sends a request. A refusal undoes what was asked.
   *
   * @param isAgain reports whether it was sent again with a later number, after an entry of the opponent: then that answer counts
   */
  #request(request: RoomRequest, isAgain: () => boolean = () => false): void {
    const room = this.#room;
    room?.request(request).catch((error: RoomError) => { if (room === this.#room && !isAgain()) this.#undo(error); });
  }

  /** Takes back what the server has refused, unless it may succeed later. */
  #undo(error: RoomError): void {
    const room = this.#room!, { seat, last: { number } } = room, own = this.#log(room);
    if (PASSING.includes(error.code) || this.#again !== undefined) { // what was sent after it cannot follow
      this.#again ??= setTimeout(() => {
        this.#again = undefined;
        if (room !== this.#room) return;
        this.#sent = room.last.number;
        this.#settle();
      }, AGAIN);
      return;
    }
    this.#sent = number;
    if (seat && own && own.text !== room.log) this.#remote.take(Log.read(own.id, own.fen, room.log));
    this.#setClock(room.last);
    this.#store.set({ notice: { kind: "refused", code: error.code, text: textOf(error) } });
  }

  /** Sets the clock to the server's times, as they were when the last message came. */
  #setClock({ clock: told }: RoomMessage): void {
    const { clock } = this.#store.state, running = told?.running ?? null;
    if (clock && told && this.#log(this.#room)) this.#store.set({ clock: { ...clock, white: told.white_ms, black: told.black_ms, turn: running, running, since: this.#heard } });
  }

  /** Goes to the room of the next game; while Learn uses the board, later. */
  async #goTo(id: string, secret: string | undefined): Promise<void> {
    const last = this.#room;
    this.#due = id;
    if (this.#store.state.aside) return;
    try {
      const room = await joined({ base: linkTo(""), room: id, ...secret && { secret } });
      if (last === this.#room && !this.#store.state.aside) this.#adopt(room);
      else room.close();
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.#store.set({ notice: { kind: "error", code: error.code, text: error.message } });
    }
  }
}

/** Returns the address of this page with a part after the #. */
export const linkTo = (fragment: string): string => location.href.split("#", 1)[0]! + (fragment && `#${fragment}`);

/** Joins a room. Rejects with a LinkError. */
async function joined(link: RoomLink): Promise<Room> {
  try {
    return await Room.join(link);
  } catch (error) {
    if (error instanceof RoomError) throw new LinkError(error.code, error.code === "bad_secret" && !link.invitation ? words.together.roomErrors.bad_seat : textOf(error));
    throw error;
  }
}

/** Returns the secret that goes with an invitation, also after the page is loaded again. */
function secretFor(invitation: string): string {
  const key = `banchess.room.${invitation}`;
  try {
    const secret = sessionStorage.getItem(key) ?? newId();
    sessionStorage.setItem(key, secret);
    return secret;
  } catch {
    return newId(); // the storage is blocked
  }
}

/** Returns the request that adds an entry to the log. */
function requestOf(entry: string, isBan: boolean): Exclude<RoomRequest, { message_type: "piece_promotion_choice" | "state" | "rematch" }> {
  const [from, to, piece] = [entry.slice(0, 2), entry.slice(2, 4), entry.charAt(4)];
  if (isAction(entry)) return { message_type: isBan ? "ban" : "piece_move", from, to, ...piece && { promotion: PIECES[piece as keyof typeof PIECES] } };
  switch (entry.charAt(1)) {
    case "=": return { message_type: "offer_draw" };
    case "+": return { message_type: "accept_draw" };
    case "<": return { message_type: "undo", actions: Number(entry.slice(2)) };
    case "(": return { message_type: "accept_undo" };
    case "-": return { message_type: "decline" };
    default: return { message_type: "resign" };
  }
}

const textOf = ({ code, message }: RoomError): string => words.together.roomErrors[code as keyof typeof words.together.roomErrors] ?? sentence(message);
