// The handle at the corner of the board, which changes its size.

import { scaleBoard, updateSettings, words, type PageStore } from "../shell/index.js";

// Sizes, in percent of the largest that the window has room for.
const LEAST = 50;
const MOST = 100;
const STEPS: { readonly [key: string]: number } = { ArrowRight: 2, ArrowUp: 2, ArrowLeft: -2, ArrowDown: -2, PageUp: 10, PageDown: -10, Home: -MOST, End: MOST };

const within = (size: number) => Math.min(Math.max(Math.round(size * 10) / 10, LEAST), MOST);

/** Creates the handle in the element of the board. */
export function createSizeHandle(store: PageStore, board: HTMLElement): void {
  const handle = board.appendChild(Object.assign(document.createElement("div"), { id: "board-size", className: "size-handle", tabIndex: 0, title: words.board.resize }));
  const set = (size: number) => updateSettings(store, { size: within(size) });

  Object.assign(handle, { role: "slider", ariaLabel: words.board.size, ariaValueMin: String(LEAST), ariaValueMax: String(MOST) });
  store.watch(["settings"], ({ settings: { size } }) => {
    handle.ariaValueNow = String(Math.round(size));
    handle.ariaValueText = words.board.sizeIs(Math.round(size));
  });
  handle.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    set(store.state.settings.size + step);
    event.preventDefault();
  });
  handle.addEventListener("dblclick", () => set(MOST));

  // During a drag only the layout changes; the size is stored at its end.
  let dragged: ((event: PointerEvent) => number) | null = null;
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const { size } = store.state.settings, side = board.getBoundingClientRect().width;
    dragged = ({ clientX, clientY }) => {
      const right = clientX - event.clientX, down = clientY - event.clientY;
      return within(size * (1 + (Math.abs(right) > Math.abs(down) ? right : down) / side));
    };
    handle.setPointerCapture(event.pointerId);
  });
  // WebKit would select the page's text during the drag.
  handle.addEventListener("mousedown", (event) => {
    event.preventDefault();
    handle.focus({ preventScroll: true });
  });
  handle.addEventListener("pointermove", (event) => dragged && scaleBoard(dragged(event)));
  handle.addEventListener("pointerup", (event) => {
    if (dragged) set(dragged(event));
    dragged = null;
  });
  handle.addEventListener("pointercancel", () => {
    if (dragged) scaleBoard(store.state.settings.size);
    dragged = null;
  });
}
