// Training: the puzzle of the day, storms and races, and the record of progress.

import { words as first } from "./first.js";

const puzzles = (n: number) => (n === 1 ? "1 puzzle" : `${n} puzzles`);
const games = (n: number, kind = "") => `${n} ${kind}${n === 1 ? "game" : "games"}`;
const days = (n: number) => (n === 1 ? "1 day" : `${n} days`);

export const words = {
  ...first,

  train: {
    rules: "The rules of training",
    progress: "Progress",
    /** The streak, beside the heading. */
    streak: (now: number) => (now > 0 ? `${days(now)} in a row` : "No streak yet"),
    best: (best: number) => `Your longest streak is ${days(best)}.`,
    open: "Today’s puzzle is not solved yet.",
    last: "Solve today’s puzzle to keep your streak.",
    done: "Today’s puzzle is solved.",
    grace: "One missed day a week does not break a streak.",
    calendar: "Daily puzzles",
    marks: { 1: "not solved", 2: "solved, but not at the first try", 3: "solved at the first try" },
    missed: "no puzzle",
    rating: (from: number, to: number) => `Your rating, from ${from} to ${to}`,

    move: "Take your rating, calendar, puzzles, mistakes and games to another device, or bring them from there, as a file or as a code to paste. Nothing is lost, and nothing counts twice.",
    save: "Save to a file",
    load: "Open a file",
    makeCode: "Copy a code",
    withoutGames: "Copy it without the games",
    code: "Progress code",
    paste: "Paste a code",
    takeIn: "Import",
    working: "One moment …",
    saved: (name: string, n: number, left: number) => `Saved as ${name}${n > 0 ? `, with ${games(n)}` : ""}.${left > 0 ? ` ${games(left)} did not fit or cannot be read.` : ""}`,
    coded: (length: number, n: number, left: number) => `A code of ${length.toLocaleString("en")} characters${n > 0 ? `, with ${games(n)}` : ""}.${left > 0 ? ` With your ${games(left)} it would be too long: a file has room for them.` : ""}`,
    codeCopied: "Code copied.",
    codeSelected: "Copying was refused: the code is selected.",
    noCode: "There is too much for a code; save a file instead",
    badCode: "This is not a complete progress code; copy all of it",
    taken: (added: number, changed: number) => `Progress imported${added + changed > 0 ? `, with ${[added > 0 && games(added, "new "), changed > 0 && games(changed, "updated ")].filter(Boolean).join(" and ")}` : ""}.`,
    refused: (why: string) => `${why}. Nothing has changed.`,
    damaged: "This record of progress is damaged, in its games",
    tooLarge: "The file is too large for a record of progress",
    storm: "Puzzle storm",
    race: "Puzzle race",
    begin: "Solve as many as you can in three minutes. The time begins with your first ban or move. A wrong one costs ten seconds.",
    solved: (n: number) => `${puzzles(n)} solved`,
    combo: (n: number) => `${n} right in a row`,
    right: "Right.",
    wrong: "Wrong: ten seconds less.",
    bonus: (combo: number, seconds: number) => `${combo} in a row: ${seconds} seconds more.`,
    result: (score: number, wrong: number) => `You have solved ${puzzles(score)}, with ${wrong} wrong.`,
    bestEver: "This is your best result.",
    bestToday: "This is your best result today.",
    bests: (today: number, best: number) => `Your best today is ${today}; your best ever is ${best}.`,
    again: "Try again",
    end: "End",
    sendFirst: "Your friends get the same puzzles by the link to this race.",
    newStorm: "Begin a storm",
    send: "Your friends get the same puzzles by this link, and can compare their result with yours.",
    link: "Copy the link",
    copied: "Link copied.",
    verdict: { 1: "You are ahead.", 0: "It is a draw.", [-1]: "You are behind." } as Readonly<Record<1 | 0 | -1, string>>,
    compared: ([mine, wrong]: readonly number[], [theirs, theirWrong]: readonly number[]) => `You solved ${mine}, with ${wrong} wrong; your friend ${theirs}, with ${theirWrong} wrong.`,
    otherPuzzles: "This race has the puzzles of another release. Reload the page, or begin a new race.",
    badRace: "There is no such race. Check the link, or begin a new race.",
  },
};
