// The door of Learn. The page loads it when somebody goes to a lesson or a puzzle.

import type { BanChessBoard } from "../../banchess/board.js";
import type { Engine } from "../../banchess/engine.js";
import type { GameController } from "../play/index.js";
import type { PageStore } from "../shell/index.js";
import { Learn } from "./learn.js";
import { listenToLearnKeys, showLearn } from "./view.js";

/** What Learn needs of the page around it. */
export interface Around {
  place: HTMLElement; // in the panel, which Learn fills
  toBoard(): void; // puts the focus on the board
  engine(): Engine; // starts an engine
}

/** Opens Learn once its style sheet is there. */
export async function openLearn(store: PageStore, controller: GameController, board: BanChessBoard, { place, toBoard, engine }: Around): Promise<void> {
  await style();
  place.hidden = false;
  const room = new Learn(store, controller, board, engine);
  showLearn(place, store, room, toBoard);
  room.run();
  listenToLearnKeys(store, room);
}

/** Loads the style sheet. Without it the parts are plain, and work. */
function style(): Promise<void> {
  return new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("./learn.css", import.meta.url).href });
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}
