/**
 * The engine for a page: banchess-core.wasm in a Web Worker, behind promises.
 *
 * One search runs at a time. A search that is asked for while another runs stops
 * that one, waits for its last word and then begins, so an answer can never
 * belong to an earlier question; the earlier promise is rejected with an
 * EngineError of code "superseded". Nothing here ever blocks the page's thread.
 *
 * A request that says something wrong is rejected with the code "bad_request": at
 * once and naming the field when it is no request at all, and in the engine's own
 * words when the engine refuses the FEN or an action. It is never answered for
 * another position, and the next search works.
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

/** What can go wrong: "bad_request", "failed", "superseded", "stopped", "no_action", "closed". */
export class EngineError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}

/** The number of strength levels; the highest is full strength. */
export const LEVELS = 8;

/** The whole numbers a request may have, from and to. */
const RANGES = { level: [1, LEVELS], lines: [1, 64], movetime: [1, 1e9], depth: [1, 64] };

/** The longest command in characters; no game comes near it. */
const LONGEST = 1e6;

const REFUSED = "info string ";

const WORKER = new URL("engine-worker.js", import.meta.url);
const PROGRAM = new URL("banchess-core.wasm", import.meta.url);

export class Engine extends EventTarget {
  #state = "idle"; // nothing is fetched before the first search
  #module = null; // a promise of the compiled program, kept for restarts
  #worker = null;
  #ready = null; // a promise that the worker has said it is
  #running = null; // a job, see search
  #waiting = null; // the job that begins when the running one has ended
  #last = 0;
  #closed = false;

  get state() {
    return this.#state;
  }

