// How a game was begun: what the page knows of it beside its record. "My games" finds it by
// its id, and its PGN has the names, the date and the time control.

import type { Clock } from "./clock.js";
import { areHumans, playersFrom, type Players } from "./players.js";
import { seatName } from "./words.js";

/** The beginning of a game, as plain data. */
export interface Begun {
  readonly id: string;
  readonly date: number; // milliseconds since 1970
  readonly players: Players;
  readonly control: string; // the time control as in PGN: "300+3", "-" without a clock
}

/** Returns a new id. */
export const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

/** Returns the beginning of a game that begins now. */
export const begins = (players: Players, clock: Clock | null): Begun =>
  ({ id: newId(), date: Date.now(), players, control: clock ? `${clock.base / 1000}+${clock.increment / 1000}` : "-" });

/** Returns a stored beginning, or null for anything else. */
export function begunFrom(data: any): Begun | null {
  const { id, date, players, control } = data ?? {};
  return typeof id === "string" && id && Number.isFinite(date) && typeof control === "string" ? { id, date, players: playersFrom(players), control } : null;
}

/** Returns the PGN tags of a game, as far as they are known. Two people at one screen have no names. */
export function tagsOf({ players, date, control }: Pick<Begun, "players"> & Partial<Begun>): Record<string, string> {
  const at = date === undefined ? null : new Date(date), two = (n: number) => String(n).padStart(2, "0");
  return {
    ...!areHumans(players) && { White: seatName(players.white), Black: seatName(players.black) },
    ...at && {
      Date: [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("."),
      Time: [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":"),
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
