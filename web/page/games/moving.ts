// Games that move to another device, as PGN. The rules of training decide what becomes of two
// versions of a game.

import type { ReviewState } from "../../banchess/review.js";
import { dayOf, review } from "../../banchess/review.js";
import { parsePGN } from "../../banchess/tree.js";
import { tagsOf, withTags } from "../model/index.js";
import { leftFrom, type Left } from "../shell/index.js";
import { entries, gameOf, takeIn, type Kept } from "./database.js";
import { entryOf, fromPGN } from "./entry.js";

/** A game, in the order of the ids. */
export type Moved = readonly [id: string, pgn: string];

/** Games that can be moved, as they were read. */
interface Movable {
  readonly games: readonly Moved[];
  readonly fixed: readonly string[]; // the ids of games with somebody elsewhere that go on
  readonly texts: ReadonlyMap<string, string>; // what is stored of each
  readonly left: number; // the number of games that cannot be read
}

/** Returns the id of a game without the mark of a version. */
export const nameIn = (id: string): string => id.split("--", 1)[0]!;

/** Returns the PGN of a game. The dialog of games exports the same. */
export const pgnOf = (left: Left, tags: Readonly<Record<string, string>> = {}): string => withTags(left.record.pgn(), { ...tagsOf(left.begun ?? left), ...tags });

/**
 * Returns the kept games, or the versions of those with some ids. Rejects with a DOMException
 * if nothing is stored.
 */
export async function movable(ids?: readonly string[]): Promise<Movable> {
  const names = ids && new Set(ids.map(nameIn)), games: Moved[] = [], fixed: string[] = [], texts = new Map<string, string>();
  let left = 0;
  const all = names?.size === 0 ? [] : await entries();
  for (const { id, reason } of all.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    if (!/^(?!--)[\w-]{1,80}$/.test(id) || names && !names.has(nameIn(id))) continue;
    const text = await gameOf(id), game = text ? leftFrom(JSON.parse(text)) : null;
    if (!game) {
      left++;
      continue;
    }
    games.push([id, pgnOf(game)]);
    texts.set(id, text!);
    if (game.begun?.log !== undefined && !reason) fixed.push(id);
    game.record.free();
  }
  return { games, fixed, texts, left };
}

/**
 * Keeps games that are new or have gone on, and mistakes, all or nothing. Resolves with false
 * if a game was changed by another tab since it was read.
 */
export async function keepMoved(moved: readonly Moved[], texts: Movable["texts"], mistakes: ReviewState | undefined): Promise<boolean> {
  const kept: Kept[] = [];
  for (const [id, pgn] of moved) {
    const record = parsePGN(pgn), text = texts.get(id), own = text === undefined ? null : leftFrom(JSON.parse(text)), left = fromPGN(record);
    const begun = { ...own?.begun ?? left.begun, id }, now = { ...own ?? left, record, begun };
    kept.push({ entry: entryOf(begun, record), game: JSON.stringify(now) });
    own?.record.free();
    record.free();
    await null;
  }
  return takeIn(kept, texts, mistakes && ((state) => review({ ...state !== undefined && { state: state as ReviewState }, merge: mistakes, day: dayOf() }).state));
}
