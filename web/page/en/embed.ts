// An embedded board.

import { words as first } from "./first.js";

export const words = {
  ...first,
  embed: {
    loading: "Loading the board",
    open: "Open in Ban Chess",
    noGame: "A game in progress between two people cannot be shown here. Only a game, a PGN, a FEN or a list of bans and moves can.",
    unreadable: (why: string) => `The game that this board was given cannot be shown. ${why}`,
    banned: (pair: string) => `${pair} is banned`,
    find: {
      ban: "Find the ban",
      move: "Find the move",
      task: (player: string, isBan: boolean) => `${player} to ${isBan ? "ban" : "move"}.`,
      over: "The game is over in this position: there is nothing to find.",
      looking: "The engine is looking at the position.",
      hint: "Hint",
      show: "Show it",
      solution: "Solution",
      again: "Try again",
    },
  },
};
