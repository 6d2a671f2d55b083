/**
 * The engine for a page: banchess-core.wasm in a Web Worker, behind promises.
 *
 * One search runs at a time. A search that is asked for while another runs stops
 * that one, waits for its last word and then begins, so an answer can never
 * belong to an earlier question; the earlier promise is rejected with an
 * EngineError of code "superseded". Nothing here ever blocks the page's thread.
 *
 * States: "loading" (fetching and starting), "idle", "computing", "failed". From
 * "failed" the next search starts a fresh worker. Events: "state" ({state,
 * error?}), "info" (a line of the search, as in Info), "restart" ({error}) when
 * a worker that died in the middle of a search is replaced and the search begun
 * again, once.
 *
 * Works in pages; the engine itself also speaks UCI in any JavaScript through
 * banchess.uci(listener).
 */

/** @typedef {{kind: "cp" | "mate", value: number}} Score
 *   for the player to act: centipawns, or moves to mate, negative when mated */
/** @typedef {{depth: number, line: number, score: Score, nodes: number, nps: number,
 *   time: number, pv: string[]}} Info  pv is in BCN, time in milliseconds */
/** @typedef {{action: string, reply: string | null, info: Info | null}} Answer
 *   action and reply in BCN */

/** What can go wrong: "failed", "superseded", "stopped", "no_action", "closed". */
export class EngineError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}

/** The number of strength levels; the highest is full strength. */
export const LEVELS = 8;

const WORKER = new URL("engine-worker.js", import.meta.url);
const PROGRAM = new URL("banchess-core.wasm", import.meta.url);

export class Engine extends EventTarget {
  #state = "idle"; // nothing is fetched before the first search
  #module = null; // a promise of the compiled program, kept for restarts
  #worker = null;
  #ready = null; // a promise that the worker has said it is
  #running = null; // {id, request, resolve, reject, info, settled}
  #waiting = null; // the request that begins when the running one has ended
  #last = 0;
  #closed = false;

  get state() {
    return this.#state;
  }

  /**
   * Finds the best action for the player to act.
   *
   * @param {object} request
   * @param {string} [request.fen]  start position, extended FEN; the usual start without it
   * @param {string[]} [request.actions]  BCN, played from there
   * @param {number} [request.level]  1 to LEVELS; full strength without it
   * @param {number} [request.movetime]  milliseconds; with neither it nor depth, 1000
   * @param {number} [request.depth]  in moves
   * @param {number} [request.lines]  how many lines to report
   * @returns {Promise<Answer>}
   */
  search(request) {
    if (this.#closed) return Promise.reject(new EngineError("closed", "this engine has been closed; make a new one"));
    return new Promise((resolve, reject) => {
      const job = { id: ++this.#last, request, resolve, reject, info: null, settled: false, retried: false };
      if (!this.#running) return this.#begin(job);
      if (this.#waiting) settle(this.#waiting, superseded());
      this.#waiting = job;
      settle(this.#running, superseded());
      this.#halt();
    });
  }

  /**
   * Stops the search; its promise resolves with the best action found so far. One
   * that has not begun is rejected with the code "stopped".
   */
  stop() {
    if (this.#running && this.#state === "loading") settle(this.#running, new EngineError("stopped", "the search was stopped before it began"));
    if (this.#waiting) {
      settle(this.#waiting, new EngineError("stopped", "the search was stopped before it began"));
      this.#waiting = null;
    }
    this.#halt();
  }

  /** Drops the search: its promise is rejected, and no answer comes. */
  cancel() {
    if (this.#running) settle(this.#running, new EngineError("stopped", "the search was stopped"));
    this.stop();
  }

  /** Ends the worker for good. */
  close() {
    this.#closed = true;
    const jobs = [this.#running, this.#waiting];
    this.#running = this.#waiting = null;
    this.#drop();
    for (const job of jobs) if (job) settle(job, new EngineError("closed", "the engine was closed"));
  }

  async #begin(job) {
    this.#running = job;
    try {
      this.#worker ??= this.#launch();
      await this.#ready;
    } catch (error) {
      if (this.#running === job) this.#fail(error);
      return;
    }
    if (this.#running !== job) return; // closed meanwhile
    if (job.settled) return this.#finish(job); // given up while loading
    this.#become("computing");
    this.#worker.postMessage({ id: job.id, lines: commands(job.request) });
  }

  #launch() {
    this.#become("loading");
    const worker = new Worker(WORKER);
    this.#ready = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.type === "ready") resolve();
        else if (data.type === "line") this.#line(data);
        else this.#crashed(worker, data.error, reject);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        this.#crashed(worker, event.message ?? "the worker did not start", reject);
      };
    });
    this.#ready.catch(() => {}); // whoever awaits it is told
    this.#module ??= compile().catch((error) => {
      this.#module = null;
      throw error;
    });
    this.#module.then(
      (module) => worker.postMessage({ type: "start", module }),
      (error) => this.#crashed(worker, error.message),
    );
    return worker;
  }

  #line({ id, line }) {
    const job = this.#running;
    if (!job || id !== job.id) return;
    if (line.startsWith("info depth")) {
      const info = readInfo(line, job.request);
      if (info.line === 1) job.info = info;
      if (!job.settled) this.dispatchEvent(new CustomEvent("info", { detail: info }));
    } else if (line.startsWith("bestmove")) {
      const [, best, , reply] = line.split(" ");
      if (best === "(none)" || best === "0000") settle(job, new EngineError("no_action", "the game is over: there is no action to find"));
      const ply = plyOf(job.request);
      if (!job.settled) {
        job.settled = true;
        job.resolve({ action: bcn(best, ply), reply: reply ? bcn(reply, ply + 1) : null, info: job.info });
      }
      this.#finish(job);
    }
  }

  #finish() {
    this.#running = null;
    const next = this.#waiting;
    this.#waiting = null;
    if (next) this.#begin(next);
    else this.#become("idle");
  }

  /** A worker died. What it was working on begins again in a fresh one, once. */
  #crashed(worker, error, reject) {
    if (worker !== this.#worker) return;
    this.#drop();
    reject?.(new EngineError("failed", error));
    const job = this.#running;
    if (!job) return this.#become("failed", error);
    if (this.#state === "computing" && !job.retried && !job.settled) {
      job.retried = true;
      this.dispatchEvent(new CustomEvent("restart", { detail: { error } }));
      this.#begin(job);
    } else {
      this.#fail(new EngineError("failed", error));
    }
  }

  #fail(error) {
    const jobs = [this.#running, this.#waiting];
    this.#running = this.#waiting = null;
    this.#drop();
    this.#become("failed", error.message);
    for (const job of jobs) if (job) settle(job, new EngineError("failed", `the engine failed: ${error.message}`));
  }

  /** Has the search say its last word; one that has not begun needs not. */
  #halt() {
    if (this.#state === "computing") this.#worker.postMessage({ lines: ["stop"] });
  }

  #drop() {
    this.#worker?.terminate();
    this.#worker = this.#ready = null;
  }

