// What stands for a piece, a ban and a glyph in lines of text.

import type { PieceName } from "../../banchess/banchess.js";
import { signOf } from "./glyphs.js";
import { words } from "language/first";
import type { Settings } from "./settings.js";
import { h } from "./view.js";
import { roleName } from "./words.js";

export type PieceSet = Settings["pieces"];

const urlOf = (piece: string, set: PieceSet) => new URL(`./assets/pieces/${set}.svg#${piece}`, import.meta.url).href;

/** The drawing of a piece; what it is stands in the words around it. */
export const PieceImage = ({ piece, set = "classic", ...props }: { piece: string; set?: PieceSet; class?: string | undefined }) =>
  <img src={urlOf(piece, set)} alt="" draggable={false} data-piece={piece} data-set={set} {...props} />;

/** A ban as it stands in lines and in the list: the piece it takes, and the squares. */
export const BanFigure = ({ piece, text }: { piece: PieceName | null; text: string }) => (
  <span class="step ban">
    <span class="hidden">{words.shell.theBan(piece ? `${roleName(piece.charAt(1))} ` : "")}</span>
    {piece && <PieceImage piece={piece} />}
    {text}
  </span>
);

/** The sign of a glyph, coloured by what it says. */
export const Glyph = ({ nag }: { nag: number }) => <span class="glyph" data-nag={nag}>{signOf(nag)}</span>;

/** One of the icons in index.html. */
export const Icon = ({ name }: { name: string }) => <svg aria-hidden="true"><use href={`#i-${name}`} /></svg>;
