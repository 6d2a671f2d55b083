// The mouse wheel over the board goes through the game, one entry at a time.

import type { BanChessBoard } from "../../banchess/board.js";
import type { TreeNode } from "../../banchess/tree.js";
import { type PageStore } from "../shell/index.js";
import { $ } from "../view/index.js";

const STEP = 60; // pixels of a touchpad's movement; a notch of a wheel is more

/** Listens to the wheel over the drawn board and the text board. Where the page scrolls, the wheel scrolls it. */
export function listenToWheel(store: PageStore, board: BanChessBoard, goTo: (node: TreeNode) => void): void {
  let sum = 0;

  function turn(event: WheelEvent): void {
    const { rules, place, promotion, choosing, record: { current } } = store.state;
    const { scrollHeight, clientHeight } = document.documentElement;
    if (event.ctrlKey || scrollHeight > clientHeight || !rules || place !== null || promotion || choosing) return;
    event.preventDefault();
    const delta = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : Math.sign(event.deltaY) * STEP;
    sum = sum * delta < 0 ? delta : sum + delta;
    if (Math.abs(sum) < STEP) return;
    const node = sum < 0 ? current.parent : current.forward;
    sum = 0;
    if (node) goTo(node);
  }

  $("grid").addEventListener("wheel", turn, { passive: false });
  // Each start of the board brings another window, which keeps the wheel to itself.
  store.watch(["boot"], ({ boot }) => {
    if (boot.phase === "ready") board.frameWindow?.addEventListener("wheel", turn, { capture: true, passive: false });
  });
}
