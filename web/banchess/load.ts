// Getting the WebAssembly: from its address to a running instance. The instance of
// initialize() is made here, and those of the boards.
import { runtimeOf, type Go } from "go:wasm_exec";
import { BanChessError, fail, messageOf, notify, quote } from "./error.js";
import { crashError, ended, Instance, type Exports, type Host, type Raw, type Runtime } from "./instance.js";

/** The version of this library. The WebAssembly must have the same. */
export const VERSION: string = "__BANCHESS_VERSION__";

/** How far the loading has come. */
export interface Progress {
  /** Bytes received, uncompressed. */
  readonly loaded: number;
  /** Bytes in all; undefined where the server compresses, or does not say. */
  readonly total?: number | undefined;
}

/** The options of initialize. All may be left out; at most one of the first two. */
export interface InitializeOptions {
  /**
   * Where `banchess-core.wasm` is. The default is beside this module. In a page a
   * relative address is taken from the page's, in Node from this module's.
   */
  readonly wasmURL?: string | URL;
  /** The file, compiled already: a WebAssembly.Module, a name that Node's types do not have. */
  readonly wasmModule?: object;
  /** Called with every piece that arrives; in Node once. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Called when the WebAssembly has crashed, with an error of code `crashed`. The
   * function given last counts. After another `await initialize()` the live games
   * go on where they were.
   */
  readonly onCrash?: (error: BanChessError) => void;
}

let Runtime: (new () => Go) | undefined; // of this scope
let current: Instance | null = null; // that of initialize
let starting: Promise<void> | null = null; // of initialize, while it is pending and after it was kept
let last: WebAssembly.Module | null = null; // the module that ran last, for another instance of it
let lost = false; // whether an instance has crashed and no other was started since
let crashed: ((error: BanChessError) => void) | null = null; // the onCrash given last

/** The instances of boards, in which games may live where nobody has called initialize. @internal */
export const boards = /* @__PURE__ */ new Set<Instance>();

/** Where games live that are on no board. @internal */
export const shared: Host = {
  running() {
    if (current) return current;
    for (const instance of boards) return instance;
    throw lost ? crashError() : fail("not_initialized", "the WebAssembly is not loaded yet", "await initialize() before anything else");
  },
};

/** Whether a value is one of an option's, and what to give if the types do not tell. */
type Check = ((v: unknown) => boolean) & { readonly hint?: string };

/** The check of each option that is known. */
type Checks = Readonly<Record<string, Check>>;

/** Those of initialize. @internal */
export const OPTIONS = {
  wasmURL: (v) => typeof v === "string" || v instanceof URL,
  wasmModule: (v) => Object.prototype.toString.call(v) === "[object WebAssembly.Module]", // of a frame too
  onProgress: (v) => typeof v === "function",
  onCrash: (v) => typeof v === "function",
} satisfies Checks;

/** The options that are given, or an error. @internal */
export function checkOptions<T extends object>(options: T, known: Checks = OPTIONS): T {
  try {
    return readOptions(options, known);
  } catch (e) {
    throw e instanceof BanChessError ? e : fail("bad_option", "the options cannot be read: they threw", "pass plain values");
  }
}

function readOptions<T extends object>(options: T, known: Checks): T {
  // The keys of a list are as many as its elements.
  if (typeof options !== "object" || options === null || Array.isArray(options) || ArrayBuffer.isView(options)) throw fail("bad_option", "the options are not an object", "pass an object or nothing");
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, name)) throw fail("bad_option", `there is no option ${quote(name)}`, `the options are ${Object.keys(known).join(", ")}`);
    if (value === undefined) continue;
    const check = known[name]!;
    if (!check(value)) throw fail("bad_option", `the option ${name} has a value that it cannot have`, check.hint ?? "see the types");
    given[name] = value;
  }
  if (given["wasmURL"] && given["wasmModule"]) throw fail("bad_option", "there are both wasmURL and wasmModule", "give one of them");
  return given as T;
}

/**
 * Loads the WebAssembly. Await it once before the first game; another call gives
 * the same promise, whatever other file it names, and after a failed start or a
 * crash it starts again (after a crash without options from the same module).
 *
 * Rejects with a BanChessError: `bad_option` for an option that is unknown or of
 * the wrong type, `load_failed` if the file cannot be had or is not the right one,
 * `version_mismatch` if it is of another release than this library, `crashed` if
 * it crashed meanwhile.
 *
 * In a browser the file is compiled while it comes in; a server that sends it
 * with a wrong Content-Type only costs time. In Node it is read from the disk.
 *
 * @example
 * await initialize();
 * await initialize({ wasmURL: "/static/banchess-core.wasm", onProgress: ({ loaded, total }) => … });
 */
export function initialize(options: InitializeOptions = {}): Promise<void> {
  let given: InitializeOptions;
  try {
    given = checkOptions(options);
  } catch (e) {
    return Promise.reject(e);
  }
  if (given.onCrash) crashed = given.onCrash;
  if (!starting) {
    const mine = start(given).catch((e: unknown) => {
      if (starting === mine) starting = null;
      throw e;
    });
    starting = mine;
  }
  return starting;
}

async function start({ wasmURL, wasmModule, onProgress }: InitializeOptions): Promise<void> {
  const again = wasmURL || wasmModule ? null : last;
  const module = wasmModule as WebAssembly.Module | undefined ?? again ?? await compile(wasmURL ?? coreURL(), { onProgress });
  const instance = await instantiate(module, "banchess-core.wasm", new (Runtime ??= runtimeOf(globalThis))(), globalThis, (error) => {
    if (current?.dead) {
      current = starting = null;
      lost = true;
    }
    notify(crashed, error);
  });
  if (instance.dead) throw crashError();
  last = module;
  current = instance;
  lost = false;
}

