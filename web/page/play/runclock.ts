// Runs the clock of the game.

import type { Player } from "../../banchess/banchess.js";
import { areHumans, HUMANS, isRemote, passed, paused, resumed, timeLeft, type Clock } from "../model/index.js";
import { isAway, words, type PageStore, type State } from "../shell/index.js";

/** Reports whether the clock may run: a game is in progress, and the tab is visible. With a player elsewhere it runs as long as the two are connected. */
const mayRun = (state: State) => state.rules && (isRemote(state.players) ? state.live : state.settings.mode === "play" && !document.hidden && !isAway(state));

/** Returns the clock after an action, or null if there is none. The turn is null if the action ended the game. The log passes the turn if one player is elsewhere. */
export function clockAfter(state: State, turn: Player | null, line: readonly string[]): Clock | null {
  const { clock, players } = state;
  if (isRemote(players)) return clock;
  if (!clock || !turn) return clock && { ...passed(clock, null, line), over: true };
  // The clock does not run before the first action.
  return mayRun(state) ? passed(clock, turn, line) : { ...clock, turn, line };
}

/** Reports whether the other line begins with this one. */
const isAlong = (line: readonly string[], other: readonly string[]) => other.slice(0, line.length).join() === line.join();

/**
 * Runs the store's clock with the actions, and ends the game when a time is up. Actions
 * played elsewhere after that end the game with a clock: two people play on without one.
 */
export function runClock(store: PageStore, timeOut: (player: Player, line: readonly string[]) => void): void {
  let flag: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    const { clock, players, begun } = store.state;
    if (!clock || isRemote(players) && begun?.room) return; // the server of a room says when its clock runs
    if (!mayRun(store.state)) {
      if (clock.running) store.set({ clock: paused(clock) });
    } else if (clock.turn && !clock.running) {
      store.set({ clock: resumed(clock) });
    }
  };

  store.watch(["position"], ({ record, position, played, clock, players }, old) => {
    if (!old || !clock || isRemote(players)) return;
    const line = record.current.actions();
    if (clock.over) {
      if (!played || isAlong(line, clock.line)) return;
      store.set({ players: HUMANS, clock: null, notice: { kind: "info", text: words.play.afterEnd(!areHumans(players)) } });
    } else if (played || (position.result && record.current === record.find(clock.line))) {
      // A variation that is only viewed may have its own end.
      store.set({ clock: clockAfter(store.state, position.result ? null : position.active, line) });
    }
  });
  store.watch(["settings", "rules", "clock", "place", "aside", "live"], follow);
  document.addEventListener("visibilitychange", follow);

  store.watch(["clock"], ({ clock, players }) => {
    clearTimeout(flag);
    const running = clock?.running;
    if (!clock || !running || isRemote(players)) return;
    flag = setTimeout(() => {
      const now = store.state.clock;
      if (!now || now.running !== running || timeLeft(now, running) > 0) return;
      store.set({ clock: { ...paused(now), turn: null, over: true } });
      timeOut(running, now.line);
    }, timeLeft(clock, running) + 5);
  });
}
