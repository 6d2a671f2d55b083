// The state of a game. The library keeps it twice: in the WebAssembly, which knows the
// rules, and here as a plain list of actions. If the instance crashes, the list is enough
// to continue the game in another instance.
import type { Action, BanChessFEN, Player, SerializedAction } from "./action.js";
import { encode } from "./action.js";
import { outcomeOf, readPlayed, type ActionDetails, type GameFlags, type Outcome, type Played, type Reason } from "../wasm/results.js";
import { BanChessError, fail, notify } from "./error.js";
import { Held } from "../wasm/held.js";
import type { Host, Instance } from "../wasm/instance.js";

/** The places where indicators are written. A field that is absent stays as it is; a new game writes them everywhere. */
export interface IndicatorConfig {
  /** In PGN, after moves and bans. */
  readonly pgn?: boolean;
  /** In getActionHistory and getLastActionSerialized. */
  readonly serialization?: boolean;
  /** In SAN: in the results of play, history and getActionLog. */
  readonly san?: boolean;
}

/** The state that one client sends to another so that both continue the same game. */
export interface SyncState {
  /** The position. */
  readonly fen: BanChessFEN;
  /** The last action with its indicator; absent before the first action. */
  readonly lastAction?: SerializedAction;
  /** The ply of the next action. */
  readonly ply: number;
  /** The number of the full move, as in a FEN. getSyncState always sets it. */
  readonly moveNumber?: number;
  /**
   * The actions since the last capture or pawn move. Earlier positions cannot occur
   * again. Absent before the first action, and in states of ban-chess.ts.
   */
  readonly past?: {
    /** The position before these actions. */
    readonly fen: BanChessFEN;
    /** The actions in BCN, without indicators. */
    readonly actions: readonly SerializedAction[];
  };
  /** The reason for the end, if the game did not end on the board. */
  readonly ended?: Reason;
  /** The winner by a resignation or a time-out. */
  readonly winner?: Player;
}

/** The comment and glyphs on a position of a game. */
export interface GameComment {
  /** The number of actions before the position; 0 is the start. */
  readonly at: number;
  /** The text of a PGN comment, with commands such as `[%eval 0.3]`; absent without a comment. */
  readonly comment?: string;
  /** Numeric annotation glyphs: 1 is "!", 2 "?"; absent without glyphs. */
  readonly nags?: readonly number[];
}

/** The comment and glyphs on a position, with the position. */
export interface PositionComment extends GameComment {
  /** The position. */
  readonly fen: BanChessFEN;
}

/** A game to load. At most one of fen and pgn may be given; the actions are played after it. */
export interface GameSource {
  /** The start position. */
  readonly fen?: BanChessFEN;
  /** A game as PGN. Its headers may contain a start position. */
  readonly pgn?: string;
  /** The actions in BCN. */
  readonly actions?: readonly SerializedAction[];
  /** The reason for the end, if the game did not end on the board. */
  readonly ended?: Reason;
  /** The winner, after a resignation or a time-out. */
  readonly winner?: Player;
  /** The PGN tags. */
  readonly tags?: Readonly<Record<string, string>>;
  /** The comments and glyphs. */
  readonly comments?: readonly GameComment[];
  /** The places where indicators are written. */
  readonly indicators?: IndicatorConfig;
}

/** A game as plain data: the start position, the actions, and the reason for the end if the game did not end on the board. */
export interface GameRecord extends Omit<GameSource, "pgn"> {
  /** The start position. */
  readonly fen: BanChessFEN;
  /** The actions in BCN, without indicators. */
  readonly actions: readonly SerializedAction[];
}

/** The event that a subscriber receives: an action was played, or the game changed in another way. */
export type GameEvent =
  | { readonly type: "action"; readonly action: Action; readonly flags: GameFlags } & ActionDetails
  | { readonly type: "change" };

/** The state of a game, from which another instance can continue it. @internal */
export class State extends Held {
  start: BanChessFEN | undefined; // the FEN at which the game began; undefined for the start position
  codes: number[] = []; // the actions played, followed from index at by those that can be redone
  at = 0;
  ending: Outcome | null = null; // the result of a game that did not end on the board
  tags: Record<string, string> = {};
  comments: readonly GameComment[] = []; // including those on positions after at, which can be redone
  indicators: Required<IndicatorConfig> | null = null; // where indicators are written; null for everywhere
  readonly listeners = new Set<(event: GameEvent) => void>();
  #events: GameEvent[] = []; // events that have not been sent to the listeners yet
  #telling = false;

