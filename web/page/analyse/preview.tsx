// A small board that shows the position after an action of an engine line.

import { SQUARES } from "../../banchess/banchess.js";
import { pairIn, type Pieces } from "../model/index.js";
import { PieceImage, type PageStore } from "../shell/index.js";
import { draw, h } from "../view/index.js";

/** An action that is pointed at. */
export interface Pointed {
  readonly pieces: Pieces; // after the action
  readonly bcn: string;
  readonly beside: Element;
}

const GAP = 6; // pixels between the small board and the action, and the edge of the window

/** Returns a function that shows the position after an action, or hides it. */
export function createPreview(store: PageStore): (at: Pointed | null) => void {
  const root = document.body.appendChild(Object.assign(document.createElement("div"), { id: "preview", className: "preview", hidden: true, ariaHidden: "true" }));
  return (at) => {
    root.hidden = !at;
    if (!at) return;
    const { orientation, pieces: set } = store.state.settings, { from, to } = pairIn(at.bcn);
    const rank = orientation === "white" ? (i: number) => 7 - (i >> 3) : (i: number) => i >> 3, file = orientation === "white" ? (i: number) => i & 7 : (i: number) => 7 - (i & 7);
    root.dataset.phase = at.bcn.startsWith("b:") ? "ban" : "move";
    draw(root, SQUARES.map((square, i) => {
      const piece = at.pieces[i], isMarked = square === from || square === to;
      return (piece || isMarked) && (
        <span class={isMarked ? "marked" : undefined} style={`left: ${12.5 * file(i)}%; top: ${12.5 * rank(i)}%`}>{piece && <PieceImage piece={piece} set={set} />}</span>
      );
    }));
    const { left, top, bottom } = at.beside.getBoundingClientRect(), { width, height } = root.getBoundingClientRect();
    const isBelow = bottom + GAP + height < innerHeight;
    root.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
    root.style.top = `${isBelow ? bottom + GAP : Math.max(GAP, top - GAP - height)}px`;
  };
}
