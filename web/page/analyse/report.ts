// The report of a game: the engine goes through all of its line and judges each
// ban and each move by the winning chances it gave away.
//
// All of it is kept in the tree, as a PGN has it: what a position is worth as its
// evaluation, the marks as glyphs, and the better ban or move as a variation that
// begins with the glyph "better is". So a report goes on where it was, is there
// again at the next visit, and is read out of any PGN that has it.

import type { Player } from "../../banchess/banchess.js";
import type { GameTree, TreeNode } from "../../banchess/tree.js";
import { BETTER, chances, isJudgement } from "../shell/index.js";
import type { Score } from "../../banchess/engine.js";

/** What an action that gives chances away is marked with: the glyph of an inaccuracy, a mistake or a blunder. */
export type Mark = 6 | 2 | 4;

const MOST = 4; // actions of a better line: a ban, a move and the answers to them

/** What was said of one action. */
export interface Judgement {
  readonly mark: Mark | null;
  readonly missedMate: boolean; // one is gone that was there, and this is why there is a mark
  readonly loss: number; // of the chances to win, 0 to 1
  readonly accuracy: number; // 0 to 100
}

// Of the chances to win, from 0 to 1, that are given away: as on lichess.
const INACCURACY = 0.05, MISTAKE = 0.1, BLUNDER = 0.15;

/** Judges an action of a player by what the position was worth before and after. */
export function judge(player: Player, before: Score, after: Score): Judgement {
  const side = player === "white" ? 1 : -1;
  const own = (score: Score) => (side === 1 ? chances(score) : 1 - chances(score));
  const loss = Math.max(0, own(before) - own(after));
  const accuracy = Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * loss) - 3.1669));
  const hadMate = before.mate !== undefined && before.mate * side > 0;
  const hasMate = after.mate !== undefined && after.mate * side > 0;
  const missedMate = hadMate && !hasMate;
  const mark = loss >= BLUNDER ? 4 : loss >= MISTAKE || missedMate ? 2 : loss >= INACCURACY ? 6 : null;
  return { mark, missedMate, loss, accuracy };
}

/** One line of the report: how one side banned, or moved. */
export interface Tally {
  readonly accuracy: number | null; // the mean; null if there was nothing to judge
  readonly marks: { readonly [M in Mark]: number };
}

export function tally(judgements: readonly Judgement[]): Tally {
  const marks = { 6: 0, 2: 0, 4: 0 };
  let sum = 0;
  for (const { mark, accuracy } of judgements) {
    sum += accuracy;
    if (mark) marks[mark]++;
  }
  return { accuracy: judgements.length > 0 ? sum / judgements.length : null, marks };
}

/** An action of the line and what is said of it. */
export interface Moment extends Judgement {
  readonly node: TreeNode;
  readonly better: TreeNode | null; // what would have been better, if there is a mark
}

/** What the tree says of a line. */
export interface Reading {
  readonly line: readonly TreeNode[]; // from the start
  readonly looked: number; // of its positions
  readonly moments: readonly Moment[];
}

/** What a position is worth: as it was evaluated, or as the game ended there. */
export function worthOf(node: TreeNode): Score | null {
  if (node.eval || node.next || !node.parent) return node.eval;
  try {
    const { gameOver, checkmate, banCausedCheckmate } = node.flags!;
    if (!gameOver) return null;
    return checkmate || banCausedCheckmate ? { mate: node.player === "white" ? 1 : -1 } : { centipawns: 0 };
  } catch {
    return null; // there are no rules to ask, or not any more
  }
}

const isBetter = ({ nags }: TreeNode) => nags.includes(BETTER);
const betterThan = (node: TreeNode) => node.parent?.children.find((other) => other !== node && isBetter(other)) ?? null;

/** Whether a report has been at a node: the variations it writes are no part of its line. */
const isLookedAt = (node: TreeNode) => worthOf(node) !== null && (!isBetter(node) || node.children.some((child) => worthOf(child)));

/** A report as it is shown. */
export interface Report extends Reading {
  readonly state: "off" | "running" | "stopped" | "done" | "failed";
  readonly elsewhere: boolean; // whether it is about another line than the one that is shown
  readonly error?: string;
}

