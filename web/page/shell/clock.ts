// The clock of a game. The active player's side runs, at a ban as at a move; the
// increment comes when the right to act passes to the other player, so once for a move
// and the ban after it, as in the Go package.

import type { Player } from "../../banchess/banchess.js";

/** Plain data, in milliseconds, so that it can be kept. */
export interface Clock {
  readonly base: number;
  readonly increment: number;
  readonly white: number; // what is left, as of `since` for the side that runs
  readonly black: number;
  readonly turn: Player | null; // whose it is, null before the first action and after the end
  readonly running: Player | null; // the same, but for pauses
  readonly since: number; // when it began to run, by performance.now()
  readonly line: readonly string[]; // what was played when the turn passed last, or when the game ended, in BCN
  readonly over: boolean; // whether that game has ended
}

/** A clock that stands still, with a number of minutes for each side, and of seconds as the increment. */
export function newClock(minutes: number, increment: number): Clock {
  const base = minutes * 60_000;
  return { base, increment: increment * 1000, white: base, black: base, turn: null, running: null, since: 0, line: [], over: false };
}

/** What a player has left, never less than nothing. */
export function timeLeft(clock: Clock, player: Player, now = performance.now()): number {
  return Math.max(0, clock[player] - (clock.running === player ? now - clock.since : 0));
}

/** Stops it; the turn stays. */
export const paused = (clock: Clock, now = performance.now()): Clock =>
  ({ ...clock, white: timeLeft(clock, "white", now), black: timeLeft(clock, "black", now), running: null });

/** Lets the side whose turn it is run. */
export const resumed = (clock: Clock, now = performance.now()): Clock =>
  clock.running === clock.turn ? clock : { ...paused(clock, now), running: clock.turn, since: now };

/** After the last action of a line: the turn is another player's, or nobody's if the game is over. */
export function passed(clock: Clock, turn: Player | null, line = clock.line, now = performance.now()): Clock {
  const stopped = paused(clock, now);
  const acted = clock.running;
  const gained = acted && turn && turn !== acted ? { [acted]: stopped[acted] + clock.increment } : {};
  return { ...stopped, ...gained, turn, running: turn, since: now, line };
}

/** Below this many milliseconds tenths are shown. */
export const TENTHS = 20_000;

/** "4:31", "1:02:03", and "0:09.4" in the last seconds. */
export function clockText(milliseconds: number): string {
  const tenths = milliseconds < TENTHS;
  const seconds = tenths ? Math.floor(milliseconds / 100) / 10 : Math.ceil(milliseconds / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = tenths ? seconds.toFixed(1).padStart(4, "0") : two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

/** A clock that was kept, standing still; null for anything else. */
export function clockFrom(data: any): Clock | null {
  const good = data && ["base", "increment", "white", "black"].every((key) => Number.isFinite(data[key]) && data[key] >= 0) && data.base > 0;
  const { base, increment, white, black, turn, line } = data ?? {};
  const isLine = Array.isArray(line); // without one nobody's time runs until the next action
  return good ? { base, increment, white, black, turn: isLine && (turn === "white" || turn === "black") ? turn : null, running: null, since: 0, line: isLine ? line : [], over: data.over === true } : null;
}
