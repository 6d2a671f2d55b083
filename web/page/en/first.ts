// All texts of the page in English. This file contains the texts that are shown from the
// start. The other files of the folder contain those of a part or a dialog, and are loaded
// with it. A text with variable parts is a function.
//
// The parts import these files as language/NAME; web/tsconfig.json maps this to a folder.
// Another language is another folder with files of the same names.

import type { Player, Reason } from "../../banchess/banchess.js";

const names = { white: "White", black: "Black" };
const several = (n: number, one: string, many = `${one}s`) => (n === 1 ? `1 ${one}` : `${n.toLocaleString("en")} ${many}`);

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

/** The way in which a game was won or lost, after "You won" or "You lost". */
const ways: { readonly [R in Reason]?: string } = {
  checkmate: " by checkmate",
  checkmate_by_ban: " by a ban that mates",
  resignation: " by resignation",
  timeout: " on time",
};

export type Words = typeof words;

export const words = {
  names,
  roles: { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" },
  piece: (player: Player, role: string) => `${player} ${role}`,
  several,
  unreadable: (file: string) => `${file} cannot be read. Is it a folder?`,
  result: (reason: Reason, winner: Player | null) => endings[reason](winner ? names[winner] : ""),
  /** The result of a game that somebody has won, told to one of the players. */
  told: (reason: Reason, won: boolean) => `You ${won ? "won" : "lost"}${ways[reason] ?? ""}`,

  /** The errors of the library, by code. An error that is not listed keeps its own sentence. */
  errors: {
    crashed: (what: "board" | "engine") => `The ${what} has crashed.`,
    version_mismatch: (what: "board" | "engine") => `The ${what} and the page are from different releases.`,
    load_failed: (what: "board" | "engine") => `The ${what} cannot be loaded.`,
  },

  shell: {
    close: "Close",
    cancel: "Cancel",
    tryAgain: "Try again",
    title: (of: string) => `${of} – Ban Chess`,

    loading: (amount = "") => `Loading the board${amount && `: ${amount}`}`,
    settingUp: "Setting up the board",
    amount: (loaded: string, total?: string) => (total ? `${loaded} of ${total} MB` : `${loaded} MB`),
    boardRestarted: "The board stopped and was restarted. The game goes on.",
    onTextBoard: "You can play on the text board below.",
    /** The advice if nothing can be played, by the code of the error. */
    advice: {
      no_wasm: "This browser cannot run the game. Please use a current one.",
      load_failed: "Check your connection and try again.",
      version_mismatch: "Reload the page.",
      other: "Try again, or reload the page. Your game is kept.",
    },
    otherTab: "This game is also open in another tab. Go on in only one of them.",
    brokenLink: (why: string) => `The game in the link cannot be played: ${why}`,
    notLoaded: (what = "A part of the page") => `${what} could not be loaded. Check your connection and try again.`,
    storageFull: "This browser’s storage is full",
    storageBlocked: "This browser does not let the page store anything",
    unkept: (why: string, inAddress: boolean) =>
      `${why}. ${inAddress ? "The game is in this page’s address: bookmark or copy it to come back." : "Save the PGN before you leave."}`,
    unlisted: (why: string) => `${why}, so this game is not in My games. Save its PGN to keep it.`,

    moves: (who: string) => `${who} moves`,
    bans: (who: string, mover: Player | null) => `${who} bans ${mover ? `a ${names[mover]} move` : "one of your moves"}`,
    yourMove: "Your move",
    yourBan: (mover: Player) => `Ban one of ${names[mover]}’s moves`,
    banned: (player: Player, pair: string) => `${names[player]} banned ${pair}`,
    inCheck: (player: Player) => `${names[player]} is in check`,
    replies: (n: number) => (n === 1 ? "1 legal move: banning it ends the game" : several(n, "legal move")),
    legalMoves: (n: number) => several(n, "legal move"),
    dangers: (n: number) => `${n} of them ${n === 1 ? "allows" : "allow"} a mate`,
    /** Explains the end by a ban to somebody who sees it for the first time. */
    noMoveLeft: (pair: string, mover: Player, isMate: boolean) =>
      `${names[mover]} is ${isMate ? "" : "not "}in check, and ${pair}, the only legal move, is banned${isMate ? "" : ": a draw"}`,
    start: "the start",
    theBan: (pair: string) => `ban ${pair}`,
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
    undo: "Undo",
  },

  board: {
    danger: "The danger warning",
    size: "Board size",
    sizeIs: (percent: number) => `${percent}%`,
    resize: "Drag to change the size of the board, double-click for the largest",
    /** Messages about an action that was chosen ahead of the turn: a move, and the ban after it. */
    premove: {
      move: (pair: string) => `Premove ${pair}.`,
      ban: (pair: string) => `Pre-ban ${pair}.`,
      cancelled: "Premove cancelled.",
    },
    over: (result: string) => `The game is over. ${result}.`,
    noMove: (square: string) => `The piece on ${square} has no legal move.`,
    /** The names of squares and what can be done with them. */
    square: {
      inCheck: "in check",
      bannedTo: (to: string) => `banned from going to ${to}`,
      bannedFrom: (from: string) => `${from} to here is banned`,
      premove: (to: string) => `premove to ${to}`,
      preban: (to: string) => `pre-ban to ${to}`,
      selected: "selected",
      banHere: (from: string) => `ban ${from} to here`,
      captureHere: "capture here",
      moveHere: "move here",
      danger: "allows a mate",
      canBeBanned: "can be banned",
      canMove: "can move",
    },
  },

  play: {
    you: "You",
    friend: "Your friend",
    together: "The game with your friend",
    computer: (level: number) => `Computer, level ${level}`,
    theComputer: "The computer",

    newGame: "New game.",
    loaded: "Loaded.",
    restored: "The previous game is back.",
    withoutComputer: "You play both sides.",
    sixFields: (player: Player) => `This FEN says nothing about bans, so ${names[player]} bans first.`,
    broken: (why: string) => `The saved game could not be restored: ${why}`,
    wasPlayed: (action: string) => `${action} was played.`,
    undone: "Undone.",
    redone: "Done again.",
    afterEnd: (alone: boolean) => `The game is over. This is a variation, without ${alone ? "clock or computer" : "a clock"}.`,
    goesOn: "The game goes on from here.",
    copied: "This is a copy of the game. You can play on in it.",
    tookBack: (action: string, more: boolean) => `Took back ${action}${more ? " and what followed" : ""}.`,
    /** The refusals of illegal actions on the board. */
    notTheirs: (piece: string, mover: Player, isBan: boolean) => `That is a ${piece}. ${isBan ? `Ban one of ${names[mover]}’s moves.` : `${names[mover]} moves now.`}`,
    needsNoBan: (mover: Player, pair: string) => `${names[mover]} cannot play ${pair}, so it need not be banned.`,

    status: {
      restore: "Restore the previous game",
      lookingBack: "You are looking at an earlier position.",
      lookingAside: "You are looking at a variation.",
      over: (move: number | null) => `This game is over. You are looking at ${move === null ? "the start" : `move ${move}`}.`,
      toGame: "Back to the game",
      takeBack: "Take back to here",
      playOn: "Play on from here",
      rematch: "Rematch",
      analyse: "Analyse the game",
      ban: (pair: string) => `Ban ${pair}`,
    },

    /** The first steps of a visitor. */
    tour: {
      off: "",
      ban: "Step 1 of 3: drag a white piece to a square you want to forbid.",
      move: "Step 2 of 3: now White moves, but not the banned move.",
      offer: "Step 3 of 3: a ban can be checkmate.",
      mate: "Step 3 of 3: the king has one way out. Ban it.",
      done: "Checkmate by ban. You know all the rules now.",
      showMe: "Show me",
      newGame: "New game",
      skip: "Skip",
      yourBan: (mover: Player) => `Pick a ${mover} piece, then the square it must not go to.`,
      yourMove: (pair: string) => `Anything but ${pair}, which is banned.`,
    },

    tools: {
      label: "Game controls",
      modes: "Mode",
      play: "Play",
      analyse: "Analyse",
      learn: "Learn",
      help: "Rules and keys",
      settings: "Settings",
      start: "To the start",
      back: "Back",
      backTitle: "Undo",
      backToGame: "Back to the previous game",
      forward: "Forward",
      forwardTitle: "Redo",
      end: "To the end",
      newGame: "New game",
      share: "Share",
      more: "More",
      games: "My games",
      setup: "Set up a position",
      entry: "Comment, glyphs, variations",
      flip: "Turn the board",
      type: "Type a ban or move",
      hint: "Hint",
      takeBack: "Take back",
      askBack: "Ask to take back",
      draw: "Agree on a draw",
      offerDraw: "Offer a draw",
      resign: "Resign",
      /** Returns a title with its shortcut keys. */
      withKeys: (title: string, keys: string) => `${title} (${keys})`,
    },
    sure: {
      draw: "Do both players agree on a draw?",
      drawYes: "Draw",
      takeBack: "Do both players agree to take this back?",
      resign: (player: Player) => `Does ${names[player]} resign?`,
      resignOwn: "Resign this game?",
    },

    bars: {
      bans: "to ban",
      moves: "to move",
      taken: (roles: string) => `has taken ${roles}`,
      ahead: (pawns: number) => `ahead by ${pawns}`,
    },
  },

  list: {
    empty: "Nothing has been played yet.",
    friend: "Waiting for your friend.",
    friendBegins: "Your friend begins.",
    computer: "The computer bans first.",
    playComputer: "Play the computer",
    playFriend: "Play a friend",
    solvePuzzle: "Solve today’s puzzle",
    rule: "Chess, but before every move the opponent forbids one.",
    better: "better",
    variation: "Variation", // what screen readers say before its entries, too
  },

  share: {
    name: "Sharing",
    loaded: "This is the game in the link.",
    linkErrors: {
      bad_link: "This link is damaged: part of it is missing or was changed. Ask for it again.",
      no_link: "There is no game in this address. A link to a game has a # in it.",
      other_release: "This link was made by another release of Ban Chess. Reload the page to get the newest one, or ask for the PGN.",
      old_browser: "This browser is too old for links. Ask for the PGN instead.",
    },
  },
};
