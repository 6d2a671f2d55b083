// The engine, in a worker: nothing here ever blocks the thread it is called on.
import { write, type Action, type SerializedAction } from "./action.js";
import type { BanChess, BanChessFEN, GameRecord } from "./banchess.js";
import { Connection, startWorker } from "./connection.js";
import { BanChessError, fail } from "./error.js";
import { typedTarget } from "./events.js";
import { checkOptions, compile, coreURL, OPTIONS } from "./load.js";
import type { PlayerScore } from "./score.js";

export { LEVEL_TABLE, type Level } from "./levels.js";
export type { PlayerScore, Score } from "./score.js";

/** The number of strength levels; the highest is full strength. */
export const LEVELS = 21;

// The largest values of the other options, the same in Go.
const MAX_LINES = 64, MAX_DEPTH = 64, MAX_TIME = 1e9, MAX_NODES = 2 ** 53;

/** What a search has found at the end of an iteration, for one line. */
export interface Info {
  /** How deep was searched, in moves; a ban and its move are one. */
  readonly depth: number;
  /** The depth of the longest line that was looked at. */
  readonly selectiveDepth: number;
  /** 1 for the best line, 2 for the next. */
  readonly line: number;
  /** What the line is worth. */
  readonly score: PlayerScore;
  /** Positions visited. */
  readonly nodes: number;
  /** Positions visited in a second. */
  readonly nodesPerSecond: number;
  /** Milliseconds since the search began. */
  readonly time: number;
  /** The line itself, in BCN, each action as play takes it. */
  readonly actions: readonly SerializedAction[];
}

/** What a search recommends. */
export interface Best {
  /** The ban or move to play, in BCN. */
  readonly action: SerializedAction;
  /** The answer to expect, in BCN. */
  readonly reply: SerializedAction | null;
  /** What the position is worth. */
  readonly score: PlayerScore;
  /** The best line; null if not even the first iteration was finished. */
  readonly info: Info | null;
}

/** A position to search: a game, whose past counts for repetitions; its record; or a FEN, of seven fields (`BanChess.fromStandardFEN` makes a game of six). */
export type Searchable = BanChess | GameRecord | BanChessFEN;

/** When a search ends and what it looks for. All limits are whole numbers. */
export interface SearchOptions {
  /** How many lines to report, 1 to 64; 1 without it. */
  readonly lines?: number;
  /** In moves, 1 to 64. */
  readonly depth?: number;
  /** Milliseconds, 1 to 1e9. */
  readonly time?: number;
  /** Positions to visit. */
  readonly nodes?: number;
  /** 1 to LEVELS; full strength without it. A level forgets what stronger searches found. */
  readonly level?: number;
  /** Whether to forget what earlier searches found: the same position and the same `depth` or `nodes` then have the same answer everywhere. */
  readonly fresh?: boolean;
  /** Drops the search: it fails with the code `stopped`, the name `AbortError`, and the signal's reason as the cause. */
  readonly signal?: AbortSignal;
}

/** Where the engine's files are. All may be left out; at most one of the first two. */
export interface EngineOptions {
  /** `banchess-core.wasm`. The default is beside this module. */
  readonly wasmURL?: string | URL;
  /** The file, compiled already: a WebAssembly.Module. */
  readonly wasmModule?: object;
  /** `worker.js`. The default is beside this module. */
  readonly workerURL?: string | URL;
}

/** What an engine does: nothing is fetched before the first search, and from "failed" the next one starts afresh. */
export type EngineState = "idle" | "loading" | "thinking" | "failed" | "closed";

/**
 * The events of an engine: "state", when that is another; and "restart", when a
 * worker crashed in the middle of a search: the search begins again in another worker,
 * once, or the one that has replaced it begins there.
 */
export class EngineEvent extends Event {
  /** What the engine does now. */
  readonly state: EngineState;
  /** Why it failed, or had to begin again. */
  readonly error: BanChessError | null;

  /** The event of a state. */
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
const ENGINE = { wasmURL: OPTIONS.wasmURL, wasmModule: OPTIONS.wasmModule, workerURL: OPTIONS.wasmURL };

/** The time of a search for the best action that has no limit, in milliseconds. */
const TIME = 1000;

/** What the WebAssembly recommends. */
type RawBest = Omit<Best, "action" | "reply"> & { readonly action: Action; readonly reply: Action | null };

/** A search that was asked for. */
interface Job {
  readonly position: GameRecord | BanChessFEN;
  readonly limits: SearchOptions;
  readonly answer: Promise<Best>;
  readonly settle: (how: Best | Error) => void;
  settled: boolean;
  readonly infos: Info[]; // that are still to be given
  wake: () => void; // told of an info, and of the end
  end: (() => void) | null; // ends the search, once it has begun; its answer still comes
  retried: boolean;
}

/**
 * The engine. One search runs at a time: one that is asked for while another runs
 * ends that one, waits for its answer and then begins, so that an answer never
 * belongs to an earlier search.
 *
 * A search fails with a BanChessError: `superseded` by a later one, `stopped` by its
 * signal or before it began, `game_over` if there is nothing to search, `freed` after
 * close(), what the constructor of BanChess throws for its position, `bad_option`
 * and `bad_argument`; and what initialize rejects with when the engine cannot be
 * had, `crashed` when it crashed twice in one search.
 *
 * @example
 * const engine = new Engine();
 * const { action, score } = await engine.best(game, { time: 500 });
 * for await (const { depth, score, actions } of engine.analyze(game, { lines: 3 })) {
 *   if (depth >= 10) break; // which ends the search
 * }
 * engine.close(); // a worker keeps Node running
 */
export class Engine extends /* @__PURE__ */ typedTarget<{ state: EngineEvent; restart: EngineEvent }>() {
  readonly #options: EngineOptions;
  #state: EngineState = "idle";
  #connection: Connection | null = null;
  #ready: Promise<unknown> | null = null; // that the worker can search
  #running: Job | null = null;
  #waiting: Job | null = null; // begins when the running one has ended

