// The appearance of the page, by the settings and the browser.

import { choosePieces } from "./figures.js";
import type { PageStore } from "./state.js";

const ANIMATION = 180; // milliseconds

/** Sets the size of the board, in percent of the largest. The layout uses it where it has a column beside the board. */
export const scaleBoard = (size: number) => document.documentElement.style.setProperty("--board-scale", String(size / 100));

/** Applies the settings to the page and the board, now and after every change. */
export function applySettings(store: PageStore, board: HTMLElement): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const animate = () => board.setAttribute("animation", String(still.matches ? 0 : ANIMATION));
  still.addEventListener("change", animate);
  animate();

  store.watch(["settings"], ({ settings }) => {
    const { scheme, theme, pieces, orientation } = settings;
    const coordinates = settings.coordinates ? "on" : "off";
    Object.assign(document.documentElement.dataset, { scheme, theme, coordinates });
    choosePieces(pieces);
    scaleBoard(settings.size);
    for (const [name, value] of Object.entries({ theme, pieces, coordinates, orientation })) board.setAttribute(name, value);
  });
}
