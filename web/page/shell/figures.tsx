// The signs for pieces, bans and glyphs in text.

import type { PieceName } from "../../banchess/banchess.js";
import { signOf, roleName } from "../model/index.js";
import { words } from "language/first";
import type { Settings } from "./settings.js";
import { h, type Child } from "../view/index.js";

type PieceSet = Settings["pieces"];

const urlOf = (piece: string, set: PieceSet) => new URL(`./assets/pieces/${set}.svg#${piece}`, import.meta.url).href;
const chosen = () => (document.documentElement.dataset.pieces ?? "classic") as PieceSet;
const sources = new Map<string, () => string>();

/** Returns a function that returns the address of a piece in the chosen set, the same one every time, so that the piece's markup stays as it is. */
function sourceOf(piece: string): () => string {
  if (!sources.has(piece)) sources.set(piece, () => urlOf(piece, chosen()));
  return sources.get(piece)!;
}

/** The image of a piece, in the chosen set or a given one. The text around it names the piece. */
export const PieceImage = ({ piece, set, ...props }: { piece: string; set?: PieceSet; class?: string | undefined }) =>
  <img src={set ? urlOf(piece, set) : sourceOf(piece)} alt="" draggable={false} data-piece={piece} data-set={set} {...props} />;

/** Chooses the set of pieces for all images, those to come included. */
export function choosePieces(set: PieceSet): void {
  if (document.documentElement.dataset.pieces === set) return;
  document.documentElement.dataset.pieces = set;
  for (const image of document.querySelectorAll<HTMLImageElement>("img[data-piece]:not([data-set])")) image.src = urlOf(image.dataset.piece!, set);
}

/** A ban in a line or in the list: the piece whose move is banned, and the squares. */
export const BanFigure = ({ piece, text }: { piece: PieceName | null; text: string }) => (
  <span class="step ban">
    <span class="hidden">{words.shell.theBan(piece ? `${roleName(piece.charAt(1))} ` : "")}</span>
    {piece && <PieceImage piece={piece} />}
    {text}
  </span>
);

/** Returns a text in which no pair of squares breaks at its dash. */
export const unbroken = (text: string): Child => text.split(/([a-h][1-8]–[a-h][1-8])/).map((part, i) => (i % 2 ? <span class="pair">{part}</span> : part));

/** The sign of a glyph, in a colour for its meaning. */
export const Glyph = ({ nag }: { nag: number }) => <span class="glyph" data-nag={nag}>{signOf(nag)}</span>;
