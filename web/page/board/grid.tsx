// The board as 64 buttons. While the drawn board is on the screen they lie over
// it, invisible but for the focus, so that keys and screen readers play there;
// without it, or by choice, they are the board.

import { SQUARES, type Action, type Ban, type Square } from "../../banchess/banchess.js";
import { Fragment, PieceImage, draw, h, isLocked, type PageStore, type State } from "../shell/index.js";
import { BanArrow } from "./ban-arrow.js";
import { marksOf, nameOf, pieceOn } from "./squares.js";
import { effectOf } from "./taptarget.js";

const ARROWS: { [key: string]: [right: number, down: number] } = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];

/** What a tap on a square may lead to. */
interface Actions {
  tap(square: Square): void; // the drawn board takes it
  play(action: Action): void;
  choose(pair: Ban): void; // asks for a promotion
  say(text: string): void;
}

/** Makes the grid in its element, and returns what puts the focus there. */
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
    if (!isLocked(store.state)) tap(store, square, act);
  }

  root.addEventListener("keydown", (event) => {
    const square = squareOf(event), { state } = store;
    // While the drawn board asks for a promotion, the keys are its own.
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
  store.watch(["position", "settings", "selected", "canvas", "dangers"], show);
  return { focus };
}

const squareOf = ({ target }: Event) => (target as Element).closest<HTMLElement>(".cell")?.dataset.square as Square | undefined;

/** The square at a place of the board as it is seen, counted from its upper left corner. */
const squareAt = (x: number, y: number, { settings }: State) =>
  SQUARES[settings.orientation === "black" ? y * 8 + 7 - x : (7 - y) * 8 + x] as Square;

/** The square beside another, as the board is seen; undefined at the edge. */
function beside(square: Square, [right, down]: readonly [number, number], state: State): Square | undefined {
  const i = SQUARES.indexOf(square), isBlack = state.settings.orientation === "black";
  const [x, y] = [(isBlack ? 7 - (i & 7) : i & 7) + right, (isBlack ? i >> 3 : 7 - (i >> 3)) + down];
  return x >= 0 && x < 8 && y >= 0 && y < 8 ? squareAt(x, y, state) : undefined;
}

/** Does what a tap on a square does: the drawn board knows it itself. */
function tap(store: PageStore, square: Square, act: Actions): void {
  const { position, selected, canvas } = store.state;
  if (canvas) return act.tap(square);
  const effect = effectOf(position, selected, square);
  if (effect.select !== undefined) store.set({ selected: effect.select });
  if (effect.play) act.play(effect.play);
  if (effect.choose) act.choose(effect.choose);
  if (effect.say) act.say(effect.say);
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
  const square = squareAt(x, y, state), piece = state.canvas ? null : pieceOn(state.position, square);
  return (
    <div role="gridcell" data-file={y === 7 ? square.charAt(0) : ""} data-rank={x === 0 ? square.charAt(1) : ""}>
      <button
        type="button" class={["cell", (x + y) % 2 ? "dark" : "light", ...marksOf(state, square)].join(" ")} data-square={square}
        aria-label={nameOf(state, square)} aria-pressed={square === state.selected} tabindex={square === tabStop ? 0 : -1} onclick={() => press(square)}
      >
        {piece && <PieceImage piece={piece} set={state.settings.pieces} />}
      </button>
    </div>
  );
}
