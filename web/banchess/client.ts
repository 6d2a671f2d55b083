// The library in a worker. A game has the same methods as in banchess.js, but they
// return promises.
import { refusal } from "./wasm/results.js";
import type {
  Action, Ban, BanChessFEN, DetailedAction, GameEvent, GameRecord, InitializeOptions, SerializedAction, Square,
} from "./banchess.js";
import { uncloneable } from "./wasm/class.js";
import { Connection, startWorker, type WorkerLike } from "./wasm/connection.js";
import { asListener, fail, notify, type BanChessError } from "./game/error.js";
import { dropped, noJSON, typedTarget } from "./game/events.js";
import { BanChess } from "./game/game.js";
import { checkOptions } from "./wasm/load.js";
import type { GameTree, TreeRecord } from "./tree.js";
import { ReplyEvent, type Reply, type SessionRequest } from "./session.js";

export type { WorkerLike };

/** The number of replies that each session still expects, with the announced one. A session is not collected before they come. */
type Owed = Map<WorkerSession, number>;

/**
 * Talks to a worker that runs worker.js. A promise rejects with a BanChessError if
 * the call throws in banchess.js, with `load_failed` if the worker cannot be loaded, and
 * with `crashed` if it has ended. The methods of a game that return a refusal in
 * banchess.js never reject here.
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

  /** Creates a client with a new Web Worker, or in Node with a new worker thread. */
  static async start(): Promise<Client> { return new Client(await startWorker()); }

  /** Creates a client with a worker that was just started. */
  constructor(worker: WorkerLike) {
    super();
    this.#connection = new Connection(worker, (error) => {
      this.#owed.clear();
      notify(this.#onCrash, error);
    });
  }

  /** Calls initialize in the worker. onProgress is not available here. */
  async initialize(options: Omit<InitializeOptions, "onProgress"> = {}): Promise<void> {
    const { onCrash, ...rest } = checkOptions(options);
    this.#onCrash = onCrash ?? this.#onCrash;
    const { wasmURL } = rest;
    return this.call("initialize", undefined, [wasmURL instanceof URL ? { ...rest, wasmURL: wasmURL.href } : rest]);
  }

  /** Creates a game, like new BanChess(fen, pgn). */
  async create(fen?: BanChessFEN | null, pgn?: string | null): Promise<Game> { return this.#made("create", fen, pgn); }

  /** Creates a game, like BanChess.replayFromActions. */
  async replayFromActions(actions: readonly (SerializedAction | Action)[], startingFen?: BanChessFEN): Promise<Game> {
    return this.#made("replayFromActions", actions, startingFen);
  }

  /** Creates a game, like BanChess.fromStandardFEN. */
  async fromStandardFEN(fen: string, ply?: number | null, ban?: Ban | null): Promise<Game> { return this.#made("fromStandardFEN", fen, ply, ban); }

  /** Creates a game, like BanChess.fromStandardPGN. */
  async fromStandardPGN(pgn: string): Promise<Game> { return this.#made("fromStandardPGN", pgn); }

  /** Creates a game, like BanChess.fromJSON. */
  async fromJSON(json: GameRecord | string): Promise<Game> { return this.#made("fromJSON", json); }

  /** Reads one game of PGN, like parsePGN. Returns plain data, which GameTree.fromJSON turns into a tree. */
  async parsePGN(pgn: string): Promise<TreeRecord> { return this.call("parsePGN", undefined, [pgn]); }

  /** Writes a tree as PGN. The tree may be plain data or a GameTree of this thread. */
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

  /** Opens a session, like new Session() of session.js. */
  async session(): Promise<WorkerSession> {
    const held: { session?: WeakRef<WorkerSession> } = {}; // a weak reference, so that the listener does not keep a session that nobody else uses
    const { id, answer } = this.#connection.call<void>("session", undefined, [], (reply: Reply) => { held.session?.deref()?.receive(reply); });
    await answer;
    const session = new WorkerSession(this, this.#connection, id, this.#owed);
    held.session = new WeakRef(session);
    return session;
  }

  /** Throws `bad_argument`, because JSON.stringify cannot write a client. */
  toJSON(): never { return noJSON(this); }

  /** Ends the worker and rejects all pending calls. */
  terminate(): void { this.#connection.end(); }

  /** Calls a function of the worker by name, for a game given by its number, or for none. All methods of Client and Game use it. */
  call<T>(call: string, game: number | undefined, args: readonly unknown[]): Promise<T> {
    return this.#connection.call<T>(call, game, args).answer;
  }
}

/** A conversation of JSON messages in the worker; see Session. Client creates it. */
export class WorkerSession extends /* @__PURE__ */ typedTarget<{ reply: ReplyEvent }>() {
  readonly #client: Client;
  readonly #connection: Connection;
  readonly #owed: Owed;
  #announces = 0; // 1 if a reply without a request is to come
  /** The number by which the worker identifies the session. */
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
    const { clock, announced } = Object(reply) as Reply & { announced?: true }, announces = clock?.announce ? 1 : 0; // a worker can send anything
    this.#owe(announces - this.#announces - (announced ? 0 : 1));
    this.#announces = announces;
    this.dispatchEvent(new ReplyEvent(reply));
  }

  #owe(more: number): void {
    const owed = (this.#owed.get(this) ?? 0) + more;
    if (owed > 0) this.#owed.set(this, owed);
    else this.#owed.delete(this);
  }

  /** Sends a message. The promise is fulfilled when the worker has received it. The reply comes as an event. */
  send(message: SessionRequest | string): Promise<void> { return this.#call("send", message); }

  /** Sends a message and returns its reply, which also comes as an event. */
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

/** The members of BanChess that Game defines differently or does not have. */
const NOT_CALLS = ["constructor", "clone", "subscribe", "free", "toString", "toJSON"] as const;

/** The calls that return a refusal and never throw. */
const REFUSING = /* @__PURE__ */ new Set(["play", "playSerializedAction", "resign", "agreeDraw", "timeOut"]);

/** The methods of BanChess in Game. Each returns a promise. */
export type Remote = {
  [K in Exclude<keyof BanChess, typeof NOT_CALLS[number] | symbol>]: BanChess[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : () => Promise<BanChess[K]>;
};

/** A game in the worker. */
export interface Game extends Remote {
  /** Returns all legal actions at this ply, each with its SAN, the piece and the captured piece. */
  getLegalActions(options: { readonly verbose: true }): Promise<DetailedAction[]>;
  /** Returns all legal actions at this ply. */
  getLegalActions(options?: { readonly verbose?: boolean }): Promise<Action[]>;
  /** Returns the legal actions whose pair starts at a square, each with its SAN, the piece and the captured piece. */
  legalActionsFrom(square: Square, options: { readonly verbose: true }): Promise<DetailedAction[]>;
  /** Returns the legal actions whose pair starts at a square. */
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

  /** Returns the game as a tree, in plain data. */
  async tree(): Promise<TreeRecord> { return this.call("tree"); }

  /** Creates a copy in the same worker. */
  async clone(): Promise<Game> { return new Game(this.#client, this.#connection, await this.call<number>("clone")); }

  /** Calls a function after every change. Returns the function that ends the subscription. */
  async subscribe(listener: (event: GameEvent) => void): Promise<() => void> {
    const mine = asListener(listener), connection = this.#connection, subscriptions = this.#subscriptions;
    const { id, answer } = connection.call("subscribe", this.#id, [], (event: GameEvent) => notify(mine, event));
    await answer;
    subscriptions.add(id);
    return () => {
      if (subscriptions.delete(id)) connection.cancel(id);
    };
  }

  /** Frees the game's memory at once. Without it, the memory is freed after the object is collected. */
  async free(): Promise<void> {
    dropped.unregister(this);
    for (const one of this.#subscriptions) this.#connection.cancel(one);
    this.#subscriptions.clear();
    return this.call("free");
  }

  /** Returns the game as plain data, like BanChess.toJSON. JSON.stringify cannot wait for it and throws `bad_argument`: pass it `await game.toJSON()`. */
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
