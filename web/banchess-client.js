// Calls the library in a worker that runs banchess-worker.js. A game is used as
// in banchess.js, except that every call gives a promise.
import { BanChessError, checkOptions, fail, heed } from "./banchess-instance.js";
import { ReplyEvent } from "./banchess-session.js";

// Frees in the worker what was dropped here.
const dropped = new FinalizationRegistry(({ client, call, game, args }) => { client.call(call, game, args).catch(() => {}); });

/** Talks to a worker: a Web Worker or a worker thread of Node. */
export class Client {
  #worker;
  #next = 1;
  #pending = new Map();
  #listeners = new Map();
  #sessions = new Map(); // weak references by number
  #owed = new Map(); // how many replies are to come to a session, which must not be collected before
  #onCrash = null;
  #dead = null;

  /** A client of a new worker. */
  static async start() {
    if (globalThis.Worker) return new Client(new Worker(new URL("./banchess-worker.js", import.meta.url), { type: "module" }));
    const threads = "node:worker_threads"; // not for a bundler to see
    const { Worker: Thread } = await import(/* @vite-ignore */ /* webpackIgnore: true */ threads);
    return new Client(new Thread(new URL("./banchess-worker.js", import.meta.url)));
  }

  constructor(worker) {
    this.#worker = worker;
    if (worker.addEventListener) {
      worker.addEventListener("message", (e) => this.#receive(e.data));
      worker.addEventListener("error", (e) => this.#fail(e.message || "it cannot be loaded"));
    } else {
      worker.on("message", (m) => this.#receive(m));
      worker.on("error", (e) => this.#fail(e.message));
      worker.on("exit", () => this.#fail("it ended"));
    }
  }

  /** initialize in the worker. Options that are functions stay here. */
  async initialize(options = {}) {
    const { onCrash, ...rest } = checkOptions(options);
    this.#onCrash = onCrash ?? this.#onCrash;
    if (typeof rest.wasmURL === "object") rest.wasmURL = rest.wasmURL.href;
    return this.call("initialize", undefined, [rest]);
  }

  async create(fen, pgn) { return new Game(this, await this.call("create", undefined, [fen, pgn])); }
  async replayFromActions(actions, fen) { return new Game(this, await this.call("replayFromActions", undefined, [actions, fen])); }
  async fromStandardFEN(fen) { return new Game(this, await this.call("fromStandardFEN", undefined, [fen])); }
  async fromJSON(json) { return new Game(this, await this.call("fromJSON", undefined, [json])); }

  /** Opens a conversation of JSON messages, as Session of banchess-session.js. */
  async session() {
    const number = await this.call("session", undefined, []);
    const session = new WorkerSession(this, number, (of, more) => { this.#owe(of, more); });
    this.#sessions.set(number, new WeakRef(session));
    return session;
  }

  #owe(session, more) {
    const owed = (this.#owed.get(session) ?? 0) + more;
    if (owed > 0) this.#owed.set(session, owed);
    else this.#owed.delete(session);
  }

  /** Ends the worker; what is pending is rejected. */
  terminate() {
    this.#fail("it was ended");
  }

  /** Sends one call; Game and the calls above are made of this. */
  call(call, game, args) {
    if (this.#dead) return Promise.reject(this.#dead);
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#pending.set(id, { resolve, reject });
      try {
        this.#worker.postMessage({ id, call, game, args });
      } catch (cause) {
        this.#pending.delete(id);
        reject(fail("bad_argument", `the arguments cannot be sent to the worker: ${cause.message}`, "pass plain data"));
      }
    });
  }

  listen(game, listener) {
    if (typeof listener !== "function") throw fail("bad_argument", "the listener is not a function", "pass a function that takes an event");
    const mine = (event) => listener(event); // the same function twice is two listeners
    const listeners = this.#listeners.get(game) ?? new Set();
    this.#listeners.set(game, listeners.add(mine));
    return () => { listeners.delete(mine); };
  }

  forget(game) { this.#listeners.delete(game); }

  #receive(message) {
    const waiting = this.#pending.get(message.id);
    if (waiting) {
      this.#pending.delete(message.id);
      if (message.error) waiting.reject(new BanChessError(message.error));
      else waiting.resolve(message.answer);
    } else if (message.event) {
      for (const listener of this.#listeners.get(message.game) ?? []) heed(listener, message.event);
    } else if (message.reply) {
      const session = this.#sessions.get(message.session)?.deref();
      if (!session) return;
      this.#owe(session, -1);
      session.dispatchEvent(new ReplyEvent(message.reply));
    } else if (message.crash) {
      this.#owed.clear();
      heed(this.#onCrash, new BanChessError(message.crash));
    }
  }

  #fail(why) {
    if (this.#dead) return;
    this.#dead = fail("crashed", `the worker is gone: ${why}`, "start another and load the records of the games");
    this.#worker.terminate(); // after an error it may still be there
    this.#owed.clear();
    for (const { reject } of this.#pending.values()) reject(this.#dead);
    this.#pending.clear();
  }
}

/** A conversation in the worker. */
class WorkerSession extends EventTarget {
  #client;
  #owe;

  constructor(client, number, owe) {
    super();
    this.#client = client;
    this.#owe = owe;
    this.number = number;
    dropped.register(this, { client, call: "sessionClose", args: [number] }, this);
  }

  async send(message) {
    this.#owe(this, 1);
    try {
      await this.#client.call("sessionSend", undefined, [this.number, message]);
    } catch (e) {
      this.#owe(this, -1);
      throw e;
    }
  }

  close() {
    dropped.unregister(this);
    this.#owe(this, -Infinity);
    return this.#client.call("sessionClose", undefined, [this.number]);
  }
}

const CALLS = [
  "play", "playSerializedAction", "getLegalActions", "legalActionsFrom", "isLegal", "getPly", "getActivePlayer", "getActionType", "nextMoveColor",
  "currentBannedMove", "fen", "pgn", "movetext", "ascii", "history", "getActionLog", "getActionHistory", "getLastActionSerialized", "getSyncState",
  "loadFromSyncState", "load", "undo", "redo", "canUndo", "canRedo", "reset", "resign", "agreeDraw", "timeOut", "inCheck", "inCheckmate", "inStalemate",
  "inDraw", "inThreefoldRepetition", "insufficientMaterial", "gameOver", "result", "setIndicatorConfig", "getIndicatorConfig", "setTag", "tags", "toJSON",
];

/** A game in the worker. */
export class Game {
  #client;
  #id;

  constructor(client, id) {
    this.#client = client;
    this.#id = id;
    dropped.register(this, { client, call: "free", game: id, args: [] }, this);
  }

  async clone() { return new Game(this.#client, await this.call("clone")); }

  async subscribe(listener) {
    const end = this.#client.listen(this.#id, listener);
    try {
      await this.call("subscribe");
    } catch (e) {
      end();
      throw e;
    }
    return end;
  }

  async free() {
    dropped.unregister(this);
    this.#client.forget(this.#id);
    return this.call("free");
  }

  call(name, ...args) { return this.#client.call(name, this.#id, args); }
}

for (const name of CALLS) {
  Object.defineProperty(Game.prototype, name, { value(...args) { return this.call(name, ...args); }, writable: true, configurable: true });
}
