// The link of a game between two places: the whole log with its hash, and whose link it is.
// It is packed like that of a game, as another format. web/docs/links.md specifies it.

import { BanChessError, START_FEN, type Player } from "../../banchess/banchess.js";
import { LinkError, pack, unpack } from "../share/index.js";
import { unplayable } from "../model/index.js";
import { Log, LogError } from "./log.js";

const FORMAT = 2;

/** The content of a link, as JSON. */
interface Content {
  readonly id: string; // 32 hexadecimal digits
  readonly by: Player; // who sends it
  readonly fen?: string; // the start position, if it is not the usual one
  readonly log: string;
  readonly hash: string;
}

/** Returns the link of a log that a player sends, as the part of an address after the #. Returns null if it would be too long, or the browser cannot make links. */
export const encodeLog = ({ id, fen, text, hash }: Log, by: Player): Promise<string | null> =>
  pack({ id, by, ...fen !== START_FEN && { fen }, log: text, hash } satisfies Content, FORMAT);

/** Reads a link. The rules must be loaded. Rejects with a LinkError. */
export async function decodeLog(text: string): Promise<{ log: Log; by: Player }> {
  const { id, by, fen = START_FEN, log: entries, hash } = ((await unpack(text, FORMAT)) ?? {}) as Partial<Content>;
  const isGood = typeof id === "string" && /^[\da-f]{32}$/.test(id) && (by === "white" || by === "black") && typeof fen === "string" && typeof entries === "string";
  if (!isGood) throw new LinkError("bad_link");
  try {
    const log = Log.read(id, fen, entries);
    if (log.hash === hash) return { log, by };
    log.free();
  } catch (error) {
    if (error instanceof LogError || error instanceof BanChessError) throw new LinkError(error.code, unplayable(error).text);
    throw error;
  }
  throw new LinkError("bad_link");
}
