// My games as PGN for the explorer: the main lines, with names, date and result.

import { START_FEN, type Player } from "../../banchess/banchess.js";
import { entries, gameOf, type Entry } from "../games/index.js";
import { areHumans, ownSide, seatName, tagsOf } from "../model/index.js";
import { leftFrom, type Left } from "../shell/index.js";

const BATCH = 20; // the number of games that are read at once

/** The name of the user in these games. No player is called like this. */
export const OWN = "(you)";

/** Yields the games of this browser in batches, and which part of all they end. */
export async function* ownGames(): AsyncGenerator<{ readonly pgn: string; readonly part: number }> {
  const all = await entries();
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = await Promise.all(all.slice(at, at + BATCH).map(async (entry) => {
      const game = await gameOf(entry.id), left = game === undefined ? null : leftFrom(JSON.parse(game));
      return left ? pgnOf(entry, left) : "";
    }));
    yield { pgn: batch.join(""), part: (at + batch.length) / all.length };
  }
}

function pgnOf(entry: Entry, { record }: Left): string {
  const result = !entry.reason ? "*" : entry.winner ? { white: "1-0", black: "0-1" }[entry.winner] : "1/2-1/2";
  const tags = { White: nameOf(entry, "white"), Black: nameOf(entry, "black"), Date: tagsOf(entry)["Date"] ?? "????.??.??", Result: result, ...record.fen !== START_FEN && { SetUp: "1", FEN: record.fen } };
  const line = record.mainLine().map(({ bcn, san }) => (bcn.startsWith("b:") ? `{banning: ${bcn.slice(2)}}` : san));
  return `${Object.entries(tags).map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`).join("")}\n${line.join(" ")} ${result}\n\n`;
}

/** Returns the name of a player. Two people at this screen have the names of their PGN. */
function nameOf({ players, names }: Entry, player: Player): string {
  if (ownSide(players) === player) return OWN;
  if (areHumans(players)) return names[player === "white" ? 0 : 1] || "?";
  return seatName(players[player]);
}

