// The editor of positions, and the prover.

import type { Player } from "../../banchess/banchess.js";
import { words as first } from "./first.js";

const { names, several } = first;

export const words = {
  ...first,
  setup: {
    title: "Set up a position",
    board: "Board to set up",
    tools: "What pressing a square does",
    hand: "Move pieces",
    erase: "Erase pieces",
    flip: "Turn the board",
    undo: "Undo",

    empty: "empty",
    onSquare: (what: string, square: string) => `${square}, ${what}`,
    placed: (piece: string, square: string) => `${piece} on ${square}.`,
    erased: (square: string) => `${square} is empty.`,
    carried: (piece: string, from: string, to: string) => `${piece} from ${from} to ${to}.`,
    picked: (piece: string, square: string) => `Picked up the ${piece} on ${square}. Choose its new square.`,
    dropped: "Put back.",
    undone: "Undone.",
    keys: "Keys on the board: arrows move, p n b r q k put a black piece and with Shift a white one, Delete erases.",

    loading: "Loading the rules.",
    unread: "This FEN cannot be read. The board shows what was there before.",
    possible: "This position is possible.",
    over: (result: string) => `The game is over in this position. ${result}.`,
    manyFaults: (n: number) => `This position is impossible, for the ${n} reasons listed above.`,
    impossible: "This position is impossible:",

    toAct: "To act",
    bans: (player: Player) => `${names[player]} bans`,
    moves: (player: Player) => `${names[player]} moves`,
    about: {
      ban: (mover: Player, banner: Player) => `${names[banner]} forbids one of ${names[mover]}’s moves, then ${names[mover]} moves.`,
      move: (mover: Player, banner: Player) => `${names[banner]} has chosen the ban below, and ${names[mover]} may play anything else.`,
    },
    ban: "The ban in force",
    noBan: "None: every move may be played",
    banOf: (role: string, pair: string) => `${role} ${pair}`,
    castling: "Castling still allowed",
    rights: { K: "White O-O", Q: "White O-O-O", k: "Black O-O", q: "Black O-O-O" },
    notHome: "The king or the rook is not on its home square",
    enPassant: "En passant",
    noEnPassant: "None",
    passed: (square: string) => `A pawn has just passed ${square}`,
    number: "Move number",
    halfmoves: "Quiet half moves",
    ply: (ply: number) => `Counting bans and moves from the start of a game, this is number ${ply.toLocaleString("en")}. Quiet half moves are those since a capture or a pawn move: at 100 the game is a draw.`,

    fen: "FEN",
    link: "Link",
    copyFEN: "Copy the FEN",
    copyLink: "Copy the link",
    copied: "Copied.",
    notCopied: "Copying was refused. Select the text and copy it.",
    linkHint: "Opens this position here, to play, analyse or change it.",

    begin: "Begin with",
    start: "Start position",
    clear: "Empty board",
    fromGame: "The game’s position",
    last: "My last position",

    play: "Play",
    analyse: "Analyse",
    solve: "Find a mate",
    loaded: "The position you set up.",

    /** The prover, which tries every ban and every move. */
    prover: {
      about: "Tries every ban and every move for a mate that cannot be stopped.",
      unaided: "While you play against somebody, this search is off. After the game you can look for a mate.",
      limit: "Time",
      seconds: (n: number) => (n < 60 ? several(n, "second") : several(n / 60, "minute")),
      loading: "The prover is loading.",
      looking: (turns: number) => (turns === 1 ? "Looking for a mate in 1." : `No mate in ${turns - 1}. Looking for a mate in ${turns}.`),
      writing: (winner: Player, turns: number) => `${names[winner]} mates in ${turns}. Writing down every defence.`,
      stop: "Stop",
      won: (winner: Player, loser: Player, turns: number) => `${names[winner]} mates in ${turns}, whatever ${names[loser]} bans and plays.`,
      first: (action: string) => `It begins with ${action}.`,
      theBan: (pair: string) => `the ban ${pair}`,
      unknown: (within: number, mover: Player | null, time: string) => `Not decided within ${time}. ${none(within, mover)}`,
      stopped: (within: number, mover: Player | null) => `Stopped. ${none(within, mover)}`,
      unwritten: "You stopped before the proof was written.",
      show: "Show the proof on the board",
      failed: (why: string) => `The prover failed. ${why}`,
      /** Comments in the proof. */
      proof: (winner: Player, turns: number) => `${names[winner]} mates in ${turns}. Proven by trying every ban and every move.`,
      cut: "Long lines are cut short, and say in how many moves they end.",
      otherBan: "The same after any other ban.",
      goesOn: (winner: Player, turns: number) => `${names[winner]} mates in ${turns}.`,
    },
  },
};

/** Says what is known when the time is up or the user stops: of one side at a move, of both at a ban. */
function none(within: number, mover: Player | null): string {
  if (within === 0) return "Nothing is known yet.";
  return `${mover ? `${names[mover]} cannot` : "Neither side can"} force a mate in ${within} or fewer; a longer one is not ruled out.`;
}
