// The page: makes the store, the board and the parts around it, and joins them.
// Nothing else here knows more than one part.

import type { BanChessBoard } from "../banchess/board.js";
import { restored } from "./restored.js"; // before the board begins to tell of itself
import "../banchess/board.js";
import { Engine } from "../banchess/engine.js";
import { followAddress } from "./share/address.js";
import { drawArrows } from "./board/arrows.js";
import { watchBoot } from "./shell/boot.js";
import { createChooser } from "./board/chooser.js";
import { GameController, createPlay, firstStep } from "./play/index.js";
import { $ } from "./shell/dom.js";
import { keepDrawings } from "./board/drawings.js";
import { words } from "./shell/language.js";
import { createGrid } from "./board/grid.js";
import { createEntries, createMoveList } from "./list/index.js";
import { later } from "./shell/ondemand.js";
import { applySettings } from "./shell/looks.js";
import { createShare } from "./share/share.js";
import { playSounds } from "./board/sound.js";
import { NO_ANALYSIS, updateSettings, type State } from "./shell/state.js";
import { keep } from "./shell/storage.js";
import { createStore } from "./shell/store.js";

const board = $<BanChessBoard>("board");

const store = createStore<State>({
  boot: { phase: "loading" },
  progress: words.shell.loading(),
  rules: false,
  canvas: false,
  ...restored,
  link: undefined,
  unkept: "",
  revision: 0,
  played: false,
  computer: { state: "off" },
  analysis: NO_ANALYSIS,
  tour: firstStep(restored),
  pointer: null,
  dangers: new Set(),
  selected: null,
  promotion: false,
  choosing: null,
  title: null,
  aside: null,
  learner: null,
});

const controller = new GameController(store, board);
const grid = createGrid($("grid"), store, {
  tap: (square) => board.tap(square),
  play: (action) => controller.play(action),
  choose: (pair) => store.set({ choosing: pair }),
  say: (text) => store.set({ notice: { kind: "refused", text } }),
});
createChooser($("promotion"), store, { play: (action) => controller.play(action), back: grid.focus });
const entries = createEntries(store, controller);
createMoveList($("moves"), store, { goTo: (node) => controller.goTo(node), ...entries });
drawArrows(store, board);
keepDrawings(store, board, (act) => controller.edit("", act));
const share = createShare(store, controller, followAddress(store, controller));
createPlay(store, controller, board, { share, ...entries });
const engine = () => new Engine();
later(store, {
  what: "Analyse", isAsked: ({ settings }) => settings.mode === "analyse", without: () => updateSettings(store, { mode: "play" }),
  load: () => import("./analyse/index.js"), make: ({ createAnalyse }) => createAnalyse(store, board, controller, engine),
});
later(store, {
  what: "Learn", isAsked: ({ place }) => place !== null, without: () => store.set({ place: null }),
  load: () => import("./learn/index.js"), make: ({ openLearn }) => openLearn(store, controller, board, { place: $("learning"), toBoard: grid.focus, engine }),
});
playSounds(store);
later(store, {
  what: "What marks danger", isAsked: ({ settings }) => settings.danger, without: () => updateSettings(store, { danger: false }),
  load: () => import("./board/danger.js"), make: ({ watchDangers }) => watchDangers(store, board),
});
watchBoot(store, board, () => controller.arrive());
keep(store);

board.addEventListener("select", ({ detail }) => store.set({ selected: detail.square }));
board.addEventListener("promotion", ({ detail }) => store.set({ promotion: detail.open }));
applySettings(store, board);
// The drawn board is shown once it is there, unless the user prefers the other.
store.watch(["boot", "settings"], ({ boot, settings, canvas }) => {
  const shown = boot.phase === "ready" && !settings.textBoard;
  if (shown === canvas) return;
  if (board.drawn) board.cancel();
  store.set({ canvas: shown, selected: null, choosing: null });
});
