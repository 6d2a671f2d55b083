// What is drawn on the board by hand belongs to the place in the record.

import { BanChessError } from "../banchess/banchess.js";
import type { BanChessBoard } from "../banchess/board.js";
import type { PageStore } from "./state.js";

const MOST = 500; // as many as the board shows

/** @param touch says that the record holds something else now */
export function keepDrawings(store: PageStore, board: BanChessBoard, touch: () => void): void {
  board.addEventListener("drawings", ({ detail: { drawings } }) => {
    store.state.record.current.annotate({ drawings });
    touch();
  });
  store.watch(["position", "revision", "record", "rules"], ({ record, rules }) => {
    if (!rules || !board.loaded) return;
    const { drawings } = record.current;
    try {
      board.setDrawings(drawings.slice(0, MOST));
    } catch (error) {
      if (!(error instanceof BanChessError)) throw error; // of a record that the rules are about to refuse
    }
  });
}
