// The text board's question what a pawn becomes. The drawn board asks by itself.

import { pieceImage } from "./grid.js";
import { roleName } from "./words.js";

const ROLES = ["q", "n", "r", "b"];

/**
 * Makes the chooser in its element, with `store.choosing` ({from, to} or null)
 * saying whether it is open.
 *
 * @param play called with the action in BCN
 * @param back called when the chooser closes, to put the focus back
 */
export function createChooser(root, store, { play, back }) {
  const close = () => store.set({ choosing: null, selected: null });

  root.addEventListener("click", (event) => {
    const role = event.target.closest("button")?.dataset.role;
    const { choosing } = store.state;
    if (!role) return;
    close();
    play(`m:${choosing.from}${choosing.to}${role}`);
  });
  root.addEventListener("keydown", (event) => {
    const buttons = [...root.querySelectorAll("button")];
    const at = buttons.indexOf(event.target);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
    else if (event.key === "Escape") close();
    else if (ROLES.includes(event.key)) buttons.find((button) => button.dataset.role === event.key).click();
    else return;
    event.preventDefault();
  });
  // A press anywhere else is a no.
  document.addEventListener("pointerdown", (event) => {
    if (store.state.choosing && !root.contains(event.target)) close();
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
    root.replaceChildren(...ROLES.map((role) => option(role, white ? "w" : "b")));
    const file = "abcdefgh".indexOf(choosing.to[0]);
    const flipped = settings.orientation === "black";
    root.style.setProperty("--file", flipped ? 7 - file : file);
    root.classList.toggle("from-below", white === flipped);
    root.firstElementChild.focus({ preventScroll: true });
  });
}

function option(role, colour) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.role = role;
  button.title = roleName(role);
  button.setAttribute("aria-label", roleName(role));
  button.append(pieceImage(colour + role.toUpperCase()));
  return button;
}
