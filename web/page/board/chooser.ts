// The text board's question what a pawn becomes. The drawn board asks by itself.

import { SQUARES, type Action, type Promotion } from "../../banchess/banchess.js";
import { element, pieceImage, roleName, type PageStore, type Settings } from "../shell/index.js";

const OFFERED: readonly string[] = ["q", "n", "r", "b"];
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Makes the chooser in its element. It is open while the store's `choosing` is
 * set.
 *
 * @param play called with the move
 * @param back called when the chooser closes, to put the focus back
 */
export function createChooser(root: HTMLElement, store: PageStore, { play, back }: { play: (action: Action) => void; back: () => void }): void {
  const close = () => store.set({ choosing: null, selected: null });

  root.addEventListener("click", (event) => {
    const role = (event.target as Element).closest("button")?.dataset.role;
    const { choosing } = store.state;
    if (!role || !choosing) return;
    close();
    play({ move: { ...choosing, promotion: role as Promotion } });
  });
  root.addEventListener("keydown", (event) => {
    const buttons = [...root.querySelectorAll("button")];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const step = STEPS[event.key];
    if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else if (event.key === "Escape") close();
    else if (OFFERED.includes(event.key)) buttons.find((button) => button.dataset.role === event.key)?.click();
    else return;
    event.preventDefault();
  });
  // A press anywhere else is a no; the right button draws.
  document.addEventListener("pointerdown", (event) => {
    if (event.button !== 2 && store.state.choosing && !root.contains(event.target as Node)) close();
  });

  store.watch(["choosing", "settings", "position"], ({ choosing, settings, position }, old) => {
    const wasOpen = !root.hidden;
    root.hidden = !choosing;
    if (!choosing) {
      if (wasOpen) back();
      return;
    }
    if (old && old.position !== position) {
      close();
      return;
    }
    const white = position.mover === "white";
    const options = OFFERED.map((role) => option(role, white ? "w" : "b", settings.pieces));
    root.replaceChildren(...options);
    const file = SQUARES.indexOf(choosing.to) & 7;
    const flipped = settings.orientation === "black";
    root.style.setProperty("--file", String(flipped ? 7 - file : file));
    root.classList.toggle("from-below", white === flipped);
    options[0]?.focus({ preventScroll: true });
  });
}

function option(role: string, colour: string, set: Settings["pieces"]): HTMLButtonElement {
  const button = element("button", { type: "button", title: roleName(role) }, { "aria-label": roleName(role), "data-role": role });
  button.append(pieceImage(colour + role.toUpperCase(), set));
  return button;
}
