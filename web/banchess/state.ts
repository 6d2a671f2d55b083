// What the library knows of a game: the game is kept twice, in the WebAssembly,
// which knows the rules, and here as the plain list of what was played. When the
// instance is lost, the list is all it takes to go on in another one.
import type { Action, BanChessFEN, Player, SerializedAction } from "./action.js";
import { encode } from "./action.js";
import { readPlayed, type ActionDetails, type GameFlags, type Played, type Reason } from "./results.js";
import { BanChessError, fail, notify, type PlainError } from "./error.js";
import type { Host, Instance } from "./instance.js";

/** Where indicators are written. What is left out stays as it is; a new game has them everywhere. */
export interface IndicatorConfig {
  /** In PGN, for moves and bans. */
  readonly pgn?: boolean;
  /** In getActionHistory and getLastActionSerialized. */
  readonly serialization?: boolean;
  /** In SAN: play, history and the action log. */
  readonly san?: boolean;
}

/** What one client sends to another so that both go on from the same game. */
export interface SyncState {
  /** The position. */
  readonly fen: BanChessFEN;
  /** The last action with its indicator; absent before the first. */
  readonly lastAction?: SerializedAction;
  /** The ply of the next action. */
  readonly ply: number;
  /** The number of the full move, as in a FEN; getSyncState always has it. */
  readonly moveNumber?: number;
  /**
   * What led there, as far back as a position can still occur again: from the last
   * capture or pawn move on. Absent before the first action, and from ban-chess.ts.
   */
  readonly past?: {
    /** Where it begins. */
    readonly fen: BanChessFEN;
    /** BCN, without indicators. */
    readonly actions: readonly SerializedAction[];
  };
  /** How it ended, if not on the board. */
  readonly ended?: Reason;
  /** The winner by a resignation or a time-out. */
  readonly winner?: Player;
}

/** What is said about a place in a game. */
export interface GameComment {
  /** How many actions come before it: 0 is the start. */
  readonly at: number;
  /** The text of a PGN comment, with commands such as `[%eval 0.3]`; left out where nothing is written. */
  readonly comment?: string;
  /** Numeric annotation glyphs: 1 is "!", 2 "?"; left out where nothing is marked. */
  readonly nags?: readonly number[];
}

/** What is said about a position of a game. */
export interface PositionComment extends GameComment {
  /** The position. */
  readonly fen: BanChessFEN;
}

/** Where a game comes from. At most one of fen and pgn; actions are played after it. */
export interface GameSource {
  /** The start position. */
  readonly fen?: BanChessFEN;
  /** A game as PGN, whose headers may have a start position. */
  readonly pgn?: string;
  /** BCN. */
  readonly actions?: readonly SerializedAction[];
  /** How it ended, if not on the board. */
  readonly ended?: Reason;
  /** The winner, if that does not follow from how it ended: after a resignation or a time-out. */
  readonly winner?: Player;
  /** The PGN tags. */
  readonly tags?: Readonly<Record<string, string>>;
  /** What is said about it. */
  readonly comments?: readonly GameComment[];
  /** Where indicators are written. */
  readonly indicators?: IndicatorConfig;
}

/** A game as plain data: where it began, what was played, and how it ended if that is not on the board. */
export interface GameRecord extends Omit<GameSource, "pgn"> {
  /** The start position. */
  readonly fen: BanChessFEN;
  /** BCN, without indicators. */
  readonly actions: readonly SerializedAction[];
}

/** What a subscriber is told: an action was played, or something else changed the game. */
export type GameEvent =
  | { readonly type: "action"; readonly action: Action; readonly flags: GameFlags } & ActionDetails
  | { readonly type: "change" };

/** Makes an error object of the WebAssembly throw. @internal */
export function unwrap<T>(answer: unknown): T {
  if ((answer as { success?: boolean } | null)?.success === false) throw new BanChessError(answer as PlainError);
  return answer as T;
}

/** What is needed to have the game again in another instance. @internal */
export class State {
  instance: Instance | null = null;
  self = { handle: 0 }; // the this of the WebAssembly's methods
  start: BanChessFEN | undefined; // the FEN it began at, undefined for the start position
  codes: number[] = []; // what was played, and behind at what can be redone
  at = 0;
  ending: { ended: Reason; winner?: Player } | null = null; // of a game that did not end on the board
  tags: Record<string, string> = {};
  comments: readonly GameComment[] = []; // those behind at, too, which can be redone
  indicators: Required<IndicatorConfig> | null = null; // where they are written, if not everywhere
  readonly listeners = new Set<(event: GameEvent) => void>();
  #events: GameEvent[] = []; // that are still to be told
  #telling = false;
  #freed = false;

  constructor(public host: Host) {}

  /** The instance that has this game. After a crash that is another one. */
  live(): Instance {
    if (this.instance && !this.instance.dead) return this.instance;
    this.check();
    return this.bring(this.host.running());
  }

