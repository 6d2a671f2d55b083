// A person's own game while Learn uses the board: it is set aside and later shown again,
// or it can be restored after a game was made of Learn's position.

import { HUMANS, isUntouched, paused, type Players } from "../model/index.js";
import { updateSettings, words, type Aside, type PageStore, type Settings, type State } from "../shell/index.js";
import type { GameController } from "./controller.js";

export interface Lender {
  /** Shows a position, or actions played from one, that is not the user's own game. The user's game is set aside. */
  lend(game: { fen: string; actions?: string[] }): void;
  /** Shows the game again that was set aside. */
  takeBack(): void;
  /** Makes a game of what is shown; the game that was set aside can be restored. */
  keep(mode: Settings["mode"], players: Players): void;
}

export function createLender(store: PageStore, controller: GameController): Lender {
  let busy = false; // true while this part replaces the game
  let shown = store.state.record; // the last record that this part put on the board

  function put(game: Parameters<GameController["put"]>[0]): void {
    busy = true;
    store.set({ players: HUMANS }); // the players of one exercise do not play the next
    try {
      controller.put(game);
      shown = store.state.record;
    } finally {
      busy = false;
    }
  }

  /** Ends the loan of the board. The game to restore is the user's own game, not the exercise. */
  function own(aside: Aside, mode: Settings["mode"], others: Partial<State> = {}): void {
    const { record, players, orientation, clock, begun } = aside;
    const previous = isUntouched(record) ? aside.previous : { record, players, orientation, clock, begun };
    updateSettings(store, { mode }, { aside: null, learner: null, place: null, previous, ...others });
  }

  // The user has loaded a game in place of an exercise.
  store.watch(["record"], ({ aside, record }) => {
    if (aside && !busy && record !== shown) own(aside, aside.mode);
  });

  return {
    lend(game) {
      const { aside, record, previous, players, clock, begun, live, notice, settings: { mode, orientation } } = store.state;
      if (!aside) {
        const standing = clock && paused(clock);
        store.set({ clock: standing }); // set first so that it is stored: the changes below are not
        // The time of a game with somebody elsewhere runs on.
        const left = { record, previous, players, orientation, mode, clock: live ? clock : standing, begun, notice: notice?.offersUndo ? notice : null };
        updateSettings(store, { mode: "play" }, { aside: left, clock: null });
      }
      put(game);
      store.set({ notice: null, previous: null });
    },

    takeBack() {
      const { aside } = store.state;
      if (!aside) return;
      const { record, previous, players, orientation, mode, clock, begun, notice } = aside;
      put(record);
      updateSettings(store, { mode, orientation }, { players, previous, clock, begun, notice, aside: null, learner: null, place: null });
    },

    keep(mode, players) {
      const { aside } = store.state;
      if (aside) own(aside, mode, { players, notice: { kind: "info", text: words.play.goesOn, offersRestore: true } });
    },
  };
}
