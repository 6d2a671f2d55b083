// Learn: the lessons and the puzzles.

import { words as first } from "./first.js";

interface Change {
  readonly won: readonly string[];
  readonly lost: readonly string[];
}

const NUMBERS = ["", "a", "two", "three", "four", "five", "six", "seven", "eight"];

/** Names pieces: "a rook and two pawns". */
function pieces(roles: readonly string[]): string {
  const all = [...new Set(roles)].map((role) => {
    const n = roles.filter((other) => other === role).length;
    return `${NUMBERS[n]} ${role}${n > 1 ? "s" : ""}`;
  });
  return [all.slice(0, -1).join(", "), all.at(-1)].filter(Boolean).join(" and ");
}

const percent = (chances: number) => `${Math.round(100 * chances)}%`;
const inTurns = (n: number) => (n === 1 ? "one" : `${n} turns`);

export const words = {
  ...first,

  learn: {
    name: "Learn",
    task: "Task",
    lists: "Lessons and puzzles",
    tutorial: "Tutorial",
    puzzles: "Puzzles",
    thePuzzles: "The puzzles",
    theRules: "The rules of training",
    theme: "Theme",
    anyTheme: "Any theme",
    rating: "Rating",
    nearMine: "Near my rating",
    near: (rating: number) => `Rated near ${rating}`,
    themes: (themes: readonly string[]) => `Themes: ${themes.join(", ").toLowerCase()}`,
    themeNames: {
      "first-ban": "Begins with a ban",
      "first-move": "Begins with a move",
      "quiet-ban": "Ban of a quiet move",
      "quiet-move": "Quiet move (no check or capture)",
      underpromotion: "Promotion to a lesser piece",
    } as { readonly [theme: string]: string | undefined },

    again: { text: "Again", title: "Try again (r)" },
    tryAgain: "Try again",
    next: { text: "Next puzzle", title: "Next (n)" },
    nextLesson: "Next lesson",
    toPuzzles: "To the puzzles",
    hint: { text: "Hint", title: "Hint (h)" },
    show: "Show it",
    solution: { text: "Solution", title: "Show the solution" },
    /** The cost of help in a puzzle: the same words before, with a hint and after it. */
    hintCosts: "With a hint your rating does not rise.",
    solutionCosts: "The solution counts as failed.",
    showCosts: "Showing it counts as failed.",
    playOn: { text: "Play on", title: "Play on against the computer" },
    analyse: { text: "Analyse", title: "Analyse it with the engine" },
    copy: { text: "Link", title: "Copy a link to this" },
    copied: "Link copied.",
    notCopied: "The link could not be copied. Copy it from the address bar.",
    daily: "Puzzle of the day",
    solve: "Solve a puzzle",
    dayDone: "Solved today",
    storm: "Storm",
    stormTitle: "Solve as many as you can in three minutes",
    race: "Race",
    endings: "Endings",
    endingsTitle: "Win or hold endings with three or four pieces against perfect play",
    raceTitle: "A storm with the same puzzles for your friends",
    dayCounts: (days: number) => `Today counts: ${days === 1 ? "day 1" : `${days} days in a row`}.`,
    failedAgain: (n: number) => (n === 1 ? "1 failed puzzle" : `${n} failed puzzles`),
    noneAgain: "No failed puzzle is due today.",
    nextAgain: (days: number) => (days === 1 ? "The next one is due tomorrow." : `The next one is due in ${days} days.`),
    ofTheme: (theme: string, solved: number, all: number) => (solved > 0 ? `${theme} (${solved} of ${all})` : theme),
    finished: (n: number, all: number) => `${n} of ${all}`,
    done: ", done", // after the name of a lesson, for screen readers

    nothing: "There is no such lesson or puzzle. Choose another one.",
    noneNearer: (rating: number) => `There is no new puzzle nearer to ${rating}.`,
    only: "This is the only puzzle.",
    onlyOfTheme: "This is the only puzzle on this theme.",
    unkept: (why: string) => `${why}: your results last only as long as this page is open.`,

    lesson: (number: number, count: number, title: string) => `Lesson ${number} of ${count}: ${title}`,
    puzzle: (rating: number, isDaily: boolean) => `${isDaily ? "Puzzle of the day" : "Puzzle"}, rated ${rating}`,
    toBan: (player: string, goal: string) => `${player} to ban. ${goal}`,
    toMove: (player: string, goal: string) => `${player} to move. ${goal}`,
    goal: {
      mate: (n: number, _opponent: string, phase: string) =>
        n > 1 ? `Mate in ${n} turns${phase === "ban" ? ", this ban included" : ""}.` : phase === "ban" ? "Mate with this ban." : "Mate in one: a move, then a ban.",
      defend: (n: number, opponent: string) => `Find the only ban that stops ${opponent}’s mate in ${inTurns(n)}.`,
      only: (n: number, opponent: string) => `Find the only move that stops ${opponent}’s mate in ${inTurns(n)}.`,
      material: () => "Win material.",
      stalemate: () => "Force a draw.",
    },
    /** The loss by a wrong action where no puzzle proves it, as the line on the board shows it. The scores are White's. */
    loss: {
      mates: (player: string, move: string, ban: string | null) => (ban ? `${player} plays ${move}, bans ${ban} and mates.` : `${player} plays ${move} and mates.`),
      matesIn: (player: string, turns: number, move: string) => `${player} mates in ${turns}, beginning with ${move}.`,
      loses: (pieces: string, reply: string) => `You lose ${pieces}${reply}.`,
      misses: (pieces: string) => `You could have won ${pieces}.`,
      missesMate: (turns: number) => `There was mate in ${inTurns(turns)}.`,
      stalemate: "Now it ends in stalemate, a draw.",
      wasted: (ban: string, move: string, after: number) => `${ban} was no threat, but ${move} was: it leaves you with winning chances of ${percent(after)}.`,
      threat: (move: string, after: number) => `That allows ${move}, and your winning chances fall to ${percent(after)}.`,
      yourBan: (ban: string) => `Your best ban would then be ${ban}.`,
      both: (first: string, second: string) => `That allows ${first} and ${second}. One ban cannot stop both.`,
      forced: (ban: string, move: string) => `You would have to ban ${ban}, and that allows ${move}.`,
      leaves: (after: number, reply: string, before: number) => `Your winning chances fall to ${percent(after)}${reply}. A better answer keeps them at ${percent(before)}.`,
      reply: (player: string, move: string) => ` after ${player}’s ${move}`,
      /** Names what changes hands: "a rook for a bishop". */
      change: ({ won, lost }: Change): string => (lost.length > 0 ? `${pieces(won)} for ${pieces(lost)}` : pieces(won)),
    },

    right: "Right.",
    banNow: (mover: string) => `Now ban a ${mover} move.`,
    moveNow: "Now move.",
    moveAfter: (ban: string) => `${ban} is banned. Now move.`,
    lastReply: (mover: string, ban: string, check: boolean) => `${mover} has one legal move left, ${ban}. Ban it: ${check ? "checkmate" : "stalemate, a draw"}.`,
    wrong: "That is not it.",
    notShown: (why: string) => `The answer cannot be shown. ${why}`,
    notYours: (piece: string) => `That is a ${piece}.`,
    banOne: (mover: string) => `Ban one of ${mover}’s moves.`,
    moveOne: (mover: string) => `Move a ${mover} piece.`,

    free: "There is no single right answer here. Play as you like.",
    anyIsRight: { ban: "Any ban is right here.", move: "Any move is right here." },
    piece: { ban: (role: string, square: string) => `Ban a move of the ${role} on ${square}.`, move: (role: string, square: string) => `Move the ${role} on ${square}.` },
    action: { ban: (pair: string) => `Ban ${pair}.`, move: (pair: string) => `Play ${pair}.` },
    promotion: (pair: string, role: string) => `Play ${pair} and promote to a ${role}.`,

    mistakes: "Learn from your mistakes",
    mistake: (number: number, count: number) => `Mistake ${number} of ${count}`,
    betterBan: (player: string, ban: string) => `${player} banned ${ban}. Find a better ban.`,
    betterMove: (player: string, move: string) => `${player} played ${move}. Find a better move.`,
    playedBefore: "That was played in the game.",
    banInGame: (ban: string) => `The ban ${ban}`,
    keeps: (action: string, chances: number) => `${action} keeps your winning chances at ${percent(chances)}.`,
    forcesMate: (action: string) => `${action} forces mate.`,
    /**
     * Ends a report's explanation once the better action, or another good one, was found: what the better
     * one does stays, but not what it keeps, which was said before. If another one was found, names it.
     */
    found: (why: string, isOther: boolean) =>
      why.replace(/ Better: ((?:ban )?\S+?)(?:, then (ban [^,]*?))?(?:, which (.*?))??(?:,? (?:which|and) keeps .*)?\.$/, (_, better: string, ban?: string, does?: string) =>
        isOther ? ` The report gives ${better}.` : `${does && does !== "is checkmate" ? ` ${better.replace("ban", "The ban")} ${does}.` : ""}${ban ? ` Next, ${ban}.` : ""}`),
    /** Joins an action and its comment. The sentence of a report follows the name of the action; another comment is a sentence of its own. */
    inGame: (action: string, sign: string, why: string) =>
      `${action}${sign}${/^(Allows|Is|Leads|Leaves|Lets|Loses|Lowers|Misses|Takes) /.test(why) ? ` ${why[0]!.toLowerCase()}${why.slice(1)}` : `: ${why}`}`,
    nextMistake: { text: "Next", title: "Next mistake (n)" },
    toResult: { text: "Result", title: "Result (n)" },
    toGame: { text: "To the game", title: "Back to the game" },
    foundOf(n: number, hinted: number, all: number): string {
      const which = n < all ? `${n} of ${all}` : all === 1 ? "it" : `all ${all}`;
      const how = hinted === 0 ? "" : hinted < n ? `, ${hinted} of them with a hint` : n === 1 ? ", with a hint" : ", each with a hint";
      return `You found ${which} on the first try${how}.`;
    },
    grades: { 1: "not found on the first try", 2: "found with a hint", 3: "found" },
    withHint: "with a hint", // beside the name of a mistake
    noMistakes: "This game has no report with mistakes. Open it in Analyse and start the report.",
    review: "Your mistakes",
    noReview: "Mistakes from your analysed games come back here, a few a day.",
    due: (n: number, kept: number) => `${n} due today · ${kept} in all`,
    allPhases: "Whole game",
    openingAlone: "Opening only",
    phases: "Part of the game",
    goThrough: "Go through them",
    dropped: "The previous mistake was removed and will not come back.",
    undropped: "The mistake is back.",
    worstFirst: "Blunders first, then mistakes and inaccuracies.",
    nothingDue: "No mistakes are due today.",
    stillDue: (n: number) => `${n === 1 ? "One is" : `${n} are`} left.`,
    theRest: { text: "Continue", title: "Go through those that are left (r)" },
    comesIn: (days: number) => (days === 1 ? "The next ones are due tomorrow." : `The next ones are due in ${days} days.`),
    drop: { text: "Remove", title: "Do not show this mistake again" },
    undrop: { text: first.shell.undo, title: "Bring the removed mistake back" },
    unreviewed: (why: string) => `${why}, so mistakes will not come back.`,
    notJudged: (why: string) => `The answer cannot be judged. ${why}`,

    solved: "Solved.",
    told: "That was the solution.",
    lost: "You lost this game. Play it again, or go on to the puzzles.",
    start: (rating: number) => `You start at ${rating}.`,
    score: (rating: number, solved: number, all: number, streak: number, best: number) =>
      `Your rating is ${rating} · ${solved} of ${all} solved${best > 0 ? ` · ${streak} in a row, ${best} at best` : ""}.`,
    counted: "Only your first answer counts.",
    changed: (rating: number, change: number) => `Your rating is ${rating} (${change < 0 ? "−" : "+"}${Math.abs(change)}).`,
    counts: (rating: string, streak: number) => (streak > 1 ? `${rating} ${streak} solved in a row.` : rating),
    failed: (rating: string) => `This counts as failed. ${rating}`,

    lessons: [
      {
        title: "Bans",
        task: "You are Black. Before White moves, ban a move: drag a white piece to the square you want to forbid.",
        wrong: "",
        done: "White had to play something else, and then banned one of your moves. The game goes on like this, with a ban before every move.",
      },
      {
        title: "What a ban covers",
        task: "A ban covers every move from one square to another. Ban the pawn’s last step, so that it cannot promote.",
        wrong: "The pawn reaches the last rank and becomes a queen.",
        done: "One ban covered all four promotions, but only for one move: next time you would have to ban it again. To ban castling, drag the king two squares.",
      },
      {
        title: "The ban that mates",
        task: "Give a check that leaves the king one way out, then ban that: checkmate.",
        wrong: "", // the proof says why
        done: "You ban right after your move, so a king with one way out has none. A check itself is answered by a move, as in chess: no ban takes it away.",
      },
      {
        title: "The ban that stalemates",
        task: "Black is winning, so force a draw: without giving check, leave Black a single move and ban it.",
        wrong: "Black’s queen can still move, and the pawn is about to become another.",
        done: "Without a check, banning the last move is not mate but a draw. Beware of it when you are winning.",
      },
      {
        title: "Defend with a ban",
        task: "White threatens mate. Ban the one move that would do it.",
        wrong: "White plays Qxf7+, your only answer is Kxf7, and White bans it.",
        done: "Qxf7+ would have left you only Kxf7, and White would have banned that: mate. A ban comes in time, but stops only one threat.",
      },
      {
        title: "A single attacker",
        task: "The white rook attacks your queen, and nothing else does. Ban the capture.",
        wrong: "Your queen is taken.",
        done: "White then bans your queen from taking the rook. Against a single attacker one ban is enough.",
      },
      {
        title: "Two threats at once",
        task: "Rook and knight both attack the queen, and Black has banned the rook’s capture. Take it with the knight.",
        wrong: "You did not take the queen.",
        done: "One ban stops one threat. Make two threats at once, and you win something.",
      },
      {
        title: "A whole game",
        task: "Play a whole game as White against the weakest level: you move, then you ban one of Black’s moves, and so on.",
        wrong: "",
        done: "That was a whole game, and the end of the tutorial. Go on with the puzzles.",
      },
    ],
  },
};
