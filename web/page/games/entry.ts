// The entry of a game in the list, and what it says.

import { dueAt, type Player, type Reason } from "../../banchess/banchess.js";
import { LEVELS } from "../../banchess/engine.js";
import type { GameTree } from "../../banchess/tree.js";
import { words } from "language/games";
import { computerAs, dashed, HUMANS, isRemote, other, ownSide, pairIn, remoteAs, resultText, seatName, type Begun, type Players } from "../model/index.js";
import { hashOf } from "../share/index.js";
import { type Left } from "../shell/index.js";
import { accuracyOf } from "./reading.js";

const FIRST = 8; // the number of actions that an entry has

/** The part of a game that the list shows, as plain data. */
export interface Entry extends Begun {
  readonly changed: number; // when the game was last changed, in milliseconds since 1970
  readonly names: readonly [white: string, black: string]; // as in its PGN; "" if unknown
  readonly reason: Reason | null; // null for an unfinished game
  readonly winner: Player | null;
  readonly turn?: Player; // who acts next in an unfinished game
  readonly plies: number;
  readonly accuracy?: number; // the user's in the report of the game, in percent
  readonly line: readonly string[]; // the first actions: bans in BCN, moves in SAN
}

const known = (tag = "") => (/^[?.*]*$/.test(tag) ? "" : tag);

/** Returns the entry of a game. Throws a BanChessError if the rules do not accept the game. */
export function entryOf({ log: _, ...begun }: Begun, record: GameTree): Entry {
  const { reason, winner } = record.result(), { White, Black } = record.tags(), line = record.mainLine(), own = ownSide(begun.players), accuracy = own && accuracyOf(record, own);
  return {
    ...begun, changed: Date.now(), names: [known(White), known(Black)], reason, winner, plies: line.length, ...!reason && { turn: dueAt(record.end.ply + 1).active }, ...accuracy !== null && { accuracy },
    line: line.slice(0, FIRST).map(({ action, bcn, san }) => (action && "ban" in action ? bcn : san)),
  };
}

/** Returns the opponent, or the names of both players. */
export function titleOf({ players, names }: Pick<Entry, "players" | "names">): string {
  const own = ownSide(players);
  if (own) return seatName(players[other(own)]);
  return names.some(Boolean) ? names.map((name) => name || "?").join(" – ") : words.games.friends;
}

/** Returns the opponent, and the day if it is known. */
export const nameOf = (entry: Entry): string => [titleOf(entry), entry.date && words.games.day(entry.date)].filter(Boolean).join(", ");

/** Returns the result, told from one's own side if there is one. */
export function resultOf({ players, reason, winner, turn }: Pick<Entry, "players" | "reason" | "winner" | "turn">): string {
  const own = ownSide(players);
  if (reason) return resultText({ reason, winner }, own);
  return turn && isRemote(players) ? words.games.turn(turn === own) : words.games.unfinished;
}

/** Returns the user's side and accuracy, as far as they are known. */
export function sideOf({ players, accuracy }: Pick<Entry, "players" | "accuracy">): string {
  const own = ownSide(players);
  return [own && words.games.side(own), accuracy !== undefined && words.games.accuracy(accuracy)].filter(Boolean).join(" · ");
}

/** Returns the date if it is known, the length, the time control, and how a game with somebody elsewhere was played. */
export const aboutOf = ({ date, plies, control, players, live, room }: Pick<Entry, "date" | "plies" | "control" | "players" | "live" | "room">): string =>
  [date && words.games.date(date), words.games.plies(plies), known(controlIn(control)), ownSide(players) && isRemote(players) && words.games.played[room ? "room" : live ? "code" : "link"]].filter(Boolean).join(" · ");

/** Returns a time control as the dialog for a new game writes it: "3+2" for "180+2". */
const controlIn = (control: string): string => control.replace(/^-$/, "").replace(/^(\d+)(?=\+\d+$)/, (seconds) => String(+(Number(seconds) / 60).toFixed(2)));

/** Returns the ban in the text of an action, as "e2–e4"; null for a move. */
export const banIn = (action: string): string | null => (action.startsWith("b:") ? dashed(pairIn(action)) : null);

/** Reports whether an entry has all words of a search, in whatever order, with or without their accents. */
export function isFound(entry: Entry, search: string): boolean {
  const plain = (text: string) => text.normalize("NFKD").toLowerCase().replace(/[\p{M}–-]/gu, "");
  const text = plain([titleOf(entry), ...entry.names, resultOf(entry), sideOf(entry), aboutOf(entry), ...entry.line.map((action) => banIn(action) ?? action)].join(" "));
  return plain(search).trim().split(/\s+/).every((word) => text.includes(word));
}

/** Returns a game of a PGN, which may be one that this page has exported. */
export function fromPGN(record: GameTree): Left & { begun: Begun } {
  const { White, Black, Date: day = "", Time: time = "", TimeControl: control = "", GameId: id = "" } = record.tags();
  const players = playersNamed(record.result().over, White, Black);
  const [, year, month, date] = /^(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/.exec(day) ?? [], [, hours, minutes, seconds] = /^(\d\d):(\d\d):(\d\d)$/.exec(time) ?? [];
  const begun = {
    id: /^[\w-]{1,80}$/.test(id) ? id : idOf(record.pgn()), players, control: known(control) || "-",
    date: year ? new Date(Number(year), (Number(month) || 1) - 1, Number(date) || 1, Number(hours ?? 0), Number(minutes ?? 0), Number(seconds ?? 0)).getTime() : 0,
  };
  return { record, players, orientation: ownSide(players) ?? "white", clock: null, begun };
}

/** Returns an id that is the same for the same text, so that a game that is imported again is known. */
const idOf = (pgn: string): string => `pgn-${hashOf(pgn)}-${hashOf(`.${pgn}`)}`; // of 64 bits: two games must not be taken for one

/** Returns the players of these names: the user and the computer, or a friend elsewhere if the game is over, or two people here. */
function playersNamed(isOver: boolean, white = "", black = ""): Players {
  for (let level = 1; level <= LEVELS; level++) {
    const computer = words.play.computer(level);
    if (white === words.play.you && black === computer) return computerAs("black", level);
    if (black === words.play.you && white === computer) return computerAs("white", level);
  }
  const { you, friend } = words.play;
  if (isOver && white === you && black === friend) return remoteAs("black", "");
  if (isOver && black === you && white === friend) return remoteAs("white", "");
  return HUMANS;
}
