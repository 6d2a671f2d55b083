// Together: games with a friend elsewhere. The page loads this when such a game is on the board
// or a link of one is opened.

import type { GameController } from "../play/index.js";
import type { PageStore } from "../shell/index.js";
import { showBox } from "./box.js";
import { showQuestions } from "./question.js";
import { Remote } from "./remote.js";

export type { Remote } from "./remote.js";

/** Shows the game with somebody elsewhere in an element of the panel. */
export function createTogether(store: PageStore, controller: GameController, place: HTMLElement): Remote {
  const remote = new Remote(store, controller);
  showBox(place, store, remote);
  showQuestions(remote);
  return remote;
}
