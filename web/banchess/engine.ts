// The engine, which runs in a worker and does not block the calling thread.
import { write, type Action, type SerializedAction } from "./game/action.js";
import type { BanChess, BanChessFEN, GameRecord } from "./banchess.js";
import { Connection, startWorker } from "./wasm/connection.js";
import { aborted, BanChessError, fail } from "./game/error.js";
import { typedTarget } from "./game/events.js";
import { checkOptions, compile, coreURL, OPTIONS } from "./wasm/load.js";
import type { PlayerScore } from "./game/score.js";

export { LEVEL_TABLE, type Level } from "./game/levels.js";
export type { PlayerScore, Score } from "./game/score.js";

/** The number of strength levels; the highest is full strength. */
export const LEVELS = 21;

// The largest values of the other options; the same as in Go.
const MAX_LINES = 64, MAX_DEPTH = 64, MAX_TIME = 1e9, MAX_NODES = 2 ** 53;

/** The result of a search at the end of an iteration, for one line. */
export interface Info {
  /** The search depth in moves; a ban and the move after it count as one. */
  readonly depth: number;
  /** The depth of the longest line that was searched, in moves. */
  readonly selectiveDepth: number;
  /** The number of the line: 1 for the best line, 2 for the next. */
  readonly line: number;
  /** The score of the line. */
  readonly score: PlayerScore;
  /** True if exact tables know the score, so that a deeper search finds no other. `depth` is the number of moves of both sides to the mate then. */
  readonly exact: boolean;
  /** The number of positions visited. */
  readonly nodes: number;
  /** The number of positions visited per second. */
  readonly nodesPerSecond: number;
  /** The time since the search began, in milliseconds. */
  readonly time: number;
  /** The line in BCN, each action in a form that play accepts. */
  readonly actions: readonly SerializedAction[];
}

/** The recommendation of a search. */
export interface Best {
  /** The ban or move to play, in BCN. */
  readonly action: SerializedAction;
  /** The expected reply, in BCN, or null. */
  readonly reply: SerializedAction | null;
  /** The score of the position. */
  readonly score: PlayerScore;
  /** The best line, or null if not even the first iteration was finished. */
  readonly info: Info | null;
}

/** A position to search: a game, whose past counts for repetitions; its record; or a FEN of seven fields. For a FEN of six fields use `BanChess.fromStandardFEN`. */
export type Searchable = BanChess | GameRecord | BanChessFEN;

/** The limits and settings of a search. All limits are integers. */
export interface SearchOptions {
  /** The number of lines to report, 1 to 64; by default 1. */
  readonly lines?: number;
  /** The depth in moves, 1 to 64. */
  readonly depth?: number;
  /** The time in milliseconds, 1 to 1e9. */
  readonly time?: number;
  /** The number of positions to visit. */
  readonly nodes?: number;
  /** The level, 1 to LEVELS; by default full strength. A level forgets the results of stronger searches. */
  readonly level?: number;
  /** True to forget the results of earlier searches: the same position and the same `depth` or `nodes` then give the same answer everywhere. */
  readonly fresh?: boolean;
  /** A signal that stops the search. The search then fails with the code `stopped`, the name `AbortError`, and the signal's reason as the cause. */
  readonly signal?: AbortSignal;
}

/** The addresses of the engine's files. All are optional; give at most one of wasmURL and wasmModule. */
export interface EngineOptions {
  /** The address of `banchess-core.wasm`. The default is beside this module. */
  readonly wasmURL?: string | URL;
  /** The compiled file, a WebAssembly.Module. */
  readonly wasmModule?: object;
  /** The address of `worker.js`. The default is beside this module. */
  readonly workerURL?: string | URL;
  /** The address of a folder with the exact tables of endings (`assets/tables` in banchess's repository). The engine loads a table with the first position of four men that needs it, and searches where it cannot be had. Without it the engine knows no table. */
  readonly tables?: string | URL;
}

/** The state of an engine. It loads nothing before the first search. After "failed" the next search starts it again. */
export type EngineState = "idle" | "loading" | "thinking" | "failed" | "closed";

/**
 * An event of an engine: "state" when its state changes, and "restart" when a worker
 * crashes during a search. A new worker then starts that search again, once, or starts
 * the search that has replaced it.
 */
export class EngineEvent extends Event {
  /** The state of the engine. */
  readonly state: EngineState;
  /** The reason why it failed or restarted, or null. */
  readonly error: BanChessError | null;

  /** Creates an event. */
  constructor(type: "state" | "restart", state: EngineState, error: BanChessError | null = null) {
    super(type);
    this.state = state;
    this.error = error;
  }
}

const number = (most: number) =>
  Object.assign((v: unknown) => Number.isInteger(v) && v as number >= 1 && v as number <= most, { hint: `give a whole number from 1 to ${most}` });
