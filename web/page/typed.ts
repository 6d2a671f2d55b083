// Bans and moves that are typed. As on lichess, a key opens the field for them.

import { isLocked } from "./computer.js";
import type { GameController } from "./controller.js";
import { $ } from "./dom.js";
import type { PageStore } from "./state.js";

/**
 * Binds the field, and returns what opens it.
 *
 * @param leave takes the focus when the field is closed
 */
export function createTyped(store: PageStore, controller: GameController, leave: () => void): () => void {
  const form = $<HTMLFormElement>("typed"), field = $<HTMLInputElement>("typed-text");

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text || !store.state.rules) return;
    const locked = isLocked(store.state);
    if (locked) store.set({ notice: { kind: "refused", text: "The computer acts now." } });
    // What is refused stays, to be mended.
    const played = !locked && controller.play(text);
    field.toggleAttribute("aria-invalid", !played);
    if (played) field.value = "";
  });
  field.addEventListener("input", () => field.removeAttribute("aria-invalid"));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    form.hidden = true;
    leave();
  });
  const open = () => {
    form.hidden = false;
    field.focus();
  };
  // Pressed again, the button closes what a phone has no key for.
  $("type").addEventListener("click", () => (form.hidden ? open() : (form.hidden = true)));
  return open;
}
