// Stores the drawings on the board at the current node of the record.

import { BanChessError } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { GameTree } from "../../banchess/tree.js";
import type { PageStore } from "../shell/index.js";

const MOST = 500; // the most that the board shows

/** @param edit changes the record as one undo step */
export function keepDrawings(store: PageStore, board: BanChessBoard, edit: (act: (record: GameTree) => void) => void): void {
  board.addEventListener("drawings", ({ detail: { drawings } }) => edit(({ current }) => void current.annotate({ drawings })));
  store.watch(["position", "revision", "record", "rules"], ({ record, rules }) => {
    if (!rules || !board.loaded) return;
    const { drawings } = record.current;
    try {
      board.setDrawings(drawings.slice(0, MOST));
    } catch (error) {
      if (!(error instanceof BanChessError)) throw error; // the rules are about to refuse the record
    }
  });
}
