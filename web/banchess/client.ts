// The library in a worker: a game is used as in banchess.js, except that every
// call gives a promise.
import { refusal } from "./results.js";
import type {
  Action, Ban, BanChessFEN, DetailedAction, GameEvent, GameRecord, InitializeOptions, SerializedAction, Square,
} from "./banchess.js";
import { uncloneable } from "./class.js";
import { Connection, startWorker, type WorkerLike } from "./connection.js";
import { asListener, fail, notify, type BanChessError } from "./error.js";
import { noJSON, typedTarget } from "./events.js";
import { BanChess } from "./game.js";
import { checkOptions } from "./load.js";
import type { GameTree, TreeRecord } from "./tree.js";
import { ReplyEvent, type Reply, type SessionRequest } from "./session.js";

export type { WorkerLike };

// Gives back in the worker what was dropped here.
const dropped = /* @__PURE__ */ new FinalizationRegistry((giveBack: () => void) => { giveBack(); });

/** How many replies are to come to a session, which must not be collected before. */
type Owed = Map<WorkerSession, number>;

/**
 * Talks to a worker that runs worker.js. A promise rejects with a BanChessError
 * where the call throws in banchess.js, and with `crashed` when the worker is gone.
 * The calls of a game that answer with a refusal there never reject here either.
 *
 * @example
 * const client = await Client.start();
 * await client.initialize();
 * const game = await client.create();
 * await game.play({ ban: { from: "e2", to: "e4" } });
 * client.terminate(); // a worker keeps Node running
 */
export class Client extends /* @__PURE__ */ uncloneable(() => "of a worker") {
  /** Bundlers rename a class that names itself. @internal */
  static override get name(): string { return "Client"; }

  readonly #connection: Connection;
  #onCrash: ((error: BanChessError) => void) | null = null;
  readonly #owed: Owed = new Map();

  /** A client of a new Web Worker, or in Node of a new worker thread. */
  static async start(): Promise<Client> { return new Client(await startWorker()); }

