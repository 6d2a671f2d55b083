// The clocks of two players who are connected. Each side measures its own time, from when the
// opponent's action arrives until it acts itself, and says what is left with all that it
// sends; so the network's delay is nobody's time. What the opponent's clock shows between is
// a guess, which the next message corrects.

import { dueAt, type Player } from "../../banchess/banchess.js";
import { newClock, passed, paused, timeLeft, type Clock } from "../model/index.js";
import type { PageStore } from "../shell/index.js";
import type { Remote } from "./remote.js";

const GRACE = 5000; // milliseconds after which a player claims the time that the opponent does not give up

/** The times that the players have left, in milliseconds. */
export type Left = { readonly [P in Player]: number };

/** A time control as in PGN, in seconds, of a game with a clock. */
export const CONTROL = /^(\d{1,6}(?:\.\d{1,16})?)\+(\d{1,4})$/;

/** Returns the clock of a time control, with the times that the other side says are left; null if there is no clock. */
export function clockOf(control: string, left?: Left): Clock | null {
  const [, base, increment] = CONTROL.exec(control) ?? [];
  if (!base) return null;
  const clock = newClock(Number(base) / 60, Number(increment));
  return left ? clockBy(clock, left, null) : clock;
}

/** Returns a clock with the time that a player says is left; with both times if there is no player who says it. */
export function clockBy(clock: Clock, left: Left, side: Player | null, now = performance.now()): Clock {
  const stopped = paused(clock, now), told = side ? { [side]: left[side] } : { white: left.white, black: left.black };
  return { ...stopped, ...told, running: clock.running, since: now };
}

/** Runs the clock of a game with somebody elsewhere: the log passes the turn, and says whose time is up. */
export function runClocks(store: PageStore, remote: Remote): void {
  let flag: ReturnType<typeof setTimeout> | undefined;

  remote.shown.watch(["log", "text"], ({ log, text }, old) => {
    const { clock, live, record, begun } = store.state;
    if (!clock || !log || old?.log?.id === log.id && old.text === text) return;
    const line = log.line(), turn = log.result.reason ? null : dueAt(record.root.ply + 1 + line.length).active;
    if (turn === null) return store.set({ clock: { ...passed(clock, null, line), over: true } });
    if (begun?.room && !live) return; // the server has not heard it, and its clock runs on
    if (line.join() === clock.line.join() && turn === clock.turn) return;
    const isOn = line.length > clock.line.length && live; // otherwise actions were taken back, or nobody's time runs
    store.set({ clock: { ...isOn ? passed(clock, turn, line) : { ...paused(clock), turn: line.length > 0 ? turn : null, line }, over: false } }); // a claim of time may be taken back
  });

  store.watch(["clock", "live"], ({ clock, live }) => {
    clearTimeout(flag);
    const { own, log } = remote.shown.state, running = clock?.running;
    if (!clock || !running || !own || !log || !live || store.state.begun?.room) return; // a room says it itself
    flag = setTimeout(() => remote.flag(running), timeLeft(clock, running) + (running === own ? 5 : GRACE));
  });
}
