// How the page looks: by the user's choices, and by the browser's.

import type { Settings } from "./settings.js";
import { updateSettings, type PageStore } from "./state.js";

const ANIMATION = 180; // milliseconds

/** Binds the dialog's inputs, by their names, to the settings of the store. */
export function createSettings(dialog: HTMLElement, store: PageStore): void {
  dialog.addEventListener("change", ({ target }) => {
    const input = target as HTMLInputElement;
    updateSettings(store, { [input.name]: input.type === "checkbox" ? input.checked : input.value });
  });
  store.watch(["settings"], ({ settings }) => {
    for (const input of dialog.querySelectorAll("input")) {
      const value = settings[input.name as keyof Settings];
      input.checked = input.type === "checkbox" ? value === true : input.value === value;
    }
  });
}

/** Applies the settings to the page and to the board. */
export function applySettings(store: PageStore, board: HTMLElement): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const animate = () => board.setAttribute("animation", String(still.matches ? 0 : ANIMATION));
  still.addEventListener("change", animate);
  animate();

  store.watch(["settings"], ({ settings }) => {
    const { scheme, theme, pieces, orientation } = settings;
    const coordinates = settings.coordinates ? "on" : "off";
    Object.assign(document.documentElement.dataset, { scheme, theme, pieces, coordinates });
    for (const [name, value] of Object.entries({ theme, pieces, coordinates, orientation })) board.setAttribute(name, value);
  });
}
