// Loads the WebAssembly, from its address to a running instance, for initialize() and
// for the boards.
import { runtimeOf, type Go } from "go:wasm_exec";
import { BanChessError, fail, messageOf, notify, quote } from "../game/error.js";
import { crashError, ended, Instance, type Exports, type Host, type Raw, type Runtime } from "./instance.js";
import { readLocal } from "./node.js";

/** The version of this library. The WebAssembly must have the same. */
export const VERSION: string = "__BANCHESS_VERSION__";

/** The progress of loading. */
export interface Progress {
  /** The number of bytes received, uncompressed. */
  readonly loaded: number;
  /** The total number of bytes; undefined if the server compresses or does not send the length. */
  readonly total?: number | undefined;
}

/** The options of initialize. All are optional; give at most one of wasmURL and wasmModule. */
export interface InitializeOptions {
  /**
   * The address of `banchess-core.wasm`. The default is beside this module. A relative
   * address is relative to the page, or in Node to this module.
   */
  readonly wasmURL?: string | URL;
  /** The compiled file, a WebAssembly.Module. Node's types do not have this name, hence `object`. */
  readonly wasmModule?: object;
  /** Called with every piece that arrives; in Node only once. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Called when the WebAssembly has crashed, with an error of code `crashed`. Only the
   * last function given is called. After another `await initialize()` the live games
   * continue where they were.
   */
  readonly onCrash?: (error: BanChessError) => void;
}

let Runtime: (new () => Go) | undefined; // the class of Go's runtime in this scope
let current: Instance | null = null; // the instance of initialize
let starting: Promise<void> | null = null; // the promise of initialize, while it is pending and after it succeeded
let last: WebAssembly.Module | null = null; // the last module that ran, to start again after a crash
let lost = false; // true if an instance has crashed and no other was started since
let crashed: ((error: BanChessError) => void) | null = null; // the last onCrash

/** The instances of the boards, in which games can live before initialize. @internal */
export const boards = /* @__PURE__ */ new Set<Instance>();

/** The place of games that are not on a board. @internal */
export const shared: Host = {
  running() {
    if (current) return current;
    for (const instance of boards) return instance;
    throw lost ? crashError() : fail("not_initialized", "the WebAssembly is not loaded yet", "await initialize() before anything else");
  },
};

/** Reports whether a value is valid for an option. The hint says how to fix an invalid one. */
type Check = ((v: unknown) => boolean) & { readonly hint?: string };

/** The checks of all known options, by name. */
type Checks = Readonly<Record<string, Check>>;

/** The checks of the options of initialize. @internal */
export const OPTIONS = {
  wasmURL: (v) => typeof v === "string" || v instanceof URL,
  wasmModule: (v) => Object.prototype.toString.call(v) === "[object WebAssembly.Module]", // also a module of another frame
  onProgress: (v) => typeof v === "function",
  onCrash: (v) => typeof v === "function",
} satisfies Checks;

/** Returns the options that are given. Throws `bad_option` for unknown or invalid ones. @internal */
export function checkOptions<T extends object>(options: T, known: Checks = OPTIONS): T {
  try {
    return readOptions(options, known);
  } catch (e) {
    throw e instanceof BanChessError ? e : fail("bad_option", "the options cannot be read: they threw", "pass plain values");
  }
}

