// The arrows, drawings and sounds of the board, and the text board.

import { BanChess, type Action, type Square } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { GameTree, TreeNode } from "../../banchess/tree.js";
import { cancelQueue, enqueue, onDemand, updateSettings, words, type PageStore } from "../shell/index.js";
import { $ } from "../view/index.js";
import { drawArrows } from "./arrows.js";
import { createChooser } from "./chooser.js";
import { keepDrawings } from "./drawings.js";
import { createGrid } from "./grid.js";
import { createSizeHandle } from "./sizehandle.js";
import { playSounds } from "./sound.js";
import { listenToWheel } from "./wheel.js";

export { arrowsOf } from "./arrows.js";
export { BanArrow } from "./ban-arrow.js";
export { squareAt } from "./grid.js";
export { lead, takenBy } from "./material.js";

/** The functions that play actions and change the record. */
interface Game {
  play(action: Action): void;
  edit(text: string, act: (record: GameTree) => void): void;
}

/** Creates what the page alone has, and an embedded board has not: sounds, the marks of danger, the handle, and the wheel. */
export function furnishBoard(store: PageStore, board: BanChessBoard, goTo: (node: TreeNode) => void): void {
  playSounds(store, board);
  onDemand(store, {
    what: words.board.danger, isAsked: ({ settings }) => settings.danger, without: () => updateSettings(store, { danger: false }),
    load: () => import("./danger.js"), make: ({ watchDangers }) => watchDangers(store, board),
  });
  createSizeHandle(store, board.parentElement!);
  listenToWheel(store, board, goTo);
}

/** Creates the parts on and over the board. Returns a function that focuses it. */
export function createBoard(store: PageStore, board: BanChessBoard, game: Game): () => void {
  const cancel = () => void cancelQueue(store);
  const play = (action: Action) => void (store.state.premoves ? enqueue(store, action) : game.play(action));
  const { focus } = createGrid($("grid"), store, {
    play, cancel,
    tap: (square: Square) => board.tap(square),
    choose: (pair) => store.set({ choosing: pair }),
    say: (text) => store.set({ notice: { kind: "refused", text } }),
  });
  createChooser($("promotion"), store, { play, back: focus });
  drawArrows(store, board);
  keepDrawings(store, board, (act) => game.edit("", act));
  board.addEventListener("premove", ({ detail: { action } }) => (action ? play(BanChess.deserializeAction(action)) : cancel()));
  board.addEventListener("select", ({ detail }) => store.set({ selected: detail.square }));
  board.addEventListener("promotion", ({ detail }) => store.set({ promotion: detail.open }));
  let isPrinting = false;
  // The drawn board is shown when it is ready, unless the user prefers the text board. Browsers do not print it.
  function chooseBoard(): void {
    const { boot, settings, canvas } = store.state;
    const shown = boot.phase === "ready" && !settings.textBoard && !isPrinting;
    if (shown === canvas) return;
    if (board.drawn) board.cancel();
    store.set({ canvas: shown, selected: null, choosing: null });
  }
  store.watch(["boot", "settings"], chooseBoard);
  for (const type of ["beforeprint", "afterprint"]) {
    addEventListener(type, () => {
      isPrinting = type === "beforeprint";
      chooseBoard();
    });
  }
  return focus;
}
