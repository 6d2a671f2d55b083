// Runs the clock of the game at this screen.

import type { Player } from "../../banchess/banchess.js";
import { areHumans, HUMANS, isAway, passed, paused, resumed, timeLeft, words, type Clock, type PageStore, type State } from "../shell/index.js";

/** Whether the clock may run: a game is being played, and somebody sees it. */
const mayRun = (state: State) => state.rules && state.settings.mode === "play" && !document.hidden && !isAway(state);

/** The clock of a state after an action, null if there is none: the turn is a player's, or nobody's if that has ended the game. */
export function clockAfter(state: State, turn: Player | null, line: readonly string[]): Clock | null {
  const { clock } = state;
  if (!clock || !turn) return clock && { ...passed(clock, null, line), over: true };
  // Before the first action nobody's time runs, so the first is free.
  return mayRun(state) ? passed(clock, turn, line) : { ...clock, turn, line };
}

/** Whether another line begins with this one. */
const isAlong = (line: readonly string[], other: readonly string[]) => other.slice(0, line.length).join() === line.join();

/**
 * Lets the store's clock run by what is played, and ends the game when a time is up.
 * What is played after that, elsewhere than in the game, is played without it.
 */
export function runClock(store: PageStore, timeOut: (player: Player, line: readonly string[]) => void): void {
  let flag: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    const { clock } = store.state;
    if (!clock) return;
    if (!mayRun(store.state)) {
      if (clock.running) store.set({ clock: paused(clock) });
    } else if (clock.turn && !clock.running) {
      store.set({ clock: resumed(clock) });
    }
  };

  store.watch(["position"], ({ record, position, played, clock, players }, old) => {
    if (!old || !clock) return;
    const line = record.current.actions();
    if (clock.over) {
      if (!played || isAlong(line, clock.line)) return;
      store.set({ players: HUMANS, clock: null, notice: { kind: "info", text: words.play.afterEnd(!areHumans(players)) } });
    } else if (played || (position.result && record.current === record.find(clock.line))) {
      // A variation that is only looked at may have an end of its own.
      store.set({ clock: clockAfter(store.state, position.result ? null : position.active, line) });
    }
  });
  store.watch(["settings", "rules", "clock", "place", "aside"], follow);
  document.addEventListener("visibilitychange", follow);

  store.watch(["clock"], ({ clock }) => {
    clearTimeout(flag);
    const running = clock?.running;
    if (!clock || !running) return;
    flag = setTimeout(() => {
      const now = store.state.clock;
      if (!now || now.running !== running || timeLeft(now, running) > 0) return;
      store.set({ clock: { ...paused(now), turn: null, over: true } });
      timeOut(running, now.line);
    }, timeLeft(clock, running) + 5);
  });
}
