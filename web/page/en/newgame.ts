// The dialog of a new game.

import { words as first } from "./first.js";

export const words = {
  ...first,
  play: {
    ...first.play,
    newGameDialog: {
      title: "New game",
      against: "Against",
      computer: "The computer",
      friend: "A friend here",
      link: "A friend by link",
      code: "A friend by code",
      byCode: "You both play now. Next you get an invitation for your friend, who sends an answer back: then your two browsers are connected.",
      codeOfFriend: "If your friend has invited you, open that link, or enter the code here:",
      noClock: "You and your friend send each other a link after every turn, by any chat. There is no clock: take as long as you like, hours or days.",
      level: "Level",
      levelIs: (level: number, name: string) => `${level}, ${name}`,
      levelScores: (percent: number, next: number) => `: would win ${percent} of 100 points against level ${next}`,
      youPlay: "You play",
      below: "At the bottom",
      random: "Random",
      clock: "Clock",
      untimed: "No clock",
      timed: "Timed",
      clocks: "Minutes and increment",
      custom: "Custom",
      minutes: "Minutes",
      increment: "Increment in seconds",
      from: "From",
      start: "Start position",
      here: "This position",
      fen: "A FEN",
      fenLabel: "FEN of the position",
      go: "Start the game",
      noFen: "Write the FEN of a position here.",
      badMinutes: (least: number, most: number) => `A clock has ${least} to ${most} minutes.`,
      badIncrement: (most: number) => `An increment has 0 to ${most} seconds.`,
    },
  },
};
