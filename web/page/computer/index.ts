// The computer in Play: it is the opponent, and gives hints.

import type { BanChessBoard } from "../../banchess/board.js";
import { onDemand, words, type PageStore } from "../shell/index.js";
import type { Thinker } from "./thinker.js";

export { mayHint, runComputer } from "./opponent.js";
export { createThinker, newEngine } from "./thinker.js";

/** Returns the functions that show a hint and a threat. */
export function createHints(store: PageStore, board: BanChessBoard, thinker: Thinker): { hint: () => void; threat: () => void } {
  const get = onDemand(store, { what: words.play.tools.hint, load: () => import("./hint.js"), make: ({ createHints }) => createHints(store, board, thinker) });
  return { hint: async () => (await get())?.hint(), threat: async () => (await get())?.threat() };
}
