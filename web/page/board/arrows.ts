// The arrows on the board: what is pointed at, or else the best of the engine's lines.

import type { BanChessBoard } from "../../banchess/board.js";
import { pairIn, type Line, type PageStore, type State } from "../shell/index.js";

const MOST = 3; // of the engine's

/** A hint is for a game that is played; what has ended needs none. */
const isOver = ({ pointer, record, position, settings }: State) =>
  pointer?.at !== record.current || position.result !== null || (pointer.by === "hint" && settings.mode !== "play");

/** Draws them, again on a board that was started again, and takes away what is over. */
export function drawArrows(store: PageStore, board: BanChessBoard): void {
  store.watch(["position", "settings"], (state) => {
    if (state.pointer && isOver(state)) store.set({ pointer: null });
  });
  let some = false;
  store.watch(["pointer", "analysis", "canvas"], ({ pointer, analysis, canvas }) => {
    const actions = pointer ? [pointer.action] : choices(analysis.lines).flatMap(({ actions: [action] }) => action ?? []);
    if (!canvas || !board.drawn || (!some && actions.length === 0)) return;
    some = actions.length > 0;
    board.setArrows(actions.map((bcn, rank) => {
      const { from, to } = pairIn(bcn);
      return { from, to, rank, kind: bcn.startsWith("b") ? "hint-ban" : "hint-move" };
    }));
  });
}

/** The best of the lines, but for those that are mated where the first is not. */
const choices = (lines: readonly Line[]) =>
  lines.slice(0, MOST).filter(({ score }) => score.mate === undefined || score.mate * (lines[0]!.score.mate ?? 0) > 0);
