// The pointer in the editor. Mouse, pen and finger do the same: a piece is dragged from a
// row or from a square, and dropped beside the board it is gone; a tap uses the tool; with a
// piece or the eraser as the tool, a stroke over the board puts or erases on every square.
// The right button erases, or puts the piece of the other side.

import type { PieceName, Square } from "../../banchess/banchess.js";
import { squareAt } from "../board/index.js";
import type { Editor, Tool } from "./draft.js";

const SLACK = 5; // pixels that a tap may move

/** The effect of the pointer that is down. */
type Press =
  | { readonly kind: "tap"; readonly piece: PieceName | null; readonly from: Square | null; readonly tool: Tool | null; readonly x: number; readonly y: number }
  | { readonly kind: "drag"; readonly piece: PieceName; readonly from: Square | null }
  | { readonly kind: "stroke"; readonly piece: PieceName | null };

/** Listens to the pointer in the element around board and rows. */
export function listenToPointer(root: HTMLElement, editor: Editor): void {
  let press: Press | null = null, pointer = 0; // its id; other fingers do nothing

  /** Returns the square at a point of the window, or null beside the board. */
  function squareUnder({ clientX, clientY }: PointerEvent): Square | null {
    const { left, top, width } = root.querySelector("#setup-grid")!.getBoundingClientRect();
    const [x, y] = [Math.floor(((clientX - left) / width) * 8), Math.floor(((clientY - top) / width) * 8)];
    return x >= 0 && x < 8 && y >= 0 && y < 8 ? squareAt(x, y, editor.store.state.orientation) : null;
  }

  function follow({ clientX, clientY }: PointerEvent): void {
    root.style.setProperty("--x", `${clientX}px`);
    root.style.setProperty("--y", `${clientY}px`);
  }

  function paint(square: Square | null, piece: PieceName | null): void {
    if (square) editor.stroke(() => editor.put(square, piece));
  }

  function down(event: PointerEvent): void {
    const target = event.target as Element, chosen = target.closest<HTMLElement>("[data-choose]")?.dataset["choose"] as Tool | undefined;
    const square = target.closest("#setup-grid") ? squareUnder(event) : null, { tool } = editor.store.state;
    if (press || !event.isPrimary || !(chosen || square)) return;
    if (square) editor.store.set({ focus: square });
    if (event.button === 2 && square) return editor.useOther(square);
    if (event.button !== 0) return;
    root.setPointerCapture(event.pointerId);
    pointer = event.pointerId;
    if (chosen) {
      press = { kind: "tap", piece: chosen === "hand" || chosen === "erase" ? null : chosen, from: null, tool: chosen, x: event.clientX, y: event.clientY };
    } else if (tool === "hand") {
      press = { kind: "tap", piece: editor.pieceOn(square!), from: square, tool: null, x: event.clientX, y: event.clientY };
    } else {
      const piece = tool === "erase" || tool === editor.pieceOn(square!) ? null : tool;
      press = { kind: "stroke", piece };
      paint(square, piece);
    }
  }

  function move(event: PointerEvent): void {
    if (!press || event.pointerId !== pointer) return;
    if (press.kind === "stroke") return paint(squareUnder(event), press.piece);
    follow(event);
    if (press.kind === "drag" || !press.piece || Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK) return;
    press = { kind: "drag", piece: press.piece, from: press.from };
    editor.store.set({ dragged: { piece: press.piece, from: press.from }, held: null });
  }

  function up(event: PointerEvent): void {
    if (event.pointerId !== pointer) return;
    const done = press, square = squareUnder(event);
    end();
    if (done?.kind === "tap") {
      if (done.tool) editor.store.set({ tool: done.tool, held: null });
      else if (done.from && done.from === square) editor.use(done.from);
    } else if (done?.kind === "drag") {
      if (!done.from && square) editor.put(square, done.piece);
      else if (done.from && square) editor.carry(done.from, square);
      else if (done.from) editor.put(done.from, null);
    }
  }

  function end(): void {
    press = null;
    editor.endStroke();
    if (editor.store.state.dragged) editor.store.set({ dragged: null });
  }

  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", move);
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", ({ pointerId }) => pointerId === pointer && end());
  root.addEventListener("contextmenu", (event) => {
    if ((event.target as Element).closest("#setup-grid, .setup-row")) event.preventDefault();
  });
}
