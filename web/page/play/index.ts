// Play: the controller of the game, the clock, and the controls around the board.

import { BanChess } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { TreeNode } from "../../banchess/tree.js";
import { createHints, createThinker, runComputer } from "../computer/index.js";
import { ownSide } from "../model/index.js";
import { listenToKeys, onDemand, updateSettings, type PageStore, type Settings } from "../shell/index.js";
import { $, styled } from "../view/index.js";
import type { Elsewhere } from "./newgame.js";
import { createAsk } from "./ask.js";
import { createCommands, type Offer } from "./commands.js";
import type { GameController } from "./controller.js";
import { createPlayerBars } from "./playerbars.js";
import { runClock } from "./runclock.js";
import { createStatus } from "./status.js";
import { createToolbar } from "./toolbar.js";
import { createTour } from "./tour.js";

export { createLender, type Lender } from "./boardloan.js";
export { GameController } from "./controller.js";
export { firstStep } from "./tour.js";

/** The functions of other parts that the controls use. */
interface Others extends Elsewhere {
  share(): void;
  games(): void; // opens the list of the games that were played
  offer: Offer;
  judge(): void; // starts the report, or goes on with it
  /** Opens the menu of an entry of the list at a point of the window. */
  menu(node: TreeNode, at: { x: number; y: number }): void;
  /** Opens the dialog for a comment. */
  comment(node: TreeNode): void;
}

/** Creates the parts of Play. Returns a function that opens the dialog for a new game, against the computer or a friend. */
export function createPlay(store: PageStore, controller: GameController, board: BanChessBoard, { share, games, offer, judge, menu, comment, ...around }: Others) {
  createPlayerBars(store, $("player-top"), $("player-bottom"));
  // Turns the board to the player to act, if the players chose that. A board turned by hand stays until the next ban or move.
  store.watch(["position", "players", "settings"], ({ settings: { mode, orientation }, players, position, record, aside }, old) => {
    const isNew = old?.position !== position || old.players !== players || old.settings.mode !== mode;
    const mayTurn = isNew && players.turns && mode === "play" && !aside && !position.result && !record.current.next;
    if (mayTurn && orientation !== position.active) updateSettings(store, { orientation: position.active });
  });
  runClock(store, (player, line) => controller.timeOut(player, line));
  const thinker = createThinker(store);
  const retry = runComputer(store, (node, action) => controller.playAt(node, action), board, thinker);
  onDemand(store, {
    isAsked: ({ players, settings }) => settings.mode === "play" && settings.premoves && ownSide(players) !== null, isQuiet: true,
    load: () => import("./premove.js"), make: ({ runPremoves }) => runPremoves(store, controller, board),
  });
  const hints = createHints(store, board, thinker);
  const getNewGame = onDemand(store, { load: () => styled("dialogs", import("./newgame.js")), make: ({ createNewGame }) => createNewGame(store, controller, around) });
  const newGame = async (against?: Settings["against"], fen?: string) => (await getNewGame())?.(against, fen);
  const tour = createTour(store, controller, () => newGame());
  const commands = createCommands(store, controller, board, createAsk(), offer);
  createStatus(store, {
    restore: () => controller.restore(), undo: () => controller.undoEdit(), play: (action) => controller.play(action),
    rematch: commands.rematch, toGame: commands.toGame, takeBack: commands.takeBack, retry, judge, tour,
    playOn: async () => void (await around.mayLeave() && controller.playOn()),
  });

  const getHelp = onDemand(store, { load: () => styled("dialogs", import("./help.js")), make: ({ createHelp }) => createHelp(tour.restart) });
  const help = async () => (await getHelp())?.open();
  const getMoveInput = onDemand(store, { load: () => import("./moveinput.js"), make: ({ createMoveInput }) => createMoveInput(store, controller) });
  const type = async (toggle = false) => (await getMoveInput())?.(toggle);
  const getSettings = onDemand(store, { load: () => styled("dialogs", import("./settings.js")), make: ({ createSettingsDialog }) => createSettingsDialog(store) });
  const settings = async () => (await getSettings())?.open();
  createToolbar(store, {
    ...commands, ...hints, newGame: () => newGame(), help, share, games, settings, setUp: () => around.setUp(),
    entry: (at) => menu(store.state.record.current, at), type: () => type(true),
  });
  listenToKeys(store, {
    ...commands, ...hints, help, type,
    comment() {
      const { rules, aside, record } = store.state;
      if (rules && !aside) comment(record.current);
    },
    playBest() {
      const best = store.state.analysis.lines[0]?.actions[0];
      if (best) controller.play(BanChess.deserializeAction(best));
    },
  });
  return { newGame };
}
