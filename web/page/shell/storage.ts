// What the browser keeps from one visit to the next. Storage may be blocked or
// full: then the page says so, and the address has the game.

import { LEVELS } from "../../banchess/engine.js";
import type { GameTree } from "../../banchess/tree.js";
import { newRecord, recordFrom } from "./stored-record.js";
import { clockFrom, paused, type Clock } from "./clock.js";
import { readOwn, writeOwn, type Stored } from "./localstore.js";
import { shownAgain, shownOf, type Position } from "./position.js";
import { CHOICES, type Players, type Settings } from "./settings.js";
import type { Left, PageStore } from "./state.js";

const GAME = "banchess.game";
const SETTINGS = "banchess.settings";
const CLOCK = "banchess.clock";

interface Game {
  record: GameTree;
  position: Position;
  previous: Left | null;
}

/** The game as it was, the position that was shown of it, and the game before it. */
export function restoreGame(): Game {
  return readOwn(GAME, gameFrom) ?? gameOf(newRecord());
}

/** A game that was stored, or the one before it alone; null for what is neither. */
function gameFrom(stored: Stored): Game | null {
  const record = recordFrom(stored?.record), game = gameOf(record ?? newRecord(), stored);
  return record || game.previous ? game : null;
}

const gameOf = (record: GameTree, stored: Stored = null): Game =>
  ({ record, position: shownAgain(stored?.shown, record.current.actions()), previous: leftFrom(stored?.previous) });

/**
 * The settings as they were stored. There were eight levels once, and nothing said how
 * many: whoever stored one of those gets one as strong.
 */
function inLevelsOfNow<T extends { level?: unknown; levels?: unknown }>(stored: T): T {
  return stored.levels === undefined ? { ...stored, level: [1, 2, 4, 6, 8, 11, 15, LEVELS][(stored.level as number) - 1] } : stored;
}

/** A game that was left, as it was stored, once as the record alone. */
function leftFrom(data: any): Left | null {
  const record = recordFrom(data?.record ?? data);
  const players = Object.entries(inLevelsOfNow(data?.players ?? {})).filter(([key, value]) => CHOICES[key as keyof Players]?.includes(value as never));
  return record && { record, players: { opponent: "nobody", ...Object.fromEntries(players) }, clock: clockFrom(data.clock) };
}

/** What is stored of a game without a clock: a tab that has nothing takes what another one stored. */
const NO_CLOCK = { none: true };

/** The clock as it was, standing still. */
export function restoreClock(): Clock | null {
  const kept = readOwn(CLOCK, (stored) => {
    const clock = clockFrom(stored);
    return clock || stored?.none ? { clock } : null;
  });
  return kept?.clock ?? null;
}

/** The settings as they were, but for those that cannot be. */
export function restoreSettings(defaults: Settings, choices: { [name: string]: unknown[] }): Settings {
  const stored = inLevelsOfNow(readOwn(SETTINGS, (stored) => Object.keys(defaults).some((key) => key in (stored ?? {})) ? stored : null) ?? {});
  const good = ([key, value]: [string, unknown]) => typeof stored[key] === typeof value && (choices[key]?.includes(stored[key]) ?? true);
  const kept = Object.entries(defaults).filter(good).map(([key]) => [key, stored[key]]);
  return { ...defaults, ...Object.fromEntries(kept) };
}

/** Keeps game and settings from now on, and the store's `unkept`. */
export function keep(store: PageStore): void {
  store.watch(["revision", "position", "previous", "rules"], ({ record, previous, position, rules, aside }) => {
    // Before the rules have read it, what is shown is what is stored; what Learn
    // shows is not stored at all.
    const left = previous && { ...previous, players: { ...previous.players, levels: LEVELS } };
    if (rules && !aside) store.set({ unkept: writeOwn(GAME, { record, previous: left, shown: shownOf(position) }) });
  });
  store.watch(["clock", "aside", "rules"], ({ clock, rules, aside }) => {
    if (rules && !aside) writeOwn(CLOCK, clock ?? NO_CLOCK);
  });
  // What has run since the last action counts as well.
  addEventListener("pagehide", () => store.state.clock && writeOwn(CLOCK, paused(store.state.clock)));
  store.watch(["settings"], ({ settings, aside }, old) => {
    if (old) writeOwn(SETTINGS, { ...settings, ...aside?.players, levels: LEVELS });
  });
}
