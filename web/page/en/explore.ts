// The opening explorer.

import { words as first } from "./first.js";

const { names, several } = first;
const percent = (n: number) => `${Math.round(n)}%`;

export const words = {
  ...first,
  explore: {
    title: "Opening explorer",
    sources: "Games to count",
    source: { engine: "Engine", own: "My games", file: "PGN" },
    rows: "What was played here",
    about: (games: number) => `${several(games, "game")} that the engine played against itself.`,
    unaided: "While you play against somebody, the explorer is off. After the game it shows what others played.",
    over: "The game is over. Step back to explore it.",
    loading: "Loading the explorer",
    counting: (games: number) => `Reading: ${several(games, "game")}`,
    stop: "Stop",
    read: (games: number, file: string) => `${several(games, "game")}${file && ` of ${file}`}.`,
    stopped: "Stopped.",
    most: "Only the first 10,000 were read.",
    skipped: (games: number, why: string) => `${several(games, "game")} cannot be read${games > 1 ? ". The first" : ""}: ${why}`,
    noGames: "There are no games in this browser yet. The games that you play here will be counted.",
    empty: (file: string) => `There are no games in ${file}.`,
    failed: (why: string) => `The explorer is not working: ${why}.`,
    notLoaded: "a part could not be loaded",
    nothing: "No game has reached this position.",
    nothingFound: "No game matches the filters here.",
    games: (n: number) => n.toLocaleString("en"),
    part: percent,
    heads: { ban: "Ban", move: "Move", games: "Games", results: "White / draw / Black", score: "Engine" },
    all: "All",
    others: "others",
    /** A row for screen readers and as a tip. */
    row: (action: string, games: number, part: number, results: string, score: string) =>
      [`${action}: ${several(games, "game")}, ${percent(part)}`, results, score && `engine ${score}`].filter(Boolean).join(". "),
    results: (white: number, drawn: number, black: number) => `${names.white} won ${percent(white)}, drawn ${percent(drawn)}, ${names.black} won ${percent(black)}`,
    score: (depth: number) => `The evaluation of a deeper search, depth ${depth}`,
    filters: (on: number) => (on > 0 ? `Filters (${on})` : "Filters"),
    player: "Player",
    opponent: "Opponent",
    side: "Side",
    anySide: "Both",
    names,
    since: "From",
    until: "To",
    clear: "Clear",
  },
};
