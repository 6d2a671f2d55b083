// The clock of a game. The active player's time runs, at bans and at moves. A player gets
// the increment when the turn passes to the other player, so once for a move and the ban
// after it, as in the Go package.

import type { Player } from "../../banchess/banchess.js";

/** A clock as plain data, so that it can be stored. Times are in milliseconds. */
export interface Clock {
  readonly base: number;
  readonly increment: number;
  readonly white: number; // the time left; for the running side as of `since`
  readonly black: number;
  readonly turn: Player | null; // the player to act; null before the first action and after the end
  readonly running: Player | null; // the same, but null while the clock is paused
  readonly since: number; // the time when it began to run, by performance.now()
  readonly line: readonly string[]; // the actions at the last change of turn, or at the end of the game, in BCN
  readonly over: boolean; // true if the game has ended
}

/** Returns a paused clock. The time of each side is in minutes, the increment in seconds. */
export function newClock(minutes: number, increment: number): Clock {
  const base = Math.round(minutes * 60) * 1000; // whole seconds, as PGN writes them
  return { base, increment: increment * 1000, white: base, black: base, turn: null, running: null, since: 0, line: [], over: false };
}

/** Returns the time that a player has left, at least 0. */
export function timeLeft(clock: Clock, player: Player, now = performance.now()): number {
  return Math.max(0, clock[player] - (clock.running === player ? now - clock.since : 0));
}

/** Pauses the clock; the turn stays. */
export const paused = (clock: Clock, now = performance.now()): Clock =>
  ({ ...clock, white: timeLeft(clock, "white", now), black: timeLeft(clock, "black", now), running: null });

/** Resumes the clock for the player to act. */
export const resumed = (clock: Clock, now = performance.now()): Clock =>
  clock.running === clock.turn ? clock : { ...paused(clock, now), running: clock.turn, since: now };

/** Passes the turn after the last action of a line. The turn is null if the game is over. */
export function passed(clock: Clock, turn: Player | null, line = clock.line, now = performance.now()): Clock {
  const stopped = paused(clock, now);
  const acted = clock.running;
  const gained = acted && turn && turn !== acted ? { [acted]: stopped[acted] + clock.increment } : {};
  return { ...stopped, ...gained, turn, running: turn, since: now, line };
}

/** The number of milliseconds below which tenths are shown. */
export const TENTHS = 20_000;

/** Returns a time as text: "4:31", "1:02:03", or "0:09.4" in the last seconds. */
export function clockText(milliseconds: number): string {
  const tenths = milliseconds < TENTHS;
  const seconds = tenths ? Math.floor(milliseconds / 100) / 10 : Math.ceil(milliseconds / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = tenths ? seconds.toFixed(1).padStart(4, "0") : two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

/** Returns a stored clock, paused, or null for anything else. */
export function clockFrom(data: any): Clock | null {
  const good = data && ["base", "increment", "white", "black"].every((key) => Number.isFinite(data[key]) && data[key] >= 0) && data.base > 0;
  const { base, increment, white, black, turn, line } = data ?? {};
  const isLine = Array.isArray(line); // without a line the clock does not run until the next action
  return good ? { base, increment, white, black, turn: isLine && (turn === "white" || turn === "black") ? turn : null, running: null, since: 0, line: isLine ? line : [], over: data.over === true } : null;
}