  /** An engine that loads with its first search. Throws `bad_option`. */
  constructor(options: EngineOptions = {}) {
    super();
    this.#options = checkOptions(options, ENGINE);
  }

  /** What the engine does. */
  get state(): EngineState { return this.#state; }

  /**
   * Searches a position and gives what it finds, line by line and deeper and deeper:
   * without a limit until it is told to stop, by leaving the loop, stop() or the
   * signal. The search begins at once.
   */
  analyze(position: Searchable, options: SearchOptions = {}): AsyncIterableIterator<Info> {
    return this.#infos(this.#ask(position, options));
  }

  /** Finds the best action for the player to act; without a limit it takes a second. */
  best(position: Searchable, options: SearchOptions = {}): Promise<Best> {
    return this.#ask(position, options, { time: TIME }).answer;
  }

  /** Ends the search as if its limit was reached: with the best found so far. One that has not begun fails with `stopped`. */
  stop(): void {
    const notBegun = fail("stopped", "the search was stopped before it began");
    this.#waiting?.settle(notBegun);
    this.#waiting = null;
    if (this.#running?.end) this.#running.end();
    else this.#running?.settle(notBegun);
  }

  /** Ends the worker for good. Searches fail with `freed`. */
  close(): void {
    this.#give(fail("freed", "the engine was closed", "make a new one"), "closed");
  }

  /** Makes a job of a search, which is refused if something is wrong with it. */
  #ask(position: Searchable, options: SearchOptions, otherwise: SearchOptions = {}): Job {
    let job: Job;
    try {
      if (this.#state === "closed") throw fail("freed", "this engine has been closed", "make a new one");
      const { signal, ...given } = checkOptions(options, SEARCH);
      if (signal?.aborted) throw aborted(signal);
      const isLimited = given.depth ?? given.time ?? given.nodes;
      job = newJob(recordOf(position), isLimited ? given : { ...given, ...otherwise });
      const drop = () => this.#drop(job, aborted(signal!));
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

  /** Ends a search of which nobody wants to know more. */
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
    if (this.#running !== job) return; // closed meanwhile
    if (job.settled) return this.#finish(); // given up while loading
    const connection = this.#connection!;
    const { id, answer } = connection.call<RawBest>("search", undefined, [job.position, job.limits], (info: Info) => {
      job.infos.push(info);
      job.wake();
    });
    job.end = () => connection.cancel(id);
    this.#become("thinking");
    const how = await answer.then(({ action, reply, ...rest }): Best => ({ action: write(action), reply: reply && write(reply), ...rest })).catch((error: BanChessError) => error);
    if (connection !== this.#connection) return; // it crashed, or was closed
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
    module.catch(() => {}); // awaited below
    const crashed = (error: BanChessError) => this.#crashed(connection, error);
    const connection: Connection = new Connection(await startWorker(workerURL), crashed, crashed);
    if (this.#state !== "loading") return connection.end(); // closed meanwhile
    this.#connection = connection;
    await connection.call("initialize", undefined, [{ wasmModule: await module }]).answer;
  }

  /** A worker crashed. Its search begins again in another, once; if another search has replaced it, that one begins there. */
  #crashed(connection: Connection, error: BanChessError): void {
    if (connection !== this.#connection) return;
    const job = this.#running;
    const goesOn = job && (job.settled ? this.#waiting : !job.retried);
    if (this.#state !== "thinking" || !goesOn) return this.#give(error, "failed");
    this.#disconnect();
    job.end = null;
    job.retried = true;
    this.dispatchEvent(new EngineEvent("restart", this.#state, error));
    if (this.#running === job) void this.#begin(job); // which lets the next one begin if nobody wants it any more
  }

  /** Gives up, for now or for good. */
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

/** The error of a search whose signal was aborted; programs look for such an error by its name. */
const aborted = ({ reason }: AbortSignal): BanChessError =>
  Object.defineProperty(fail("stopped", "the search was stopped by its signal", undefined, reason), "name", { value: "AbortError", configurable: true });

function newJob(position: GameRecord | BanChessFEN, limits: SearchOptions): Job {
  let resolve: (best: Best) => void, reject: (error: Error) => void;
  const answer = new Promise<Best>((...how) => { [resolve, reject] = how; });
  answer.catch(() => {}); // whoever waits for it hears of it
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

/** A position as it goes to the worker. */
function recordOf(position: Searchable): GameRecord | BanChessFEN {
  const hint = "pass a BanChess, its record, or a FEN";
  if (typeof position === "string" && position !== "") return position;
  if (typeof position !== "object" || position === null) throw fail("bad_argument", "that is no position", hint);
  try {
    return JSON.parse(JSON.stringify(position)) as GameRecord; // plain data, whatever it was
  } catch (error) {
    throw error instanceof BanChessError ? error : fail("bad_argument", "the position cannot be read", hint);
  }
}
