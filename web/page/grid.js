// The board as 64 buttons. While the drawn board is on the screen they lie over
// it, invisible but for the focus, so that keys and screen readers play there;
// without it, or by choice, they are the board.

import { createBanArrow } from "./ban-arrow.js";
import { isLocked } from "./computer.js";
import { effectOf } from "./hand.js";
import { SQUARES } from "./position.js";
import { pieceName } from "./words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Makes the grid in its element.
 *
 * @param store with position, settings, selected, canvas
 * @param act {tap(square): the drawn board takes it, play(bcn), choose(pair):
 *   asks for a promotion, say(text)}
 */
export function createGrid(root, store, act) {
  const cells = [];
  for (let y = 0; y < 8; y++) {
    const row = root.appendChild(element("div", { role: "row" }));
    for (let x = 0; x < 8; x++) {
      const cell = row.appendChild(element("div", { role: "gridcell" }));
      cells.push(cell.appendChild(element("button", { type: "button", tabIndex: -1, className: "cell" })));
    }
  }
  const arrow = createBanArrow();
  root.append(arrow.root);
  let focus = "e2"; // the one tab stop

  const squareAt = (i) => SQUARES[store.state.settings.orientation === "black" ? (i & ~7) + 7 - (i & 7) : (7 - (i >> 3)) * 8 + (i & 7)];
  const cellOf = (square) => cells.find((cell) => cell.dataset.square === square);

  function render({ position, settings, selected, canvas }) {
    const hadFocus = root.contains(document.activeElement);
    root.dataset.mode = canvas ? "overlay" : "solid";
    for (const [i, cell] of cells.entries()) {
      const square = squareAt(i);
      const { name, marks } = describe(position, selected, square);
      const piece = position.pieces[SQUARES.indexOf(square)];
      cell.dataset.square = square;
      cell.setAttribute("aria-label", name);
      cell.setAttribute("aria-pressed", String(square === selected));
      cell.className = ["cell", (i + (i >> 3)) % 2 ? "dark" : "light", ...marks].join(" ");
      cell.parentElement.dataset.file = i >= 56 ? square[0] : "";
      cell.parentElement.dataset.rank = i % 8 === 0 ? square[1] : "";
      show(cell, canvas ? null : piece);
      cell.tabIndex = square === focus ? 0 : -1;
    }
    arrow.show(canvas ? null : position.ban, settings.orientation);
    if (hadFocus && document.activeElement !== cellOf(focus)) cellOf(focus).focus({ preventScroll: true });
  }

  function moveFocus(square) {
    cellOf(focus).tabIndex = -1;
    focus = square;
    const cell = cellOf(square);
    cell.tabIndex = 0;
    cell.focus({ preventScroll: true });
  }

  function tap(square) {
    const { position, selected, canvas } = store.state;
    if (isLocked(store.state)) return;
    if (canvas) {
      act.tap(square);
      return;
    }
    const effect = effectOf(position, selected, square);
    if ("select" in effect) store.set({ selected: effect.select });
    if (effect.play) act.play(effect.play);
    if (effect.choose) act.choose(effect.choose);
    if (effect.say) act.say(effect.say);
  }

  root.addEventListener("click", (event) => {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    moveFocus(cell.dataset.square);
    tap(cell.dataset.square);
  });
  root.addEventListener("keydown", (event) => {
    const cell = event.target.closest(".cell");
    // While the drawn board asks for a promotion, the keys are its own.
    if (!cell || store.state.promotion || event.ctrlKey || event.altKey || event.metaKey) return;
    if (ARROWS[event.key]) {
      const i = cells.indexOf(cell);
      const [dx, dy] = ARROWS[event.key];
      const [x, y] = [(i & 7) + dx, (i >> 3) + dy];
      if (x >= 0 && x < 8 && y >= 0 && y < 8) moveFocus(squareAt(y * 8 + x));
      event.preventDefault();
    } else if (event.key === "Escape" && store.state.selected && !store.state.canvas) {
      store.set({ selected: null });
      event.preventDefault();
    }
  });
  root.addEventListener("focusin", (event) => {
    const cell = event.target.closest(".cell");
    if (cell && cell.dataset.square !== focus) moveFocus(cell.dataset.square);
  });

  store.watch(["position", "settings", "selected", "canvas"], render);
  return { focus: () => cellOf(focus).focus({ preventScroll: true }), cell: cellOf };
}

/** What a square is called, and how it is marked. */
function describe(position, selected, square) {
  const { pieces, legal, ban, last, check, mover, phase, result } = position;
  const piece = pieces[SQUARES.indexOf(square)];
  const words = [square];
  const marks = [];
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
  const verb = phase === "ban" ? "can be banned" : "can move";
  if (square === selected) {
    marks.push("selected", phase);
    words.push("selected");
  } else if (selected && legal?.some((action) => action.from === selected && action.to === square)) {
    marks.push("target", phase);
    if (piece) marks.push("capture");
    words.push(phase === "ban" ? `ban ${selected} to here` : piece ? "capture here" : "move here");
  } else if (!selected && !result && legal?.some((action) => action.from === square)) {
    words.push(verb);
  }
  return { name: words.join(", "), marks };
}

function show(cell, piece) {
  const image = cell.firstElementChild;
  if (image?.dataset.piece === piece || (!image && !piece)) return;
  if (!piece) image.remove();
  else cell.replaceChildren(pieceImage(piece));
}

/** The drawing of a piece; what it is stands in the words around it. */
export function pieceImage(piece) {
  const image = element("img", { src: new URL(`../assets/pieces/${piece}.svg`, import.meta.url), alt: "", draggable: false });
  image.dataset.piece = piece;
  return image;
}

function element(name, { role, ...properties }) {
  const node = Object.assign(document.createElement(name), properties);
  if (role) node.setAttribute("role", role);
  return node;
}