const SEARCH = {
  lines: number(MAX_LINES), depth: number(MAX_DEPTH), time: number(MAX_TIME), nodes: number(MAX_NODES), level: number(LEVELS),
  fresh: Object.assign((v: unknown) => typeof v === "boolean", { hint: "give true or false" }),
  signal: (v: unknown) => v instanceof AbortSignal,
};
const BASE = globalThis.location?.href ?? import.meta.url; // of relative addresses
const ENGINE = { wasmURL: OPTIONS.wasmURL, wasmModule: OPTIONS.wasmModule, workerURL: OPTIONS.wasmURL, tables: Object.assign((v: unknown) => {
  try {
    return OPTIONS.wasmURL(v) && !!new URL(String(v), BASE); // Safari 16 has no URL.canParse
  } catch {
    return false;
  }
}, { hint: "give the address of a folder" }) };

/** The default time limit of best(), in milliseconds. */
const TIME = 1000;

/** The recommendation that the WebAssembly sends. */
type RawBest = Omit<Best, "action" | "reply"> & { readonly action: Action; readonly reply: Action | null };

/** A search that was requested. */
interface Job {
  readonly position: GameRecord | BanChessFEN;
  readonly limits: SearchOptions;
  readonly answer: Promise<Best>;
  readonly settle: (how: Best | Error) => void;
  settled: boolean;
  readonly infos: Info[]; // results that the caller has not received yet
  wake: () => void; // called after a result and at the end
  end: (() => void) | null; // ends the search once it has begun; its answer still comes
  retried: boolean;
}

/**
 * The engine. It runs one search at a time. A new search ends the one that is running,
 * waits for its answer and then begins, so that an answer always belongs to its own
 * search.
 *
 * A search fails with a BanChessError: `superseded` if a later search replaced it,
 * `stopped` if its signal or stop() ended it before it had an answer, `game_over` if
 * the game has ended, `freed` after close(), `bad_option`, `bad_argument`, and the
 * errors of the BanChess constructor for its position. If the engine cannot be loaded,
 * it fails with the errors of initialize; after two crashes with `crashed`.
 *
 * @example
 * const engine = new Engine();
 * const { action, score } = await engine.best(game, { time: 500 });
 * for await (const { depth, score, actions } of engine.analyze(game, { lines: 3 })) {
 *   if (depth >= 10) break; // ends the search
 * }
 * engine.close(); // in Node the worker keeps the process running
 */
export class Engine extends /* @__PURE__ */ typedTarget<{ state: EngineEvent; restart: EngineEvent }>() {
  readonly #options: EngineOptions;
  readonly #tables: string | undefined; // the address of the folder, with a slash at its end
  #state: EngineState = "idle";
  #connection: Connection | null = null;
  #ready: Promise<unknown> | null = null; // resolves when the worker can search
  #running: Job | null = null;
  #waiting: Job | null = null; // begins when the running search has ended

  /** Creates an engine, which loads with its first search. Throws `bad_option`. */
  constructor(options: EngineOptions = {}) {
    super();
    this.#options = checkOptions(options, ENGINE);
    const { tables } = this.#options;
    this.#tables = tables && String(new URL(`${String(tables).replace(/\/?$/, "/")}`, BASE));
  }

