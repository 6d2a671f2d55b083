// A person's own game while Learn shows positions of its own: it is put aside, and
// taken back, or it can be restored behind what Learn has left on the board.

import { isUntouched } from "../shell/record.js";
import { paused } from "../shell/clock.js";
import type { GameController } from "./controller.js";
import type { Settings } from "../shell/settings.js";
import { updateSettings, type Aside, type PageStore } from "../shell/state.js";

export interface Lender {
  /** Shows a position, or what was played from one, that is no game of anybody's; what is here is put aside. */
  lend(game: { fen: string; actions?: string[] }): void;
  /** Shows again what was put aside. */
  takeBack(): void;
  /** Makes a game of what is shown; the one that was put aside can be restored. */
  keep(settings: Partial<Settings>): void;
}

export function createLender(store: PageStore, controller: GameController): Lender {
  let busy = false; // with a game of this part's own
  let shown = store.state.record; // the last of those

  function put(game: Parameters<GameController["put"]>[0]): void {
    busy = true;
    updateSettings(store, { opponent: "nobody" }); // who plays one exercise does not play the next
    try {
      controller.put(game);
      shown = store.state.record;
    } finally {
      busy = false;
    }
  }

  /** Ends the loan of the board. What is restored is the person's own game, not the exercise. */
  function own({ record, players, clock, previous }: Aside, changed: Partial<Settings> = {}): void {
    const { mode, ...others } = players;
    const left = isUntouched(record) ? previous : { record, clock, players: others };
    updateSettings(store, { mode, level: players.level, ...changed }, {
      aside: null, learner: null, place: null, previous: left, revision: store.state.revision + 1,
    });
    // A controller that loads a game tells of its record first, which leads here, and
    // only then sets what can be restored: the exercise. This comes after that.
    queueMicrotask(() => store.set({ previous: left }));
  }

  // Somebody has loaded a game in the place of an exercise. What a listener is told may
  // be long over, so it is the state of now that counts.
  store.watch(["record"], () => {
    const { aside, record } = store.state;
    if (aside && !busy && record !== shown) own(aside);
  });

  return {
    lend(game) {
      const { aside, record, previous, clock, settings } = store.state;
      if (!aside) {
        const { mode, opponent, level, orientation } = settings;
        const standing = clock && paused(clock);
        store.set({ clock: standing });
        updateSettings(store, { mode: "play", opponent: "nobody" }, {
          aside: { record, previous, clock: standing, players: { mode, opponent, level, orientation } }, clock: null,
        });
      }
      put(game);
      store.set({ notice: null, previous: null });
    },

    takeBack() {
      const { aside } = store.state;
      if (!aside) return;
      put(aside.record);
      const { players, previous, clock } = aside;
      updateSettings(store, players, { previous, clock, notice: null, aside: null, learner: null, place: null });
    },

    keep(settings) {
      const { aside } = store.state;
      if (!aside) return;
      // That nothing can be stored may be said next, and is to stay.
      store.set({ notice: { kind: "info", text: "It goes on from here.", offersRestore: true } });
      own(aside, settings);
    },
  };
}
