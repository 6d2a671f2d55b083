// The editor of positions. It is loaded when it is first opened.

import type { GameController } from "../play/index.js";
import type { PageStore } from "../shell/index.js";
import { SetupDialog, type Around } from "./dialog.js";

/** Returns a function that opens the editor, with the position of a link or a FEN if there is one. */
export function createSetup(store: PageStore, controller: GameController, around: Around): (given?: string) => void {
  const dialog = new SetupDialog(store, controller, around);
  return (given) => dialog.open(given);
}