  #become(state, error) {
    if (state === this.#state && !error) return;
    this.#state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, error } }));
  }
}

function settle(job, error) {
  if (job.settled) return;
  job.settled = true;
  job.reject(error);
}

const superseded = () => new EngineError("superseded", "a later search took this one's place");

async function compile() {
  const response = await fetch(PROGRAM);
  if (!response.ok) throw new EngineError("failed", `the server answered ${response.status} for banchess-core.wasm`);
  try {
    return await WebAssembly.compileStreaming(response.clone());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return WebAssembly.compile(await response.arrayBuffer()); // a server with another content type
  }
}

/** The UCI of a request. The last line begins the search. */
export function commands({ fen, actions = [], level = LEVELS, lines = 1, movetime, depth }) {
  const start = fen ? `fen ${fen}` : "startpos";
  const moves = actions.length > 0 ? ` moves ${actions.map((action) => action.replace(/^[bm]:|[+#=]$/g, "")).join(" ")}` : "";
  const limits = [];
  if (depth) limits.push(`depth ${depth}`);
  if (movetime || !depth) limits.push(`movetime ${movetime ?? 1000}`);
  return [
    `setoption name Skill Level value ${level}`,
    `setoption name MultiPV value ${lines}`,
    `position ${start}${moves}`,
    `go ${limits.join(" ")}`,
  ];
}

/** The ply of the next action of a request. */
function plyOf({ fen, actions = [] }) {
  const first = fen ? Number.parseInt(fen.trim().split(/\s+/)[6], 10) : 1;
  return first + actions.length;
}

const bcn = (action, ply) => `${ply % 2 === 1 ? "b" : "m"}:${action}`;

/** Reads "info depth … pv …". */
export function readInfo(line, request) {
  const words = line.split(" ");
  const after = (word) => words[words.indexOf(word) + 1];
  const number = (word) => Number(after(word));
  const score = words.indexOf("score");
  const pv = words.includes("pv") ? words.slice(words.indexOf("pv") + 1) : [];
  const ply = plyOf(request);
  return {
    depth: number("depth"),
    line: words.includes("multipv") ? number("multipv") : 1,
    score: { kind: words[score + 1], value: Number(words[score + 2]) },
    nodes: number("nodes"),
    nps: number("nps"),
    time: number("time"),
    pv: pv.map((action, i) => bcn(action, ply + i)),
  };
}
