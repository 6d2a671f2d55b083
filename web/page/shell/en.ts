// Everything that a user can read on the page, in English, a section a room. Another
// language is another file whose object is of the type `Words`. What is said in parts
// is a function of them.

import type { Player, Reason } from "../../banchess/banchess.js";

const names = { white: "White", black: "Black" };
const several = (n: number, one: string, many = `${one}s`) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

const endings: { readonly [R in Reason]: (winner: string) => string } = {
  checkmate: (winner) => `${winner} wins: checkmate`,
  checkmate_by_ban: (winner) => `${winner} wins: checkmate by ban`,
  stalemate: () => "Draw: stalemate",
  stalemate_by_ban: () => "Draw: stalemate by ban",
  threefold_repetition: () => "Draw: threefold repetition",
  fifty_move_rule: () => "Draw: fifty-move rule",
  insufficient_material: () => "Draw: insufficient material",
  resignation: (winner) => `${winner} wins by resignation`,
  agreement: () => "Draw by agreement",
  timeout: (winner) => `${winner} wins on time`,
  timeout_insufficient_material: () => "Draw: time is up, but a bare king cannot win",
};

const inTurns = (n: number) => (n === 1 ? "one" : `${n} turns`);

export type Words = typeof en;

export const en = {
  names,
  roles: { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" },
  piece: (player: Player, role: string) => `${player} ${role}`,
  several,
  result: (reason: Reason, winner: Player | null) => endings[reason](winner ? names[winner] : ""),

  /** What an error of the library is, by its code; one that is not here has a sentence of its own. */
  errors: {
    crashed: (what: "board" | "engine") => `The ${what} has crashed.`,
    version_mismatch: (what: "board" | "engine") => `The ${what} is of another release than this page.`,
    load_failed: (what: "board" | "engine", why = "") => `The ${what} cannot be loaded${why && `: ${why}`}.`,
  },

  shell: {
    close: "Close",
    cancel: "Cancel",
    tryAgain: "Try again",
    title: (of: string) => `${of} – Ban Chess`,

    loading: (amount = "") => `Loading the board${amount && `: ${amount}`}`,
    settingUp: "Setting up the board",
    amount: (loaded: string, total?: string) => (total ? `${loaded} of ${total} MB` : `${loaded} MB`),
    boardRestarted: "The board stopped and was started again. The game goes on.",
    onTextBoard: "You can play on the text board below, which does the same.",
    /** What to do where nothing can be played, by the code of the error. */
    advice: {
      no_wasm: "Nothing can be played in this browser. Please use a current one.",
      load_failed: "Check your connection and try again.",
      version_mismatch: "Reload the page.",
      other: "Try again, or reload the page. Your game is kept.",
    },
    brokenLink: (why: string) => `The game in the link cannot be played: ${why}`,
    notLoaded: (what = "A part of the page") => `${what} could not be loaded. Check your connection and try again.`,
    storageFull: "This browser’s storage is full",
    storageBlocked: "This browser lets the page store nothing",
    unkept: (why: string, inAddress: boolean) =>
      `${why}. ${inAddress ? "The game is in this page’s address: bookmark or copy it to come back." : "Save the PGN before you leave."}`,

    moves: (player: Player) => `${names[player]} moves`,
    bans: (player: Player, mover: Player) => `${names[player]} bans a ${names[mover]} move`,
    moved: (player: Player, move: string) => `${names[player]} played ${move}`,
    banned: (player: Player, pair: string) => `${names[player]} banned ${pair}`,
    inCheck: (player: Player) => `${names[player]} is in check`,
    replies: (n: number) => (n === 1 ? "1 legal reply: banning it ends the game" : `${n} legal replies`),
    legalMoves: (n: number) => several(n, "legal move"),
    dangers: (n: number) => `${n} of them ${n === 1 ? "allows" : "allow"} a mate`,
    noMoveLeft: (pair: string, mover: Player) => `The ban of ${pair} left ${names[mover]} without a legal move`,
    ply: (n: number) => `Ply ${n}`,
    promoteTo: "Promote to: q queen, n knight, r rook, b bishop, or Escape.",
    start: "the start",
    theBan: (pair: string) => `ban ${pair}`,
    ban: (pair: string) => `Ban ${pair}`,
    place: (ply: number) => `ply ${ply}`,
    token: (text: string) => `at “${text}”`,

    engine: {
      off: "",
      loading: "The engine is loading",
      thinking: "The engine is thinking",
      restarted: "The engine was restarted and is thinking",
      failed: "The engine failed.",
      playForIt: "You can play for it.",
    },
    restore: "Restore the game before",
    undo: "Undo",
    rematch: "Rematch",
    analyse: "Analyse the game",

    settings: {
      title: "Settings",
      scheme: { title: "Appearance", system: "System", light: "Light", dark: "Dark" },
      theme: { title: "Board", wood: "Wood", slate: "Slate", contrast: "High contrast" },
      pieces: { title: "Pieces", classic: "Classic", contrast: "High contrast" },
      sound: { title: "Sound", about: "Of bans, moves, captures, checks and the end" },
      danger: { title: "Danger", about: "Warns of moves that allow a mate" },
      coordinates: { title: "Coordinates", about: "" },
      textBoard: { title: "Text board", about: "Plain buttons instead of the drawn board" },
    },
  },

  board: {},

  play: {
    you: "You",
    computer: (level: number) => `Computer, level ${level}`,

    newGame: "New game.",
    loaded: "Loaded.",
    restored: "The previous game is back.",
    withoutComputer: "The computer does not play in it.",
    sixFields: (player: Player) => `This FEN says nothing of bans, so ${names[player]} bans first.`,
    broken: (why: string) => `The saved game could not be restored: ${why}`,
    wasPlayed: (action: string) => `${action} was played.`,
    undone: "Undone.",
    redone: "Done again.",
    afterEnd: (alone: boolean) => `The game is over. This is a variation, without ${alone ? "clock and computer" : "a clock"}.`,
    goesOn: "The game goes on from here.",
  },

  analyse: {},

  learn: {
    name: "Learn",
    task: "Task",
    lists: "Lessons and puzzles",
    tutorial: "Tutorial",
    puzzles: "Puzzles",
    thePuzzles: "The puzzles",
    theme: "Theme",
    anyTheme: "Any theme",
    rating: "Rating",
    nearMine: "Near mine",
    near: (rating: number) => `Near ${rating}`,
    themes: (themes: readonly string[]) => `Themes: ${themes.join(", ").toLowerCase()}`,
    themeNames: { "first-ban": "Begins with a ban", "first-move": "Begins with a move" } as { readonly [theme: string]: string | undefined },

    again: { text: "Again", title: "Try again (r)" },
    tryAgain: "Try again",
    next: { text: "Next puzzle", title: "Next (n)" },
    nextLesson: "Next lesson",
    toPuzzles: "To the puzzles",
    hint: { text: "Hint", title: "Hint (h)" },
    show: "Show it",
    solution: { text: "Solution", title: "Show the solution" },
    costs: " (counts as failed)",
    playOn: { text: "Play on", title: "Play on against the computer" },
    analyse: { text: "Analyse", title: "Analyse it with the engine" },
    copy: { text: "Link", title: "Copy a link to this" },
    copied: "Link copied.",
    notCopied: "The link could not be copied. Take it from the address bar.",
    daily: "Puzzle of the day",
    done: ", done", // a lesson, spoken

    nothing: "There is no lesson or puzzle by this name. Choose another one.",
    noneNearer: (rating: number) => `There is no new puzzle nearer to ${rating}.`,
    only: "This is the only puzzle.",
    onlyOfTheme: "This is the only puzzle on this theme.",
    unkept: (why: string) => `${why}: your results last only as long as this page is open.`,

    lesson: (number: number, count: number, title: string) => `Lesson ${number} of ${count}: ${title}`,
    puzzle: (rating: number, isDaily: boolean) => `${isDaily ? "Puzzle of the day" : "Puzzle"}, rated ${rating}`,
    toBan: (player: string, goal: string) => `${player} to ban. ${goal}`,
    toMove: (player: string, goal: string) => `${player} to move. ${goal}`,
    goal: {
      mateInOne: "Mate in one: a move, then a ban.",
      mate: (n: number) => `Mate in ${inTurns(n)}.`,
      defend: (n: number) => `Find the ban that avoids mate in ${inTurns(n)}.`,
      only: (n: number) => `Find the move that avoids mate in ${inTurns(n)}.`,
      material: () => "Win material.",
      stalemate: () => "Force a draw and save the game.",
    },
    missed: {
      mate: (n: number) => `This does not mate in ${inTurns(n)}.`,
      defend: () => "This loses.",
      only: () => "This loses.",
      material: () => "This wins less.",
      stalemate: () => "This does not draw.",
    },

    right: (due: string) => `Right. ${due}`,
    banNow: (mover: string) => `Now ban a ${mover} move.`,
    moveNow: "Now move.",
    moveAfter: (ban: string) => `${ban} is banned. Now move.`,
    lastReply: (mover: string, ban: string, check: boolean) => `${mover} has one legal move left, ${ban}. Ban it: ${check ? "checkmate" : "stalemate, a draw"}.`,
    wrong: (why: string) => `That is not it. ${why}`,
    noCheck: (mover: string) => `${mover}’s king is not in check, and without a check there is no mate.`,
    waysOut: (mover: string, n: number) => `${mover} is in check, but has ${n} ways out, and a ban takes away only one.`,
    wayOut: (mover: string, n: number) => `${mover} is in check, but still has ${n === 1 ? "a way" : `${n} ways`} out.`,
    matesIn: (player: string, n: number) => `${player} mates in ${n}.`,
    notShown: (why: string) => `The answer cannot be shown. ${why}`,
    notYours: (piece: string) => `That is a ${piece}.`,
    banOne: (mover: string) => `Ban one of ${mover}’s moves.`,
    moveOne: (mover: string) => `Move a ${mover} piece.`,

    free: "There is no single right answer here. Play as you like.",
    anyIsRight: { ban: "Any ban is right here.", move: "Any move is right here." },
    piece: { ban: (role: string, square: string) => `Ban a move of the ${role} on ${square}.`, move: (role: string, square: string) => `Move the ${role} on ${square}.` },
    unrated: "After a hint your rating does not change.",
    action: { ban: (pair: string) => `Ban ${pair}.`, move: (pair: string) => `Play ${pair}.` },
    promotion: (pair: string, role: string) => `Play ${pair} and promote to a ${role}.`,

    solved: "Solved.",
    told: "That was the solution.",
    lost: "You lost this game. Play it again, or go on to the puzzles.",
    start: (rating: number) => `You start at ${rating}.`,
    score: (rating: number, solved: number, all: number, streak: number, best: number) => `Your rating is ${rating} · ${solved} of ${all} solved · streak ${streak} · best streak ${best}.`,
    counted: "Only your first answer counts.",
    changed: (rating: number, change: number) => `Your rating is ${rating} (${change < 0 ? "−" : "+"}${Math.abs(change)})`,
    unchanged: (rating: number) => `After the hint your rating stays at ${rating}`,
    counts: (rating: string, streak: number) => `${rating}, your streak is ${streak}.`,
    failed: (rating: string) => `This counts as failed. ${rating}.`,

    lessons: [
      {
        title: "Bans",
        task: "You are Black. Before White moves, ban a move: drag a white piece to the square you want to forbid.",
        wrong: "",
        done: "White had to play something else, and then banned one of your moves. So it goes on, with a ban before every move.",
      },
      {
        title: "What a ban takes",
        task: "A ban takes every move from one square to another. Ban the pawn’s last step, so that it cannot promote.",
        wrong: "The pawn reaches the last rank and becomes a queen.",
        done: "One ban took all four promotions, but only for one move: next time you would have to ban it again.",
      },
      {
        title: "The ban that mates",
        task: "Give a check that leaves the king one way out, and then ban that: it is checkmate.",
        wrong: "", // noMate tells by the position
        done: "After your move the ban is yours too, so a king with one way out has none.",
      },
      {
        title: "The ban that stalemates",
        task: "Black is winning, so force a draw: leave Black a single move, without giving check, and ban it.",
        wrong: "Black’s queen can still move, and there is a second one to come.",
        done: "Without a check the last ban is not mate but a draw. Beware of it when you are winning.",
      },
      {
        title: "Defend with a ban",
        task: "White threatens mate. Ban the one move that would do it.",
        wrong: "White plays Qxf7+, your only answer is Kxf7, and White bans it.",
        done: "Qxf7+ would have left you only Kxf7, and White would have banned that: mate. A ban comes in time, but stops one threat only.",
      },
      {
        title: "A single attacker",
        task: "The white rook attacks your queen, and nothing else does. Ban the capture.",
        wrong: "Your queen is taken.",
        done: "White then bans your queen from taking the rook. Against a single attacker one ban is enough.",
      },
      {
        title: "Two threats at once",
        task: "Rook and knight both attack the queen, and Black has banned the rook’s capture. Take it with the other.",
        wrong: "The queen is not taken.",
        done: "One ban stops one threat. Make two threats at once, and you win something.",
      },
      {
        title: "A whole game",
        task: "Play a whole game as White against the weakest level: you move, then you ban one of Black’s moves, and so on.",
        wrong: "",
        done: "That was a whole game, and the end of the tutorial. Now the puzzles are for you.",
      },
    ],
  },

  share: {},
};
