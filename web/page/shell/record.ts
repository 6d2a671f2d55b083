// What the page asks of the record of a game, which is the library's tree of all that
// was played and written. The record outlives whatever program plays the game.

import { START_FEN } from "../../banchess/banchess.js";
import type { GameTree, TreeNode } from "../../banchess/tree.js";

/** Reports whether nothing has been played. */
export const isEmpty = ({ root }: GameTree): boolean => !root.next;

/** Reports whether nothing was done at all, and nothing is written. */
export function isUntouched(record: GameTree): boolean {
  const { tags, start } = record.toJSON();
  return isEmpty(record) && !record.root.outcome && [tags, start].every((written) => Object.keys(written ?? {}).length === 0);
}

/** Reports whether a record is as a new game is. */
export const isFresh = (record: GameTree): boolean => isUntouched(record) && record.fen === START_FEN;

/** Reports whether a record is more than a game that was played: variations, comments, marks, drawings, a report. */
export const isStudy = (record: GameTree): boolean =>
  [...record].some(({ children, comment, commentBefore, nags, drawings, eval: looked }) =>
    children.length > 1 || comment || commentBefore || nags.length > 0 || drawings.length > 0 || looked);

/** Adds an action to a node, to which going forward will lead, and stays where it is. */
export function extend(record: GameTree, node: TreeNode, action: string): TreeNode {
  const { current } = record, added = node.add(action);
  record.goTo(added);
  record.goTo(current);
  return added;
}

/** Makes the line that leads to a node the main one. */
export function makeMainLine(node: TreeNode): void {
  while (node.promote());
}
