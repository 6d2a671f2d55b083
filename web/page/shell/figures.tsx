// The signs for pieces, bans and glyphs in text.

import type { PieceName } from "../../banchess/banchess.js";
import { signOf } from "./glyphs.js";
import { words } from "language/first";
import type { Settings } from "./settings.js";
import { h } from "./view.js";
import { roleName } from "./words.js";

export type PieceSet = Settings["pieces"];

const urlOf = (piece: string, set: PieceSet) => new URL(`./assets/pieces/${set}.svg#${piece}`, import.meta.url).href;

/** The image of a piece. The text around it names the piece. */
export const PieceImage = ({ piece, set = "classic", ...props }: { piece: string; set?: PieceSet; class?: string | undefined }) =>
  <img src={urlOf(piece, set)} alt="" draggable={false} data-piece={piece} data-set={set} {...props} />;

/** A ban in a line or in the list: the piece whose move is banned, and the squares. */
export const BanFigure = ({ piece, text }: { piece: PieceName | null; text: string }) => (
  <span class="step ban">
    <span class="hidden">{words.shell.theBan(piece ? `${roleName(piece.charAt(1))} ` : "")}</span>
    {piece && <PieceImage piece={piece} />}
    {text}
  </span>
);

/** The sign of a glyph, in a colour for its meaning. */
export const Glyph = ({ nag }: { nag: number }) => <span class="glyph" data-nag={nag}>{signOf(nag)}</span>;

/** One of the icons in index.html. */
export const Icon = ({ name }: { name: string }) => <svg aria-hidden="true"><use href={`#i-${name}`} /></svg>;
