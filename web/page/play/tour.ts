// The first visit: three steps on the real board, the last of them a checkmate by
// ban that the visitor makes.

import { START_FEN } from "../../banchess/banchess.js";
import { isFresh } from "../shell/record.js";
import type { GameController } from "./controller.js";
import { HUMANS, areHumans } from "../shell/players.js";
import { $ } from "../shell/dom.js";
import { updateSettings, type PageStore, type State, type Tour } from "../shell/state.js";

/** Before the ban that mates; the ban itself is the visitor's. */
const BEFORE_MATE = ["b:a2a3", "m:e2e4", "b:a7a6", "m:h7h6", "b:a2a3", "m:d1f3", "b:a7a6", "m:h6h5", "b:a2a3", "m:f3f7"];

const WORDS: { readonly [T in Tour]: string } = {
  off: "",
  ban: "Step 1 of 3: drag a white piece where it must not go.",
  move: "Step 2 of 3: now White moves, but not the banned move.",
  offer: "Step 3 of 3: a ban can be checkmate.",
  mate: "Step 3 of 3: the king has one way out. Ban it.",
  done: "Checkmate by ban: that is all there is to know.",
};

const LONG = 8; // plies: who has come so far needs no steps

/** Where the tour begins: nobody who has been here is asked again. */
export const firstStep = ({ settings, record }: Pick<State, "settings" | "record">): Tour => (settings.visited || !isFresh(record) ? "off" : "ban");

/** Shows the steps. @param help has the button that begins them again */
export function createTour(store: PageStore, controller: GameController, newGame: () => void, help: HTMLDialogElement): void {
  const go = (tour: Tour) => {
    const { settings } = store.state;
    const visited = settings.visited || tour !== "ban"; // who has begun is not asked again
    store.set({ tour, ...(visited !== settings.visited && { settings: { ...settings, visited } }) });
  };

  $("tour-next").addEventListener("click", () => {
    if (store.state.tour === "done") {
      go("off");
      newGame();
      return;
    }
    controller.load({ actions: BEFORE_MATE });
    store.set({ notice: null });
    go("mate");
  });
  $("tour-skip").addEventListener("click", () => go("off"));

  store.watch(["position", "settings", "players", "record"], ({ tour, position, settings, players, record }, old) => {
    if (!old || tour === "off" || old.position === position && old.settings === settings && old.players === players) return;
    if (record.fen !== START_FEN || settings.mode !== "play" || !areHumans(players)) return go("off");
    if (tour === "mate") {
      if (position.result) go("done");
      else if (record.current.actions().length < BEFORE_MATE.length) go("off");
    } else if (tour !== "done") {
      const played = record.current.actions().length;
      go(position.result || played >= LONG ? "off" : played === 0 ? "ban" : played === 1 ? "move" : "offer");
    } else if (!position.result) {
      go("off");
    }
  });

  store.watch(["tour", "notice", "boot"], ({ tour, notice, boot }) => {
    const shown = tour !== "off" && !notice && (boot.phase === "ready" || boot.phase === "text");
    document.body.dataset.tour = tour;
    $("tour").hidden = !shown;
    $("tour-words").textContent = WORDS[tour];
    $("tour-next").textContent = tour === "done" ? "New game" : "Show me";
    $("tour-next").hidden = tour !== "offer" && tour !== "done";
    $("tour-skip").hidden = tour === "done";
  });

  $("tour-again").addEventListener("click", () => {
    help.close();
    store.set({ place: null });
    if (!isFresh(store.state.record)) controller.newGame();
    updateSettings(store, { mode: "play", orientation: "white" }, { players: HUMANS, tour: "ban", notice: null });
  });
}
