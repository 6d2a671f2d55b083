// My games: what is played in this browser is kept, and listed in a dialog. The page loads
// this with the first action that is played, or when the list is opened.

import type { GameController } from "../play/index.js";
import type { PageStore } from "../shell/index.js";
import { GamesDialog } from "./dialog.js";
import { Keeper } from "./keeper.js";

export { entries, gameOf } from "./database.js";
export type { Entry } from "./entry.js";
export { keepGame, keptGame } from "./keeper.js";
export { gamesOf, mistakesIn, reviewed } from "./mistakes.js";
export { keepMoved, movable, nameIn, type Moved } from "./moving.js";
export { endOf, isBetter, nodesOf, readingOf, reportIn, worthOf, type Mark, type Moment, type Reading } from "./reading.js";

/**
 * Keeps the games from now on. Returns a function that opens the list.
 *
 * @param mayLeave asks before the game on the board is left, if leaving it ends a connection
 */
export function createGames(store: PageStore, controller: GameController, mayLeave: () => Promise<boolean>): () => Promise<void> {
  const dialog = new GamesDialog(store, controller, new Keeper(store), mayLeave);
  return () => dialog.open();
}
