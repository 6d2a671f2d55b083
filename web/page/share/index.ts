// The entry of sharing: the address of the page, and the dialog that exports and loads
// games.

export { AddressBar, fromAddress, openLink } from "./address.js";
export { canPack, checksum, decodeLink, encodeLink, hashOf, LinkError, LONG, opensPart, pack, unpack } from "./link.js";
export { createShare } from "./share.js";

/** Yields the games of a PGN, each of which is freed after it was used, and an error for each that cannot be read. */
export const readGames = async (text: string) => (await import("./import.js")).gamesOf(text);

/** Returns one game or position of a text, of several games the first. Rejects with a BanChessError. */
export const readText = async (text: string) => (await import("./import.js")).readOne(text);
