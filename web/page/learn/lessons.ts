// The tutorial: a table of lessons. web/test/page/lessons.test.ts checks each lesson's claim by
// trying all actions.

import { START_FEN } from "../../banchess/banchess.js";
import { words } from "language/learn";
import type { Line } from "./lines.js";

export interface Lesson {
  readonly title: string;
  readonly task: string; // in a sentence or two
  readonly fen: string;
  readonly lines: readonly Line[]; // none for a whole game
  readonly reply: Line; // follows every wrong action on the board; empty if that shows no more
  readonly wrong: string; // what a wrong action misses
  readonly done: string; // the message after it is solved
  readonly claim: Claim; // true of the right first action, and false of all others
}

/**
 * A claim about the first action. "any": every action. "safe": a ban after which no capture or
 * promotion is left. "mate", "stalemate": an action that ends the game in this way, by itself or by the player's own ban
 * after it. "defend": a ban after which no move mates, by itself or with the ban after it.
 * "capture": a move that takes a queen. "game": there is no line.
 */
export type Claim = "any" | "safe" | "mate" | "stalemate" | "defend" | "capture" | "game";

const TABLE: readonly Pick<Lesson, "claim" | "fen" | "lines" | "reply">[] = [
  { claim: "any", fen: START_FEN, lines: [["b:e2e4", "m:d2d4", "b:e7e5", "*"], ["*", "m:e2e4", "b:e7e5", "*"]], reply: [] },
  { claim: "safe", fen: "8/P6k/8/8/8/8/5K2/8 w - - 0 1 1", lines: [["b:a7a8"]], reply: ["m:a7a8q"] },
  { claim: "mate", fen: "6k1/5pp1/8/8/8/8/8/R5K1 w - - 0 1 2", lines: [["m:a1a8", "b:g8h7"]], reply: [] },
  { claim: "stalemate", fen: "5q1k/4K2p/7P/8/8/8/p7/8 w - - 0 1 2+", lines: [["m:e7f8", "b:a2a1"]], reply: ["b:a2a1", "m:f8d6"] },
  { claim: "defend", fen: "rnbqkbnr/1ppp1p1p/p5p1/4pQ2/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1 1", lines: [["b:f5f7"]], reply: ["m:f5f7", "b:e8f7"] },
  { claim: "safe", fen: "4k3/8/8/4q3/8/8/8/4R1K1 w - - 0 1 1", lines: [["b:e1e5", "m:g1f1", "b:e5e1"]], reply: ["m:e1e5"] },
  { claim: "capture", fen: "4k3/8/8/4q3/8/5N2/8/4R1K1 w - - 0 1 2:e1e5", lines: [["m:f3e5"]], reply: [] },
  { claim: "game", fen: START_FEN, lines: [], reply: [] },
];

export const LESSONS: readonly Lesson[] = TABLE.map((lesson, i) => ({ ...lesson, ...words.learn.lessons[i]! }));
