// Links: a whole game in the part of an address after the #, with the tree, the current
// node and the orientation. web/docs/links.md specifies the format.
//
// A link may come from anywhere. This module decodes it within limits; the rules decide
// whether its game can be played.

import { BanChessError, START_FEN, dueAt, type Player } from "../../banchess/banchess.js";
import { GameTree, type TreeNode, type TreeRecord, type Outcome } from "../../banchess/tree.js";
import { fromParts } from "../model/index.js";
import { words } from "../shell/index.js";

/** The length of a link, in characters, that every chat accepts. */
export const LONG = 2000;

const FORMAT = 1;
/** The number of characters that a link or a code may have. */
const MOST_CHARACTERS = 1 << 16;
const MOST_TEXT = 1 << 17; // in its content
const MOST_NESTING = 64; // levels of variations

/** The reason why a link cannot be read. */
export class LinkError extends Error {
  /** @param code one of those of the language, or with its text the code of the rules */
  constructor(readonly code: string, text = words.share.linkErrors[code as keyof typeof words.share.linkErrors]) {
    super(text);
  }
}

/** The content of a link, as JSON; default values are left out. */
interface Content {
  readonly fen?: string;
  readonly line: string; // the actions, see lineOf
  readonly notes?: readonly (readonly [number, object])[]; // the annotation of the node at each place
  readonly tags?: TreeRecord["tags"];
  readonly outcomes?: readonly (readonly [number, Outcome])[]; // the players' ending at each place
  readonly at?: number; // the place of the current node
  readonly end?: number; // the place of the last node of its line
  readonly below?: "black";
}

/**
 * Makes the link of a game. If it would be too long, leaves out what an engine or a clock
 * added (`whole` is then false). Returns null if the link is still too long.
 */
export async function encodeLink(record: GameTree, below: Player): Promise<{ text: string; whole: boolean } | null> {
  const content = contentOf(record, below);
  const text = await pack(content);
  if (text !== null && text.length <= LONG) return { text, whole: true };
  const notes = content.notes?.map(([place, { eval: _, clock: __, ...note }]: readonly [number, { eval?: unknown; clock?: unknown }]) => [place, note] as const);
  if (!notes || JSON.stringify(notes) === JSON.stringify(content.notes)) return text === null ? null : { text, whole: true };
  const less = await pack({ ...content, notes: notes.filter(([, note]) => Object.keys(note).length) });
  return less === null ? null : { text: less, whole: false };
}

/**
 * Reads the part of an address after the #, with or without the #. Rejects with a LinkError,
 * or with a BanChessError if the rules are loaded and refuse the game.
 */
export async function decodeLink(text: string): Promise<{ record: GameTree; below: Player }> {
  const content = await unpack(text) as Content;
  try {
    return { record: GameTree.fromJSON(recordOf(content)), below: content.below === "black" ? "black" : "white" };
  } catch (error) {
    throw error instanceof BanChessError && error.code !== "bad_argument" ? error : new LinkError("bad_link");
  }
}

/** Reports whether the part of an address after the # opens a part of the page, which reads it: a game between two places, a room or a code, or a position to set up, which a FEN alone is, too. */
export const opensPart = (text: unknown): text is string => typeof text === "string" && /^#?([234]\.|room=|setup(\/|$)|(\w+\/){7}\S+$)/.test(text);

/** Returns the content of a link of a format. Rejects with a LinkError. @param most the number of characters in the content */
export async function unpack(text: string, wanted = FORMAT, most = MOST_TEXT): Promise<unknown> {
  const [, format, packed, sum] = /^#?(\d+)\.([\w-]*?)([\da-z]{4})$/.exec(text.slice(0, MOST_CHARACTERS + 1)) ?? [];
  if (text.length > MOST_CHARACTERS || !format || !packed) throw new LinkError("bad_link");
  if (Number(format) !== wanted) throw new LinkError("other_release");
  if (checksum(packed) !== sum) throw new LinkError("bad_link");
  if (!canPack()) throw new LinkError("old_browser");
  try {
    return JSON.parse(await inflate(bytesOf(packed), most));
  } catch {
    throw new LinkError("bad_link");
  }
}

/** Reports whether two records contain the same game, whatever their current nodes. */
export function sameGame(a: GameTree, b: GameTree): boolean {
  const [one, other] = [a, b].map((record) => {
    const { at: _, end: __, ...content } = contentOf(record, "white");
    return JSON.stringify(content);
  });
  return one === other;
}

function contentOf(record: GameTree, below: Player): Content {
  const places = [...record], at = places.indexOf(record.current), end = places.indexOf(record.current.forwardEnd);
  const outcomes = places.flatMap(({ outcome }, place) => (outcome ? [[place, outcome] as const] : []));
  const notes: [number, object][] = [];
  const note = (place: number, about: object) => { if (Object.keys(about).length) notes.push([place, about]); };
  places.forEach((node, place) => {
    const { action: _, san: __, ...about } = node.toJSON();
    note(place, about);
  });
  const { line, last } = lineOf(record.root), tags = record.tags();
  return {
    ...record.fen !== START_FEN && { fen: record.fen }, line,
    ...notes.length && { notes }, ...Object.keys(tags).length && { tags }, ...outcomes.length && { outcomes },
    ...at !== last && { at }, ...end !== at && { end }, ...below === "black" && { below },
  };
}

