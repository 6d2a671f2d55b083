// The page's end of a connection to worker.js: it sends calls and receives answers,
// errors and events, each with the number of its call.
import { BanChessError, fail, messageOf, type PlainError } from "../game/error.js";
import { importFromNode } from "./node.js";
import type { Call, WorkerMessage } from "../worker.js";

/** The members of a worker that the library uses: a Web Worker, or a Worker of node:worker_threads. */
export interface WorkerLike {
  /** Sends it a message. */
  postMessage(message: unknown): void;
  /** Ends it. */
  terminate(): unknown;
}

/** A WorkerLike with the listener methods of a Web Worker or of a Node worker. */
interface WithListeners extends WorkerLike {
  addEventListener?(type: string, listener: (event: { data?: unknown; message?: string; preventDefault?(): void }) => void): void;
  on?(type: string, listener: (value: unknown) => void): void;
}

/** Returns the error of a worker that has ended, or that cannot be loaded. */
const gone = (why: string, isUnloaded?: boolean) =>
  fail(isUnloaded ? "load_failed" : "crashed", `the worker is gone: ${why}`, isUnloaded ? "give its place as workerURL" : "start another and load the records of the games");

/** Starts a worker: a Web Worker, or in Node a thread. @internal */
export async function startWorker(url?: string | URL): Promise<WorkerLike> {
  try {
    if (globalThis.Worker) {
      if (url) return new Worker(url, { type: "module" });
      return new Worker(new URL("./worker.js", import.meta.url), { type: "module" }); // bundlers recognize a worker that is written like this
    }
    const { Worker: Thread } = await importFromNode("node:worker_threads") as typeof import("node:worker_threads");
    const here = import.meta.url; // bundlers look for files named beside import.meta.url
    return new Thread(new URL(url ?? "./worker.js", here));
  } catch (cause) {
    throw gone(messageOf(cause), true); // for example, a browser refuses a worker of another origin
  }
}

/** Returns the error of a message. A foreign worker may have sent anything. */
function received(error: unknown): BanChessError {
  const { error: message, code } = (error ?? {}) as Partial<PlainError>;
  if (typeof message === "string" && typeof code === "string") return new BanChessError(error as PlainError);
  return fail("crashed", "the worker sent an error without code and message", "have it run worker.js of this release");
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: BanChessError) => void;
}

/** A connection to one worker. @internal */
export class Connection {
  readonly #worker: WorkerLike;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #listeners = new Map<number, (event: never) => void>();
  #dead: BanChessError | null = null;

  /**
   * @param worker a worker that was just started
   * @param onCrash called when the WebAssembly in the worker has crashed
   * @param onLoss called when the worker itself has ended
   */
  constructor(worker: WorkerLike, readonly onCrash: (error: BanChessError) => void, readonly onLoss?: (error: BanChessError) => void) {
    this.#worker = worker;
    const source = worker as WithListeners;
    if (source.addEventListener) {
      source.addEventListener("message", ({ data }) => this.#receive(data));
      source.addEventListener("messageerror", () => this.#lose("it sent what cannot be read"));
      source.addEventListener("error", (event) => {
        event.preventDefault?.();
        this.#lose(event.message || "it cannot be loaded", true);
      });
    } else {
      source.on?.("message", (message) => this.#receive(message));
      source.on?.("messageerror", () => this.#lose("it sent what cannot be read"));
      source.on?.("error", (cause) => this.#lose(messageOf(cause), true));
      source.on?.("exit", () => this.#lose("it ended"));
    }
  }

  /** Calls a function of the worker. onEvent receives the events of the call until it is cancelled. */
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

  /** Cancels a call. Its answer still comes if it has not come yet. */
  cancel(id: number): void {
    this.#listeners.delete(id);
    if (!this.#dead) this.#worker.postMessage({ cancel: id } satisfies Call);
  }

  /** Ends the worker and rejects all pending calls. */
  end(): void { this.#lose("it was ended"); }

  /** Handles a message. A foreign worker may send anything; other data is ignored. */
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

  #lose(why: string, isError?: boolean): void {
    if (this.#dead) return;
    // An error before the first answer means that the script cannot be loaded, or is another.
    const error = this.#dead = gone(why, isError && this.#next === this.#waiting.size + 1);
    this.#worker.terminate(); // after an error the worker may still run
    this.#listeners.clear();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.onLoss?.(error);
  }
}