  constructor(host: Host) { super(host, "game"); }

  protected restore(instance: Instance): void {
    this.open(instance);
    this.ask("load", { fen: this.start, tags: this.tags, indicators: this.indicators });
    if (this.playAll(this.codes) < this.codes.length) throw new BanChessError(instance.raw.lastError);
    if (this.comments.length) this.ask("setComments", this.comments);
    for (let i = this.codes.length; i > this.at; i--) this.ask("undo");
    if (this.ending) this.ask("endAs", this.ending.ended, this.ending.winner);
  }

  /** Creates a game in an instance, at the start position or as a copy of another handle. */
  open(instance: Instance, of?: number): void {
    this.take(instance, of === undefined ? instance.run("banchess_new") : instance.run("banchess_clone", of), instance.methods);
  }

  /** Returns a copy of the state, with a copy of the game in the same instance. */
  copy(): State {
    const instance = this.live();
    const { start, at, ending, tags, comments, indicators } = this;
    const copy = Object.assign(new State(this.host), { start, at, ending, tags: { ...tags }, comments, indicators, codes: this.codes.slice() });
    copy.open(instance, this.handle);
    return copy;
  }

  override free(): void {
    this.listeners.clear();
    this.#events = [];
    super.free();
  }

  /** Plays packed actions and returns the number of those that could be played. */
  playAll(codes: readonly number[]): number {
    if (!codes.length) return 0;
    const instance = this.live(), address = instance.run("banchess_input", 2 * codes.length);
    if (!address) throw fail("bad_argument", `${codes.length} actions are too many`, "play them in several parts");
    const bytes = instance.memory();
    for (let i = 0, at = address; i < codes.length; i++, at += 2) {
      bytes[at] = codes[i]!;
      bytes[at + 1] = codes[i]! >> 8;
    }
    return this.run("banchess_play_all", codes.length);
  }

  /** Reads the state from the WebAssembly, after a load. */
  adopt(): void {
    const { fen, actions, ended, winner, comments = [] } = this.ask<GameRecord>("record");
    this.start = fen;
    this.codes = actions.map(encode);
    this.at = this.codes.length;
    this.ending = outcomeOf(ended, winner);
    this.comments = comments;
    this.tags = this.ask("tags");
    this.adoptIndicators();
  }

  /** Sets a tag and stores the value that the WebAssembly returns: it replaces invalid Unicode. */
  setTag(name: string, value: string): void {
    const kept = this.ask<{ value: string }>("setTag", name, value).value;
    if (kept === "") delete this.tags[name];
    else Object.defineProperty(this.tags, name, { value: kept, writable: true, enumerable: true, configurable: true }); // a plain assignment would not work for the name __proto__
  }

  /** Reads the indicator configuration from the WebAssembly. */
  adoptIndicators(): void {
    const config = this.ask<Required<IndicatorConfig>>("getIndicatorConfig");
    this.indicators = Object.values(config).every(Boolean) ? null : config;
  }

  /** Replaces the comments and glyphs on some positions. */
  say(comments: readonly GameComment[]): void {
    const now = this.ask<PositionComment[]>("setComments", comments);
    const behind = this.comments.filter(({ at }) => at > this.at);
    this.comments = [...now.map(({ fen, ...comment }) => comment), ...behind];
  }

  /** Starts a new game at a FEN. If it throws, it changes nothing. */
  loadFEN(fen: string): void {
    const instance = this.live(), n = this.run("banchess_load_fen", instance.input(fen));
    Object.assign(this, { start: instance.text(n), codes: [], at: 0, ending: null, comments: [], tags: {} });
  }

  /** Replaces the game by another. If it throws, it changes nothing. */
  load(source: GameSource): void {
    this.ask("load", source);
    this.adopt();
  }

  /**
   * Adds an action that was played to the list, reads the n bytes that the instance
   * answered with, and tells the listeners.
   *
   * @param by the set that remembers the event if the user played it on the board
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
   * Tells the listeners about an event. If a listener changes the game, the others first
   * receive this event, so that all listeners see the same order.
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