/**
 * Returns the actions of a tree as text. In "e2e4d2d4(2)c2c4" d2d4 follows e2e4, and c2c4
 * follows the node 2 places back. The ply tells which actions are bans. Also returns the
 * place of the main line's last node.
 */
function lineOf(root: TreeNode): { line: string; last: number } {
  let line = "", depth = 0, place = 0, last = 0;
  const stack = root.children.map((child): [TreeNode, number] => [child, 1]).reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, at] = next;
    place++;
    if (at !== depth + 1) line += `(${depth + 1 - at})`;
    if (at === place) last = place;
    line += node.bcn.slice(2, 6) + node.bcn.slice(6).toUpperCase(); // a lower-case b would be read as a file
    depth = at;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push([node.children[i]!, at + 1]);
  }
  return { line, last };
}

/** Returns the record of a link's content. Invalid content may throw any error. */
function recordOf({ fen = START_FEN, line, notes = [], tags, outcomes = [], at, end }: Content): TreeRecord {
  const first = Number.parseInt(fen.split(" ")[6] ?? "", 10) || 1;
  const about = new Map(notes);
  const nodes: { [name: string]: unknown }[] = [];
  const path = [{ place: 0, nesting: 0 }]; // the path from the root to the last node
  let last = 0, branch = 0;
  for (const [, up, action] of line.matchAll(/\((\d+)\)|([a-h][1-8][a-h][1-8][QRBN]?)|[^]/g)) {
    const parent = path[path.length - 1 - Number(up ?? 0)];
    if (!parent) throw new LinkError("bad_link");
    if (up) {
      path.length -= Number(up);
      branch = 1;
      continue;
    }
    const nesting = parent.nesting + branch, due = dueAt(first + path.length - 1).phase;
    if (!action || nesting > MOST_NESTING) throw new LinkError("bad_link");
    const place = nodes.push({ ...about.get(nodes.length + 1), parent: parent.place, action: `${due.charAt(0)}:${action.toLowerCase()}`, san: undefined });
    if (path.length === place) last = place;
    path.push({ place, nesting });
    branch = 0;
  }
  const tree = { fen, nodes, start: about.get(0), tags };
  return fromParts({ tree, outcomes, at: at ?? last, end: end ?? at ?? last });
}

/** Returns the format, a point and the content as JSON, deflated, in base64url, with a checksum at the end; null if it would be too long, or the browser cannot make it. @param most the number of characters in the content */
export async function pack(content: object, format = FORMAT, most = MOST_TEXT): Promise<string | null> {
  const text = JSON.stringify(content);
  if (text.length > most) return null;
  if (!canPack()) return null;
  let binary = "";
  for await (const bytes of through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text))) {
    for (const byte of bytes) binary += String.fromCharCode(byte);
  }
  const packed = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const whole = `${format}.${packed}${checksum(packed)}`;
  return whole.length > MOST_CHARACTERS ? null : whole;
}

/** Reports whether this browser can make and read links. */
export function canPack(): boolean {
  try {
    return !!new CompressionStream("deflate-raw") && !!new DecompressionStream("deflate-raw");
  } catch {
    return false; // the browser does not support it, or not this format
  }
}

/** Returns the parts of an address before and after the #, if the text is an address. */
export function addressIn(text: string): { address?: string | undefined; hash?: string | undefined } {
  const trimmed = text.trim();
  if (trimmed.length > MOST_CHARACTERS + LONG) return {};
  const [, address, hash] = /^<?(\w+:\/\/[^\s#]*)?(?:#(\S*?))?>?$/.exec(trimmed) ?? [];
  return { address, hash };
}

const bytesOf = (packed: string) => Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/**
 * Yields what a stream makes of bytes, piece by piece. Neither a Blob nor a Response is used:
 * in Chromium they may be collected before the end, which then never comes.
 */
async function* through({ writable, readable }: CompressionStream | DecompressionStream, bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter(), reader = readable.getReader();
  for (const written of [writer.write(bytes), writer.close()]) written.catch(() => {}); // the reader gets the error
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Returns the text of deflated bytes. Limits its length, because a few bytes may expand to very many. */
async function inflate(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for await (const piece of through(new DecompressionStream("deflate-raw"), bytes)) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > most) throw new LinkError("bad_link");
  }
  return text + decoder.decode();
}

/** Returns a checksum of a text, of four characters: the last four letters and digits of its hash. */
export const checksum = (text: string): string => hashOf(text).padStart(4, "0").slice(-4);

/** Returns the hash of a text, FNV-1a of 32 bits, in base 36. */
export function hashOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return (sum >>> 0).toString(36);
}
