// The address of a position to set up: setup, or setup/FEN with _ for the spaces of the FEN.
// A FEN without setup/ is read, too.

import { edited } from "./position.js";

/** Returns the address of the page with a position, which may be impossible. */
export const linkTo = (fen: string): string => `${location.href.split("#", 1)[0]}#setup/${edited(fen, () => {}).replaceAll(" ", "_")}`;

/** Reports whether a text is an address of the editor. */
export const isLink = (text: string): boolean => /(?:^|#)setup(?:\/|$)/.test(text.trim());

/** Returns the FEN in a link, or null. */
export function fenIn(link: string): string | null {
  const text = /(?:^|#)(?:setup\/(?=\S)|(?=(?:\w+\/){7}\S+$))(\S+)/.exec(link.trim())?.[1];
  if (!text) return null;
  try {
    return decodeURIComponent(text).replaceAll("_", " ");
  } catch {
    return text;
  }
}

/** Returns the FEN in a text that was pasted, or null if it looks like something else. */
export const pasted = (text: string): string | null => fenIn(text) ?? (/^\s*(?:\w+\/){7}\w+(?:\s+\S+){0,6}\s*$/.test(text) ? text : null);
