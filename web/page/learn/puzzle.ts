// Puzzles: the file that contains them, the lines that solve them, and the choice of the next.
// Package game/puzzle writes the file, proves its contents, and documents the fields.
// This reader expects a file of the same release, and is less strict.

import { dueAt, type ActionType, type Player } from "../../banchess/banchess.js";
import { words } from "language/learn";
import type { PuzzleScore } from "../train/index.js";

/** A step of a line: an action in BCN, or "*" for any that has no step of its own, and the next steps. */
export interface Step {
  readonly action: string;
  readonly next: readonly Step[];
}

export interface Goal {
  readonly kind: "mate" | "defend" | "only" | "material" | "stalemate";
  readonly turns: number;
  readonly gain: number; // in pawns, of "material"
}

export interface Puzzle {
  readonly id: string;
  readonly rating: number;
  readonly deviation: number; // the error of the rating; 0 if it is not known
  readonly goal: Goal;
  readonly themes: readonly string[];
  readonly fen: string;
  readonly line: string; // see stepsOf
  readonly solver: Player;
  readonly phase: ActionType; // of the first action
}

const HEADER = "# banchess puzzles 1";

/** Reads a file. Throws an Error that names the faulty line. */
export function readPuzzles(text: string): Puzzle[] {
  const [header, ...lines] = text.split(/\r?\n/);
  if (header !== HEADER) throw new Error("line 1: this is no file of puzzles of this release");
  const puzzles: Puzzle[] = [];
  lines.forEach((line, i) => {
    if (line === "" || line.startsWith("#")) return;
    const [id = "", rating = "", goal = "", themes = "", , fen = "", moves, more] = line.split(";");
    const [kind, turns, gain = 0] = goal.split(" "), [strength, deviation = 0] = rating.split("~");
    const ply = plyOf(fen);
    if (!moves || more !== undefined || !(Number(strength) > 0) || !(Number(turns) > 0) || !(ply > 0)) throw new Error(`line ${i + 2}: this is no puzzle`);
    const { active, phase } = dueAt(ply);
    puzzles.push({ id, rating: Number(strength), deviation: Number(deviation), goal: { kind: kind as Goal["kind"], turns: Number(turns), gain: Number(gain) }, themes: themes.split(" "), fen, line: moves, solver: active, phase });
  });
  return puzzles;
}

/** Returns the ply of an extended FEN, from its seventh field. */
export const plyOf = (fen: string) => Number.parseInt(fen.split(" ")[6] ?? "", 10);

/**
 * Reads the tree of a line: actions with spaces between them, (a … | b …) for alternatives.
 * The ply of the FEN determines which of them are bans.
 */
export function stepsOf(fen: string, line: string): Step[] {
  let at = 0;
  const fault = () => new Error(`the line does not read at its character ${at + 1}: ${line}`);
  const take = (c: string) => line[at] === c && Boolean(++at);
  const steps = (ply: number): Step[] => {
    if (!take("(")) return [step(ply)];
    const all = [step(ply)];
    while (take("|")) all.push(step(ply));
    if (!take(")")) throw fault();
    return all;
  };
  const step = (ply: number): Step => {
    const [word] = /^(?:\*|[a-h][1-8][a-h][1-8][qrbn]?)/.exec(line.slice(at)) ?? [];
    if (!word) throw fault();
    at += word.length;
    const action = word === "*" ? word : `${dueAt(ply).phase.charAt(0)}:${word}`;
    return { action, next: take(" ") ? steps(ply + 1) : [] };
  };
  const all = steps(plyOf(fen));
  if (at < line.length) throw fault();
  return all;
}

/** Returns the steps of a line after some actions, or null if they leave it. */
export function follow(steps: readonly Step[], actions: readonly string[]): readonly Step[] | null {
  for (const action of actions) {
    const step = steps.find((step) => step.action === action) ?? steps.find((step) => step.action === "*");
    if (!step) return null;
    steps = step.next;
  }
  return steps;
}

/** Returns the first line of some steps, up to where any action will do. */
export function firstLine(steps: readonly Step[]): string[] {
  const line = [];
  for (let [step] = steps; step && step.action !== "*"; [step] = step.next) line.push(step.action);
  return line;
}

/** Returns the name of a theme: "Checkmate by ban" for "checkmate-by-ban". */
export const themeName = (theme: string) => words.learn.themeNames[theme] ?? theme.charAt(0).toUpperCase() + theme.slice(1).replaceAll("-", " ");

const NEAREST = 12; // the number of nearest puzzles from which the next is drawn

/**
 * Draws the next puzzle from those of a theme with the nearest ratings: unseen ones first, then
 * unsolved ones, then any; if possible with another goal than the previous one. Returns null if no puzzle has the theme.
 */
export function choose(puzzles: readonly Puzzle[], { seen }: PuzzleScore, wanted: { rating: number; theme: string; after?: Puzzle | null | undefined }, random = Math.random): Puzzle | null {
  const before = wanted.after;
  const themed = puzzles.filter(({ themes, id }) => (!wanted.theme || themes.includes(wanted.theme)) && id !== before?.id);
  const apart = ({ rating }: Puzzle) => Math.abs(rating - wanted.rating);
  for (const fresh of [({ id }: Puzzle) => !Object.hasOwn(seen, id), ({ id }: Puzzle) => !seen[id], () => true]) {
    const list = themed.filter(fresh).sort((x, y) => apart(x) - apart(y)).slice(0, NEAREST);
    const others = list.filter(({ goal }) => before && (goal.kind !== before.goal.kind || goal.turns !== before.goal.turns));
    const pool = others.length > 0 ? others : list;
    if (pool.length > 0) return pool[Math.floor(random() * pool.length)] ?? null;
  }
  return null;
}
