// Pictures of positions and games: SVG, PNG and animated GIF, made in a worker.
import type { Ban, BanChess, BanChessFEN } from "./banchess.js";
import type { Arrow, BoardOptions } from "./boardtypes.js";
import type { Drawing } from "./tree/annotation.js";
import type { TreeNode } from "./tree.js";
import { Connection, startWorker } from "./wasm/connection.js";
import { aborted, BanChessError, fail, notify } from "./game/error.js";
import { checkOptions, OPTIONS as LOADING, VERSION } from "./wasm/load.js";

export type { Arrow, Drawing };

/** The options of picture. All are optional. */
export interface PictureOptions extends Partial<Pick<BoardOptions, "orientation" | "theme" | "pieces" | "coordinates">> {
  /** The format: `"png"`, the default, and `"svg"` draw the position, and `"gif"` the game that led to it. */
  readonly format?: "svg" | "png" | "gif";
  /** The width and height in pixels, 64 to 4096; by default 800. An SVG has no size. */
  readonly size?: number;
  /** The time for which each position of a GIF is shown, in milliseconds, 20 to 60000; by default 1000. The last is shown four times as long. */
  readonly delay?: number;
  /** Arrows as setArrows of the board takes them; in a GIF over the last position. */
  readonly arrows?: readonly Arrow[];
  /** Circles and arrows in addition to those of the node, also over the last position. At most 500 of a position are drawn. */
  readonly drawings?: readonly Drawing[];
  /** Called with the part of the work that is done, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
  /** A signal that ends the work. The promise then rejects with the code `stopped`, the name `AbortError`, and the signal's reason as the cause. */
  readonly signal?: AbortSignal;
  /** The address of `banchess-picture.wasm`. The default is beside this module. */
  readonly wasmURL?: string | URL;
  /** The address of `worker.js`. The default is beside this module. */
  readonly workerURL?: string | URL;
}

const is = (type: string) => (v: unknown) => typeof v === type;
const OPTIONS = {
  format: is("string"), orientation: is("string"), theme: is("string"), pieces: is("string"), coordinates: is("boolean"),
  size: is("number"), delay: is("number"), arrows: Array.isArray, drawings: Array.isArray,
  onProgress: is("function"), signal: (v: unknown) => v instanceof AbortSignal, wasmURL: LOADING.wasmURL, workerURL: LOADING.wasmURL,
};
const TYPES: Record<string, string> = { svg: "image/svg+xml" };

/**
 * Makes a picture of a position: a game, a node of a tree, or an extended FEN. It looks as
 * the board does, with the last move, a check, the ban in force, arrows and drawings. Of a
 * GIF, a game gives all positions up to the current one, and a node those of its line.
 *
 * Rejects with a BanChessError: `bad_theme`, `bad_pieces`, `bad_size` and `bad_delay` for a
 * value that these options cannot have, `bad_option` for another, `bad_argument` for what
 * is not a position, `bad_fen`, `stopped` by the signal, `load_failed`,
 * `version_mismatch`, and `crashed` if there is not enough memory; and with the errors of
 * the methods of a game and a node.
 *
 * @example
 * const png = await picture(game, { theme: "green", orientation: "black" }); // a Blob
 * const gif = await picture(tree.end, { format: "gif", size: 480, onProgress: (done) => … });
 */
export async function picture(position: BanChess | TreeNode | BanChessFEN, options: PictureOptions = {}): Promise<Blob> {
  const { signal, onProgress, wasmURL, workerURL, ...look } = checkOptions(options, OPTIONS), { format = "png" } = look;
  const request = requestOf(position, look);
  if (signal?.aborted) throw aborted(signal, "picture");
  const wasm = new URL(wasmURL ?? new URL("./banchess-picture.wasm", import.meta.url), globalThis.location?.href ?? import.meta.url).href;
  const connection = new Connection(await startWorker(workerURL), () => {});
  let stop;
  try {
    return await new Promise<Blob>((resolve, reject) => {
      stop = () => reject(aborted(signal!, "picture"));
      signal?.addEventListener("abort", stop);
      if (signal?.aborted) return stop(); // while the worker started
      const args = [request, TYPES[format] ?? `image/${format}`, wasm];
      connection.call<Blob>("picture", undefined, args, (done: number) => notify(onProgress, done)).answer.then(resolve, reject);
    });
  } finally {
    signal?.removeEventListener("abort", stop!);
    connection.end();
  }
}

/** Writes the request of a picture, as wasm/picture/request.go describes it. */
function requestOf(position: BanChess | TreeNode | string, { coordinates, arrows = [], drawings = [], ...rest }: PictureOptions): string {
  const lines = [`version ${VERSION}`];
  const add = (word: string, ...values: unknown[]) => lines.push(`${word} ${values.join(" ").replace(/\s+/g, " ")}`);
  const draw = (list: readonly Drawing[]) => {
    for (const { color, from, to = "" } of list) add("drawing", `${color[0]!.toUpperCase()}${from}${to}`);
  };
  for (const [word, value] of Object.entries(rest)) add(word, value);
  if (coordinates === false) add("coordinates", "off");
  try {
    for (const { kind, rank = 0, from, to } of arrows) add("arrow", kind, rank, `${from}${to}`);
    let last;
    for (const { fen, move, drawings = [] } of placesOf(position)) {
      add("frame", fen);
      last = move ?? last;
      if (last) add("last", `${last.from}${last.to}`);
      draw(drawings);
    }
    draw(drawings);
  } catch (e) {
    throw e instanceof BanChessError ? e : fail("bad_argument", "the position, the arrows or the drawings cannot be read", "pass a BanChess, a TreeNode or a FEN, and lists of { from, to }");
  }
  return lines.join("\n");
}

interface Place {
  readonly fen: BanChessFEN;
  readonly move?: Ban | undefined; // that led there
  readonly drawings?: readonly Drawing[];
}

/** Returns the positions of a game up to the current one. */
function placesOf(position: BanChess | TreeNode | string): readonly Place[] {
  if (typeof position === "string") return [{ fen: position }];
  if ("history" in position) {
    const played = position.history().map(({ fen, actionType, action }): Place => ({ fen, move: actionType === "move" ? action : undefined }));
    return [{ fen: position.toJSON().fen }, ...played];
  }
  const line = position.line();
  return [line[0]?.parent ?? position, ...line].map(({ fen, action, drawings }) => ({ fen, move: action && "move" in action ? action.move : undefined, drawings }));
}
