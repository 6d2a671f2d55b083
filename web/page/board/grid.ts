// The board as 64 buttons. While the drawn board is on the screen they lie over
// it, invisible but for the focus, so that keys and screen readers play there;
// without it, or by choice, they are the board.

import { SQUARES, type Action, type Ban, type Square } from "../../banchess/banchess.js";
import { createBanArrow } from "./ban-arrow.js";
import { element, isLocked, pieceImage, pieceName, type PageStore, type PieceSet, type Position, type State } from "../shell/index.js";
import { effectOf } from "./taptarget.js";

const ARROWS: { [key: string]: [number, number] } = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What a tap on a square may lead to. */
interface Actions {
  tap(square: Square): void; // the drawn board takes it
  play(action: Action): void;
  choose(pair: Ban): void; // asks for a promotion
  say(text: string): void;
}

/** Makes the grid in its element, and returns what puts the focus there. */
export function createGrid(root: HTMLElement, store: PageStore, act: Actions): { focus: () => void } {
  const cells: HTMLButtonElement[] = [];
  for (let y = 0; y < 8; y++) {
    const row = root.appendChild(element("div", {}, { role: "row" }));
    for (let x = 0; x < 8; x++) {
      const cell = row.appendChild(element("div", {}, { role: "gridcell" }));
      cells.push(cell.appendChild(element("button", { type: "button", tabIndex: -1, className: "cell" })));
    }
  }
  const arrow = createBanArrow();
  root.append(arrow.root);
  let focus: Square = "e2"; // the one tab stop

  const squareAt = (i: number) =>
    SQUARES[store.state.settings.orientation === "black" ? (i & ~7) + 7 - (i & 7) : (7 - (i >> 3)) * 8 + (i & 7)] as Square;
  const focused = () => cells.find((cell) => cell.dataset.square === focus);
  const cellAt = (event: Event) => (event.target as Element).closest<HTMLButtonElement>(".cell");
  const squareOf = (cell: HTMLElement | null) => cell?.dataset.square as Square | undefined;

  function render({ position, settings, selected, canvas, dangers }: State): void {
    const hadFocus = root.contains(document.activeElement);
    root.dataset.mode = canvas ? "overlay" : "solid";
    for (const [i, cell] of cells.entries()) {
      const square = squareAt(i);
      const { name, marks } = describe(position, selected, square, dangers);
      cell.dataset.square = square;
      cell.setAttribute("aria-label", name);
      cell.setAttribute("aria-pressed", String(square === selected));
      cell.className = ["cell", (i + (i >> 3)) % 2 ? "dark" : "light", ...marks].join(" ");
      const { dataset } = cell.parentElement as HTMLElement;
      dataset.file = i >= 56 ? square.charAt(0) : "";
      dataset.rank = i % 8 === 0 ? square.charAt(1) : "";
      show(cell, canvas ? null : pieceOn(position, square), settings.pieces);
      cell.tabIndex = square === focus ? 0 : -1;
    }
    arrow.show(canvas ? null : position.ban, settings.orientation);
    if (hadFocus && document.activeElement !== focused()) focused()?.focus({ preventScroll: true });
  }

  function moveFocus(square: Square): void {
    const old = focused();
    if (old) old.tabIndex = -1;
    focus = square;
    const cell = focused();
    if (cell) cell.tabIndex = 0;
    cell?.focus({ preventScroll: true });
  }

  function tap(square: Square): void {
    const { position, selected, canvas } = store.state;
    if (isLocked(store.state)) return;
    if (canvas) {
      act.tap(square);
      return;
    }
    const effect = effectOf(position, selected, square);
    if (effect.select !== undefined) store.set({ selected: effect.select });
    if (effect.play) act.play(effect.play);
    if (effect.choose) act.choose(effect.choose);
    if (effect.say) act.say(effect.say);
  }

  root.addEventListener("click", (event) => {
    const square = squareOf(cellAt(event));
    if (!square) return;
    moveFocus(square);
    tap(square);
  });
  root.addEventListener("keydown", (event) => {
    const cell = cellAt(event);
    // While the drawn board asks for a promotion, the keys are its own.
    if (!cell || store.state.promotion || event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const i = cells.indexOf(cell);
      const [x, y] = [(i & 7) + arrow[0], (i >> 3) + arrow[1]];
      if (x >= 0 && x < 8 && y >= 0 && y < 8) moveFocus(squareAt(y * 8 + x));
      event.preventDefault();
    } else if (event.key === "Escape" && store.state.selected && !store.state.canvas) {
      store.set({ selected: null });
      event.preventDefault();
    }
  });
  root.addEventListener("focusin", (event) => {
    const square = squareOf(cellAt(event));
    if (square && square !== focus) moveFocus(square);
  });

  store.watch(["position", "settings", "selected", "canvas", "dangers"], render);
  return { focus: () => focused()?.focus({ preventScroll: true }) };
}

const pieceOn = ({ pieces }: Position, square: Square) => pieces[SQUARES.indexOf(square)] ?? null;

/** What a square is called, and how it is marked. */
function describe(position: Position, selected: Square | null, square: Square, dangers: State["dangers"]): { name: string; marks: string[] } {
  const { legal, ban, last, check, mover, phase, result } = position;
  const piece = pieceOn(position, square);
  const words: string[] = [square];
  const marks: string[] = [];
  if (piece) words.push(pieceName(piece));
  if (last && (square === last.from || square === last.to)) marks.push("last");
  if (check && piece === `${mover[0]}K`) {
    marks.push("check");
    words.push("in check");
  }
  if (ban && square === ban.from) {
    marks.push("banned-from");
    words.push(`banned from going to ${ban.to}`);
  }
  if (ban && square === ban.to) {
    marks.push("banned-to");
    words.push(`${ban.from} to here is banned`);
  }
  if (square === selected) {
    marks.push("selected", phase);
    words.push("selected");
  } else if (selected && legal?.some(({ from, to }) => from === selected && to === square)) {
    marks.push("target", phase);
    if (piece) marks.push("capture");
    if (dangers.has(selected + square)) marks.push("danger");
    words.push(phase === "ban" ? `ban ${selected} to here` : piece ? "capture here" : "move here");
    if (dangers.has(selected + square)) words.push("allows a mate");
  } else if (!selected && !result && legal?.some(({ from }) => from === square)) {
    words.push(phase === "ban" ? "can be banned" : "can move");
  }
  return { name: words.join(", "), marks };
}

function show(cell: HTMLElement, piece: string | null, set: PieceSet): void {
  const image = cell.firstElementChild as HTMLElement | null;
  if (image?.dataset.piece === (piece ?? undefined) && (!image || image.dataset.set === set)) return;
  cell.replaceChildren(...(piece ? [pieceImage(piece, set)] : []));
}
