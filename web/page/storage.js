// What the browser keeps from one visit to the next. Storage may be blocked or
// full; then nothing is kept, and the page is told so once.

import { Record } from "./record.js";

const GAME = "banchess.game";
const SETTINGS = "banchess.settings";

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Returns whether it was written. */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The game as it was, with the FEN it stood at, and the one before it. */
export function restoreGame() {
  const stored = read(GAME);
  return {
    record: Record.from(stored?.record),
    previous: Record.from(stored?.previous),
    fen: typeof stored?.fen === "string" ? stored.fen : null,
  };
}

/** The settings as they were, but for those that cannot be. */
export function restoreSettings(defaults, choices) {
  const stored = read(SETTINGS) ?? {};
  const good = (key, value) => typeof value === typeof defaults[key] && (choices[key]?.includes(value) ?? true);
  return Object.fromEntries(Object.entries(defaults).map(([key, value]) => [key, good(key, stored[key]) ? stored[key] : value]));
}

/** Keeps game and settings from now on. */
export function keep(store, onBlocked) {
  let blocked = false;
  const tell = (written) => {
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
