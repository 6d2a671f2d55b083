// The actions that were chosen ahead of the turn.

import type { Action } from "../../banchess/banchess.js";
import { words } from "language/first";
import { dashed, isLegal, pairOf } from "../model/index.js";
import type { Notice, PageStore } from "./state.js";

const { premove: text } = words.board;

/** Chooses an action ahead of the turn, and says so. Reports whether it may be chosen. */
export function enqueue(store: PageStore, action: Action): boolean {
  const { premoves, queue } = store.state;
  if (!premoves || !isLegal(premoves, action)) return false;
  store.set({ queue: [...queue, action], notice: { kind: "info", text: text[premoves.phase](dashed(pairOf(action))) } });
  return true;
}

/** Drops what was chosen, with a message if there is one. Reports whether there was anything. */
export function dropQueue(store: PageStore, message = "", kind: Notice["kind"] = "info"): boolean {
  if (store.state.queue.length === 0) return false;
  store.set({ queue: [], ...(message && { notice: { kind, text: message } }) });
  return true;
}

/** Drops what was chosen because the user wants so. Reports whether there was anything. */
export const cancelQueue = (store: PageStore): boolean => dropQueue(store, text.cancelled);
