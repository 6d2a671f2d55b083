// What is drawn on the board by hand belongs to the place in the record.

import { BanChessError } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { GameTree } from "../../banchess/tree.js";
import type { PageStore } from "../shell/index.js";

const MOST = 500; // as many as the board shows

/** @param edit changes the record so that it can be undone */
export function keepDrawings(store: PageStore, board: BanChessBoard, edit: (act: (record: GameTree) => void) => void): void {
  board.addEventListener("drawings", ({ detail: { drawings } }) => edit(({ current }) => void current.annotate({ drawings })));
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
