// The database of the games played in this browser, in IndexedDB, and of the player's
// mistakes in them. What lists show of a game and the game itself lie apart, so that a list of
// thousands is read at once.

import type { Entry } from "./entry.js";

const NAME = "banchess.games";
const VERSION = 2;
const ENTRIES = "entries", GAMES = "games", MISTAKES = "mistakes";
const STATE = "state"; // the only key of MISTAKES

/** A game with its entry. */
export interface Kept {
  readonly entry: Entry;
  readonly game: string; // a Left as JSON
}

let opened: Promise<IDBDatabase> | null = null;

/** Opens the database. A release adds what it needs, and deletes nothing that it does not know. */
const open = () => (opened ??= opening(VERSION).catch((error: unknown) => {
  opened = null;
  throw error;
}));

const opening = (version?: number) => new Promise<IDBDatabase>((done, fail) => {
  const request = indexedDB.open(NAME, version);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      request.result.createObjectStore(ENTRIES, { keyPath: "id" }).createIndex("date", "date");
      request.result.createObjectStore(GAMES);
    }
    if (oldVersion < 2) request.result.createObjectStore(MISTAKES);
  };
  request.onsuccess = () => {
    const database = request.result;
    database.onclose = () => (opened = null);
    database.onversionchange = () => { // a newer release in another tab waits for this
      opened = null;
      database.close();
    };
    done(database);
  };
  // A newer release has made the database newer, and everything of this one is still there.
  request.onerror = () => (version && request.error?.name === "VersionError" ? opening().then(done, fail) : fail(request.error));
});

/** Runs a transaction, and returns the result of the request that `act` returns. */
async function run<T>(mode: IDBTransactionMode, act: (entries: IDBObjectStore, games: IDBObjectStore) => IDBRequest<T> | void): Promise<T> {
  const transaction = (await open()).transaction([ENTRIES, GAMES], mode);
  return new Promise((done, fail) => {
    let request: IDBRequest<T> | void;
    try {
      request = act(transaction.objectStore(ENTRIES), transaction.objectStore(GAMES));
    } catch (error) {
      transaction.abort();
      throw error;
    }
    if (mode === "readwrite") transaction.commit(); // it is kept, even if the page is left at once
    transaction.oncomplete = () => done(request?.result as T);
    transaction.onabort = () => fail(transaction.error ?? request?.error);
  });
}

/** Returns all entries, the oldest first. */
export const entries = (): Promise<Entry[]> => run<Entry[]>("readonly", (entries) => entries.index("date").getAll());

/** Returns the game with an id, or undefined. */
export const gameOf = (id: string): Promise<string | undefined> => run<string | undefined>("readonly", (_, games) => games.get(id));

/** Returns the entry of the game with an id, or undefined. */
export const entry = (id: string): Promise<Entry | undefined> => run<Entry | undefined>("readonly", (entries) => entries.get(id));

/** Keeps games, all or none. One with the same id is replaced. */
export const put = (kept: readonly Kept[]): Promise<void> => run("readwrite", (entries, games) => {
  for (const { entry, game } of kept) {
    entries.put(entry);
    games.put(game, entry.id);
  }
});

/**
 * Keeps games, and makes a state of mistakes of the kept one, all or nothing. Resolves with
 * false, and changes nothing, if a game is not as it was before.
 *
 * @param before what was stored of each game
 */
export async function takeIn(kept: readonly Kept[], before: ReadonlyMap<string, string>, mistakes?: (state: unknown) => unknown): Promise<boolean> {
  const transaction = (await open()).transaction([ENTRIES, GAMES, MISTAKES], "readwrite");
  const [entries, games, states] = [ENTRIES, GAMES, MISTAKES].map((name) => transaction.objectStore(name)) as [IDBObjectStore, IDBObjectStore, IDBObjectStore];
  return new Promise((done, fail) => {
    let isOver = false; // since a game has changed, or something failed
    const follow = <T>(request: IDBRequest<T>, act: (result: T) => boolean) => (request.onsuccess = () => {
      if (isOver) return;
      try {
        if (act(request.result)) return;
        done(false);
      } catch (error) {
        fail(error);
      }
      isOver = true;
      transaction.abort();
    });
    for (const { entry, game } of kept) {
      follow<string | undefined>(games.get(entry.id), (stored) => stored === before.get(entry.id) && !!entries.put(entry) && !!games.put(game, entry.id));
    }
    if (mistakes) follow<unknown>(states.get(STATE), (state) => !!states.put(mistakes(state), STATE));
    transaction.oncomplete = () => done(true);
    transaction.onabort = () => fail(transaction.error);
  });
}

/** Keeps those of some games that are not there, all or none. Resolves with the number of these. */
export async function add(kept: readonly Kept[]): Promise<number> {
  const transaction = (await open()).transaction([ENTRIES, GAMES], "readwrite"), entries = transaction.objectStore(ENTRIES), games = transaction.objectStore(GAMES);
  return new Promise((done, fail) => {
    let added = 0;
    for (const { entry, game } of kept) {
      const there = games.getKey(entry.id);
      there.onsuccess = () => {
        if (there.result !== undefined) return; // another tab has it, and may have gone on with it
        entries.put(entry);
        games.put(game, entry.id);
        added++;
      };
    }
    transaction.oncomplete = () => done(added);
    transaction.onabort = () => fail(transaction.error);
  });
}

/** Deletes a game. Resolves with what was kept of it, or null. */
export async function remove(id: string): Promise<Kept | null> {
  let entry: IDBRequest<Entry | undefined>;
  const game = await run<string | undefined>("readwrite", (entries, games) => {
    entry = entries.get(id);
    const request = games.get(id);
    entries.delete(id);
    games.delete(id);
    return request;
  });
  return game === undefined || !entry!.result ? null : { entry: entry!.result, game };
}

/**
 * Replaces the state of the player's mistakes by what `act` makes of it, in one transaction: what
 * another tab does at the same time is not lost. Returns what `act` returns.
 */
export async function changeMistakes<T extends { readonly state: unknown }>(act: (state: unknown) => T): Promise<T> {
  const transaction = (await open()).transaction(MISTAKES, "readwrite"), store = transaction.objectStore(MISTAKES);
  return new Promise((done, fail) => {
    let made: T;
    const request = store.get(STATE);
    request.onsuccess = () => {
      try {
        made = act(request.result);
        store.put(made.state, STATE);
      } catch (error) {
        fail(error);
        transaction.abort();
      }
    };
    transaction.oncomplete = () => done(made);
    transaction.onabort = () => fail(transaction.error);
  });
}
