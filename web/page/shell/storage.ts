// What the browser keeps from one visit to the next. Storage may be blocked or
// full: then the page says so, and the address has the game.

import { LEVELS } from "../../banchess/engine.js";
import type { GameTree } from "../../banchess/tree.js";
import { newRecord, recordFrom } from "./record.js";
import { clockFrom, paused, type Clock } from "./clock.js";
import { readOwn, writeOwn, type Stored } from "./localstore.js";
import { HUMANS, computerAs, playersFrom, type Players } from "./players.js";
import { shownAgain, shownOf } from "./position.js";
import { CHOICES, DEFAULTS, type Settings } from "./settings.js";
import type { Left, PageStore, Shown } from "./state.js";

const GAME = "banchess.game";
const SETTINGS = "banchess.settings";
const CLOCK = "banchess.clock";

type Game = Pick<Shown, "record" | "position" | "previous" | "players">;

/** The game as it was, the position that was shown of it, who plays it, and the game before it. */
export function restoreGame(): Game {
  return readOwn(GAME, gameFrom) ?? gameOf(newRecord());
}

/** A game that was stored, or the one before it alone; null for what is neither. */
function gameFrom(stored: Stored): Game | null {
  const record = recordFrom(stored?.record), game = gameOf(record ?? newRecord(), stored);
  return record || game.previous ? game : null;
}

const gameOf = (record: GameTree, stored: Stored = null): Game => ({
  record, position: shownAgain(stored?.shown, record.current.actions()), previous: leftFrom(stored?.previous),
  players: stored?.players ? playersFrom(stored.players) : oldPlayersFrom(readOwn(SETTINGS, settingsIn)),
});

/** Who plays, as it was stored among the settings before: the side that the computer plays, and its level. */
function oldPlayersFrom(stored: any): Players {
  const { opponent, level } = inLevelsOfNow(stored ?? {});
  return opponent === "white" || opponent === "black" ? computerAs(opponent, CHOICES.level!.includes(level) ? level : DEFAULTS.level) : HUMANS;
}

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
  if (!record) return null;
  const { players, orientation = players?.orientation } = data;
  return {
    record, players: players?.white ? playersFrom(players) : oldPlayersFrom(players),
    orientation: orientation === "black" ? "black" : "white", clock: clockFrom(data.clock),
  };
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
  const stored = inLevelsOfNow(readOwn(SETTINGS, settingsIn) ?? {});
  const good = ([key, value]: [string, unknown]) => typeof stored[key] === typeof value && (choices[key]?.includes(stored[key]) ?? true);
  const kept = Object.entries(defaults).filter(good).map(([key]) => [key, stored[key]]);
  return { ...defaults, ...Object.fromEntries(kept) };
}

const settingsIn = (stored: Stored) => (Object.keys(DEFAULTS).some((key) => key in (stored ?? {})) ? stored : null);

/** Keeps game and settings from now on, and the store's `unkept`. */
export function keep(store: PageStore): void {
  store.watch(["revision", "position", "previous", "players", "rules", "aside"], ({ record, previous, players, position, rules, aside }) => {
    // Before the rules have read it, what is shown is what is stored; what Learn
    // shows is not stored at all.
    if (rules && !aside) store.set({ unkept: writeOwn(GAME, { record, previous, players, shown: shownOf(position) }) });
  });
  store.watch(["clock", "aside", "rules"], ({ clock, rules, aside }) => {
    if (rules && !aside) writeOwn(CLOCK, clock ?? NO_CLOCK);
  });
  // What has run since the last action counts as well.
  addEventListener("pagehide", () => store.state.clock && writeOwn(CLOCK, paused(store.state.clock)));
  store.watch(["settings"], ({ settings, aside }, old) => {
    const { mode, orientation } = aside ?? settings; // the person's own
    if (old) writeOwn(SETTINGS, { ...settings, mode, orientation, levels: LEVELS });
  });
}
