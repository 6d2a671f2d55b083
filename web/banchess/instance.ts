// A running WebAssembly: how it is called, and what happens when it crashes.
import { BanChessError, fail, messageOf, type PlainError } from "./error.js";
import type { Go } from "go:wasm_exec";

/** What of Go's runtime is needed beside its documented side. @internal */
export type Runtime = Go & {
  readonly exited: boolean;
  readonly _scheduledTimeouts: Map<number, ReturnType<typeof setTimeout>>;
  _resume(): void;
};

/** The calls of wasm/exports.go. A negative answer is an error, which `lastError` has. @internal */
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

const encoder = /* @__PURE__ */ new TextEncoder(), decoder = /* @__PURE__ */ new TextDecoder();

const MOST_TEXT = 4 << 20; // characters, as in wasm/read.go

type Call = (...args: never[]) => unknown;

/** globalThis.banchess, as far as the library uses it; see wasm/doc.go. @internal */
export interface Raw {
  readonly version: string;
  readonly game: object;
  readonly lastError: PlainError;
  readonly newTree: Call;
  readonly readPGN: Call;
  readonly serializeAction: Call;
  readonly fromStandardFEN: Call;
  readonly session: Call;
  readonly subscribe: Call;
  readonly board?: { readonly ready: Promise<void> } & Readonly<Record<string, Call>>; // in banchess.wasm
}

/** A place where games live: gives the instance that runs there, or throws why nothing runs. @internal */
export interface Host {
  running(): Instance;
}

/** @internal */
export const crashError = (cause?: unknown): BanChessError => fail("crashed",
  `the WebAssembly has crashed${cause === undefined ? "" : `: ${messageOf(cause)}`}`, "await initialize() again, which a board does by itself: live games go on from what was played", cause);

/** The globalThis.banchess of instances that have ended, which another may replace. @internal */
export const ended = new WeakSet<object>();

/** A running instance. Whatever throws out of it, or ends it, is a crash. @internal */
export class Instance {
  readonly methods: Readonly<Record<string, Call>>;
  readonly answer: number; // where the exports leave their answers
  readonly waiting = new Set<(error: BanChessError) => void>(); // to be told of its end
  dead = false;
  #bytes = new Uint8Array(0);
  #calling = 0; // how many calls from here are under way
  #freed = new FinalizationRegistry((handle: number) => {
    if (this.dead) return;
    try {
      this.run(this.exports.banchess_free, handle);
    } catch { /* a crash, which has been reported */ }
  });

  /**
   * @param clearTimer clearTimeout of the scope it runs in
   * @param onCrash told once, when it has crashed
   */
  constructor(readonly go: Runtime, readonly exports: Exports, readonly raw: Raw, readonly clearTimer: typeof clearTimeout, readonly onCrash: (error: BanChessError) => void) {
    this.methods = Object.getPrototypeOf(raw.game) as Record<string, Call>;
    this.answer = exports.banchess_answer();
    // Has a crash noticed also where nobody called: in a timer or a message of the Go runtime.
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

  /** The program's memory, whose buffer is another one after it has grown. */
  memory(): Uint8Array {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.exports.mem.buffer);
    return this.#bytes;
  }

  /** Leaves a text for an export that takes one; gives its length in bytes, -1 for one that is too long. */
  input(text: string): number {
    if (text.length > MOST_TEXT) return -1;
    const bytes = encoder.encode(text), address = this.run(this.exports.banchess_input, bytes.length);
    this.memory().set(bytes, address);
    return bytes.length;
  }

  tooLong(text: string): BanChessError { return fail("bad_argument", `the text has ${text.length} characters`, `pass at most ${MOST_TEXT}`); }

  /** The text of the n bytes that an export has left. */
  text(n: number): string { return decoder.decode(this.memory().subarray(this.answer, this.answer + n)); }

  /** The error of an export that answered with a negative number. */
  lastError(): BanChessError { return new BanChessError(this.raw.lastError); }

  /** Calls an export. */
  run(f: (a: number, b: number) => number, a = 0, b = 0): number {
    return this.#guard(() => f(a, b));
  }

  /** Calls one of globalThis.banchess's functions, or a method of a game. */
  call(f: Call, self: unknown, args: readonly unknown[]): unknown {
    return this.#guard(() => Reflect.apply(f, self, args) as unknown);
  }

  /** Runs a call. What it throws, and the end of the program in it, is a crash. */
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

  /** Frees a game when its owner is collected. */
  watch(owner: object, handle: number): void { this.#freed.register(owner, handle, owner); }

  /** Frees a game at once. */
  free(owner: object, handle: number): void {
    if (this.dead) return;
    this.#freed.unregister(owner);
    this.run(this.exports.banchess_free, handle);
  }

  /** Takes it out of use because it crashed; returns the error for whoever was in a call. */
  crash(cause?: unknown): BanChessError {
    const error = crashError(cause);
    if (this.end(error)) this.onCrash(error);
    return error;
  }

  /** Takes it out of use; false if it was already. */
  end(error: BanChessError): boolean {
    if (this.dead) return false;
    this.dead = true;
    // A timer of the Go runtime asks again and again, for ever, until it is gone
    // from this list.
    for (const id of this.go._scheduledTimeouts.values()) this.clearTimer(id);
    this.go._scheduledTimeouts.clear();
    ended.add(this.raw);
    for (const tell of this.waiting) tell(error);
    return true;
  }
}
