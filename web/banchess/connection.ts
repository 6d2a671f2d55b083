// The near end of a worker that runs worker.js: calls go there, and answers,
// errors and events come back, each with the number of its call.
import { BanChessError, fail, messageOf, type PlainError } from "./error.js";
import type { Call, WorkerMessage } from "./worker.js";

/** What is needed of a worker: a Web Worker, or a Worker of node:worker_threads. */
export interface WorkerLike {
  /** Sends it a message. */
  postMessage(message: unknown): void;
  /** Ends it. */
  terminate(): unknown;
}

/** A WorkerLike with the listeners of one kind or the other. */
interface WithListeners extends WorkerLike {
  addEventListener?(type: string, listener: (event: { data?: unknown; message?: string; preventDefault?(): void }) => void): void;
  on?(type: string, listener: (value: unknown) => void): void;
}

/** Starts a worker: a Web Worker, or in Node a thread. @internal */
export async function startWorker(url?: string | URL): Promise<WorkerLike> {
  if (globalThis.Worker) {
    if (url) return new Worker(url, { type: "module" });
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" }); // as bundlers look for it
  }
  const threads = "node:worker_threads"; // not for a bundler to see
  const { Worker: Thread } = await import(/* @vite-ignore */ /* webpackIgnore: true */ threads) as typeof import("node:worker_threads");
  const here = import.meta.url; // bundlers look for addresses beside it
  return new Thread(new URL(url ?? "./worker.js", here));
}

/** The error of a message; a worker that is not of this library may have sent anything for one. */
function received(error: unknown): BanChessError {
  const { error: message, code } = (error ?? {}) as Partial<PlainError>;
  if (typeof message === "string" && typeof code === "string") return new BanChessError(error as PlainError);
  return fail("crashed", "the worker sent an error that says nothing", "have it run worker.js of this release");
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: BanChessError) => void;
}

/** Calls to one worker. @internal */
export class Connection {
  readonly #worker: WorkerLike;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #listeners = new Map<number, (event: never) => void>();
  #dead: BanChessError | null = null;

  /**
   * @param worker one that was just started
   * @param onCrash told when the WebAssembly in the worker has crashed
   * @param onLoss told when the worker itself is gone
   */
  constructor(worker: WorkerLike, readonly onCrash: (error: BanChessError) => void, readonly onLoss?: (error: BanChessError) => void) {
    this.#worker = worker;
    const source = worker as WithListeners;
    if (source.addEventListener) {
      source.addEventListener("message", ({ data }) => this.#receive(data));
      source.addEventListener("messageerror", () => this.#lose("it sent what cannot be read"));
      source.addEventListener("error", (event) => {
        event.preventDefault?.();
        this.#lose(event.message || "it cannot be loaded");
      });
    } else {
      source.on?.("message", (message) => this.#receive(message));
      source.on?.("messageerror", () => this.#lose("it sent what cannot be read"));
      source.on?.("error", (cause) => this.#lose(messageOf(cause)));
      source.on?.("exit", () => this.#lose("it ended"));
    }
  }

  /** Calls; onEvent gets the events of the call until it is cancelled. */
  call<T>(call: string, game: number | undefined, args: readonly unknown[], onEvent?: (event: never) => void): { readonly id: number; readonly answer: Promise<T> } {
    const id = this.#next++;
    const answer = new Promise<T>((resolve, reject) => {
      if (this.#dead) return reject(this.#dead);
      this.#waiting.set(id, { resolve, reject });
      if (onEvent) this.#listeners.set(id, onEvent);
      try {
        this.#worker.postMessage({ id, call, game, args } satisfies Call);
      } catch (cause) {
        this.#waiting.delete(id);
        this.#listeners.delete(id);
        reject(fail("bad_argument", `the arguments cannot be sent to the worker: ${messageOf(cause)}`, "pass plain data"));
      }
    });
    return { id, answer };
  }

  /** Ends what a call began. A call that has no answer yet still gets one. */
  cancel(id: number): void {
    this.#listeners.delete(id);
    if (!this.#dead) this.#worker.postMessage({ cancel: id } satisfies Call);
  }

  /** Ends the worker; what is pending is rejected. */
  end(): void { this.#lose("it was ended"); }

  /** Takes a message. A worker that is not of this library may send anything; other data is ignored. */
  #receive(data: unknown): void {
    if (typeof data !== "object" || data === null) return;
    const message = data as WorkerMessage;
    if ("crash" in message) return this.onCrash(received(message.crash));
    if ("event" in message) return this.#listeners.get(message.id)?.(message.event as never);
    if (!("error" in message || "answer" in message)) return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ("error" in message) {
      this.#listeners.delete(message.id);
      waiting?.reject(received(message.error));
    } else {
      waiting?.resolve(message.answer as never);
    }
  }

  #lose(why: string): void {
    if (this.#dead) return;
    const error = this.#dead = fail("crashed", `the worker is gone: ${why}`, "start another and load the records of the games");
    this.#worker.terminate(); // after an error it may still be there
    this.#listeners.clear();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.onLoss?.(error);
  }
}
