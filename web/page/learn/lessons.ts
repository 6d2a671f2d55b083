// The tutorial: a table of lessons. What each says is proven by trying everything in
// web/test/lessons.test.ts.

import { START_FEN } from "../../banchess/banchess.js";

export interface Lesson {
  readonly title: string;
  readonly task: string; // in one sentence
  readonly fen: string;
  readonly line: string; // as a puzzle has it; "" for a whole game
  readonly wrong: string; // what an action that is not right misses
  readonly done: string; // what was learnt
  readonly claim: Claim; // of the first action, which the right ones meet and no other does
}

/** "any": every action. "safe": a ban after which no capture or promotion is left. "mate", "stalemate": an action, if need be with one's own ban behind it, that ends the game so. "defend": a ban after which no move mates, if need be with the ban behind it. "capture": a move that takes a queen. "game": no line. */
export type Claim = "any" | "safe" | "mate" | "stalemate" | "defend" | "capture" | "game";

export const LESSONS: readonly Lesson[] = [
  {
    title: "Bans", claim: "any", fen: START_FEN, line: "(e2e4 d2d4 e7e5 *|* e2e4 e7e5 *)",
    task: "You are Black: before White moves, ban a move by dragging a white piece where it must not go.",
    wrong: "", done: "White had to play something else, and then banned one of your moves. So it goes on, a ban before every move.",
  },
  {
    title: "What a ban takes", claim: "safe", fen: "8/P6k/8/8/8/8/5K2/8 w - - 0 1 1", line: "a7a8",
    task: "A ban takes every move from one square to another: ban the pawn’s last step, so that it cannot promote.",
    wrong: "The pawn goes to the last rank and becomes a queen.", done: "One ban took all four promotions, but for one move only: next time you would have to ban it again.",
  },
  {
    title: "The ban that mates", claim: "mate", fen: "6k1/5pp1/8/8/8/8/8/R5K1 w - - 0 1 2", line: "a1a8 g8h7",
    task: "Give a check that leaves the king one way out, and then ban that: it is checkmate.",
    wrong: "" /* by the position: noMate */, done: "After your move the ban is yours too, so one way out is none.",
  },
  {
    title: "The ban that stalemates", claim: "stalemate", fen: "5q1k/4K2p/7P/8/8/8/p7/8 w - - 0 1 2+", line: "e7f8 a2a1",
    task: "Black is winning, so force a draw: leave Black a single move, without a check, and ban it.",
    wrong: "Black’s queen can still move, and there is a second one to come.", done: "Without a check the last ban is no mate, but a draw. Beware of it when you are winning.",
  },
  {
    title: "Defend with a ban", claim: "defend", fen: "rnbqkbnr/1ppp1p1p/p5p1/4pQ2/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1 1", line: "f5f7",
    task: "White threatens mate: ban the one move that would do it.",
    wrong: "White plays Qxf7+, your one answer is Kxf7, and White bans it.", done: "Qxf7+ would have left you Kxf7 alone, and White would have banned that: mate. A ban comes in time, but takes one threat only.",
  },
  {
    title: "A single attacker", claim: "safe", fen: "4k3/8/8/4q3/8/8/8/4R1K1 w - - 0 1 1", line: "e1e5 g1f1 e5e1",
    task: "The white rook attacks your queen, and nothing else does: ban the capture.",
    wrong: "Your queen is taken.", done: "White bans in turn that your queen takes the rook. What one piece attacks, one ban protects.",
  },
  {
    title: "Two threats at once", claim: "capture", fen: "4k3/8/8/4q3/8/5N2/8/4R1K1 w - - 0 1 2:e1e5", line: "f3e5",
    task: "Rook and knight both attack the queen, and Black has banned the rook’s capture: take it with the other.",
    wrong: "The queen is not taken.", done: "One ban stops one threat. Whoever makes two at once wins something.",
  },
  {
    title: "A whole game", claim: "game", fen: START_FEN, line: "",
    task: "Play a whole game as White against the weakest level: you move, then ban one of Black’s moves, and so on.",
    wrong: "", done: "That was a whole game, and the tutorial. Now the puzzles are for you.",
  },
];
