// What the browser keeps from one visit to the next. Storage may be blocked or
// full; then nothing is kept, and the page is told so once.

import { Record } from "./record.js";
import type { Settings } from "./settings.js";
import type { PageStore } from "./state.js";

const GAME = "banchess.game";
const SETTINGS = "banchess.settings";

function read(key: string): { [name: string]: unknown } | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Returns whether it was written. */
function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The game as it was, with the FEN it stood at, and the one before it. */
export function restoreGame(): { record: Record | null; previous: Record | null; fen: unknown } {
  const stored = read(GAME);
  return { record: Record.from(stored?.record), previous: Record.from(stored?.previous), fen: stored?.fen };
}

/** The settings as they were, but for those that cannot be. */
export function restoreSettings(defaults: Settings, choices: { [name: string]: unknown[] }): Settings {
  const stored = read(SETTINGS) ?? {};
  const good = ([key, value]: [string, unknown]) => typeof stored[key] === typeof value && (choices[key]?.includes(stored[key]) ?? true);
  const kept = Object.entries(defaults).filter(good).map(([key]) => [key, stored[key]]);
  return { ...defaults, ...Object.fromEntries(kept) };
}

/** Keeps game and settings from now on. */
export function keep(store: PageStore, onBlocked: () => void): void {
  let blocked = false;
  const tell = (written: boolean) => {
    if (!written && !blocked) onBlocked();
    blocked ||= !written;
  };
  store.watch(["revision", "position", "previous", "rules"], ({ record, previous, position, rules }) => {
    // Before the rules have read it, what is shown is what is stored.
    if (rules) tell(write(GAME, { record, previous, fen: position.fen }));
  });
  store.watch(["settings"], ({ settings }, old) => {
    if (old) tell(write(SETTINGS, settings));
  });
}
