// A running WebAssembly instance: how it is called, and how crashes are handled.
import { BanChessError, fail, messageOf, unwrap, type PlainError } from "../game/error.js";
import type { Go } from "go:wasm_exec";

/** The parts of Go's runtime that the library uses beyond its documented interface. @internal */
export type Runtime = Go & {
  readonly exited: boolean;
  readonly _scheduledTimeouts: Map<number, ReturnType<typeof setTimeout>>;
  _resume(): void;
};

/** The exports of wasm/exports.go. A negative answer is an error, which `lastError` returns. @internal */
export interface Exports {
  readonly mem: { readonly buffer: ArrayBuffer };
  banchess_answer(): number;
  banchess_input(n: number): number;
  banchess_new(): number;
  banchess_clone(handle: number): number;
  banchess_tree_game(handle: number, node: number): number;
  banchess_free(handle: number): number;
  banchess_live(): number;
  banchess_heap(): number;
  banchess_legal(handle: number): number;
  banchess_play(handle: number, code: number): number;
  banchess_play_all(handle: number, n: number): number;
  banchess_last(handle: number): number;
  banchess_show(handle: number): number;
  banchess_load_fen(handle: number, n: number): number;
  banchess_parse(handle: number, n: number): number;
  banchess_step(handle: number, by: number): number;
  banchess_is_legal(handle: number, code: number): number;
  banchess_state(handle: number): number;
  banchess_fen(handle: number): number;
  banchess_position(handle: number): number;
  banchess_attackers(handle: number, what: number): number;
  banchess_perft(handle: number, depth: number): number;
}

/** The name of an export. @internal */
export type ExportName = Exclude<keyof Exports, "mem">;

const encoder = /* @__PURE__ */ new TextEncoder(), decoder = /* @__PURE__ */ new TextDecoder();

const MOST_TEXT = 4 << 20; // characters, as in wasm/read.go

type Call = (...args: never[]) => unknown;

/** The functions of globalThis.banchess that the library calls; see wasm/doc.go. */
type Functions = Readonly<Record<"missingTables" | "addTable" | "newTree" | "readPGN" | "fromStandardFEN" | "fromStandardPGN" | "judge" | "explain" | "review" | "session" | "subscribe", Call>>;

/** The part of globalThis.banchess that the library uses. @internal */
export interface Raw extends Functions {
  version: string;
  readonly game: object;
  readonly lastError: PlainError;
  readonly board?: { readonly ready: Promise<void> } & Readonly<Record<string, Call>>; // only in banchess.wasm
}

/** A place where games live. running() returns the instance there, or throws the reason why nothing runs. @internal */
export interface Host {
  running(): Instance;
}

/** @internal */
export const crashError = (cause?: unknown): BanChessError => fail("crashed",
  `the WebAssembly has crashed${cause === undefined ? "" : `: ${messageOf(cause)}`}`, "await initialize() again, which a board does by itself: live games go on from what was played", cause);

/** The globalThis.banchess objects of instances that have ended. A new instance may replace them. @internal */
export const ended = new WeakSet<object>();

/** A running instance. An exception out of it, or its end, counts as a crash. @internal */
export class Instance {
  readonly methods: Readonly<Record<string, Call>>;
  readonly answer: number; // the address of the answers of exports
  readonly waiting = new Set<(error: BanChessError) => void>(); // called when it ends
  dead = false;
  #bytes = new Uint8Array(0);
  #answers = new DataView(new ArrayBuffer(0));
  #calling = 0; // the number of calls from here in progress
  #freed = new FinalizationRegistry((handle: number) => {
    if (this.dead) return;
    try {
      this.run("banchess_free", handle);
    } catch { /* a crash, which has been reported */ }
  });

  /**
   * @param clearTimer clearTimeout of the scope in which it runs
   * @param onCrash called once, when it has crashed
   */
  constructor(readonly go: Runtime, readonly exports: Exports, readonly raw: Raw, readonly clearTimer: typeof clearTimeout, readonly onCrash: (error: BanChessError) => void) {
    this.methods = Object.getPrototypeOf(raw.game) as Record<string, Call>;
    this.answer = exports.banchess_answer();
    // Notices a crash outside a call from here: in a timer or a message of the Go runtime.
    const resume = go._resume;
    go._resume = () => {
      if (this.dead) return;
      try {
        resume.call(go);
      } catch (cause) {
        if (this.#calling) throw cause;
        this.crash(cause);
      }
    };
  }

  /** Returns the program's memory. Its buffer is replaced when it grows. */
  memory(): Uint8Array {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.exports.mem.buffer);
    return this.#bytes;
  }

  /** The bytes that an export wrote. */
  answers(): DataView {
    if (this.#answers.buffer.byteLength === 0) this.#answers = new DataView(this.exports.mem.buffer, this.answer, 4096);
    return this.#answers;
  }

  /** Writes a text for an export that takes one, and returns its length in bytes. Throws `bad_argument` if it is too long. */
  input(text: string): number {
    if (text.length > MOST_TEXT) throw fail("bad_argument", `the text has ${text.length} characters`, `pass at most ${MOST_TEXT}`);
    const bytes = encoder.encode(text), address = this.run("banchess_input", bytes.length);
    this.memory().set(bytes, address);
    return bytes.length;
  }

  /** Returns the n bytes that an export wrote, as text. */
  text(n: number): string { return decoder.decode(this.memory().subarray(this.answer, this.answer + n)); }

  /** Calls an export. Throws the error of a negative answer. */
  run(name: ExportName, a = 0, b = 0): number {
    const { exports } = this, answer = this.#guard(() => (exports[name] as (a: number, b: number) => number)(a, b));
    if (answer < 0) throw new BanChessError(this.raw.lastError);
    return answer;
  }

  /** Calls a function of globalThis.banchess. Throws the error that it answers with. */
  ask<T>(name: keyof Functions, ...args: unknown[]): T { return unwrap<T>(this.call(this.raw[name], this.raw, args)); }

  /** Calls a function of globalThis.banchess, or a method of a game. */
  call(f: Call, self: unknown, args: readonly unknown[]): unknown {
    return this.#guard(() => Reflect.apply(f, self, args) as unknown);
  }

  /** Runs a call. If it throws, or the program ends during it, that is a crash. */
  #guard<T>(call: () => T): T {
    if (this.dead || this.go.exited) throw this.crash();
    this.#calling++;
    let answer;
    try {
      answer = call();
    } catch (cause) {
      throw this.crash(cause);
    } finally {
      this.#calling--;
    }
    if (this.dead || this.go.exited) throw this.crash();
    return answer;
  }

  /** Frees a game when its owner is garbage-collected. */
  watch(owner: object, handle: number): void { this.#freed.register(owner, handle, owner); }

  /** Frees a game at once. */
  free(owner: object, handle: number): void {
    if (this.dead) return;
    this.#freed.unregister(owner);
    this.run("banchess_free", handle);
  }

  /** Marks the instance as crashed. Returns the error to throw. */
  crash(cause?: unknown): BanChessError {
    const error = crashError(cause);
    if (this.end(error)) this.onCrash(error);
    return error;
  }

  /** Marks the instance as ended. Returns false if it already was. */
  end(error: BanChessError): boolean {
    if (this.dead) return false;
    this.dead = true;
    // A timer of the Go runtime repeats for ever unless it is removed from this list.
    for (const id of this.go._scheduledTimeouts.values()) this.clearTimer(id);
    this.go._scheduledTimeouts.clear();
    ended.add(this.raw);
    for (const tell of this.waiting) tell(error);
    return true;
  }
}
