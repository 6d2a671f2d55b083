// A session: two pages play one game over a transport. Each entry of the log goes over it
// with its number and the hash of the log, and is checked against the log of the other side.
// Where the two differ, whoever finds it sends the whole log, which heals the difference.
//
// One side is the host, whose order counts: what the guest has added beyond the host's log is
// added again after what the host has, if it still follows. The host of a room is the server.
// Texts may be lost, late, doubled or in another order; what is missing is noticed with the
// next one, so each side sends a beat from time to time. web/docs/codes.md specifies it.

import { BanChessError, type Player } from "../../banchess/banchess.js";
import { CONTROL, type Left } from "./clocks.js";
import { compare, isAction, isFlag, Log, LogError } from "./log.js";

const MOST_TEXT = 1 << 16; // characters of a message
const MOST_LEFT = 2 ** 30; // milliseconds, twelve days
const MOST_LOGS = 20, LOGS_A_SECOND = 2; // whole logs that are read and sent: at once, and again after that

/** A way by which texts go between two pages: a connection that is open. */
export interface Transport {
  /** Sends a text. After the connection has closed, it does nothing. */
  send(text: string): void;
  /** Calls hear with each text that arrives, and closed once when the connection has closed. Another call takes the place of the last one. */
  listen(hear: (text: string) => void, closed: () => void): void;
  close(): void;
  /** Milliseconds without a text after which the other page counts as gone; undefined if it says when it goes. */
  readonly patience?: number;
}

/** The part of a message about the game beside the log. */
export interface Told {
  readonly side: Player | null; // of the sender; null if the sender only watches
  readonly control?: string; // as in PGN
  readonly left?: Left; // as the sender has it
  readonly rematch?: string; // the id of the next game, which the sender offers to play
  readonly declined?: string; // the id of the game that the receiver has offered and the sender does not play
}

/** The game at this side, as a session needs it. */
export interface Game {
  readonly log: Log | null; // null before the first log has come, or while the game is not on the board
  readonly id: string;
  readonly told: Told;
  /** Adds an entry of the other side. Throws a LogError if it does not follow. */
  add(entry: string, hash: string, told: Told): void;
  /** Takes a log in place of the own one, and frees it. */
  take(log: Log, told: Told): void;
  /** Hears what the other side says about the game, whose log is the same. */
  hear(told: Told): void;
  /** Reports whether the time of this side may be up. */
  mayFlag(): boolean;
  /** Asks the user which log counts, because the two differ in what this side has done. Frees theirs, too. */
  ask(theirs: Log, common: number): void;
  /** Hears that the other side has begun the next game. Reports whether it may. The user goes there too, unless the board is in use for something else. */
  goTo(id: string): boolean;
  /** Hears that the session has ended, and why: a code, or null if the other side has closed it. */
  closed(code: string | null): void;
}

type Message = Told & (
  | { readonly kind: "add"; readonly number: number; readonly entry: string; readonly hash: string }
  | { readonly kind: "beat"; readonly number: number; readonly hash: string; readonly silent?: true }
  | { readonly kind: "sync"; readonly id: string; readonly fen: string; readonly log: string; readonly hash: string }
);

export class Session {
  side: Player | null = null; // of the other side, once it has said so; null if it only watches
  isAhead = false; // this side has gone to the next game, and the other one has not said that it is there
  readonly isHost: boolean;
  #transport: Transport;
  #game: Game;
  #asked = ""; // the hashes of the logs that the user was asked about
  #told = 0; // the number of entries that the other side is known to have
  #isOpen = true;
  #now: () => number; // milliseconds
  #heard: number;
  #isUnheard = false; // the other side says that it hears nothing
  #logs = MOST_LOGS; // that may be read and sent now
  #since: number; // when that was counted

