// The messages between an embedded board and other windows. web/docs/embed.md describes
// them. Any page may frame the board and any window may write to it, so nothing that
// arrives is trusted: a message is read once into values of known types, or refused.

import type { Player } from "../../banchess/banchess.js";

/** The version of the messages. Each has it as the property banchess. */
export const VERSION = 1;

const MOST_TEXT = 1 << 20; // characters of a game, as the rules read at most
const MOST_ID = 100; // characters

/** The codes of refused messages, besides those of the rules and of links. */
export type WireCode = "bad_version" | "unknown_command" | "bad_argument" | "too_large" | "not_ready" | "wrong_mode";

export type Place = number | "start" | "end" | "back" | "forward";

/** A command to the board. An id comes back in the answer. */
export type Command = { readonly id?: string | number } & (
  | { readonly type: "load"; readonly game: string; readonly orientation?: Player }
  | { readonly type: "flip"; readonly orientation?: Player }
  | { readonly type: "goto"; readonly to: Place }
);

/** The reason why a message is refused, with what to do. */
export class WireError extends Error {
  constructor(readonly code: WireCode, message: string) {
    super(message);
  }
}

const PLACES: readonly unknown[] = ["start", "end", "back", "forward"];
const PLAYERS: readonly unknown[] = ["white", "black"];
const COMMANDS = ["load", "flip", "goto"];

/** Returns the id of a message, if it has a usable one. */
export function idOf(data: unknown): string | number | undefined {
  const id = own(data, "id");
  return (typeof id === "string" && id.length <= MOST_ID) || Number.isFinite(id) ? (id as string | number) : undefined;
}

/**
 * Reads a message. Returns null for one that is not for the board: anything without a
 * property banchess, and the messages that a board itself sends, since two boards that
 * answer each other would never stop. Throws a WireError for a wrong command.
 */
export function commandOf(data: unknown): Command | null {
  const version = own(data, "banchess"), type = own(data, "type");
  if (version === undefined || typeof type !== "string" || SENT.has(type)) return null;
  if (version !== VERSION) throw new WireError("bad_version", `The board speaks version ${VERSION} of its messages: write banchess: ${VERSION}.`);
  const orientation = own(data, "orientation"), game = own(data, "game"), to = own(data, "to");
  const id = idOf(data), known = { ...id !== undefined && { id }, ...orientation !== undefined && { orientation: orientation as Player } };
  if (orientation !== undefined && !PLAYERS.includes(orientation)) throw new WireError("bad_argument", 'The orientation is "white" or "black".');
  switch (type) {
    case "load":
      if (typeof game !== "string") throw new WireError("bad_argument", "The command load needs a text as game: a link, a PGN, a FEN or actions.");
      if (game.length > MOST_TEXT) throw new WireError("too_large", `A game has at most ${MOST_TEXT} characters.`);
      return { ...known, type, game };
    case "flip":
      return { ...known, type };
    case "goto":
      if (!PLACES.includes(to) && !Number.isSafeInteger(to)) throw new WireError("bad_argument", 'The command goto needs to: a ply, "start", "end", "back" or "forward".');
      return { ...known, type, to: to as Place };
  }
  throw new WireError("unknown_command", `There is no such command. The commands are ${COMMANDS.join(", ")}.`);
}

/** The types of messages that a board sends. */
const SENT: ReadonlySet<string> = new Set(["ready", "action", "answer", "end", "resize", "done", "error"]);

/** Returns an own property of an object, or undefined. */
const own = (data: unknown, name: string): unknown =>
  typeof data === "object" && data !== null && Object.hasOwn(data, name) ? (data as { [name: string]: unknown })[name] : undefined;
