// The page's end of the worker that counts games by position.

import type { Player } from "../../banchess/banchess.js";
import type { Score } from "../../banchess/engine.js";
import { words } from "language/explore";

/** The number of games by their results. */
export interface Count {
  readonly white: number;
  readonly drawn: number;
  readonly black: number;
  readonly open: number; // unfinished
}

/** An action with the games in which it was played. */
export interface Row extends Count {
  readonly action: string; // in BCN
  readonly san: string;
  readonly eval?: Score & { readonly depth: number };
}

/** The actions that were played in a position, the most frequent first. */
export interface Found {
  readonly total: Count;
  readonly rows: readonly Row[];
}

/** The games that have been read. */
export interface Read {
  readonly games: number;
  readonly skipped: number; // that could not be read
  readonly error?: string; // of the first of these
  readonly more: boolean; // true if no more are read
  readonly players?: readonly string[]; // the most frequent names, after the last piece
}

/** The progress of reading. */
export interface Progress extends Read {
  readonly part: number; // of 1
}

/** The games that count. Empty texts are no limit. */
export interface Filter {
  readonly player: string;
  readonly opponent: string;
  readonly side: Player | "";
  readonly since: string; // as "2026-11-26"
  readonly until: string;
}

/** A message to the worker. */
export type Message = { readonly id: number } & ({ readonly ask: object } | { readonly file: Blob } | { readonly stop: true });

/** A message from the worker. */
export type Reply = { readonly id: number } & ({ readonly answer: object } | { readonly error: string } | { readonly progress: Progress });

interface Waiting {
  readonly done: (answer: any) => void;
  readonly fail: (error: Error) => void;
  readonly progress?: ((progress: Progress) => void) | undefined;
}

/** Returns the number of games in a count. */
export const gamesIn = ({ white, drawn, black, open }: Count): number => white + drawn + black + open;

export class Counter {
  #worker: Worker | null = null; // not started before it is needed
  #waiting = new Map<number, Waiting>();
  #next = 1;

  /** Loads the opening book. */
  load(book: string): Promise<Read & { about: string }> {
    return this.#send({ ask: { book } });
  }

  /** Returns what was played in a position, in the book or, with a filter, in the games that were read. */
  find(fen: string, filter: Filter | null): Promise<Found> {
    return this.#send({ ask: { fen, ...filter && { own: true, ...filter } } });
  }

  /** Reads the games of a file instead of those that were read before. */
  read(file: Blob, signal: AbortSignal, progress: (progress: Progress) => void): Promise<Read> {
    const id = this.#next;
    signal.addEventListener("abort", () => this.#worker?.postMessage({ id, stop: true } satisfies Message));
    return this.#send({ file }, progress);
  }

  /** Forgets the games that were read. */
  clear(): Promise<Read> {
    return this.#send({ ask: { clear: true } });
  }

  /** Reads some more games. */
  add(pgn: string): Promise<Read> {
    return this.#send({ ask: { pgn } });
  }

  /** Ends reading. The answer has the names of the players. */
  end(): Promise<Read> {
    return this.#send({ ask: { end: true } });
  }

  #send<T>(what: { ask: object } | { file: Blob }, progress?: Waiting["progress"]): Promise<T> {
    const id = this.#next++, worker = (this.#worker ??= this.#start());
    return new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail, progress });
      worker.postMessage({ id, ...what } satisfies Message);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL("./explore-worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      const waiting = this.#waiting.get(data.id);
      if ("progress" in data) return waiting?.progress?.(data.progress);
      this.#waiting.delete(data.id);
      if ("error" in data) waiting?.fail(new Error(data.error));
      else waiting?.done(data.answer);
    });
    // It cannot be loaded, or has crashed. The next call starts another.
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = null;
      const waiting = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { fail } of waiting) fail(new Error(event.message || words.explore.notLoaded));
    });
    return worker;
  }
}
