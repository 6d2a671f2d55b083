// The choice of a promotion on the text board. The drawn board has its own.

import { SQUARES, type Action, type Ban, type Player, type Promotion } from "../../banchess/banchess.js";
import { roleName } from "../model/index.js";
import { PieceImage, type PageStore } from "../shell/index.js";
import { draw, h } from "../view/index.js";

const OFFERED: readonly Promotion[] = ["q", "n", "r", "b"];
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Makes the chooser in its element. It is open while the store's `choosing` is set.
 *
 * @param play called with the move
 * @param back called when the chooser closes, to put the focus back
 */
export function createChooser(root: HTMLElement, store: PageStore, { play, back }: { play: (action: Action) => void; back: () => void }): void {
  const close = () => store.set({ choosing: null, selected: null });
  const choose = (pair: Ban, promotion: Promotion) => {
    close();
    play({ move: { ...pair, promotion } });
  };

  root.addEventListener("keydown", (event) => {
    const buttons = [...root.querySelectorAll("button")];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const step = STEPS[event.key];
    if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else if (event.key === "Escape") close();
    else if (OFFERED.includes(event.key as Promotion)) buttons.find((button) => button.dataset.role === event.key)?.click();
    else return;
    event.preventDefault();
  });
  // A click anywhere else cancels; the right button draws.
  document.addEventListener("pointerdown", (event) => {
    if (event.button !== 2 && store.state.choosing && !root.contains(event.target as Node)) close();
  });

  store.watch(["choosing", "settings", "position"], ({ choosing, settings, position, premoves }, old) => {
    const wasOpen = !root.hidden;
    root.hidden = !choosing;
    if (!choosing) {
      if (wasOpen) back();
      return;
    }
    if (old && old.position !== position) return close();
    const { mover } = premoves ?? position;
    place(root, choosing, mover, settings.orientation);
    const colour = mover === "white" ? "w" : "b";
    draw(root, OFFERED.map((role) => (
      <button type="button" title={roleName(role)} aria-label={roleName(role)} data-role={role} onclick={() => choose(choosing, role)}>
        <PieceImage piece={colour + role.toUpperCase()} />
      </button>
    )));
    root.querySelector("button")!.focus({ preventScroll: true });
  });
}

/** Puts the chooser over the promotion square and those towards the middle of the board. */
function place(root: HTMLElement, { to }: Ban, mover: Player, orientation: Player): void {
  const file = SQUARES.indexOf(to) & 7, isFlipped = orientation === "black";
  root.style.setProperty("--file", String(isFlipped ? 7 - file : file));
  root.classList.toggle("from-below", (mover === "white") === isFlipped);
}
