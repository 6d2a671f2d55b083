// The state of the explorer, and what changes it: whose games are counted, reading them, and
// what was played in the position shown.

import { words } from "language/explore";
import type { PageStore } from "../shell/index.js";
import type { Store } from "../view/index.js";
import { Counter, type Filter, type Found, type Read } from "./counter.js";
import { OWN, ownGames } from "./own.js";

export type Source = "engine" | "own" | "file";

export interface Exploring {
  readonly source: Source;
  readonly fen: string; // of what was found
  readonly found: Found | null; // null before the first answer
  readonly about: number | null; // the number of games of the book; null before it is loaded
  readonly read: Read | null; // the other games
  readonly reading: number | null; // how far reading them is, of 1; null if they are not being read
  readonly isStopped: boolean;
  readonly file: string; // the name of the file; "" for My games
  readonly filter: Filter;
  readonly trouble: string;
}

export const NO_FILTER: Filter = { player: "", opponent: "", side: "", since: "", until: "" };

export const FIRST: Exploring = { source: "engine", fen: "", found: null, about: null, read: null, reading: null, isStopped: false, file: "", filter: NO_FILTER, trouble: "" };

const PAUSE = 500; // the least time between two looks while games are read, in milliseconds

export function createCounting(store: Store<Exploring>, page: PageStore) {
  const counter = new Counter();
  let asked = "", reading: AbortController | null = null, looked = 0, book: Promise<void> | null = null;
  let last: File | null = null; // the file that was chosen last

  /** Says why something failed that the worker was to do. */
  function tell(error: unknown): void {
    asked = "";
    book = null; // the worker may have crashed with it
    store.set({ trouble: words.explore.failed((error as Error).message) });
  }

  async function loadBook(): Promise<void> {
    const answer = await fetch(new URL("./assets/book.txt", import.meta.url));
    if (!answer.ok) throw new Error(String(answer.status));
    const { about } = await counter.load(await answer.text());
    store.set({ about: parseInt(about) });
  }

  /** Looks at the position that is shown, unless that was done. */
  async function lookOnce(): Promise<void> {
    const { source, filter } = store.state, { fen } = page.state.position;
    const key = JSON.stringify([source, fen, filter]);
    if (key === asked) return;
    asked = key;
    if (source === "engine") await (book ??= loadBook());
    const own = filter.side || filter.opponent || filter.player ? OWN : "";
    const found = await counter.find(fen, source === "engine" ? null : source === "own" ? { ...filter, player: own } : filter);
    if (key === asked) store.set({ found, fen, ...source === "engine" && { trouble: "" } }); // games that could not be read are still not there
  }
  const look = () => lookOnce().catch(tell);

  /** Looks again. While games are read, not all the time. */
  function lookAgain(): void {
    const now = performance.now();
    if (reading && !reading.signal.aborted && now - looked < PAUSE) return;
    looked = now;
    asked = "";
    void look();
  }

  /** Reads games. */
  async function readAll(source: Source, file: string, act: (signal: AbortSignal, progress: (read: Read, part: number) => void) => Promise<Read>): Promise<void> {
    reading?.abort();
    const mine = (reading = new AbortController());
    store.set({ source, file, filter: NO_FILTER, read: null, reading: 0, found: null, isStopped: false, trouble: "" });
    asked = "";
    try {
      const read = await act(mine.signal, (read, part) => {
        if (reading !== mine || mine.signal.aborted) return;
        store.set({ read, reading: part });
        lookAgain();
      });
      if (reading !== mine) return;
      reading = null;
      store.set({ read, reading: null, isStopped: mine.signal.aborted });
      lookAgain();
    } catch (error) {
      if (reading !== mine) return; // other games are read instead
      reading = null;
      store.set({ reading: null });
      tell(error);
    }
  }

  const readOwn = () => readAll("own", "", async (signal, progress) => {
    let read = await counter.clear();
    for await (const { pgn, part } of ownGames()) {
      if (signal.aborted || read.more) break;
      progress(read = await counter.add(pgn), part);
    }
    return reading?.signal === signal ? counter.end() : read; // or other games are read instead
  });

  const open = (file: File) => {
    last = file;
    return readAll("file", file.name, (signal, progress) => counter.read(file, signal, (read) => progress(read, read.part)));
  };

  return {
    look,
    open,
    choose(source: Source): void {
      if (source === "own") return void readOwn();
      reading?.abort(); // it still tells how many games it has read
      store.set({ source, found: null, reading: null, trouble: "", isStopped: store.state.isStopped || reading !== null });
      lookAgain();
    },
    stop: () => reading?.abort(),
    retry(): void {
      store.set({ trouble: "" });
      if (store.state.source === "own") void readOwn();
      else if (store.state.source === "file" && last) void open(last);
      else lookAgain();
    },
    filter(change: Partial<Filter>): void {
      store.set({ filter: { ...store.state.filter, ...change } });
      void look();
    },
  };
}
