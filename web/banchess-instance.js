// The WebAssembly's instance: loading it, calling it, and what happens when it
// crashes. At most one runs at a time; banchess.js brings the games to it.
import "./wasm_exec.js";

/** The release this is of, and that the WebAssembly has to be of. */
export const VERSION = "__BANCHESS_VERSION__";

const DETAILS = ["hint", "line", "column", "token", "ply", "faults"]; // where they are known

/** The error of everything here: a stable code, a sentence, and where it happened. */
export class BanChessError extends Error {
  /** @param {{error: string, code: string}} what an error object of the WebAssembly */
  constructor(what) {
    super(what.error);
    this.code = what.code;
    for (const key of DETAILS) {
      if (what[key] !== undefined) this[key] = what[key];
    }
  }

  get name() { return "BanChessError"; }
}

export const fail = (code, error, hint) => new BanChessError({ code, error: hint ? `${error}; ${hint}` : error, hint });

/** An error as plain data, from which BanChessError makes it again. */
export function details(error) {
  const known = { error: error.message, code: error.code ?? "internal" };
  for (const key of DETAILS) {
    if (error[key] !== undefined) known[key] = error[key];
  }
  return known;
}

/** Calls a function of the program's. What it throws is no concern of whoever calls. */
export function heed(listener, said) {
  try {
    listener?.(said);
  } catch (e) {
    console.error(e);
  }
}

/** A running instance. Whatever throws out of it, or ends it, is a crash. */
class Instance {
  constructor(go, exports, raw) {
    this.go = go;
    this.exports = exports;
    this.raw = raw;
    this.methods = Object.getPrototypeOf(raw.game);
    this.answer = exports.banchess_answer();
    this.bytes = new Uint8Array(0);
    this.dead = false;
    this.calling = 0; // how many calls from here are under way
    this.waiting = new Set(); // functions to call with the error when it crashes
    this.freed = new FinalizationRegistry((handle) => {
      if (this.dead) return;
      try {
        this.lean(this.exports.banchess_free, handle);
      } catch { /* a crash, of which crash has told */ }
    });
    this.watch();
  }

  /** Has a crash noticed also where nobody called: in a timer or a message of the Go runtime. */
  watch() {
    const { go } = this, resume = go._resume;
    go._resume = () => {
      if (this.dead) return;
      try {
        resume.call(go);
      } catch (cause) {
        if (this.calling) throw cause;
        crash(this, cause);
      }
    };
  }

  /** The program's memory, whose buffer is another one after it has grown. */
  memory() {
    if (this.bytes.length === 0) this.bytes = new Uint8Array(this.exports.mem.buffer);
    return this.bytes;
  }

  /** Stops the timers of the Go runtime, which would ask a dead program again and again. */
  quiet() {
    for (const id of this.go._scheduledTimeouts?.values() ?? []) clearTimeout(id);
  }

  /** Calls an export. */
  lean(f, a, b) {
    return this.guard(() => f(a, b));
  }

  /** Calls one of globalThis.banchess's functions, or a method of a game. */
  call(f, self, args) {
    return this.guard(() => Reflect.apply(f, self, args));
  }

  /** Runs a call. What it throws, and the end of the program in it, is a crash. */
  guard(call) {
    if (this.dead || this.go.exited) throw crash(this);
    this.calling++;
    let answer;
    try {
      answer = call();
    } catch (cause) {
      throw crash(this, cause);
    } finally {
      this.calling--;
    }
    if (this.dead || this.go.exited) throw crash(this);
    return answer;
  }
}

let current = null; // the instance
let starting = null; // the promise of initialize, while it is pending and after it was kept
let compiled = null; // the module, for another instance of it
let lost = false; // an instance has crashed, and no other was started
let crashed = null; // the onCrash given last

const corpses = new WeakSet(); // the globalThis.banchess of instances that have crashed

const crashError = (cause) => Object.assign(
  fail("crashed", `the WebAssembly has crashed${cause ? `: ${cause.message ?? cause}` : ""}`, "await initialize() again: live games go on from what was played"),
  { cause },
);

/** Takes an instance out of use and returns the error for whoever was in a call. */
function crash(instance, cause) {
  const error = crashError(cause);
  if (instance.dead) return error;
  instance.dead = true;
  instance.quiet();
  corpses.add(instance.raw);
  if (current === instance) {
    current = null;
    starting = null;
    lost = true;
  }
  for (const tell of instance.waiting) tell(error);
  heed(crashed, error);
  return error;
}

/** The running instance. */
export function running() {
  if (current) return current;
  throw lost ? crashError() : fail("not_initialized", "the WebAssembly is not loaded yet", "await initialize() before anything else");
}

const OPTIONS = {
  wasmURL: (v) => typeof v === "string" || v instanceof URL,
  wasmModule: (v) => Object.prototype.toString.call(v) === "[object WebAssembly.Module]", // of a frame too
  onProgress: (v) => typeof v === "function",
  onCrash: (v) => typeof v === "function",
};