export const NO_REPORT: Report = { state: "off", line: [], looked: 0, moments: [], elsewhere: false };

/** The nodes of the line the current one is on, from the start to its end. */
export function nodesOf(record: GameTree): TreeNode[] {
  const end = record.current.forwardEnd;
  return [record.root, ...end.line()];
}

/** The line that was reported on, nearest to where somebody is. */
function reportedLine(record: GameTree): TreeNode[] {
  let node = record.current;
  while (node.parent && !isLookedAt(node)) node = node.parent;
  const line = [record.root, ...node.line()];
  const after = (at: TreeNode) => [at.forward, ...at.children].find((next) => next && isLookedAt(next)) ?? null;
  for (let next = after(node); next; next = after(next)) line.push((node = next));
  // What has not been looked at yet.
  for (let next = node.forward; next; next = next.forward) line.push(next);
  return line;
}

/** What is said of a line, as far as it was looked at. */
export function readingOf(line: readonly TreeNode[]): Reading {
  const moments: Moment[] = [];
  let before: Score | null = null, looked = 0;
  for (const node of line) {
    const worth = worthOf(node);
    if (worth) looked++;
    if (worth && before && node.parent) {
      const judgement = judge(node.player, before, worth);
      const better = judgement.mark && !isBetter(node) ? betterThan(node) : null;
      // What was the best there was is no mistake, whatever came of it.
      moments.push(judgement.mark && !better ? { node, better, mark: null, missedMate: false, loss: 0, accuracy: 100 } : { node, better, ...judgement });
    }
    before = worth;
  }
  return { line, looked, moments };
}

/** The report that a record has; null if there is none. One always begins at the start. */
export function reportIn(record: GameTree): Reading | null {
  return record.root.eval ? readingOf(reportedLine(record)) : null;
}

/** What an action deserves a better one for, going by what the positions are worth; null for nothing. */
export function markOf(node: TreeNode): Mark | null {
  const before = node.parent && worthOf(node.parent), after = worthOf(node);
  return before && after && judge(node.player, before, after).mark;
}

/** Writes a mark into the tree, and what was better in BCN as a variation. A person's own glyph stays. */
export function write(node: TreeNode, mark: Mark, line: readonly string[]): void {
  const parent = node.parent!;
  const there = parent.children.find(({ bcn }) => bcn === line[0]);
  if (there === node) return;
  const first = there ?? parent.add(line[0]!);
  if (!isBetter(first)) {
    first.annotate({ nags: [...first.nags, BETTER], ...(!there && { eval: worthOf(parent) as TreeNode["eval"] }) });
    first.wrote({ nags: [BETTER], ...(!there && { eval: true, added: true }) });
  }
  if (!there) line.slice(1, MOST).reduce((at, action) => at.add(action), first);
  if (!node.nags.some(isJudgement)) {
    node.annotate({ nags: [mark, ...node.nags] });
    node.wrote({ nags: [mark] });
  }
}

/**
 * Takes what a report wrote about a line out of the tree, but for what somebody went
 * on with. What a person wrote stays, and what came in a PGN.
 */
export function erase(record: GameTree, line: readonly TreeNode[]): void {
  for (const node of line) {
    for (const other of [...(node.parent?.children ?? [])]) {
      const { written } = other;
      if (other === node || !written?.nags?.includes(BETTER)) continue;
      if (written.added && isAsWritten(other) && !record.current.line().includes(other)) other.delete();
      else takeBack(other);
    }
    takeBack(node);
  }
}

/** Takes back what a report wrote about a node. */
function takeBack(node: TreeNode): void {
  const { eval: looked, nags = [] } = node.written ?? {};
  if (looked || nags.length > 0) node.annotate({ nags: node.nags.filter((nag) => !nags.includes(nag)), ...(looked && { eval: null }) });
  node.wrote(null);
}

/** Whether nobody has added anything to a variation. */
function isAsWritten(first: TreeNode): boolean {
  let length = 1;
  for (let node = first; ; node = node.next, length++) {
    const { comment, commentBefore, drawings, children, nags } = node;
    if (comment || commentBefore || drawings.length > 0 || children.length > 1 || nags.length > (node === first ? 1 : 0) || length > MOST) return false;
    if (!node.next) return true;
  }
}
