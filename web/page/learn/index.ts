// The entry of Learn. The page loads it when a lesson or a puzzle is first opened.

import type { BanChessBoard } from "../../banchess/board.js";
import type { Engine } from "../../banchess/engine.js";
import type { GameController } from "../play/index.js";
import type { PageStore } from "../shell/index.js";
import { Learn } from "./learn.js";
import { listenToLearnKeys, showLearn } from "./view.js";

/** The parts of the page that Learn uses. */
export interface Around {
  place: HTMLElement; // an element of the panel, which Learn fills
  toBoard(): void; // focuses the board
  engine(): Engine; // starts an engine
}

/** Opens Learn after its style sheet has loaded. */
export async function openLearn(store: PageStore, controller: GameController, board: BanChessBoard, { place, toBoard, engine }: Around): Promise<void> {
  await style();
  place.hidden = false;
  const room = new Learn(store, controller, board, engine);
  showLearn(place, store, room, toBoard);
  room.run();
  listenToLearnKeys(store, room);
}

/** Loads the style sheet. If it fails, Learn works without styles. */
function style(): Promise<void> {
  return new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("./learn.css", import.meta.url).href });
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}
