// Bans and moves that are typed. As on lichess, a key opens the field for them. This
// is loaded when it is first asked for.

import type { GameController } from "./controller.js";
import { element } from "../shell/dom.js";
import type { PageStore } from "../shell/state.js";
import { isLocked } from "../shell/permissions.js";

/**
 * Makes the field, and returns what opens it, or closes it if it is open and to be toggled.
 *
 * @param show puts it where it belongs
 */
export function createTyped(store: PageStore, controller: GameController, show: (form: Element) => void): (toggle: boolean) => void {
  let back: Element | null = null; // where the focus was
  const form = element("form", { id: "typed", className: "typed", hidden: true });
  const words = "Type a ban or move";
  const field = form.appendChild(element("input", { id: "typed-text", placeholder: words, spellcheck: false, autocomplete: "off", autocapitalize: "off", enterKeyHint: "go" }, { "aria-label": words, "aria-describedby": "notice" }));
  show(form);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text || !store.state.rules) return;
    const locked = isLocked(store.state);
    if (locked) store.set({ notice: { kind: "refused", text: store.state.learner === null ? "The computer acts now." : "It is not for you to act here." } });
    // What is refused stays, to be mended.
    const played = !locked && controller.play(text);
    field.toggleAttribute("aria-invalid", !played);
    if (played) field.value = "";
  });
  field.addEventListener("input", () => field.removeAttribute("aria-invalid"));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    field.blur();
    form.hidden = true;
    if (field.hasAttribute("aria-invalid")) store.set({ notice: null });
    field.value = "";
    field.removeAttribute("aria-invalid");
    (back as HTMLElement | null)?.focus({ preventScroll: true });
  });
  return (toggle) => {
    if (form.hidden) back = document.activeElement;
    form.hidden = toggle && !form.hidden;
    if (!form.hidden) field.focus();
  };
}
