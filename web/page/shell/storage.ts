// The state that the browser stores from one visit to the next. If the storage is blocked or
// full, the page says so, and the address contains the game.

import { LEVELS } from "../../banchess/engine.js";
import type { GameTree } from "../../banchess/tree.js";
import {
  newRecord, recordFrom, begunFrom, clockFrom, paused, type Clock, HUMANS, computerAs, playersFrom, type Players, shownAgain, shownOf,
} from "../model/index.js";
import { readOwn, writeOwn, type Stored } from "./localstore.js";
import { CHOICES, DEFAULTS, type Settings } from "./settings.js";
import type { Left, PageStore, Shown } from "./state.js";

/** The name of the stored game. */
export const GAME = "banchess.game";
const SETTINGS = "banchess.settings";
const CLOCK = "banchess.clock";

type Game = Pick<Shown, "record" | "position" | "previous" | "players" | "begun">;

/** Returns the stored game: its record, the position shown, its players, and the previous game. */
export function restoreGame(): Game {
  return readOwn(GAME, gameFrom) ?? gameOf(newRecord());
}

/** Returns a stored game, or an empty one with a stored previous game; null if there is neither. */
function gameFrom(stored: Stored): Game | null {
  const record = recordFrom(stored?.record), game = gameOf(record ?? newRecord(), stored);
  return record || game.previous ? game : null;
}

const gameOf = (record: GameTree, stored: Stored = null): Game => ({
  record, position: shownAgain(stored?.shown, record.current.actions()), previous: leftFrom(stored?.previous), begun: begunFrom(stored?.begun),
  players: stored?.players ? playersFrom(stored.players) : oldPlayersFrom(readOwn(SETTINGS, settingsIn)),
});

/** Returns the players as older releases stored them among the settings: the computer's side and its level. */
function oldPlayersFrom(stored: any): Players {
  const { opponent, level } = inLevelsOfNow(stored ?? {});
  return opponent === "white" || opponent === "black" ? computerAs(opponent, CHOICES.level!.includes(level) ? level : DEFAULTS.level) : HUMANS;
}

/**
 * Returns stored settings with the level on the current scale. Older releases had eight levels
 * and did not store their number; such a level becomes one of the same strength.
 */
function inLevelsOfNow<T extends { level?: unknown; levels?: unknown }>(stored: T): T {
  return stored.levels === undefined ? { ...stored, level: [1, 2, 4, 6, 8, 11, 15, LEVELS][(stored.level as number) - 1] } : stored;
}

/** Returns a stored game that was left, or null for anything else. Older releases stored only its record. */
export function leftFrom(data: any): Left | null {
  const record = recordFrom(data?.record ?? data);
  if (!record) return null;
  const { players, orientation = players?.orientation } = data;
  return {
    record, players: players?.white ? playersFrom(players) : oldPlayersFrom(players),
    orientation: orientation === "black" ? "black" : "white", clock: clockFrom(data.clock), begun: begunFrom(data.begun),
  };
}

/** The value stored for a game without a clock. Without a value, a tab would use that of another tab. */
const NO_CLOCK = { none: true };

/** Returns the stored clock, paused, or null. */
export function restoreClock(): Clock | null {
  const kept = readOwn(CLOCK, (stored) => {
    const clock = clockFrom(stored);
    return clock || stored?.none ? { clock } : null;
  });
  return kept?.clock ?? null;
}

/** Returns the stored settings, with defaults for invalid ones. */
export function restoreSettings(defaults: Settings, choices: { [name: string]: unknown[] }): Settings {
  const stored = inLevelsOfNow(readOwn(SETTINGS, settingsIn) ?? {});
  const good = ([key, value]: [string, unknown]) => typeof stored[key] === typeof value && (choices[key]?.includes(stored[key]) ?? true);
  const kept = Object.entries(defaults).filter(good).map(([key]) => [key, stored[key]]);
  return { ...defaults, ...Object.fromEntries(kept) };
}

const settingsIn = (stored: Stored) => (Object.keys(DEFAULTS).some((key) => key in (stored ?? {})) ? stored : null);

/**
 * Returns when work that began at a time may be done again. What took long, as storing a game of
 * thousands of actions, waits ten times as long.
 */
export function restFrom(start: number): number {
  const end = performance.now(), took = end - start;
  return took > 2 ? end + 10 * took : end;
}

/** Stores game and settings after every change, or, where that takes long, soon after it, and sets the store's `unkept`. */
export function keep(store: PageStore): void {
  let game: object = {}, next = 0, timer: ReturnType<typeof setTimeout> | undefined;
  function storeGame(): void {
    const start = performance.now();
    clearTimeout(timer);
    timer = undefined;
    store.set({ unkept: writeOwn(GAME, game) });
    next = restFrom(start);
  }
  store.watch(["revision", "position", "previous", "players", "begun", "rules", "aside"], ({ record, previous, players, begun, position, rules, aside }) => {
    // Nothing is stored before the rules have read the stored game, and while Learn
    // uses the board.
    if (!rules || aside) return;
    game = { record, previous, players, begun, shown: shownOf(position) };
    const rest = next - performance.now();
    if (rest > 0) timer ??= setTimeout(storeGame, rest);
    else storeGame();
  });
  store.watch(["clock", "aside", "rules"], ({ clock, rules, aside }) => {
    if (rules && !aside) writeOwn(CLOCK, clock ?? NO_CLOCK);
  });
  addEventListener("pagehide", () => {
    if (timer) storeGame();
    // The stored clock includes the time since the last action.
    if (store.state.clock) writeOwn(CLOCK, paused(store.state.clock));
  });
  store.watch(["settings"], ({ settings, aside, linked }, old) => {
    const { mode, orientation } = aside ?? settings; // the user's own
    const unkept = old || linked ? writeOwn(SETTINGS, { ...settings, mode, orientation, levels: LEVELS }) : "";
    if (unkept) store.set({ unkept });
  });
}
