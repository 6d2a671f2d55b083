// The WebAssembly's instance: loading it, calling it, and what happens when it
// crashes. At most one runs at a time; banchess.js brings the games to it.
import "./wasm_exec.js";

/** The release this is of, and that the WebAssembly has to be of. */
export const VERSION = "__BANCHESS_VERSION__";

/** The error of everything here: a stable code, a sentence, and where it happened. */
export class BanChessError extends Error {
  /** @param {{error: string, code: string}} what an error object of the WebAssembly */
  constructor(what) {
    super(what.error);
    this.code = what.code;
    for (const key of ["mend", "line", "column", "token", "ply", "faults"]) {
      if (what[key] !== undefined) this[key] = what[key];
    }
  }

  get name() { return "BanChessError"; }
}

export const fail = (code, error, mend) => new BanChessError({ code, error: mend ? `${error}; ${mend}` : error, mend });

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
    this.freed = new FinalizationRegistry((handle) => {
      if (!this.dead && !this.go.exited) this.exports.banchess_free(handle);
    });
  }

  /** The program's memory, whose buffer is another one after it has grown. */
  memory() {
    if (this.bytes.length === 0) this.bytes = new Uint8Array(this.exports.mem.buffer);
    return this.bytes;
  }

  /** Stops what the Go runtime has scheduled: in a dead instance it would throw into nowhere. */
  quiet() {
    for (const id of this.go._scheduledTimeouts?.values() ?? []) clearTimeout(id);
    this.go._resume = () => {};
  }

  /** Calls an export. */
  lean(f, a, b) {
    let answer;
    if (this.go.exited) throw crash(this);
    try {
      answer = f(a, b);
    } catch (cause) {
      throw crash(this, cause);
    }
    if (this.go.exited) throw crash(this);
    return answer;
  }

  /** Calls one of globalThis.banchess's functions, or a method of a game. */
  call(f, self, args) {
    let answer;
    if (this.go.exited) throw crash(this);
    try {
      answer = Reflect.apply(f, self, args);
    } catch (cause) {
      throw crash(this, cause);
    }
    if (this.go.exited) throw crash(this);
    return answer;
  }
}

let current = null; // the instance
let starting = null; // the promise of initialize, while it is pending and after it was kept
let abort = null; // rejects that promise when the instance crashes meanwhile
let compiled = null; // the module, for another instance of it
let lost = false; // an instance has crashed, and no other was started
let crashed = null; // the onCrash given last

/** Takes an instance out of use and returns the error for whoever was in a call. */
function crash(instance, cause) {
  const error = fail("crashed", "the WebAssembly has crashed" + (cause ? `: ${cause.message ?? cause}` : ""), "await initialize() again: live games go on from what was played");
  error.cause = cause;
  if (instance.dead) return error;
  instance.dead = true;
  instance.quiet();
  if (current === instance) {
    current = null;
    starting = null;
    lost = true;
  }
  abort?.(error);
  try {
    crashed?.(error);
  } catch (e) {
    console.error(e);
  }
  return error;
}

/** The running instance. */
export function running() {
  if (current) return current;
  throw lost
    ? fail("crashed", "the WebAssembly has crashed", "await initialize() again: live games go on from what was played")
    : fail("not_initialized", "the WebAssembly is not loaded yet", "await initialize() before anything else");
}

const OPTIONS = {
  wasmURL: (v) => typeof v === "string" || v instanceof URL,
  wasmModule: (v) => v instanceof WebAssembly.Module,
  onProgress: (v) => typeof v === "function",
  onCrash: (v) => typeof v === "function",
};

function checkOptions(options) {
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
  const { promise: broken, reject } = deferred();
  abort = reject;
  try {
    const instance = await Promise.race([instantiate(go, module), broken]);
    compiled = module;
    current = instance;
    lost = false;
  } finally {
    abort = null;
  }
}

function deferred() {
  let reject;
  const promise = new Promise((_, r) => { reject = r; });
  promise.catch(() => {});
  return { promise, reject };
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
  if (before[0]) [globalThis.banchess, globalThis.banchessReady] = before; // another instance has the name
  if (go.exited || !raw || raw === before[0] || !instance.exports.banchess_play) {
    throw fail("load_failed", "the WebAssembly is not that of banchess, or ended at once", "load the banchess-core.wasm that came with this file");
  }
  if (raw.version !== VERSION) {
    throw fail("version_mismatch", `the WebAssembly is of banchess ${raw.version}, and this library of ${VERSION}`, "load the banchess-core.wasm that came with this file");
  }
  const started = new Instance(go, instance.exports, raw);
  ended.then(() => crash(started), (cause) => crash(started, cause));
  return started;
}

/** Compiles the file while it comes in, wherever that is possible. */
async function fetchModule(wasmURL, onProgress) {
  const url = wasmURL instanceof URL ? wasmURL : new URL(wasmURL, globalThis.location?.href ?? import.meta.url);
  try {
    if (url.protocol === "file:" && globalThis.process?.versions?.node) {
      const fs = "node:fs/promises"; // not for a bundler to see
      const bytes = await (await import(/* @vite-ignore */ /* webpackIgnore: true */ fs)).readFile(url);
      onProgress?.({ loaded: bytes.length, total: bytes.length });
      return await WebAssembly.compile(bytes);
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const watched = onProgress && response.body ? watch(response, onProgress) : response;
    const isWasm = (response.headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase() === "application/wasm";
    if (isWasm && WebAssembly.compileStreaming) return await WebAssembly.compileStreaming(watched);
    return await WebAssembly.compile(await watched.arrayBuffer());
  } catch (cause) {
    throw Object.assign(fail("load_failed", `${url} cannot be loaded: ${cause.message}`, "check that the file is there, or give its place as wasmURL"), { cause });
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
      onProgress({ loaded, total });
      to.enqueue(piece);
    },
  }));
  return new Response(counted, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } });
}