  /** The state of the engine. */
  get state(): EngineState { return this.#state; }

  /**
   * Searches a position and yields its results, each line at increasing depth. Without a
   * limit it continues until the loop is left, stop() is called or the signal is aborted.
   * The search begins at once, before the first iteration of the loop.
   */
  analyze(position: Searchable, options: SearchOptions = {}): AsyncIterableIterator<Info> {
    return this.#infos(this.#ask(position, options));
  }

  /** Returns the best action for the player to act. Without a limit it searches for a second. */
  best(position: Searchable, options: SearchOptions = {}): Promise<Best> {
    return this.#ask(position, options, { time: TIME }).answer;
  }

  /** Ends the search as if its limit was reached: it returns the best action found so far. A search that has not begun fails with `stopped`. */
  stop(): void {
    const notBegun = fail("stopped", "the search was stopped before it began");
    this.#waiting?.settle(notBegun);
    this.#waiting = null;
    if (this.#running?.end) this.#running.end();
    else this.#running?.settle(notBegun);
  }

  /** Ends the worker for good. Later and pending searches fail with `freed`. */
  close(): void {
    this.#give(fail("freed", "the engine was closed", "make a new one"), "closed");
  }

  /** Creates a job for a search and starts or queues it. If an argument is invalid, the job fails. */
  #ask(position: Searchable, options: SearchOptions, otherwise: SearchOptions = {}): Job {
    let job: Job;
    try {
      if (this.#state === "closed") throw fail("freed", "this engine has been closed", "make a new one");
      const { signal, ...given } = checkOptions(options, SEARCH);
      if (signal?.aborted) throw aborted(signal, "search");
      const isLimited = given.depth ?? given.time ?? given.nodes;
      job = newJob(recordOf(position), isLimited ? given : { ...given, ...otherwise });
      const drop = () => this.#drop(job, aborted(signal!, "search"));
      signal?.addEventListener("abort", drop);
      job.answer.catch(() => {}).finally(() => signal?.removeEventListener("abort", drop));
    } catch (error) {
      job = newJob("", {});
      job.settle(error as Error);
      return job;
    }
    if (!this.#running) {
      void this.#begin(job);
    } else {
      const superseded = fail("superseded", "a later search took this one's place");
      this.#waiting?.settle(superseded);
      this.#waiting = job;
      this.#running.settle(superseded);
      this.#running.end?.();
    }
    return job;
  }

  async *#infos(job: Job): AsyncIterableIterator<Info> {
    try {
      for (;;) {
        while (job.infos.length > 0) yield job.infos.shift()!;
        if (job.settled) {
          await job.answer;
          return;
        }
        await new Promise<void>((resolve) => { job.wake = resolve; });
      }
    } finally {
      this.#drop(job);
    }
  }

  /** Ends a search whose result is not needed. */
  #drop(job: Job, why = fail("stopped", "the search was stopped")): void {
    job.settle(why);
    if (this.#waiting === job) this.#waiting = null;
    job.end?.();
  }

  async #begin(job: Job): Promise<void> {
    this.#running = job;
    try {
      await (this.#ready ??= this.#start());
    } catch (error) {
      if (this.#running === job) this.#give(error as BanChessError, "failed");
      return;
    }
    if (this.#running !== job) return; // the engine was closed in the meantime
    if (job.settled) return this.#finish(); // the search was dropped while the engine was loading
    const connection = this.#connection!;
    const { id, answer } = connection.call<RawBest>("search", undefined, [job.position, job.limits, this.#tables], (info: Info) => {
      job.infos.push(info);
      job.wake();
    });
    job.end = () => connection.cancel(id);
    this.#become("thinking");
    const how = await answer.then(({ action, reply, ...rest }): Best => ({ action: write(action), reply: reply && write(reply), ...rest })).catch((error: BanChessError) => error);
    if (connection !== this.#connection) return; // the worker crashed, or was closed
    job.end = null;
    job.settle(how);
    this.#finish();
  }

  #finish(): void {
    this.#running = null;
    const next = this.#waiting;
    this.#waiting = null;
    if (next) void this.#begin(next);
    else this.#become("idle");
  }

  async #start(): Promise<void> {
    this.#become("loading");
    const { wasmURL, wasmModule, workerURL } = this.#options;
    const module = wasmModule ? Promise.resolve(wasmModule) : compile(wasmURL ?? coreURL());
    module.catch(() => {}); // its error is handled by the await below
    const crashed = (error: BanChessError) => this.#crashed(connection, error);
    const connection: Connection = new Connection(await startWorker(workerURL), crashed, crashed);
    if (this.#state !== "loading") return connection.end(); // closed in the meantime
    this.#connection = connection;
    await connection.call("initialize", undefined, [{ wasmModule: await module }]).answer;
  }

  /** Handles a crash of a worker. A new worker starts the running search again, once, or starts the search that has replaced it. */
  #crashed(connection: Connection, error: BanChessError): void {
    if (connection !== this.#connection) return;
    const job = this.#running;
    const goesOn = job && (job.settled ? this.#waiting : !job.retried);
    if (this.#state !== "thinking" || !goesOn) return this.#give(error, "failed");
    this.#disconnect();
    job.end = null;
    job.retried = true;
    this.dispatchEvent(new EngineEvent("restart", this.#state, error));
    if (this.#running === job) void this.#begin(job); // continues with the next search if this one was dropped
  }

  /** Fails all searches and ends the worker, for now ("failed") or for good ("closed"). */
  #give(error: BanChessError, state: "failed" | "closed"): void {
    const jobs = [this.#running, this.#waiting];
    this.#running = this.#waiting = null;
    this.#disconnect();
    for (const job of jobs) job?.settle(error);
    this.#become(state, error);
  }

  #disconnect(): void {
    const connection = this.#connection;
    this.#connection = this.#ready = null;
    connection?.end();
  }

  #become(state: EngineState, error: BanChessError | null = null): void {
    if (state === this.#state && !error || this.#state === "closed") return;
    this.#state = state;
    this.dispatchEvent(new EngineEvent("state", state, error));
  }
}

function newJob(position: GameRecord | BanChessFEN, limits: SearchOptions): Job {
  let resolve: (best: Best) => void, reject: (error: Error) => void;
  const answer = new Promise<Best>((...how) => { [resolve, reject] = how; });
  answer.catch(() => {}); // the caller handles the error
  const job: Job = {
    position, limits, answer, settled: false, infos: [], wake() {}, end: null, retried: false,
    settle(how) {
      if (job.settled) return;
      job.settled = true;
      if (how instanceof Error) reject(how);
      else resolve(how);
      job.wake();
    },
  };
  return job;
}

/** Returns a position as it is sent to the worker. */
function recordOf(position: Searchable): GameRecord | BanChessFEN {
  const hint = "pass a BanChess, its record, or a FEN";
  if (typeof position === "string" && position !== "") return position;
  if (typeof position !== "object" || position === null) throw fail("bad_argument", "that is not a position", hint);
  try {
    return JSON.parse(JSON.stringify(position)) as GameRecord; // copies the plain data, and calls toJSON if there is one
  } catch (error) {
    throw error instanceof BanChessError ? error : fail("bad_argument", "the position cannot be read", hint);
  }
}
