// The browser's storage, which may be blocked or full. The data of a game are stored
// twice: a tab that is reloaded continues its own game, even if another tab has stored
// one since, and a new tab continues the game that was stored last.

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

/** Returns the value stored under a name, or null if there is none or it is not an object. */
export const read = (key: string): Stored => readFrom(() => localStorage, key);

/** Returns what `make` makes of this tab's value, or else of the value of all tabs; null if it accepts neither. */
export const readOwn = <T>(key: string, make: (stored: Stored) => T | null): T | null =>
  make(readFrom(() => sessionStorage, key)) ?? make(read(key));

/** Stores a value. Returns the reason if that fails, as words without a full stop, or "". */
export function write(key: string, value: unknown): string {
  return store(key, JSON.stringify(value));
}

/** Like write, but also stores the value for this tab. */
export function writeOwn(key: string, value: unknown): string {
  const text = JSON.stringify(value);
  try {
    sessionStorage.setItem(key, text);
  } catch { // this tab then uses the value of all tabs
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
    return whyUnstored(error);
  }
}

/** Returns the reason for an error of a storage, as words without a full stop. */
export const whyUnstored = (error: unknown): string => ((error as Error | null)?.name === "QuotaExceededError" ? words.shell.storageFull : words.shell.storageBlocked);
