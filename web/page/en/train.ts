// Training: the puzzle of the day, storms and races, and the record of progress.

import { words as first } from "./first.js";

const days = (n: number) => (n === 1 ? "1 day" : `${n} days`);

export const words = {
  ...first,

  train: {
    rules: "The rules of training",
    progress: "Progress",
    /** The streak, beside the heading. */
    streak: (now: number) => (now > 0 ? `${days(now)} in a row` : "No days in a row yet"),
    best: (best: number) => `The longest row was ${days(best)}.`,
    open: "Today’s puzzle is not solved yet.",
    last: "Solve today’s puzzle, or the row ends.",
    done: "Today’s puzzle is solved.",
    grace: "One missed day in a week does not end the row.",
    calendar: "Puzzles of the days",
    marks: { 1: "not solved", 2: "solved, not at once", 3: "solved at once" },
    missed: "no puzzle",
    rating: (from: number, to: number) => `Your rating, from ${from} to ${to}`,

    move: "Take your rating, calendar, puzzles and mistakes to another device, or bring them from there. Nothing is lost, and nothing counts twice.",
    save: "Save to a file",
    load: "Open a file",
    saved: (name: string) => `Saved as ${name}.`,
    taken: "Your progress was taken in.",
    refused: "This is not a file of your progress, or it is damaged. Nothing has changed.",
    noMistakes: (why: string) => `${why}, so the mistakes were not taken in.`,
  },
};
