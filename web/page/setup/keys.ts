// The keys in the editor. On the board the arrows move, a letter puts a piece, as in a FEN,
// and Delete erases. Escape first puts back what was picked up.

import type { PieceName } from "../../banchess/banchess.js";
import { squareAt } from "../board/index.js";
import { keyOf } from "../shell/index.js";
import { placeOf } from "./board.js";
import type { Editor } from "./draft.js";

const ARROWS: { [key: string]: readonly [right: number, down: number] } = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Listens to the keys in the element around the editor. */
export function listenToKeys(root: HTMLElement, editor: Editor): void {
  root.addEventListener("keydown", (event) => {
    const { key, target } = event, isOnBoard = (target as Element).closest("#setup-grid") !== null;
    const isTyping = (target as Element).matches("input:not([type=radio], [type=checkbox]), select");
    if (event.altKey || isTyping) return;
    if (event.ctrlKey || event.metaKey) {
      if (keyOf(event) !== "z") return;
      editor.undo();
    } else if (key === "Escape" && editor.store.state.held) {
      editor.drop(editor.store.state.held, editor.store.state.held);
    } else if (!isOnBoard || !act(root, editor, key)) {
      return;
    }
    event.preventDefault();
  });
}

/** Does what a key does on the board. Reports whether it does something. */
function act(root: HTMLElement, editor: Editor, key: string): boolean {
  const { focus, orientation } = editor.store.state, arrow = ARROWS[key];
  if (arrow) {
    const { x, y } = placeOf(focus, orientation), next = [x + arrow[0], y + arrow[1]] as const;
    if (next.every((n) => n >= 0 && n < 8)) editor.store.set({ focus: squareAt(...next, orientation) });
    root.querySelector<HTMLElement>("#setup-grid [tabindex='0']")?.focus({ preventScroll: true });
  } else if (/^[pnbrqk]$/i.test(key)) {
    editor.put(focus, `${key < "a" ? "w" : "b"}${key.toUpperCase()}` as PieceName);
  } else if (key === "Delete" || key === "Backspace") {
    editor.put(focus, null);
  } else {
    return false;
  }
  return true;
}