/** The options that are given, or an error. */
export function checkOptions(options) {
  try {
    return readOptions(options);
  } catch (e) {
    throw e instanceof BanChessError ? e : fail("bad_option", "the options cannot be read: they threw", "pass plain values");
  }
}

function readOptions(options) {
  if (typeof options !== "object" || options === null) throw fail("bad_option", "the options are not an object", "pass { wasmURL } or nothing");
  const given = {};
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name)) throw fail("bad_option", `there is no option ${JSON.stringify(name)}`, `the options are ${Object.keys(OPTIONS).join(", ")}`);
    if (value === undefined) continue;
    if (!OPTIONS[name](value)) throw fail("bad_option", `the option ${name} has a value of the wrong type`, "see the type InitializeOptions");
    given[name] = value;
  }
  if (given.wasmURL && given.wasmModule) throw fail("bad_option", "there are both wasmURL and wasmModule", "give one of them");
  return given;
}

/** Loads the WebAssembly; see banchess.d.ts. */
export function initialize(options = {}) {
  let given;
  try {
    given = checkOptions(options);
  } catch (e) {
    return Promise.reject(e);
  }
  if (given.onCrash) crashed = given.onCrash;
  if (!starting) {
    const mine = start(given).catch((e) => {
      if (starting === mine) starting = null;
      throw e;
    });
    starting = mine;
  }
  return starting;
}

async function start({ wasmURL, wasmModule, onProgress }) {
  const again = !wasmURL && !wasmModule && compiled;
  const module = wasmModule ?? (again ? compiled : await fetchModule(wasmURL ?? new URL("./banchess-core.wasm", import.meta.url), onProgress));
  const go = new globalThis.Go();
  go.exit = () => {};
  const instance = await instantiate(go, module);
  if (instance.dead) throw crashError();
  compiled = module;
  current = instance;
  lost = false;
}

async function instantiate(go, module) {
  let instance;
  try {
    instance = await WebAssembly.instantiate(module, go.importObject);
  } catch (cause) {
    throw Object.assign(fail("load_failed", `the WebAssembly cannot be instantiated: ${cause.message}`, "load the banchess-core.wasm that came with this file"), { cause });
  }
  const before = [globalThis.banchess, globalThis.banchessReady];
  const ended = go.run(instance);
  ended.catch(() => {}); // heard below, unless the file is no good
  const raw = globalThis.banchess;
  const giveBack = () => { [globalThis.banchess, globalThis.banchessReady] = before; };
  if (go.exited || !raw || raw === before[0] || !instance.exports.banchess_play) {
    giveBack();
    throw fail("load_failed", "the WebAssembly is not that of banchess, or ended at once", "load the banchess-core.wasm that came with this file");
  }
  if (raw.version !== VERSION) {
    giveBack();
    throw fail("version_mismatch", `the WebAssembly is of banchess ${raw.version}, and this library of ${VERSION}`, "load the banchess-core.wasm that came with this file");
  }
  if (before[0] && !corpses.has(before[0])) giveBack(); // another has the name, and not one of ours that has crashed
  const started = new Instance(go, instance.exports, raw);
  ended.then(() => crash(started), (cause) => crash(started, cause));
  return started;
}

/** Compiles the file while it comes in, wherever that is possible. */
async function fetchModule(wasmURL, onProgress) {
  try {
    const url = new URL(wasmURL, globalThis.location?.href ?? import.meta.url);
    if (url.protocol === "file:" && globalThis.process?.versions?.node) {
      const fs = "node:fs/promises"; // not for a bundler to see
      const bytes = await (await import(/* @vite-ignore */ /* webpackIgnore: true */ fs)).readFile(url);
      heed(onProgress, { loaded: bytes.length, total: bytes.length });
      return await WebAssembly.compile(bytes);
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const watched = onProgress && response.body ? watch(response, onProgress) : response;
    const isWasm = response.headers.get("Content-Type") === "application/wasm"; // streaming takes no parameters with it
    if (isWasm && WebAssembly.compileStreaming) return await WebAssembly.compileStreaming(watched);
    return await WebAssembly.compile(await watched.arrayBuffer());
  } catch (cause) {
    throw Object.assign(fail("load_failed", `${wasmURL} cannot be loaded: ${cause.message}`, "check that the file is there, or give its place as wasmURL"), { cause });
  }
}

/** The same response, with word of every piece that arrives. */
function watch(response, onProgress) {
  // The length is that of the compressed file where the server compresses.
  const length = response.headers.get("Content-Encoding") ? NaN : Number(response.headers.get("Content-Length") ?? NaN);
  const total = length > 0 ? length : undefined;
  let loaded = 0;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(piece, to) {
      loaded += piece.byteLength;
      heed(onProgress, { loaded, total });
      to.enqueue(piece);
    },
  }));
  return new Response(counted, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } });
}