  /** Begins a session over an open transport. */
  constructor(transport: Transport, game: Game, isHost: boolean, now = () => performance.now()) {
    this.#transport = transport;
    this.#game = game;
    this.isHost = isHost;
    this.#now = now;
    this.#since = this.#heard = now();
    transport.listen((text) => this.#hear(text), () => this.#end(null));
    this.sync();
  }

  get isOpen(): boolean { return this.#isOpen; }

  /** Sends what was added to the log since the other side was told. */
  announce(): void {
    const { log } = this.#game, { entries = [] } = log ?? {}, number = entries.length;
    if (!log || number === this.#told) return;
    if (number !== this.#told + 1) return this.sync();
    this.#told = number;
    this.#send({ kind: "add", number, entry: entries.at(-1)!, hash: log.hash, ...this.#game.told });
  }

  /** Sends how long the log is, so that the other side notices what it has missed. */
  beat(): void {
    const { entries = [], hash = "" } = this.#game.log ?? {};
    this.#send({ kind: "beat", number: entries.length, hash, ...this.#isSilent && { silent: true }, ...this.#game.told });
  }

  /** Reports whether the two sides hear each other. */
  get isHeard(): boolean { return !this.#isSilent && !this.#isUnheard; }

  /** The time of the last text, by performance.now(). */
  get heard(): number { return this.#heard; }

  get #isSilent(): boolean { return this.#now() - this.#heard > (this.#transport.patience ?? Infinity); }

  /** Sends the whole log. One that is too many is not sent; the next beat makes up for it. */
  sync(): void {
    if (!this.#isInTime()) return;
    const { log, id, told } = this.#game, { fen = "", text = "", hash = "" } = log ?? {};
    this.#told = log?.entries.length ?? 0;
    this.#send({ kind: "sync", id, fen, log: text, hash, ...told });
  }

  close(code: string | null = null): void {
    this.#end(code);
    this.#transport.close();
  }

  /** Ends the session, and returns the transport for the next one. */
  leave(): Transport {
    this.#isOpen = false;
    return this.#transport;
  }

  #send(message: Message): void {
    if (this.#isOpen) this.#transport.send(JSON.stringify(message));
  }

  #end(code: string | null): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#game.closed(code);
  }

  /** Reports whether a whole log may be read or sent, and counts it. */
  #isInTime(): boolean {
    const now = this.#now();
    this.#logs = Math.min(MOST_LOGS, this.#logs + (now - this.#since) / 1000 * LOGS_A_SECOND);
    this.#since = now;
    if (this.#logs < 1) return false;
    this.#logs--;
    return true;
  }

  #hear(text: string): void {
    if (!this.#isOpen) return;
    const message = messageFrom(text);
    if (!message) return this.close("bad_message");
    this.#heard = this.#now();
    this.#isUnheard = message.kind === "beat" && message.silent === true;
    if (this.isAhead && (message.kind !== "sync" || message.id !== this.#game.id)) return message.kind === "beat" ? this.sync() : undefined;
    this.isAhead = false;
    if (message.kind === "sync" && message.id !== this.#game.id) return this.#game.goTo(message.id) ? undefined : this.close("foreign_code");
    this.side = message.side;
    if (message.kind === "sync") this.#hearSync(message);
    else if (this.#game.log) this.#hearNews(message, this.#game.log);
    else if (message.kind === "add") this.sync(); // which is answered with the log
  }

  #hearNews(message: Exclude<Message, { kind: "sync" }>, log: Log): void {
    const { kind, number, hash } = message, { entries } = log;
    if (kind === "beat" && !hash) return this.#game.hear(message);
    if (kind === "beat" || number <= entries.length) {
      const isKnown = number === entries.length ? hash === log.hash : kind === "add" && message.entry === entries[number - 1];
      return isKnown ? this.#game.hear(message) : this.sync();
    }
    const { entry } = message;
    if (number > entries.length + 1 || !this.#mayAdd(log, entry)) return this.sync();
    this.#told = number;
    try {
      this.#game.add(entry, hash, message);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.sync();
    }
  }

  /** Reports whether the other side may add an entry: nobody but the user acts for the user. */
  #mayAdd(log: Log, entry: string): boolean {
    const { side } = this.#game.told;
    if (this.isHost && (this.side === null || this.side === side)) return false;
    return log.playerOf(entry) !== side || isFlag(entry) && this.#game.mayFlag();
  }

  #hearSync(message: Message & { kind: "sync" }): void {
    const { id, fen, log: text, hash } = message, own = this.#game.log;
    if (!fen) { // the other side has no log
      if (!own) return;
      this.sync();
      return this.#game.hear(message);
    }
    if (!this.#isInTime()) return;
    let theirs;
    try {
      theirs = Log.read(id, fen, text);
    } catch (error) {
      if (error instanceof LogError || error instanceof BanChessError) return this.close(error.code);
      throw error;
    }
    if (theirs.hash === hash) {
      this.#told = theirs.entries.length;
      if (!own) return this.#game.take(theirs, message);
      if (this.#settle(theirs, own, message)) return;
    } else this.close("desync");
    theirs.free();
  }

  /** Makes one log of the two. Reports whether the game has got theirs. */
  #settle(theirs: Log, own: Log, message: Message): boolean {
    const { is, common } = compare(theirs, own), { side } = this.#game.told;
    const take = (log = theirs) => (this.#game.take(log, message), log === theirs), refuse = () => (this.sync(), false);
    if (is === "foreign") return this.close("foreign_code"), false;
    if (is === "same") return this.#game.hear(message), false;
    if (side === null) return take();
    if (hasClaim(theirs, common, side) && !this.#game.mayFlag()) return refuse(); // the other side takes its claim back
    if (theirs.players.some((player, at) => at >= common && player === side && !isFlag(theirs.entries[at]!))) return this.#ask(theirs, own, common);
    if (this.isHost) {
      if (this.side === null) return refuse();
      if (is === "ahead") return take();
      if (!hasClaim(own, common, this.side) || !message.left?.[this.side]) return refuse();
      const rest = Log.read(own.id, own.fen, own.entries.slice(0, -1).join("")); // the other side has time left
      if (compare(theirs, rest).is === "ahead") return rest.free(), take();
      take(rest);
      return refuse();
    }
    const left = own.entries.slice(common);
    if (left.some((entry, i) => own.players[common + i] !== side && !isFlag(entry))) return is === "behind" ? refuse() : this.#ask(theirs, own, common);
    const merged = withAdded(theirs, common, left);
    if (merged.text !== own.text) take(merged);
    else merged.free();
    this.announce();
    return false;
  }

  /** Asks the user which log counts, once for the same two. Reports whether the game has got theirs. */
  #ask(theirs: Log, own: Log, common: number): boolean {
    const about = `${theirs.hash} ${own.hash}`;
    if (about === this.#asked) return false;
    this.#asked = about;
    this.#game.ask(theirs, common);
    return true;
  }
}

/** Reports whether the last entry of a log, after what two logs have in common, says that a player's time is up. */
const hasClaim = ({ entries, players }: Log, common: number, player: Player) => entries.length > common && isFlag(entries.at(-1)!) && players.at(-1) === player;

/**
 * Returns the host's log with what the guest has added since both were the same, as far as it
 * still follows and means the same. If a time is still up, the clock says so again.
 */
export function withAdded(theirs: Log, common: number, added: readonly string[]): Log {
  const merged = Log.read(theirs.id, theirs.fen, theirs.text);
  const isElsewhere = theirs.entries.slice(common).some(changesLine);
  try {
    for (const entry of added) {
      if (!isFlag(entry) && !(isElsewhere && (changesLine(entry) || entry.includes("<")))) merged.add(entry);
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
  }
  return merged;
}

/** Reports whether an entry is an action, or takes actions back. */
const changesLine = (entry: string) => isAction(entry) || entry.includes("(");

/** Reads a message. Returns null for any other text. */
function messageFrom(text: string): Message | null {
  if (text.length > MOST_TEXT) return null;
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  const { kind, number, entry = "", hash, id, fen, log, side, control = "-", left, rematch, declined } = data ?? {};
  const areTexts = (kind === "sync" ? [id, fen, log] : [entry]).every((text) => typeof text === "string");
  const isKind = kind === "sync" || (kind === "add" && entry || kind === "beat") && Number.isSafeInteger(number) && number >= 0;
  const areTimes = left === undefined || ["white", "black"].every((player) => Number.isFinite(left?.[player]) && left[player] >= 0 && left[player] <= MOST_LEFT);
  const isControl = control === "-" || typeof control === "string" && CONTROL.test(control);
  const areIds = [rematch, declined].every((id) => id === undefined || typeof id === "string" && /^[\da-f]{32}$/.test(id));
  return isKind && areTexts && areTimes && isControl && areIds && typeof hash === "string" && ["white", "black", null].includes(side) ? data : null;
}
