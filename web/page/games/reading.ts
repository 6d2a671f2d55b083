// The report that a tree contains: the judgements of its main line, by the scores in it. The
// list of the games has the user's accuracy by it.

import { judge, type GameTree, type Judged, type Judgement, type Judgements, type TreeNode } from "../../banchess/tree.js";
import type { Player } from "../../banchess/banchess.js";
import type { Score } from "../../banchess/engine.js";
import { BETTER } from "../model/index.js";

/** The mark of a bad action: the glyph of an inaccuracy, a mistake or a blunder. */
export type Mark = 6 | 2 | 4;

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
export const worthOf = (node: TreeNode): Score | null => node.eval ?? endOf(node);

/** Returns the score of a position in which the game ended, or null. */
export function endOf(node: TreeNode): Score | null {
  if (node.next || !node.parent) return null;
  try {
    const { gameOver, checkmate, banCausedCheckmate } = node.flags!;
    if (!gameOver) return null;
    return checkmate || banCausedCheckmate ? { mate: node.player === "white" ? 1 : -1 } : { centipawns: 0 };
  } catch {
    return null; // the rules are not loaded
  }
}

/** Reports whether a node begins the better line of a report. */
export const isBetter = ({ nags }: TreeNode) => nags.includes(BETTER);
const betterThan = (node: TreeNode) => node.parent?.children.find((other) => other !== node && isBetter(other)) ?? null;

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

/** Returns the mean accuracy of a player's bans and moves, in percent, or null if the report of the game is not complete. */
export function accuracyOf(record: GameTree, player: Player): number | null {
  const reading = reportIn(record);
  if (!reading?.tally || reading.looked < reading.line.length) return null;
  const { bans, moves } = reading.tally[player], actions = bans.actions + moves.actions;
  return actions > 0 ? Math.round((bans.actions * (bans.accuracy ?? 0) + moves.actions * (moves.accuracy ?? 0)) / actions) : null;
}
