// A whole game in the part of an address after the #: the tree, the place in it and
// the side below. web/docs/links.md says how it is written.
//
// A link comes from anywhere. Here it is only taken apart, within bounds; whether its
// game can be played the rules say.

import { BanChessError, START_FEN, dueAt, type Player } from "../../banchess/banchess.js";
import { GameTree, type TreeNode, type TreeRecord, type Outcome } from "../../banchess/tree.js";
import { fromParts, words } from "../shell/index.js";

/** The characters of a link that every chat takes. */
export const LONG = 2000;

const FORMAT = 1;
const MOST_CHARACTERS = 1 << 16; // of a link
const MOST_TEXT = 1 << 17; // of what is in it
const MOST_NESTING = 64; // of variations

/** What keeps a link from being read. */
export class LinkError extends Error {
  constructor(readonly code: keyof typeof words.share.linkErrors) {
    super(words.share.linkErrors[code]);
  }
}

/** The content of a link, as JSON; what goes without saying is left out. */
interface Content {
  readonly fen?: string;
  readonly line: string; // the actions, see lineOf
  readonly notes?: readonly (readonly [number, object])[]; // what is written about the node at a place
  readonly tags?: TreeRecord["tags"];
  readonly outcomes?: readonly (readonly [number, Outcome])[]; // how the players ended the game at a place
  readonly at?: number; // the place of the node that is shown
  readonly end?: number; // that of the last one of its line
  readonly below?: "black";
}

/**
 * Makes the link of a game: of all of it, or without what an engine or a clock said, if that
 * would be too long. Returns null if even that is too long for a link.
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
 * Reads the part of an address after the #, with it or without. Rejects with a LinkError, or
 * with a BanChessError if there are rules and they refuse the game.
 */
export async function decodeLink(text: string): Promise<{ record: GameTree; below: Player }> {
  const [, format, packed, sum] = /^#?(\d+)\.([\w-]*?)([\da-z]{4})$/.exec(text.slice(0, MOST_CHARACTERS + 1)) ?? [];
  if (text.length > MOST_CHARACTERS || !format || !packed) throw new LinkError("bad_link");
  if (Number(format) !== FORMAT) throw new LinkError("other_release");
  if (checksum(packed) !== sum) throw new LinkError("bad_link");
  if (!canPack()) throw new LinkError("old_browser");
  try {
    const content = JSON.parse(await inflate(bytesOf(packed))) as Content;
    return { record: GameTree.fromJSON(recordOf(content)), below: content.below === "black" ? "black" : "white" };
  } catch (error) {
    throw error instanceof BanChessError && error.code !== "bad_argument" ? error : new LinkError("bad_link");
  }
}

/** Reports whether two records hold the same game, wherever in it somebody is. */
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
 * The actions of a tree: "e2e4d2d4(2)c2c4" are e2e4, d2d4 after it and, as many nodes
 * before as the brackets say, c2c4. Which are bans follows from the ply. Also the place
 * of the main line's last node.
 */
function lineOf(root: TreeNode): { line: string; last: number } {
  let line = "", depth = 0, place = 0, last = 0;
  const stack = root.children.map((child): [TreeNode, number] => [child, 1]).reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, at] = next;
    place++;
    if (at !== depth + 1) line += `(${depth + 1 - at})`;
    if (at === place) last = place;
    line += node.bcn.slice(2, 6) + node.bcn.slice(6).toUpperCase(); // a small b would be a file
    depth = at;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push([node.children[i]!, at + 1]);
  }
  return { line, last };
}

/** The record of what stands in a link. Throws whatever it likes. */
function recordOf({ fen = START_FEN, line, notes = [], tags, outcomes = [], at, end }: Content): TreeRecord {
  const first = Number.parseInt(fen.split(" ")[6] ?? "", 10) || 1;
  const about = new Map(notes);
  const nodes: { [name: string]: unknown }[] = [];
  const path = [{ place: 0, nesting: 0 }]; // from the root to the last node
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

/** "1." and the JSON, deflated, in base64url, and at the end a sum by which it is known to be whole. */
async function pack(content: Content): Promise<string | null> {
  const text = JSON.stringify(content);
  if (text.length > MOST_TEXT) return null;
  if (!canPack()) return null;
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const packed = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const whole = `${FORMAT}.${packed}${checksum(packed)}`;
  return whole.length > MOST_CHARACTERS ? null : whole;
}

/** Reports whether this browser can make links and read them. */
export function canPack(): boolean {
  try {
    return !!new CompressionStream("deflate-raw") && !!new DecompressionStream("deflate-raw");
  } catch {
    return false; // it has none, or not this one
  }
}

/** Takes an address apart, if the text is one: what stands before the # and after it. */
export function addressIn(text: string): { address?: string | undefined; hash?: string | undefined } {
  const trimmed = text.trim();
  if (trimmed.length > MOST_CHARACTERS + LONG) return {};
  const [, address, hash] = /^<?(\w+:\/\/[^\s#]*)?(?:#(\S*?))?>?$/.exec(trimmed) ?? [];
  return { address, hash };
}

const bytesOf = (packed: string) => Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** The text of deflated bytes; a few of them may stand for very many, which are not made. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += decoder.decode(piece.value, { stream: true });
    if (text.length > MOST_TEXT) {
      reader.cancel().catch(() => {});
      throw new LinkError("bad_link");
    }
  }
  return text + decoder.decode();
}

/** Four letters and digits that are others if one of the text is: FNV-1a. */
function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return ((sum >>> 0) % 36 ** 4).toString(36).padStart(4, "0");
}
