// The report of a game: the engine searches all positions of the main line, and judges each
// ban and move by the winning chances that it lost.
//
// Everything is stored in the tree, in the form of PGN: the scores as evaluations, the
// marks as glyphs, the explanations as comments, and the better ban or move as a variation
// that begins with the glyph "better is". So a report can be continued, is kept for the next
// visit, and can be read from any PGN that contains one.

import { judge, type GameTree, type Judged, type Judgement, type Judgements, type TreeNode } from "../../banchess/tree.js";
import { BETTER, isJudgement } from "../model/index.js";
import type { Score } from "../../banchess/engine.js";

/** The mark of a bad action: the glyph of an inaccuracy, a mistake or a blunder. */
export type Mark = 6 | 2 | 4;

const MOST = 4; // actions of a better line: a ban, a move and the replies to them

/** An action of the line with its judgement. */
export interface Moment extends Omit<Judgement, "mark"> {
  readonly mark: Mark | null;
  readonly node: TreeNode;
  readonly better: TreeNode | null; // the better action, if there is a mark
  readonly isTurningPoint: boolean; // if it decided the game
}

/** The judgements of a line that the tree contains. */
export interface Reading {
  readonly line: readonly TreeNode[]; // beginning with the start
  readonly looked: number; // the number of its positions with a score
  readonly moments: readonly Moment[];
  readonly tally: Judgements["tally"] | null; // null if the line has no scores
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

/** The report as it is shown. */
export interface Report extends Reading {
  readonly state: "off" | "running" | "stopped" | "done" | "failed";
  readonly error?: string;
}

export const NO_REPORT: Report = { state: "off", line: [], looked: 0, moments: [], tally: null };

/** Returns the nodes of the main line, from the start to its end. */
export function nodesOf({ root }: GameTree): TreeNode[] {
  const line = [root];
  for (let node = root.next; node; node = node.next) line.push(node);
  return line;
}

/** Returns the judgements of a line, as far as it has scores. */
export function readingOf(line: readonly TreeNode[]): Reading {
  const judged: (Judged & { node: TreeNode; than: TreeNode | null })[] = [];
  let before: Score | null = null, looked = 0;
  for (const node of line) {
    const after = worthOf(node);
    if (after) looked++;
    if (after && before && node.parent) {
      const than = isBetter(node) ? null : betterThan(node);
      judged.push({ node, than, player: node.player, type: node.actionType!, before, after, better: than !== null });
    }
    before = after;
  }
  if (judged.length === 0) return { line, looked, moments: [], tally: null };
  const { judgements, tally, turningPoint } = judge(judged);
  const moments = judgements.map(({ mark, ...rest }, i) => ({ ...rest, mark: mark || null, node: judged[i]!.node, better: mark ? judged[i]!.than : null, isTurningPoint: i === turningPoint }));
  return { line, looked, tally, moments };
}

/** Returns the report that a record contains, or null. A report always begins at the start. */
export function reportIn(record: GameTree): Reading | null {
  return record.root.eval ? readingOf(nodesOf(record)) : null;
}

/** Returns the mark of an action by the scores before and after it, or null. */
export function markOf(node: TreeNode): Mark | null {
  const before = node.parent && worthOf(node.parent), after = worthOf(node);
  if (!before || !after) return null;
  return judge([{ player: node.player, type: node.actionType!, before, after, better: true }]).judgements[0]!.mark || null;
}

/** Adds a mark to the tree, the better line in BCN as a variation, and a comment. A person's glyph and comment are kept. */
export function write(node: TreeNode, mark: Mark, line: readonly string[], comment = ""): void {
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
  const place = node.comment ? first : node; // beside a person's comment it stands at the better one
  if (comment && !place.comment) {
    place.annotate({ comment });
    place.wrote({ comment: true });
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
  const { eval: looked, nags = [], comment } = node.written ?? {};
  if (looked || comment || nags.length > 0) node.annotate({ nags: node.nags.filter((nag) => !nags.includes(nag)), ...(looked && { eval: null }), ...(comment && { comment: null }) });
  node.wrote(null);
}

/** Reports whether a variation is unchanged since the report added it. */
function isAsWritten(first: TreeNode): boolean {
  let length = 1;
  for (let node = first; ; node = node.next, length++) {
    const { comment, commentBefore, drawings, children, nags, written } = node;
    if (comment && !written?.comment || commentBefore || drawings.length > 0 || children.length > 1 || nags.length > (node === first ? 1 : 0) || length > MOST) return false;
    if (!node.next) return true;
  }
}
