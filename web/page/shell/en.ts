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

  learn: {},

  share: {},
};
