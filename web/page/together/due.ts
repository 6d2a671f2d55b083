// The mark at Play that says, while Learn uses the board, that it is the user's turn in the game
// with somebody elsewhere.

import { words } from "language/together";
import { $ } from "../view/index.js";

const due = new Set<object>();

/** Marks Play, or takes the mark away, for one of those who know of such a game. */
export function markDue(whose: object, isDue: boolean): void {
  if (isDue) due.add(whose);
  else due.delete(whose);
  const play = $("mode-play");
  play.toggleAttribute("data-due", due.size > 0);
  play.title = due.size > 0 ? words.together.due : "";
}