  /** Takes a worker that was just started. */
  constructor(worker: WorkerLike) {
    super();
    this.#connection = new Connection(worker, (error) => {
      this.#owed.clear();
      notify(this.#onCrash, error);
    });
  }

  /** initialize in the worker. onProgress is not available here. */
  async initialize(options: Omit<InitializeOptions, "onProgress"> = {}): Promise<void> {
    const { onCrash, ...rest } = checkOptions(options);
    this.#onCrash = onCrash ?? this.#onCrash;
    const { wasmURL } = rest;
    return this.call("initialize", undefined, [wasmURL instanceof URL ? { ...rest, wasmURL: wasmURL.href } : rest]);
  }

  /** new BanChess(fen, pgn). */
  async create(fen?: BanChessFEN | null, pgn?: string | null): Promise<Game> { return this.#made("create", fen, pgn); }

  /** BanChess.replayFromActions. */
  async replayFromActions(actions: readonly (SerializedAction | Action)[], startingFen?: BanChessFEN): Promise<Game> {
    return this.#made("replayFromActions", actions, startingFen);
  }

  /** BanChess.fromStandardFEN. */
  async fromStandardFEN(fen: string, ply?: number | null, ban?: Ban | null): Promise<Game> { return this.#made("fromStandardFEN", fen, ply, ban); }

  /** BanChess.fromJSON. */
  async fromJSON(json: GameRecord | string): Promise<Game> { return this.#made("fromJSON", json); }

  /** parsePGN. The tree comes as plain data, which GameTree.fromJSON makes a tree of. */
  async parsePGN(pgn: string): Promise<TreeRecord> { return this.call("parsePGN", undefined, [pgn]); }

  /** The PGN of a tree, which may be one of this side's. */
  async writePGN(tree: TreeRecord | GameTree): Promise<string> {
    let record;
    try {
      record = typeof (tree as Partial<GameTree> | null)?.toJSON === "function" ? (tree as GameTree).toJSON() : tree;
    } catch {
      throw fail("bad_argument", "the tree cannot be read", "pass a GameTree, or what its toJSON gave");
    }
    return this.call("writePGN", undefined, [record]);
  }

  async #made(call: string, ...args: unknown[]): Promise<Game> {
    return new Game(this, this.#connection, await this.call(call, undefined, args));
  }

  /** new Session() of session.js. */
  async session(): Promise<WorkerSession> {
    const held: { session?: WeakRef<WorkerSession> } = {}; // the listener must not keep a session that was dropped
    const { id, answer } = this.#connection.call<void>("session", undefined, [], (reply: Reply) => { held.session?.deref()?.receive(reply); });
    await answer;
    const session = new WorkerSession(this, this.#connection, id, this.#owed);
    held.session = new WeakRef(session);
    return session;
  }

  /** Throws `bad_argument`: JSON.stringify has nothing to write of a client. */
  toJSON(): never { return noJSON(this); }

  /** Ends the worker and rejects what is pending. */
  terminate(): void { this.#connection.end(); }

  /** Sends one call by name, of the game of a number or of none; the methods here and of Game are made of it. */
  call<T>(call: string, game: number | undefined, args: readonly unknown[]): Promise<T> {
    return this.#connection.call<T>(call, game, args).answer;
  }
}

/** A conversation of JSON messages in the worker; see Session. Client makes these. */
export class WorkerSession extends /* @__PURE__ */ typedTarget<{ reply: ReplyEvent }>() {
  readonly #client: Client;
  readonly #connection: Connection;
  readonly #owed: Owed;
  /** The number by which the worker knows it. */
  readonly number: number;

  /** @internal */
  constructor(client: Client, connection: Connection, number: number, owed: Owed) {
    super();
    this.#client = client;
    this.#connection = connection;
    this.#owed = owed;
    this.number = number;
    dropped.register(this, () => connection.cancel(number), this);
  }

  /** @internal */
  receive(reply: Reply): void {
    this.#owe(-1);
    this.dispatchEvent(new ReplyEvent(reply));
  }

  #owe(more: number): void {
    const owed = (this.#owed.get(this) ?? 0) + more;
    if (owed > 0) this.#owed.set(this, owed);
    else this.#owed.delete(this);
  }

  /** Sends a message; the promise is kept when the worker has it, the reply is an event. */
  send(message: SessionRequest | string): Promise<void> { return this.#call("send", message); }

  /** Sends a message and gives its reply, which is an event too. */
  request(message: SessionRequest): Promise<Reply> { return this.#call("request", message); }

  async #call<T>(call: "send" | "request", message: SessionRequest | string): Promise<T> {
    this.#owe(1);
    try {
      return await this.#client.call<T>(call, undefined, [this.number, message]);
    } catch (e) {
      this.#owe(-1);
      throw e;
    }
  }

  /** Ends the conversation. */
  async close(): Promise<void> {
    dropped.unregister(this);
    this.#owe(-Infinity);
    this.#connection.cancel(this.number);
  }
}

/** The members that a game in a worker has otherwise, or not at all. */
const NOT_CALLS = ["constructor", "clone", "subscribe", "free", "toString", "toJSON"] as const;

/** The calls that answer with a refusal and never throw. */
const REFUSING = /* @__PURE__ */ new Set(["play", "playSerializedAction", "resign", "agreeDraw", "timeOut"]);

/** The methods of BanChess that Game has, each giving a promise. */
export type Remote = {
  [K in Exclude<keyof BanChess, typeof NOT_CALLS[number] | symbol>]: BanChess[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : () => Promise<BanChess[K]>;
};

/** A game in the worker. */
export interface Game extends Remote {
  /** All legal actions at this ply, each with its SAN, the piece, and what it captures. */
  getLegalActions(options: { readonly verbose: true }): Promise<DetailedAction[]>;
  /** All legal actions at this ply. */
  getLegalActions(options?: { readonly verbose?: boolean }): Promise<Action[]>;
  /** The legal actions whose pair starts at a square, each with its SAN, the piece, and what it captures. */
  legalActionsFrom(square: Square, options: { readonly verbose: true }): Promise<DetailedAction[]>;
  /** The legal actions whose pair starts at a square. */
  legalActionsFrom(square: Square, options?: { readonly verbose?: boolean }): Promise<Action[]>;
}
/** A game in the worker. */
export class Game extends /* @__PURE__ */ uncloneable(() => "in a worker") {
  /** Bundlers rename a class that names itself. @internal */
  static override get name(): string { return "Game"; }

  readonly #client: Client;
  readonly #connection: Connection;
  readonly #id: number;
  readonly #subscriptions = new Set<number>();

  /** @internal */
  constructor(client: Client, connection: Connection, id: number) {
    super();
    this.#client = client;
    this.#connection = connection;
    this.#id = id;
    const subscriptions = this.#subscriptions;
    dropped.register(this, () => {
      for (const one of subscriptions) connection.cancel(one);
      client.call("free", id, []).catch(() => {});
    }, this);
  }

  /** The game as a tree, in plain data. */
  async tree(): Promise<TreeRecord> { return this.call("tree"); }

  /** A copy in the same worker. */
  async clone(): Promise<Game> { return new Game(this.#client, this.#connection, await this.call<number>("clone")); }

  /** Has a function called after every change; gives the function that ends this. */
  async subscribe(listener: (event: GameEvent) => void): Promise<() => void> {
    const mine = asListener(listener), connection = this.#connection, subscriptions = this.#subscriptions;
    const { id, answer } = connection.call("subscribe", this.#id, [], (event: GameEvent) => notify(mine, event));
    await answer;
    subscriptions.add(id);
    return () => {
      if (subscriptions.delete(id)) connection.cancel(id);
    };
  }

  /** Gives the game's memory back at once; without it that happens after the object is collected. */
  async free(): Promise<void> {
    dropped.unregister(this);
    for (const one of this.#subscriptions) this.#connection.cancel(one);
    this.#subscriptions.clear();
    return this.call("free");
  }

  /** BanChess.toJSON. JSON.stringify cannot wait for it, and throws `bad_argument`: pass it `await game.toJSON()`. */
  toJSON(): Promise<GameRecord>;
  toJSON(key?: string): Promise<GameRecord> {
    if (key !== undefined) throw fail("bad_argument", "a game in a worker cannot be written before its answer is there", "write JSON.stringify(await game.toJSON())");
    return this.call("toJSON");
  }

  /** Calls a method by its name. */
  call<T = unknown>(name: string, ...args: readonly unknown[]): Promise<T> {
    const answer = this.#client.call<T>(name, this.#id, args);
    return REFUSING.has(name) ? answer.catch((e: unknown) => refusal(e) as T) : answer;
  }
}

for (const name of Object.getOwnPropertyNames(BanChess.prototype)) {
  if ((NOT_CALLS as readonly string[]).includes(name)) continue;
  Object.defineProperty(Game.prototype, name, { value(this: Game, ...args: unknown[]) { return this.call(name, ...args); }, writable: true, configurable: true });
}
