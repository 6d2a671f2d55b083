// A person's own game while Learn shows positions of its own: it is put aside, and
// taken back, or it can be restored when a game has been made of what Learn has shown.

import { HUMANS, isUntouched, paused, updateSettings, words, type Aside, type PageStore, type Players, type Settings, type State } from "../shell/index.js";
import type { GameController } from "./controller.js";

export interface Lender {
  /** Shows a position, or what was played from one, that is no game of anybody's; what is here is put aside. */
  lend(game: { fen: string; actions?: string[] }): void;
  /** Shows again what was put aside. */
  takeBack(): void;
  /** Makes a game of what is shown; the one that was put aside can be restored. */
  keep(mode: Settings["mode"], players: Players): void;
}

export function createLender(store: PageStore, controller: GameController): Lender {
  let busy = false; // with a game of this part's own
  let shown = store.state.record; // the last of those

  function put(game: Parameters<GameController["put"]>[0]): void {
    busy = true;
    store.set({ players: HUMANS }); // who plays one exercise does not play the next
    try {
      controller.put(game);
      shown = store.state.record;
    } finally {
      busy = false;
    }
  }

  /** Ends the loan of the board. What can be restored is the person's own game, not the exercise. */
  function own(aside: Aside, mode: Settings["mode"], others: Partial<State> = {}): void {
    const { record, players, orientation, clock } = aside;
    const previous = isUntouched(record) ? aside.previous : { record, players, orientation, clock };
    updateSettings(store, { mode }, { aside: null, learner: null, place: null, previous, ...others });
  }

  // Somebody has loaded a game in the place of an exercise.
  store.watch(["record"], ({ aside, record }) => {
    if (aside && !busy && record !== shown) own(aside, aside.mode);
  });

  return {
    lend(game) {
      const { aside, record, previous, players, clock, settings: { mode, orientation } } = store.state;
      if (!aside) {
        const standing = clock && paused(clock);
        store.set({ clock: standing }); // which is stored, as nothing is that comes next
        const left = { record, previous, players, orientation, mode, clock: standing };
        updateSettings(store, { mode: "play" }, { aside: left, clock: null });
      }
      put(game);
      store.set({ notice: null, previous: null });
    },

    takeBack() {
      const { aside } = store.state;
      if (!aside) return;
      const { record, previous, players, orientation, mode, clock } = aside;
      put(record);
      updateSettings(store, { mode, orientation }, { players, previous, clock, notice: null, aside: null, learner: null, place: null });
    },

    keep(mode, players) {
      const { aside } = store.state;
      if (aside) own(aside, mode, { players, notice: { kind: "info", text: words.play.goesOn, offersRestore: true } });
    },
  };
}