  /**
   * Finds the best action for the player to act.
   *
   * @param {object} request
   * @param {string} [request.fen]  start position; the usual start without it. The
   *   seventh field is ply[:pair][indicator] or b:pair, the ban in force; the six
   *   fields of chess stand at the ban ply of their side and full-move number
   * @param {string[]} [request.actions]  BCN, played from there; the kind (b:, m:) and
   *   the indicator may be left out
   * @param {number} [request.level]  1 to LEVELS; full strength without it
   * @param {number} [request.movetime]  milliseconds, 1 to 1e9; with neither it nor depth, 1000
   * @param {number} [request.depth]  in moves, 1 to 64
   * @param {number} [request.lines]  how many lines to report, 1 to 64
   * @returns {Promise<Answer>}  rejected with an EngineError, whose codes are above
   */
  search(request) {
    if (this.#closed) return Promise.reject(new EngineError("closed", "this engine has been closed; make a new one"));
    let lines;
    try {
      lines = commands(request);
    } catch (error) {
      return Promise.reject(error);
    }
    return new Promise((resolve, reject) => {
      const job = {
        id: ++this.#last, lines, ply: plyOf(request), resolve, reject, info: null,
        refusal: null, // what the engine said against the request
        begun: false, // whether its last line, go, has been sent
        halted: false, // whether it is to end as soon as it begins
        settled: false, retried: false,
      };
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
    if (job.settled) return this.#finish(); // given up while loading
    job.begun = false;
    job.refusal = null;
    this.#worker.postMessage({ id: job.id, lines: [...job.lines.slice(0, -1), "isready"] });
    this.#become("computing");
  }

  /** The engine has obeyed or refused everything before go. */
  #prepared(job) {
    if (job.refusal) settle(job, new EngineError("bad_request", job.refusal));
    if (job.settled) return this.#finish();
    job.begun = true;
    const go = job.lines.at(-1);
    this.#worker.postMessage({ id: job.id, lines: job.halted ? [go, "stop"] : [go] });
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
    if (line.startsWith(REFUSED) && !job.begun) {
      job.refusal ??= line.slice(REFUSED.length);
    } else if (line === "readyok") {
      this.#prepared(job);
    } else if (line.startsWith("info depth")) {
      const info = readInfo(line, job.ply);
      if (info.line === 1) job.info = info;
      if (!job.settled) this.dispatchEvent(new CustomEvent("info", { detail: info }));
    } else if (line.startsWith("bestmove")) {
      const [, best, , reply] = line.split(" ");
      if (best === "(none)" || best === "0000") settle(job, new EngineError("no_action", "the game is over: there is no action to find"));
      const { ply } = job;
      if (!job.settled) {
        job.settled = true;
        job.resolve({ action: bcn(best, ply), reply: reply ? bcn(reply, ply + 1) : null, info: job.info });
      }
      this.#finish();
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

  /** Has the search say its last word, at the latest when it has begun. */
  #halt() {
    if (this.#state !== "computing") return;
    this.#running.halted = true;
    if (this.#running.begun) this.#worker.postMessage({ lines: ["stop"] });
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

/** The UCI of a request. The last line begins the search. Throws an EngineError. */
export function commands(request) {
  check(request);
  const { fen, actions = [], level = LEVELS, lines = 1, movetime, depth } = request;
  const start = fen === undefined ? "startpos" : `fen ${fen}`;
  const moves = actions.length > 0 ? ` moves ${actions.map(bare).join(" ")}` : "";
  const position = `position ${start}${moves}`;
  if (position.length > LONGEST) refuse(`fen and actions must not have more than ${LONGEST} characters`);
  const limits = [];
  if (depth) limits.push(`depth ${depth}`);
  if (movetime || !depth) limits.push(`movetime ${movetime ?? 1000}`);
  return [
    `setoption name Skill Level value ${level}`,
    `setoption name MultiPV value ${lines}`,
    position,
    `go ${limits.join(" ")}`,
  ];
}

/**
 * Refuses what would not be the command it is meant to be: UCI is lines of words,
 * so a FEN or an action must not bring line ends or words of its own.
 */
function check(request) {
  if (typeof request !== "object" || request === null) refuse("a search wants an object");
  for (const [name, [least, most]] of Object.entries(RANGES)) {
    const value = request[name];
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) continue;
    refuse(`${name} must be a whole number from ${least} to ${most}`);
  }
  const { fen, actions = [] } = request;
  if (fen !== undefined && (typeof fen !== "string" || !/^[ -~]+$/.test(fen) || fen.split(" ").includes("moves"))) {
    refuse("fen must be a FEN in one line");
  }
  if (!Array.isArray(actions)) refuse("actions must be an array of strings");
  const first = plyOf({ fen });
  for (const [i, action] of actions.entries()) {
    if (typeof action !== "string" || !/^[!-~]+$/.test(bare(action))) refuse(`actions[${i}] must be an action in BCN`);
    const due = kind(first + i);
    if (first > 0 && /^[bm]:/.test(action) && action[0] !== due) {
      refuse(`actions[${i}], ${action}, stands where a ${due === "b" ? "ban" : "move"} is due`);
    }
  }
}

function refuse(message) {
  throw new EngineError("bad_request", message);
}

/**
 * The ply of the next action of a request: what the FEN's seventh field says, or
 * what follows from its side and full-move number. A FEN that gives none is one
 * the engine refuses.
 */
export function plyOf({ fen, actions = [] }) {
  if (fen === undefined) return 1 + actions.length;
  const [, side, , , , number, seventh] = fen.trim().split(/ +/);
  const banPly = 4 * Number.parseInt(number, 10) - (side === "w" ? 3 : 1);
  if (!seventh) return banPly + actions.length;
  if (seventh.startsWith("b")) return banPly + 1 + actions.length; // b:e2e4, the ban in force
  return Number.parseInt(seventh, 10) + actions.length;
}

/** An action as UCI writes it, without its kind and indicator. */
const bare = (action) => action.replace(/^[bm]:|[+#=]$/g, "");

const kind = (ply) => (ply % 2 === 1 ? "b" : "m");

const bcn = (action, ply) => `${kind(ply)}:${action}`;

/** Reads "info depth … pv …" of a search at a ply. */
export function readInfo(line, ply) {
  const words = line.split(" ");
  const after = (word) => words[words.indexOf(word) + 1];
  const number = (word) => Number(after(word));
  const score = words.indexOf("score");
  const pv = words.includes("pv") ? words.slice(words.indexOf("pv") + 1) : [];
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