/** @internal */
export const coreURL = (): URL => new URL("./banchess-core.wasm", import.meta.url);

/** What the program sets in the global scope it runs in. */
type Scope = { banchess?: Raw; banchessReady?: unknown; readonly WebAssembly: typeof WebAssembly; readonly clearTimeout: typeof clearTimeout };

/**
 * Runs a module of a name in a scope, that of this module or of a frame, whose own
 * the runtime has to be.
 *
 * @internal
 */
export async function instantiate(module: WebAssembly.Module, name: string, runtime: Go, scope: object, onCrash: (error: BanChessError) => void): Promise<Instance> {
  const hint = `load the ${name} that came with this file`;
  const global = scope as Scope, go = runtime as Runtime;
  go.exit = () => {};
  let instance;
  try {
    instance = await global.WebAssembly.instantiate(module, go.importObject);
  } catch (cause) {
    throw fail("load_failed", `the WebAssembly cannot be instantiated: ${messageOf(cause)}`, hint, cause);
  }
  const { banchess: before, banchessReady: readyBefore } = global;
  const giveBack = () => { Object.assign(global, { banchess: before, banchessReady: readyBefore }); };
  const run = go.run(instance);
  run.catch(() => {}); // heard below, unless the file is no good
  const exports = instance.exports as unknown as Exports, raw = global.banchess;
  const isOurs = raw !== undefined && raw !== before && exports.banchess_play !== undefined;
  if (go.exited || !isOurs) {
    giveBack();
    go._resume = () => {}; // nobody is there any more for what it asked to be called for
    if (isOurs) throw crashError();
    throw fail("load_failed", "the WebAssembly is not that of banchess, or ended at once", hint);
  }
  if (raw.version !== VERSION) {
    giveBack();
    throw fail("version_mismatch", `the WebAssembly is of banchess ${raw.version}, and this library of ${VERSION}`, hint);
  }
  if (before && !ended.has(before)) giveBack(); // another has the name, and not one of ours that has ended
  const started = new Instance(go, exports, raw, (id) => global.clearTimeout(id), onCrash);
  run.then(() => started.crash(), (cause: unknown) => started.crash(cause));
  return started;
}

/** A module that was asked for: what several want is fetched and compiled once. */
interface Download {
  readonly watchers: Set<(progress: Progress) => void>;
  readonly module: Promise<WebAssembly.Module>;
}

const downloads = new Map<string, Download>(); // by address; a failed one is forgotten

/** What a file that is compiled may need. @internal */
export interface CompileOptions {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly size?: number | undefined; // how many bytes it has, for where the server does not say
  readonly hint?: string; // what to do when it cannot be had
}

/** Compiles the file at an address, while it comes in wherever that is possible. @internal */
export async function compile(wasmURL: string | URL, { onProgress, size, hint = "check that the file is there, or give its place as wasmURL" }: CompileOptions = {}): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== "object") throw fail("no_wasm", "there is no WebAssembly here, which the rules are written in", "use a browser that has it");
  const key = String(wasmURL);
  let download = downloads.get(key);
  if (!download) {
    const watchers: Download["watchers"] = new Set();
    const report = onProgress && ((progress: Progress) => { for (const watcher of watchers) notify(watcher, progress); });
    download = { watchers, module: fetchModule(wasmURL, hint, report, size) };
    downloads.set(key, download);
    download.module.catch(() => downloads.delete(key));
  }
  if (!onProgress) return download.module;
  download.watchers.add(onProgress);
  return download.module.finally(() => download.watchers.delete(onProgress));
}

async function fetchModule(wasmURL: string | URL, hint: string, report?: (progress: Progress) => void, size?: number): Promise<WebAssembly.Module> {
  try {
    const url = new URL(wasmURL, globalThis.location?.href ?? import.meta.url);
    if (url.protocol === "file:" && globalThis.process?.versions?.node) {
      const fs = "node:fs/promises"; // not for a bundler to see
      const bytes = await (await import(/* @vite-ignore */ /* webpackIgnore: true */ fs) as typeof import("node:fs/promises")).readFile(url);
      report?.({ loaded: bytes.length, total: bytes.length });
      return await WebAssembly.compile(bytes);
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const counting = report && count(response.clone(), report, size);
    const isWasm = response.headers.get("Content-Type") === "application/wasm"; // streaming takes no parameters with it
    // Not a copy: what a browser keeps of its compiling, it keeps with what came from the network.
    const compiling = isWasm && WebAssembly.compileStreaming ? WebAssembly.compileStreaming(response) : response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
    const [module] = await Promise.all([compiling, counting]);
    return module;
  } catch (cause) {
    throw fail("load_failed", `${wasmURL} cannot be loaded: ${messageOf(cause)}`, hint, cause);
  }
}

/** Reads a response to its end, with word of every piece that arrives. */
async function count(response: Response, report: (progress: Progress) => void, size?: number): Promise<void> {
  // The length is that of the compressed file where the server compresses.
  const length = response.headers.get("Content-Encoding") ? NaN : Number(response.headers.get("Content-Length") ?? NaN);
  const total = length > 0 ? length : size;
  const pieces = response.body?.getReader();
  let loaded = 0;
  for (let piece = await pieces?.read(); piece && !piece.done; piece = await pieces?.read()) {
    loaded += piece.value.byteLength;
    report({ loaded, total });
  }
}