function readOptions<T extends object>(options: T, known: Checks): T {
  // A list would have an option for each element.
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
 * Loads the WebAssembly. Await it once before the first game. Another call returns the
 * same promise, even if it names another file. After a failed start or a crash, another
 * call starts it again (after a crash without options from the same module).
 *
 * Rejects with a BanChessError: `bad_option` for an option that is unknown or of
 * the wrong type, `load_failed` if the file cannot be loaded or is not the right one,
 * `version_mismatch` if it has another version than this library, `crashed` if
 * it crashed while starting.
 *
 * In a browser the file is compiled while it is downloaded; a wrong Content-Type makes
 * this slower but does not fail. In Node it is read from the disk.
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

/** The properties that the program sets in its global scope, and those that it uses. */
type Scope = { banchess?: Raw; banchessReady?: unknown; readonly WebAssembly: typeof WebAssembly; readonly clearTimeout: typeof clearTimeout };

/**
 * Runs a module in a scope: that of this module, or that of an iframe. The runtime must
 * come from the same scope.
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
  run.catch(() => {}); // handled below, unless the start fails
  const exports = instance.exports as unknown as Exports, raw = global.banchess;
  const isOurs = raw !== undefined && raw !== before && exports.banchess_play !== undefined;
  if (go.exited || !isOurs) {
    giveBack();
    go._resume = () => {}; // its pending timers and messages have no receiver any more
    if (isOurs) throw crashError();
    throw fail("load_failed", "the WebAssembly is not that of banchess, or ended at once", hint);
  }
  raw.version ||= VERSION; // a site whose files are named by their content has programs without one
  if (raw.version !== VERSION) {
    giveBack();
    throw fail("version_mismatch", `the WebAssembly is of banchess ${raw.version}, and this library of ${VERSION}`, hint);
  }
  if (before && !ended.has(before)) giveBack(); // restores the name, unless it belonged to an instance of this library that has ended
  const started = new Instance(go, exports, raw, (id) => global.clearTimeout(id), onCrash);
  run.then(() => started.crash(), (cause: unknown) => started.crash(cause));
  return started;
}

/** A module that is being loaded. Several callers share the download and the compilation. */
interface Download {
  readonly watchers: Set<(progress: Progress) => void>;
  readonly module: Promise<WebAssembly.Module>;
}

const downloads = new Map<string, Download>(); // by address; a failed one is removed

/** The options of compile. @internal */
export interface CompileOptions {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly size?: number | undefined; // the size in bytes, used if the server does not send it
  readonly hint?: string; // how to fix a failed load
}

/** Compiles the file at an address, while it is downloaded if possible. @internal */
export async function compile(wasmURL: string | URL, { onProgress, size, hint = "check that the file is there, or give its place as wasmURL" }: CompileOptions = {}): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== "object") throw fail("no_wasm", "the rules need WebAssembly, which is missing here", "use a browser that has it");
  const key = String(wasmURL);
  let download = downloads.get(key);
  if (!download) {
    const watchers: Download["watchers"] = new Set();
    download = { watchers, module: fetchModule(wasmURL, hint, watchers, size) };
    downloads.set(key, download);
    download.module.catch(() => downloads.delete(key));
  }
  if (!onProgress) return download.module;
  download.watchers.add(onProgress);
  return download.module.finally(() => download.watchers.delete(onProgress));
}

async function fetchModule(wasmURL: string | URL, hint: string, watchers: Download["watchers"], size?: number): Promise<WebAssembly.Module> {
  const report = (loaded: number, total?: number) => { for (const watcher of watchers) notify(watcher, { loaded, total }); };
  try {
    const url = new URL(wasmURL, globalThis.location?.href ?? import.meta.url);
    const bytes = await readLocal(url);
    if (bytes) {
      report(bytes.length, bytes.length);
      return await WebAssembly.compile(bytes);
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    // A copy to count the bytes of makes loading a tenth slower.
    const counting = watchers.size ? count(response.clone(), report, size) : null;
    const isWasm = response.headers.get("Content-Type") === "application/wasm"; // streaming requires the type without parameters
    // Compiles the original response, not the copy: a browser caches compiled code only for responses from the network.
    const compiling = isWasm && WebAssembly.compileStreaming ? WebAssembly.compileStreaming(response) : response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
    const [module] = await Promise.all([compiling, counting]);
    return module;
  } catch (cause) {
    throw fail("load_failed", `${wasmURL} cannot be loaded: ${messageOf(cause)}`, hint, cause);
  }
}

/** Reads a response to its end, and reports every piece that arrives. */
async function count(response: Response, report: (loaded: number, total?: number) => void, size?: number): Promise<void> {
  // For a compressed file, Content-Length is the compressed length.
  const length = response.headers.get("Content-Encoding") ? NaN : Number(response.headers.get("Content-Length") ?? NaN);
  const total = length > 0 ? length : size;
  const pieces = response.body?.getReader();
  for (let loaded = 0, piece; (piece = await pieces?.read())?.value; report(loaded, total)) loaded += piece.value.byteLength;
}
