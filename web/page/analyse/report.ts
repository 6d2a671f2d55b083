// The report of a game: the engine searches all positions of its line, and judges each
// ban and move by the winning chances that it lost.
//
// Everything is stored in the tree, in the form of PGN: the scores as evaluations, the
// marks as glyphs, and the better ban or move as a variation that begins with the glyph
// "better is". So a report can be continued, is kept for the next visit, and can be read
// from any PGN that contains one.

import type { Player } from "../../banchess/banchess.js";
import type { GameTree, TreeNode } from "../../banchess/tree.js";
import { BETTER, chances, isJudgement } from "../shell/index.js";
import type { Score } from "../../banchess/engine.js";

/** The mark of a bad action: the glyph of an inaccuracy, a mistake or a blunder. */
export type Mark = 6 | 2 | 4;

const MOST = 4; // actions of a better line: a ban, a move and the replies to them

/** The judgement of an action. */
export interface Judgement {
  readonly mark: Mark | null;
  readonly missedMate: boolean; // true if the mark is for a mate that the action lost
  readonly loss: number; // of winning chances, 0 to 1
  readonly accuracy: number; // 0 to 100
}

// The thresholds for the loss of winning chances, 0 to 1, as on lichess.
const INACCURACY = 0.05, MISTAKE = 0.1, BLUNDER = 0.15;

/** Judges an action of a player by the scores before and after it. */
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

/** A row of the report's table: one side's bans, or its moves. */
export interface Tally {
  readonly accuracy: number | null; // the mean; null if nothing was judged
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

/** An action of the line with its judgement. */
export interface Moment extends Judgement {
  readonly node: TreeNode;
  readonly better: TreeNode | null; // the better action, if there is a mark
}

/** The judgements of a line that the tree contains. */
export interface Reading {
  readonly line: readonly TreeNode[]; // beginning with the start
  readonly looked: number; // the number of its positions with a score
  readonly moments: readonly Moment[];
}

/** Returns the score of a position: its evaluation, or the result if the game ended there. */
export function worthOf(node: TreeNode): Score | null {
  if (node.eval || node.next || !node.parent) return node.eval;
  try {
    const { gameOver, checkmate, banCausedCheckmate } = node.flags!;
    if (!gameOver) return null;
    return checkmate || banCausedCheckmate ? { mate: node.player === "white" ? 1 : -1 } : { centipawns: 0 };
  } catch {
    return null; // the rules are not loaded
  }
}

const isBetter = ({ nags }: TreeNode) => nags.includes(BETTER);
const betterThan = (node: TreeNode) => node.parent?.children.find((other) => other !== node && isBetter(other)) ?? null;

/** Reports whether a node belongs to the line of a report. The variations that the report adds do not belong to it. */
const isLookedAt = (node: TreeNode) => worthOf(node) !== null && (!isBetter(node) || node.children.some((child) => worthOf(child)));

/** The report as it is shown. */
export interface Report extends Reading {
  readonly state: "off" | "running" | "stopped" | "done" | "failed";
  readonly elsewhere: boolean; // true if it is about another line than the one shown
  readonly error?: string;
}

export const NO_REPORT: Report = { state: "off", line: [], looked: 0, moments: [], elsewhere: false };

/** Returns the nodes of the current line, from the start to its end. */
export function nodesOf(record: GameTree): TreeNode[] {
  const end = record.current.forwardEnd;
  return [record.root, ...end.line()];
}

/** Returns the line of the report nearest to the current node. */
function reportedLine(record: GameTree): TreeNode[] {
  let node = record.current;
  while (node.parent && !isLookedAt(node)) node = node.parent;
  const line = [record.root, ...node.line()];
  const after = (at: TreeNode) => [at.forward, ...at.children].find((next) => next && isLookedAt(next)) ?? null;
  for (let next = after(node); next; next = after(next)) line.push((node = next));
  // The rest of the line has no scores yet.
  for (let next = node.forward; next; next = next.forward) line.push(next);
  return line;
}

/** Returns the judgements of a line, as far as it has scores. */
export function readingOf(line: readonly TreeNode[]): Reading {
  const moments: Moment[] = [];
  let before: Score | null = null, looked = 0;
  for (const node of line) {
    const worth = worthOf(node);
    if (worth) looked++;
    if (worth && before && node.parent) {
      const judgement = judge(node.player, before, worth);
      const better = judgement.mark && !isBetter(node) ? betterThan(node) : null;
      // An action without a better alternative is no mistake, whatever its loss.
      moments.push(judgement.mark && !better ? { node, better, mark: null, missedMate: false, loss: 0, accuracy: 100 } : { node, better, ...judgement });
    }
    before = worth;
  }
  return { line, looked, moments };
}

/** Returns the report that a record contains, or null. A report always begins at the start. */
export function reportIn(record: GameTree): Reading | null {
  return record.root.eval ? readingOf(reportedLine(record)) : null;
}

/** Returns the mark of an action by the scores before and after it, or null. */
export function markOf(node: TreeNode): Mark | null {
  const before = node.parent && worthOf(node.parent), after = worthOf(node);
  return before && after && judge(node.player, before, after).mark;
}

/** Adds a mark to the tree, and the better line in BCN as a variation. A person's glyph is kept. */
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
 * Removes what a report added to a line from the tree, except variations that somebody
 * continued. Everything from a person or a PGN is kept.
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

/** Removes what a report added to a node. */
function takeBack(node: TreeNode): void {
  const { eval: looked, nags = [] } = node.written ?? {};
  if (looked || nags.length > 0) node.annotate({ nags: node.nags.filter((nag) => !nags.includes(nag)), ...(looked && { eval: null }) });
  node.wrote(null);
}

/** Reports whether a variation is unchanged since the report added it. */
function isAsWritten(first: TreeNode): boolean {
  let length = 1;
  for (let node = first; ; node = node.next, length++) {
    const { comment, commentBefore, drawings, children, nags } = node;
    if (comment || commentBefore || drawings.length > 0 || children.length > 1 || nags.length > (node === first ? 1 : 0) || length > MOST) return false;
    if (!node.next) return true;
  }
}
