// The page: creates the store, the board and the other parts, and connects them.
// Only this file knows more than one part.

import "./embedded.js";
import type { BanChessBoard } from "../banchess/board.js";
import { restored } from "./restored.js";
import { createBoard, furnishBoard } from "./board/index.js";
import { newEngine } from "./computer/index.js";
import { createEntries, createMoveList } from "./list/index.js";
import { GameController, createPlay, firstStep } from "./play/index.js";
import { AddressBar, createShare } from "./share/index.js";
import { FIRST_STATE, applySettings, keep, onDemand, updateSettings, watchBoot, watchTabs, words, type State } from "./shell/index.js";
import { $, createStore, styled, watchHistory } from "./view/index.js";

watchHistory();
const board = $<BanChessBoard>("board");
const store = createStore<State>({ ...FIRST_STATE, ...restored, tour: firstStep(restored) });
applySettings(store, board);
const controller = new GameController(store, board);
const toBoard = createBoard(store, board, controller);
furnishBoard(store, board, (node) => controller.goTo(node));
const entries = createEntries(store, controller);
const getTogether = onDemand(store, {
  what: words.play.together, isAsked: ({ begun }) => begun?.log !== undefined,
  load: () => styled("dialogs", import("./together/index.js")), make: ({ createTogether }) => createTogether(store, controller, board, $("together")),
});
const getSetup = onDemand(store, {
  what: words.play.tools.setup, load: () => styled("setup", styled("dialogs", import("./setup/index.js"))), make: ({ createSetup }) => createSetup(store, controller, { newGame: (fen) => newGame(undefined, fen), mayLeave }),
});
const setUp = async (given?: string) => {
  const setup = await getSetup();
  setup?.(given);
  return setup !== null;
};
const openPart = async (link: string) => {
  if (/(^|#)(setup|(\w+\/){7})/.test(link)) return setUp(link);
  const together = await getTogether();
  await together?.open(link);
  return together !== null;
};
const share = createShare(store, controller, new AddressBar(store, controller, openPart));
const getGames = onDemand(store, {
  what: words.play.tools.games, isAsked: ({ begun, revision }) => begun !== null && revision > 0, isQuiet: true,
  load: () => import("./games/index.js"), make: ({ createGames }) => createGames(store, controller, mayLeave),
});
const getEndings = onDemand(store, {
  load: () => styled("dialogs", import("./endings/index.js")), make: ({ createEndings }) => createEndings(store, controller, mayLeave),
});
/** Asks before a connection ends. */
const mayLeave = async () => !store.state.begun?.live || (await (await getTogether())?.mayLeave()) !== false;
const games = async () => (await styled("dialogs", getGames()))?.();
const { newGame } = createPlay(store, controller, board, {
  share: () => share(), games, setUp, mayLeave, isLoaded: async () => await getTogether() !== null, offer: async (what) => (await getTogether())?.offer(what), judge: async () => (await getAnalyse())?.(), invite: async (code) => (await getTogether())?.[code ? "open" : "invite"](code), ...entries,
});
createMoveList($("moves"), store, {
  goTo: (node) => controller.goTo(node), ...entries,
  begin: { computer: () => newGame("computer"), friend: () => newGame("friend"), puzzle: () => store.set({ place: "puzzle/daily" }), games },
});
const getAnalyse = onDemand(store, {
  what: words.play.tools.analyse, isAsked: ({ settings }) => settings.mode === "analyse", without: () => updateSettings(store, { mode: "play" }),
  load: () => styled("analyse", import("./analyse/index.js")), make: ({ createAnalyse }) => createAnalyse(store, board, controller, () => newEngine()),
});
onDemand(store, {
  what: words.play.tools.learn, isAsked: ({ place }) => place !== null, without: () => store.set({ place: null }),
  load: () => styled("learn", import("./learn/index.js")), make: ({ openLearn }) => openLearn(store, controller, board, { place: $("learning"), toBoard, engine: () => newEngine(false), endings: async () => (await getEndings())?.() }),
});
onDemand(store, {
  isAsked: ({ boot }) => boot.phase !== "loading" && "serviceWorker" in navigator, isQuiet: true,
  load: () => import("./offline/index.js"), make: ({ keepOffline }) => keepOffline(store, share),
});
onDemand(store, { isAsked: ({ boot }) => boot.phase !== "loading", isQuiet: true, load: () => import("./spoken/index.js"), make: ({ createAnnouncer }) => createAnnouncer(store, $("announcer")) });
watchBoot(store, board, () => controller.arrive());
keep(store);
watchTabs(store);

// The board starts after all parts listen to it. A static import would start it before the link is read.
await import("../banchess/board.js");
