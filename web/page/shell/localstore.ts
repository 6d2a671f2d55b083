// What the browser stores for the page. It may be blocked or full. What belongs to a
// game is stored twice: a tab that is loaded again goes on with its own, whatever
// another one stores meanwhile, and a new tab with what was stored last.

import { words } from "language/first";

export type Stored = { [name: string]: unknown } | null;

function readFrom(storage: () => Storage, key: string): Stored {
  try {
    const value = JSON.parse(storage().getItem(key) ?? "null");
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** What is stored by a name; null for what is nothing of ours. */
export const read = (key: string): Stored => readFrom(() => localStorage, key);

/** What is made of it, of this tab if that makes sense, and else of all tabs; null if neither does. */
export const readOwn = <T>(key: string, make: (stored: Stored) => T | null): T | null =>
  make(readFrom(() => sessionStorage, key)) ?? make(read(key));

/** Stores it. Returns what keeps it from being stored, in words without an end; "" if nothing does. */
export function write(key: string, value: unknown): string {
  return store(key, JSON.stringify(value));
}

/** The same, for this tab too. */
export function writeOwn(key: string, value: unknown): string {
  const text = JSON.stringify(value);
  try {
    sessionStorage.setItem(key, text);
  } catch { // then the tab has what was stored last
    try {
      sessionStorage.removeItem(key);
    } catch { /* blocked */ }
  }
  return store(key, text);
}

function store(key: string, text: string): string {
  try {
    localStorage.setItem(key, text);
    return "";
  } catch (error) {
    return (error as Error).name === "QuotaExceededError" ? words.shell.storageFull : words.shell.storageBlocked;
  }
}
