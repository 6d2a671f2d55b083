// Reads the game that an embedded board shows: a link, or the text that the page's box for
// loading takes.

import type { Player } from "../../banchess/banchess.js";
import type { GameTree } from "../../banchess/tree.js";
import { words } from "language/embed";
import { decodeLink, opensPart, LinkError, readText } from "../share/index.js";

/** A game, or a position to start from, and the side at the bottom if it was given. */
export interface Shown {
  readonly source: GameTree | { readonly fen: string };
  readonly below?: Player;
}

/** Returns the part after the # of a text that is a link, or that part alone. */
const linkIn = (text: string): string | null => /^(?:\S*#)?((?:\d+\.|room=)[\w-]+)$/.exec(text)?.[1] ?? null;

/** Returns the game of a link, which needs no rules; null for any other text. Rejects with a LinkError or a BanChessError. */
export async function linked(text: string): Promise<(Shown & { readonly source: GameTree }) | null> {
  const link = linkIn(text);
  if (link === null) return null;
  if (opensPart(link)) throw new LinkError("no_game", words.embed.noGame);
  const { record, below } = await decodeLink(link);
  return { source: record, below };
}

/** Returns the game of a text. Of a PGN with several games it is the first. Rejects with a LinkError or a BanChessError. */
export async function gameIn(text: string): Promise<Shown> {
  return await linked(text) ?? { source: await readText(text) };
}

/** Returns the text after the # of an address. */
export function textAfterHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1)).trim();
  } catch {
    return hash.slice(1).trim(); // it has a % without digits
  }
}
