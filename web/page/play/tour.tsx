// The first visit: three steps on the real board, the last of which is a checkmate by ban that
// the visitor makes. Somebody who begins with a game against an opponent is told what to do at
// the first ban and at the first move.

import { dueAt, START_FEN } from "../../banchess/banchess.js";
import { areHumans, dashed, HUMANS, isFresh, ownSide } from "../model/index.js";
import { gameEnd, updateSettings, words, type PageStore, type State, type Tour } from "../shell/index.js";
import { $, h } from "../view/index.js";
import type { GameController } from "./controller.js";

/** The actions before the ban that mates, which the visitor plays. */
const BEFORE_MATE = ["b:a2a3", "m:e2e4", "b:a7a6", "m:h7h6", "b:a2a3", "m:d1f3", "b:a7a6", "m:h6h5", "b:a2a3", "m:f3f7"];

const LONG = 8; // the number of plies after which the tour is not needed

/** Returns the first step of the tour, or "off" for somebody who has visited before. */
export const firstStep = ({ settings, record, players }: Pick<State, "settings" | "record" | "players">): Tour =>
  settings.visited || !isFresh(record) || !areHumans(players) ? "off" : "ban";

/** Tells somebody who plays an opponent for the first time what to do now. Returns "" for others, and when the opponent is to act. */
export function firstTask(state: State): string {
  const { settings, players, position: { active, mover, phase, ban }, record } = state, { yourBan, yourMove } = words.play.tour;
  if (settings.visited || active !== ownSide(players) || gameEnd(state) !== record.current) return "";
  return phase === "ban" ? yourBan(mover) : ban ? yourMove(dashed(ban)) : "";
}

export interface TourCommands {
  next(): void;
  skip(): void;
}

/** Runs the tour. Returns the functions of its buttons, and one that restarts it. */
export function createTour(store: PageStore, controller: GameController, newGame: () => void): TourCommands & { restart: () => void } {
  const go = (tour: Tour) => {
    const { settings, players } = store.state;
    const visited = settings.visited || tour !== "ban" && areHumans(players); // somebody who has begun the tour is not asked again
    store.set({ tour, ...(visited !== settings.visited && { settings: { ...settings, visited } }) });
  };

  store.watch(["position", "settings", "players", "record"], (state, old) => {
    if (!old || state.tour === "off" || old.position === state.position && old.settings === state.settings && old.players === state.players) return;
    const step = stepAfter(state);
    if (step !== state.tour) go(step);
  });
  store.watch(["position"], ({ played, players, settings, record }) => {
    const own = played && !settings.visited && ownSide(players);
    if (own && record.current.line().filter(({ ply }) => dueAt(ply).active === own).length > 1) updateSettings(store, { visited: true }); // has moved and banned
  });
  store.watch(["tour"], ({ tour }) => {
    document.body.dataset.tour = tour;
  });

  return {
    next() {
      if (store.state.tour === "done") {
        go("off");
        return newGame();
      }
      controller.load({ actions: BEFORE_MATE });
      store.set({ notice: null });
      go("mate");
    },
    skip() {
      go("off");
      $("headline").focus({ preventScroll: true }); // the button that had the focus is hidden
    },
    restart() {
      store.set({ place: null });
      controller.newGame();
      updateSettings(store, { mode: "play", orientation: "white" }, { players: HUMANS, tour: "ban", notice: null });
    },
  };
}

/** Returns the next step after an action. */
function stepAfter({ tour, position, settings, players, record }: State): Tour {
  const played = record.current.actions().length;
  if (record.fen !== START_FEN || settings.mode !== "play" || !areHumans(players)) return "off";
  if (tour === "mate") return position.result ? "done" : played < BEFORE_MATE.length ? "off" : "mate";
  if (tour === "done") return position.result ? "done" : "off";
  return position.result || played >= LONG ? "off" : played === 0 ? "ban" : played === 1 ? "move" : "offer";
}

/** The tour's step in the status. */
export function TourStep({ state: { tour, notice, boot }, next, skip }: TourCommands & { state: State }) {
  const isShown = tour !== "off" && !notice && (boot.phase === "ready" || boot.phase === "text");
  return (
    <span id="tour" hidden={!isShown}>
      <span id="tour-words">{words.play.tour[tour]}</span>{" "}
      <button id="tour-next" class="link" hidden={tour !== "offer" && tour !== "done"} onclick={next}>{tour === "done" ? words.play.tour.newGame : words.play.tour.showMe}</button>{" "}
      <button id="tour-skip" class="link" hidden={tour === "done"} onclick={skip}>{words.play.tour.skip}</button>
    </span>
  );
}
