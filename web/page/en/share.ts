// The sharing dialog.

import type { Player } from "../../banchess/banchess.js";
import { words as first } from "./first.js";

const { several, unreadable } = first;

export const words = {
  ...first,
  share: {
    ...first.share,
    title: "Share and load",
    link: "Link",
    fen: "FEN",
    pgn: "PGN",
    copy: { link: "Copy the link", fen: "Copy the FEN", pgn: "Copy the PGN" },
    copied: "Copied.",
    notCopied: "Copying was refused. Select the text and copy it.",
    send: "Send the link",
    save: "Save the PGN as a file",
    opens: "Opens this game here, with its variations, on any device.",
    longLink: (length: number) => `This link has ${length.toLocaleString("en")} characters, more than some chats take. You can send the PGN instead.`,
    left: "It leaves out evaluations and clock times.",
    tooLargeForLink: "This game is too large for a link. Send the PGN instead.",
    noLinks: "This browser is too old to make links. Send the PGN instead.",

    picture: {
      title: "Picture or animated GIF",
      format: "Format",
      formats: { png: "PNG", svg: "SVG", gif: "Animated GIF" },
      size: "Width in pixels",
      board: "The board as it is shown.",
      delay: "Seconds for each ban or move",
      game: (n: number, seconds: number) => `The line on the board, from its start to its end: ${several(n, "ban or move", "bans and moves")} in ${seconds < 120 ? several(Math.ceil(seconds), "second") : several(Math.round(seconds / 60), "minute")}.`,
      making: "Making the picture",
      cancel: "Cancel",
      cancelled: "Cancelled.",
      make: "Make the picture",
      failed: (why: string) => `The picture was not made: ${why}`,
      done: (bytes: number) => `${Math.max(1, Math.round(bytes / 1000)).toLocaleString("en")} kB`,
      copy: "Copy picture",
      copied: "Copied.",
      notCopied: "Copying was refused. Save the picture instead.",
      save: "Save",
      send: "Send",
    },

    /** The dialog with the markup of an embedded board. */
    snippet: {
      open: "Embed it in your own page",
      title: "Embed this game",
      about: "Paste this where the board should appear. Nothing is stored in the reader’s browser.",
      mode: { title: "What readers can do", play: "Play", readonly: "Look", find: "Find" },
      means: {
        play: "Readers go through the game and play bans and moves of their own.",
        readonly: "Readers go through the game, but cannot play on it.",
        find: "Readers find the best ban or move in the position shown. The game’s next ban or move is the answer. Without one, the engine judges.",
      },
      scheme: { title: "Colours", system: "Like the page", light: "Light", dark: "Dark" },
      copy: "Copy",
      frame: "Ban Chess", // the name of the frame, for screen readers
    },

    load: "Load a game or a position",
    paste: "Paste a link, PGN, FEN or bans and moves",
    hint: "A link, PGN, FEN or b:e2e4 m:d2d4. You can drop a file anywhere on the page.",
    open: "Open a file",
    go: "Load",
    readingLong: "Reading. The text is too long to show here.",
    notShown: "The text is too long to show here.",
    choose: "Games to choose from",
    games: (n: number, isPart: boolean) => `${isPart ? "The first " : ""}${several(n, "game")}: choose one.`,
    bad: (n: number) => `${several(n, "game")} cannot be read`,
    more: "More games",
    soFar: (n: number) => `${several(n, "game")} so far`,
    game: (n: number) => `Game ${n}`,
    round: (round: string) => `round ${round}`,
    plies: (n: number) => several(n, "ban or move", "bans and moves"),
    at: (line: number, column?: number) => `Line ${line}${column ? `, column ${column}` : ""}`,

    tooLarge: (file: string, size: number, most: number) => `${file} is ${size} MB. The page reads files of up to ${most} MB.`,
    unreadable,
    noText: "This is not a text file.",
    noGame: "No game found. Paste a link, a PGN, a FEN or a list of bans and moves.",
    progress: "This is your progress, not a game. Import it under Learn, Progress.",
    ordinary: "This is ordinary chess: it has no bans. In a PGN of Ban Chess, a ban stands before every move: 1. {banning: e2e4} d4 {banning: e7e5} d5",
    ordinaryEnd: (player: Player | null) => `A game of ordinary chess has no bans: this is its final position${player ? `, and ${first.names[player]} bans next` : ""}.`,
    gone: "This game is gone.",
  },
};
