// The entry of Learn. The page loads it when a lesson or a puzzle is first opened.

import type { BanChessBoard } from "../../banchess/board.js";
import type { Engine } from "../../banchess/engine.js";
import type { GameController } from "../play/index.js";
import type { PageStore } from "../shell/index.js";
import { Learn } from "./learn.js";
import { listenToLearnKeys, showLearn } from "./view.js";

export { Attempt, type Classroom } from "./attempt.js";
export type { Exercise } from "./exercise.js";
export type { Mistake } from "./mistakes.js";
export { along } from "./lines.js";
export { NO_SCORE } from "./score.js";
export type { LearnState } from "./state.js";

/** The parts of the page that Learn uses. */
export interface Around {
  place: HTMLElement; // an element of the panel, which Learn fills
  toBoard(): void; // focuses the board
  engine(): Engine; // starts an engine
  endings(): void; // opens the list of endings to practise
}

/** Opens Learn. */
export function openLearn(store: PageStore, controller: GameController, board: BanChessBoard, { place, toBoard, engine, endings }: Around): void {
  place.hidden = false;
  const room = new Learn(store, controller, board, engine, toBoard);
  showLearn(place, store, room, toBoard, endings);
  room.run();
  listenToLearnKeys(store, room);
}
