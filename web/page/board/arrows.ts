// The arrows on the board: what was chosen ahead of the turn, and the pointer's arrow or else
// those of the engine's best lines.

import type { Arrow, BanChessBoard } from "../../banchess/board.js";
import { pairIn, pairOf, type Line } from "../model/index.js";
import { type PageStore, type State } from "../shell/index.js";

const MOST = 3; // of the engine's arrows

/** Reports whether the pointer is outdated. A hint ends with the game it is for. */
const isOver = ({ pointer, record, position, settings }: State) =>
  pointer?.at !== record.current || position.result !== null || (pointer.by === "hint" && settings.mode !== "play");

/** Draws the arrows, also on a board that was restarted, and removes outdated ones. */
export function drawArrows(store: PageStore, board: BanChessBoard): void {
  store.watch(["position", "settings"], (state) => {
    if (state.pointer && isOver(state)) store.set({ pointer: null });
  });
  let some = false;
  store.watch(["pointer", "analysis", "queue", "canvas"], (state) => {
    const arrows = arrowsOf(state);
    if (!state.canvas || !board.drawn || (!some && arrows.length === 0)) return;
    some = arrows.length > 0;
    board.setArrows(arrows);
  });
}

/** Returns the arrows that the board shows. */
export function arrowsOf({ pointer, analysis, queue }: State): Arrow[] {
  const actions = pointer ? [pointer.action] : choices(analysis.lines).flatMap(({ actions: [action] }) => action ?? []);
  return [...actions.map((bcn, rank): Arrow => {
    const { from, to } = pairIn(bcn);
    return { from, to, rank, kind: pointer?.by === "threat" ? "threat" : bcn.startsWith("b") ? "hint-ban" : "hint-move" };
  }), ...queue.map((action): Arrow => {
    const { from, to } = pairOf(action);
    return { from, to, kind: "ban" in action ? "preban" : "premove" };
  })];
}

/** Returns the best lines, without those that are mated if the first is not. */
const choices = (lines: readonly Line[]) =>
  lines.slice(0, MOST).filter(({ score }) => score.mate === undefined || score.mate * (lines[0]!.score.mate ?? 0) > 0);