  /** Throws if the game has been freed. */
  check(): void {
    if (this.#freed) throw fail("freed", "this game has been freed", "make a new one");
  }

  /** Has the game in an instance, wherever it was before. */
  bring(instance: Instance): Instance {
    if (this.instance === instance) return instance;
    this.check();
    try {
      this.open(instance);
      unwrap(this.method("load", { fen: this.start, tags: this.tags, indicators: this.indicators }));
      if (this.playAll(this.codes) < this.codes.length) throw instance.lastError();
      if (this.comments.length) unwrap(this.method("setComments", this.comments));
      for (let i = this.codes.length; i > this.at; i--) unwrap(this.method("undo"));
      if (this.ending) unwrap(this.method("endAs", this.ending.ended, this.ending.winner));
      return instance;
    } catch (e) {
      this.#close(); // the next call tries again
      throw e;
    }
  }

  /** Has the game under a new handle, at the start position or as a copy. */
  open(instance: Instance, of?: number): void {
    const { banchess_clone, banchess_new } = instance.exports;
    const handle = of === undefined ? instance.run(banchess_new) : instance.run(banchess_clone, of);
    if (handle < 0) throw instance.lastError();
    this.take(instance, handle);
  }

  /** Takes the game of a handle over. */
  take(instance: Instance, handle: number): void {
    this.#close();
    this.instance = instance;
    this.self = { handle };
    instance.watch(this, handle);
  }

  #close(): void {
    const { instance } = this;
    this.instance = null;
    instance?.free(this, this.self.handle);
  }

  /** Another state of the same game, in the same instance. */
  copy(): State {
    const instance = this.live();
    const { start, at, ending, tags, comments, indicators } = this;
    const copy = Object.assign(new State(this.host), { start, at, ending, tags: { ...tags }, comments, indicators, codes: this.codes.slice() });
    copy.open(instance, this.self.handle);
    return copy;
  }

  free(): void {
    this.#freed = true;
    this.listeners.clear();
    this.#events = [];
    this.#close();
  }

  /** Calls a method of the WebAssembly in the instance that has the game. */
  method(name: string, ...args: unknown[]): unknown {
    return this.instance!.call(this.instance!.methods[name]!, this.self, args);
  }

  /** Plays packed actions and returns how many could be played. */
  playAll(codes: readonly number[]): number {
    if (!codes.length) return 0;
    const instance = this.instance!, { banchess_input, banchess_play_all } = instance.exports;
    const address = instance.run(banchess_input, 2 * codes.length);
    if (!address) throw fail("bad_argument", `${codes.length} actions are too many`, "play them in several parts");
    const bytes = instance.memory();
    for (let i = 0, at = address; i < codes.length; i++, at += 2) {
      bytes[at] = codes[i]!;
      bytes[at + 1] = codes[i]! >> 8;
    }
    return instance.run(banchess_play_all, this.self.handle, codes.length);
  }

  /** Takes over what the WebAssembly has, after a load. */
  adopt(): void {
    const { fen, actions, ended, winner, comments = [] } = unwrap<GameRecord>(this.method("record"));
    this.start = fen;
    this.codes = actions.map(encode);
    this.at = this.codes.length;
    this.ending = ended ? { ended, ...winner && { winner } } : null;
    this.comments = comments;
    this.tags = unwrap(this.method("tags"));
    this.adoptIndicators();
  }

  /** Sets a tag, and keeps it as it is there: invalid Unicode was replaced. */
  setTag(name: string, value: string): void {
    const kept = unwrap<{ value: string }>(this.method("setTag", name, value)).value;
    if (kept === "") delete this.tags[name];
    else Object.defineProperty(this.tags, name, { value: kept, writable: true, enumerable: true, configurable: true }); // which may be __proto__
  }

  /** Takes over where indicators are written, if that is not everywhere. */
  adoptIndicators(): void {
    const config = unwrap<Required<IndicatorConfig>>(this.method("getIndicatorConfig"));
    this.indicators = Object.values(config).every(Boolean) ? null : config;
  }

  /** Replaces what is said at some places. */
  say(comments: readonly GameComment[]): void {
    const now = unwrap<PositionComment[]>(this.method("setComments", comments));
    const behind = this.comments.filter(({ at }) => at > this.at);
    this.comments = [...now.map(({ fen, ...comment }) => comment), ...behind];
  }

  /** Begins at a FEN, or throws and changes nothing. */
  loadFEN(fen: string): void {
    const instance = this.live(), length = instance.input(fen);
    if (length < 0) throw instance.tooLong(fen);
    const n = instance.run(instance.exports.banchess_load_fen, this.self.handle, length);
    if (n < 0) throw instance.lastError();
    Object.assign(this, { start: instance.text(n), codes: [], at: 0, ending: null, comments: [], tags: {} });
  }

  /** Loads a game in place of this one, or throws and changes nothing. */
  load(source: GameSource): void {
    this.live();
    unwrap(this.method("load", source));
    this.adopt();
  }

  /**
   * Adds an action that was played to the list, reads the n bytes that the instance
   * answered with, and tells the listeners.
   *
   * @param by what remembers the event if a hand on the board played it
   */
  recordPlayed(code: number, n: number, by?: WeakSet<GameEvent>): Played {
    if (this.at < this.codes.length) {
      this.codes.length = this.at;
      this.comments = this.comments.filter(({ at }) => at <= this.at);
    }
    this.codes.push(code);
    this.at++;
    const instance = this.instance!;
    const answer = readPlayed(code, instance.memory(), instance.answer, n);
    const { action, san, piece, captured, flags } = answer;
    const event: GameEvent = { type: "action", action, san, piece, ...captured && { captured }, flags };
    by?.add(event);
    this.tell(event);
    return answer;
  }

  /**
   * Tells the listeners. One of them may change the game: what that brings about is
   * told after the others have heard of this, so that all hear one order.
   */
  tell(event: GameEvent): void {
    if (!this.listeners.size) return;
    this.#events.push(event);
    if (this.#telling) return;
    this.#telling = true;
    for (let next = this.#events.shift(); next; next = this.#events.shift()) {
      for (const listener of [...this.listeners]) {
        if (this.listeners.has(listener)) notify(listener, next);
      }
    }
    this.#telling = false;
  }
}
