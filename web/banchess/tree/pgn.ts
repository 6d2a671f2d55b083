// Reads the games of a PGN file one after the other: pieces of the text go into the
// WebAssembly, and one game at a time comes out.
import { BanChessError, fail, notify, unwrap, type PlainError } from "../game/error.js";
import type { Instance } from "../wasm/instance.js";
import { checkOptions, shared } from "../wasm/load.js";

/** A stream of the pieces of a file: a ReadableStream, such as the body of a response. */
export interface PGNStream {
  /** Returns the reader. */
  getReader(): {
    /** Reads the next piece. */
    read(): Promise<{ readonly done: boolean; readonly value?: string | Uint8Array | undefined }>;
    /** Ends reading. */
    cancel(): Promise<unknown>;
  };
}

/** A source of games: a text, a File or Blob, a stream of text or of bytes (UTF-8, or Latin-1 as in PGN), or anything for `for await`, such as a stream of Node. */
export type PGNSource = string | { stream(): PGNStream } | PGNStream | AsyncIterable<string | Uint8Array>;

/** The options of readPGN. */
export interface ReadPGNOptions {
  /** Called for every game that cannot be read, with the error and the line on which the game begins. The next game follows. */
  readonly onError?: (error: BanChessError, line: number) => void;
}

/** The answer of the WebAssembly to a request for the next game. */
type Next = { readonly tree?: object; readonly error?: PlainError; readonly line: number; readonly waiting?: true; readonly done?: true };

/** A reader of the WebAssembly: its handle, and the methods in its prototype. */
type RawReader = { readonly handle: number };

const PIECE = 1 << 16; // the size of a piece, in characters of a text or in bytes

/** Yields the pieces of a source. Bytes are not decoded here, because the WebAssembly detects their character set. */
async function* pieces(source: PGNSource): AsyncGenerator<string | Uint8Array> {
  if (typeof source === "string") {
    for (let at = 0; at < source.length;) {
      let end = at + PIECE;
      if ((source.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++; // does not split a surrogate pair
      yield source.slice(at, end);
      at = end;
    }
    return;
  }
  for await (const piece of chunks(source)) {
    if (typeof piece === "string") yield* pieces(piece);
    else if (piece instanceof Uint8Array) for (let at = 0; at < piece.length; at += PIECE) yield piece.subarray(at, at + PIECE);
    else throw fail("bad_argument", "the source gave something other than text and bytes", "pass a stream of strings or of Uint8Array");
  }
}

async function* chunks(source: Exclude<PGNSource, string>): AsyncGenerator<string | Uint8Array> {
  const given = source as Partial<{ stream(): PGNStream } & PGNStream & AsyncIterable<string | Uint8Array>> | null | undefined;
  if (typeof given?.stream === "function") return yield* chunks(given.stream());
  if (typeof given?.getReader === "function") {
    const reader = given.getReader();
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value!;
    } finally {
      await reader.cancel();
    }
    return;
  }
  if (typeof given?.[Symbol.asyncIterator] !== "function") throw fail("bad_argument", "there is nothing to read games from", "pass a text, a File or a stream");
  yield* given as AsyncIterable<string | Uint8Array>;
}

/** A reader in the WebAssembly, and its source. */
type Reader = ReturnType<typeof open>;

function open(source: PGNSource, options: ReadPGNOptions) {
  const { onError } = checkOptions(options, { onError: (v) => typeof v === "function" });
  const instance = shared.running();
  const raw = instance.ask<RawReader>("readPGN");
  const methods = Object.getPrototypeOf(raw) as typeof instance.methods, self = { handle: raw.handle };
  instance.watch(self, self.handle);
  return {
    onError, instance, text: pieces(source),
    call: <T>(name: "feed" | "end" | "next", ...args: unknown[]): T => unwrap<T>(instance.call(methods[name]!, self, args)),
    free() { instance.free(self, self.handle); },
  };
}

/** Implements readPGN of tree.ts, which passes the function that makes a tree. @internal */
export function readGames<T>(source: PGNSource, options: ReadPGNOptions, treeOf: (instance: Instance, raw: unknown) => T): AsyncIterableIterator<T> {
  let reader: Reader | null = null, done = false;
  const finish = async (): Promise<void> => {
    if (done) return;
    done = true;
    reader?.free();
    await reader?.text.return(undefined);
  };
  const read = async (): Promise<IteratorResult<T, undefined>> => {
    while (!done) {
      const { onError, instance, call, text } = reader ??= open(source, options);
      const next = call<Next>("next");
      if (next.tree) return { done: false, value: treeOf(instance, next.tree) };
      if (next.error) {
        const error = new BanChessError(next.error);
        if (!onError) throw error;
        notify((e: BanChessError) => onError(e, next.line), error);
      } else if (next.done) {
        await finish();
      } else {
        const { done: ended, value } = await text.next();
        if (done) break; // return() was called meanwhile
        if (ended) call("end");
        else if (value?.length) call("feed", value);
      }
    }
    return { done: true, value: undefined };
  };
  let turn: Promise<unknown> = Promise.resolve();
  return {
    next() {
      const mine = turn.then(read);
      turn = mine.catch(() => {}); // one read at a time
      return mine;
    },
    async return() {
      await finish();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() { return this; },
  };
}
