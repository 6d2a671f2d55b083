// The report of a game: the engine searches all positions of the main line, and judges each
// ban and move by the winning chances that it lost.
//
// Everything is stored in the tree, in the form of PGN: the scores as evaluations, the
// marks as glyphs, the explanations as comments, and the better ban or move as a variation
// that begins with the glyph "better is". So a report can be continued, is kept for the next
// visit, and can be read from any PGN that contains one. A report that is made here replaces
// the scores that a PGN brought: it compares scores, so all of them have to be of one engine.

import { judge, type GameTree, type TreeNode } from "../../banchess/tree.js";
import { isBetter, worthOf, type Mark, type Reading } from "../games/index.js";
import { BETTER, isJudgement } from "../model/index.js";

const MOST = 4; // actions of a better line: a ban, a move and the replies to them

/** The report as it is shown. */
export interface Report extends Reading {
  readonly state: "off" | "running" | "stopped" | "done" | "failed";
  readonly error?: string;
}

export const NO_REPORT: Report = { state: "off", line: [], looked: 0, moments: [], tally: null };

/** Returns the mark of an action by the scores before and after it, or null. */
export function markOf(node: TreeNode, before = node.parent && worthOf(node.parent), after = worthOf(node)): Mark | null {
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
 * Removes the scores of a line from the tree, and what else a report added, except variations
 * that somebody continued. The glyphs and comments of a person or a PGN are kept.
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
    if (node.eval) node.annotate({ eval: null });
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
