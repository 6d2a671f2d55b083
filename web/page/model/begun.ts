// The beginning of a game: what the page knows of it beside its record. "My games" finds it by
// its id, and its PGN has the names, the date and the time control.

import { dueAt } from "../../banchess/banchess.js";
import type { Clock } from "./clock.js";
import { areHumans, isRemote, playersFrom, type Players } from "./players.js";
import { seatName } from "./words.js";

/** The keys of a room. A watcher has none. */
interface RoomKeys {
  readonly secret?: string; // which gives the user's seat
  readonly invitation?: string; // for the opponent
}

/** The beginning of a game, as plain data. */
export interface Begun {
  readonly id: string;
  readonly date: number; // milliseconds since 1970; 0 if the PGN does not say
  readonly players: Players;
  readonly control: string; // the time control as in PGN: "300+3", "-" without a clock
  readonly log?: string; // all that was done in a game with somebody elsewhere; together/log.ts describes it
  readonly live?: true; // if the players were connected, or one was invited to be
  readonly room?: RoomKeys; // if it is played in the room of its id
  readonly after?: string; // the id of the game whose rematch it is, if that was with somebody elsewhere
  readonly isGuest?: true; // if it is kept elsewhere: by another tab of this browser, or by the players of the room that the user watches
}

/** Returns a new id of 128 random bits. */
export const newId = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns the beginning of a game that begins now. */
export const begins = (players: Players, clock: Clock | null): Begun =>
  ({ id: newId(), date: Date.now(), players, control: clock ? `${clock.base / 1000}+${clock.increment / 1000}` : "-", ...isRemote(players) && { log: "" } });

/** Returns the beginning of a game that nobody has acted in: that of a game with somebody elsewhere, who is invited to it, or null. */
export const invites = (players: Players, clock: Clock | null = null): Begun | null => (isRemote(players) ? begins(players, clock) : null);

/**
 * Returns the actions of a log that were not taken back, in BCN.
 *
 * @param first the ply of the first action
 */
export function lineIn(log: string, first: number): string[] {
  const line: string[] = [];
  for (const [, back, action] of log.matchAll(/\((\d+)\)|([a-h][1-8][a-h][1-8][QRBN]?)/g)) {
    if (action) line.push(`${dueAt(first + line.length).phase.charAt(0)}:${action.toLowerCase()}`);
    else line.splice(-Number(back));
  }
  return line;
}

/** Returns a stored beginning, or null for anything else. */
export function begunFrom(data: any): Begun | null {
  const { id, date, players, control, log, live, room, after, isGuest } = data ?? {};
  return typeof id === "string" && id && Number.isFinite(date) && typeof control === "string"
    ? { id, date, players: playersFrom(players), control, ...typeof log === "string" && { log }, ...live === true && { live }, ...room && { room }, ...typeof after === "string" && { after }, ...isGuest === true && { isGuest } } : null;
}

/** Returns the PGN tags of a game, as far as they are known. Two people at one screen have no names. */
export function tagsOf({ players, date, control }: Pick<Begun, "players"> & Partial<Begun>): Record<string, string> {
  const at = date ? new Date(date) : null, Time = at?.toTimeString().slice(0, 8) ?? "", two = (n: number) => String(n).padStart(2, "0");
  return {
    ...!areHumans(players) && { White: seatName(players.white), Black: seatName(players.black) },
    ...at && {
      Date: [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("."),
      ...Time !== "00:00:00" && { Time }, // a game of a PGN may have the day alone
      TimeControl: control!,
    },
  };
}

/** Returns a PGN with these tags. A tag that it has already stays, unless its value is unknown. */
export function withTags(pgn: string, tags: Readonly<Record<string, string>>): string {
  const end = pgn.indexOf("\n\n");
  let header = pgn.slice(0, end);
  for (const [name, value] of Object.entries(tags)) {
    const line = `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`, old = new RegExp(`^\\[${name} "(.*)"\\]$`, "m").exec(header);
    if (!old) header += `\n${line}`;
    else if (/^[?.]*$/.test(old[1]!)) header = header.replace(old[0], () => line);
  }
  return header + pgn.slice(end);
}
