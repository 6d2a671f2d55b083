// What stands for a piece, a ban and a glyph in lines of text.

import type { PieceName } from "../../banchess/banchess.js";
import { element } from "./dom.js";
import { signOf } from "./glyphs.js";
import type { Settings } from "./settings.js";
import { h } from "./view.js";
import { roleName } from "./words.js";

export type PieceSet = Settings["pieces"];

const urlOf = (piece: string, set: PieceSet) => new URL(`./assets/pieces/${set}.svg#${piece}`, import.meta.url).href;

/** The drawing of a piece; what it is stands in the words around it. */
export const PieceImage = ({ piece, set = "classic", ...props }: { piece: string; set?: PieceSet; class?: string | undefined }) =>
  <img src={urlOf(piece, set)} alt="" draggable={false} data-piece={piece} data-set={set} {...props} />;

/** The same as an element, for the parts that make their elements by hand. */
export const pieceImage = (piece: string, set: PieceSet = "classic"): HTMLImageElement =>
  element("img", { src: urlOf(piece, set), alt: "", draggable: false }, { "data-piece": piece, "data-set": set });

/** The figure of a ban of each piece, to be copied: a long game has hundreds. */
const figures = new Map<PieceName | null, HTMLElement>();

/** A ban as it stands in lines and in the list: what it takes, and the squares. */
export function banFigure(piece: PieceName | null, text: string): HTMLElement {
  let figure = figures.get(piece);
  if (!figure) {
    figure = element("span", { className: "step ban" });
    figure.append(element("span", { className: "hidden", textContent: `ban ${piece ? `${roleName(piece.charAt(1))} ` : ""}` }));
    if (piece) figure.append(pieceImage(piece));
    figures.set(piece, figure);
  }
  const copy = figure.cloneNode(true) as HTMLElement;
  copy.append(text);
  return copy;
}

/** The sign of a glyph, coloured by what it says. */
export const glyph = (nag: number): HTMLElement => element("span", { className: "glyph", textContent: signOf(nag) }, { "data-nag": String(nag) });

/** One of the icons in index.html. */
export const Icon = ({ name }: { name: string }) => <svg aria-hidden="true"><use href={`#i-${name}`} /></svg>;
