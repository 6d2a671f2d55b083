// The board as 64 buttons. Over the drawn board only their focus is visible; they serve
// the keyboard and screen readers. Without the drawn board, or if the user prefers it,
// they are the board.

import { SQUARES, type Action, type Ban, type Player, type Square } from "../../banchess/banchess.js";
import { pieceOn } from "../model/index.js";
import { PieceImage, isReadOnly, type PageStore, type State } from "../shell/index.js";
import { Fragment, draw, h } from "../view/index.js";
import { BanArrow } from "./ban-arrow.js";
import { marksOf, nameOf } from "./squares.js";
import { effectOf } from "./taptarget.js";

const ARROWS: { [key: string]: [right: number, down: number] } = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];

/** The actions that a tap on a square can trigger. */
interface Actions {
  tap(square: Square): void; // passes the tap to the drawn board
  play(action: Action): void;
  cancel(): void; // drops what was chosen ahead of the turn
  choose(pair: Ban): void; // opens the choice of a promotion
  say(text: string): void;
}

/** Creates the grid in an element. Returns a function that focuses it. */
export function createGrid(root: HTMLElement, store: PageStore, act: Actions): { focus: () => void } {
  let tabStop: Square = "e2";
  const cell = () => root.querySelector<HTMLElement>(`[data-square="${tabStop}"]`);
  const focus = () => cell()?.focus({ preventScroll: true });

  function show(): void {
    const { state } = store, hadFocus = root.contains(document.activeElement);
    root.dataset.mode = state.canvas ? "overlay" : "solid";
    draw(root, <Grid state={state} tabStop={tabStop} press={press} />);
    if (hadFocus && document.activeElement !== cell()) focus(); // the board was turned
  }

  function moveFocus(square: Square): void {
    tabStop = square;
    show();
    focus();
  }

  function press(square: Square): void {
    moveFocus(square);
    if (!isReadOnly(store.state)) tap(store, square, act);
  }

  root.addEventListener("keydown", (event) => {
    const square = squareOf(event), { state } = store;
    // While the drawn board asks for a promotion, it handles the keys.
    if (!square || state.promotion || event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) moveFocus(beside(square, arrow, state) ?? square);
    else if (event.key === "Escape" && state.selected && !state.canvas) store.set({ selected: null });
    else return;
    event.preventDefault();
  });
  root.addEventListener("focusin", (event) => {
    const square = squareOf(event);
    if (square && square !== tabStop) moveFocus(square);
  });
  store.watch(["position", "premoves", "queue", "settings", "selected", "canvas", "dangers"], show);
  return { focus };
}

const squareOf = ({ target }: Event) => (target as Element).closest<HTMLElement>(".cell")?.dataset.square as Square | undefined;

/** Returns the square at a place of the board as shown, from the upper left corner. */
export const squareAt = (x: number, y: number, orientation: Player): Square =>
  SQUARES[orientation === "black" ? y * 8 + 7 - x : (7 - y) * 8 + x] as Square;

/** Returns the square beside another on the board as shown, or undefined at the edge. */
function beside(square: Square, [right, down]: readonly [number, number], state: State): Square | undefined {
  const i = SQUARES.indexOf(square), isBlack = state.settings.orientation === "black";
  const [x, y] = [(isBlack ? 7 - (i & 7) : i & 7) + right, (isBlack ? i >> 3 : 7 - (i >> 3)) + down];
  return x >= 0 && x < 8 && y >= 0 && y < 8 ? squareAt(x, y, state.settings.orientation) : undefined;
}

/** Handles a tap on a square. The drawn board handles its own taps. */
function tap(store: PageStore, square: Square, act: Actions): void {
  const { position, premoves, selected, canvas } = store.state;
  if (canvas) return act.tap(square);
  const effect = effectOf(premoves ?? position, selected, square);
  if (effect.select !== undefined) store.set({ selected: effect.select });
  if (effect.play) act.play(effect.play);
  if (effect.choose) act.choose(effect.choose);
  if (effect.say && !premoves) act.say(effect.say);
  if (premoves && !selected && !effect.select) act.cancel();
}

interface Shown {
  state: State;
  tabStop: Square;
  press(square: Square): void;
}

const Grid = (shown: Shown) => (
  <>
    {EIGHT.map((y) => <div role="row">{EIGHT.map((x) => <Cell x={x} y={y} {...shown} />)}</div>)}
    {!shown.state.canvas && shown.state.position.ban && <BanArrow ban={shown.state.position.ban} orientation={shown.state.settings.orientation} />}
  </>
);

function Cell({ x, y, state, tabStop, press }: Shown & { x: number; y: number }) {
  const square = squareAt(x, y, state.settings.orientation), piece = state.canvas ? null : pieceOn(state.position, square);
  return (
    <div class="square" role="none" data-file={y === 7 ? square.charAt(0) : ""} data-rank={x === 0 ? square.charAt(1) : ""}>
      <button
        type="button" role="gridcell" class={["cell", (x + y) % 2 ? "dark" : "light", ...marksOf(state, square)].join(" ")} data-square={square}
        aria-label={nameOf(state, square)} aria-selected={square === state.selected} tabindex={square === tabStop ? 0 : -1} onclick={() => press(square)}
      >
        {piece && <PieceImage piece={piece} />}
      </button>
    </div>
  );
}
