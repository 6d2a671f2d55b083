// My games: the list of what was played in this browser.

import type { Player } from "../../banchess/banchess.js";
import { words as first } from "./first.js";

const { names, several, unreadable } = first;
const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });

export const words = {
  ...first,
  games: {
    title: "My games",
    search: "Search",
    friends: "Two players on this device",
    unfinished: "Unfinished",
    turn: (own: boolean) => (own ? "Your turn" : "Your friend’s turn"),
    plies: (n: number) => several(n, "ban or move", "bans and moves"),
    found: (n: number) => several(n, "game"),
    none: "The games that you play are kept in this browser and listed here.",
    more: "More games",
    shown: (n: number, all: number) => `${n} of ${several(all, "game")} are listed.`,
    analyse: "Analyse",
    delete: "Delete",
    /** Names a button and its game. */
    of: (what: string, title: string, about: string) => `${what}: ${title}, ${about}`,
    deleted: (title: string) => `Deleted: ${title}.`,
    undeleted: "The game is back.",
    opened: "Opened from your games.",
    unreadable: "This game cannot be opened.",
    unreadableFile: unreadable,
    empty: (file: string) => `There are no games in ${file}.`,
    side: (own: Player) => `as ${names[own]}`,
    accuracy: (percent: number) => `${percent}% accuracy`,
    /** The way in which a game with somebody elsewhere was played. */
    played: { link: "by link", code: "by code", room: "in a room" },
    date: (at: number) => (new Date(at).toTimeString().startsWith("00:00:00") ? DAY : DATE).format(at), // a PGN may have the day alone
    day: (at: number) => DAY.format(at),
    mistakes: (due: number) => `Your mistakes: ${due} due today`,
    import: "Import",
    export: "Export",
    importing: "Importing",
    exporting: "Exporting",
    exported: (n: number, bad: number) => `Exported ${several(n, "game")}.${bad > 0 ? ` ${several(bad, "game")} cannot be read.` : ""}`,
    imported: (added: number, again: number, faults: readonly string[]) => [
      `Imported ${several(added, "game")}.`, again > 0 && `${several(again, "game")} ${again === 1 ? "was" : "were"} here already.`,
      faults.length > 0 && `${several(faults.length, "game")} cannot be read. ${faults.length > 1 ? "The first: " : ""}${faults[0]}`,
    ].filter(Boolean).join(" "),
    partly: (added: number, why: string) => `Imported ${several(added, "game")}. ${why}, so the rest of the file was not imported.`,
    unkept: (why: string) => `${why}, so games are not kept here. Save the PGN of a game that you want to keep.`,
  },
};
