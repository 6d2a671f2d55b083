// What the page asks of the record of a game, which is the library's tree of all that
// was played and written, and how it reads what was stored of one. The record outlives
// whatever program plays the game.

import { START_FEN } from "../../banchess/banchess.js";
import { GameTree, type TreeNode, type TreeRecord } from "../../banchess/tree.js";

/** A record in which nothing was played. */
export const newRecord = (): GameTree => GameTree.fromJSON({ fen: START_FEN, nodes: [] });

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

/** Reads what was stored. Returns null for anything that is no record, whatever it is. */
export function recordFrom(data: any): GameTree | null {
  try {
    return GameTree.fromJSON(data.format === 1 ? fromList(data) : "tree" in data ? fromParts(data) : data);
  } catch {
    return null;
  }
}

type Pairs = readonly (readonly [place: number, what: object])[];

/** The record of one that was stored beside its tree: how the players ended it at some places, and what a report wrote. */
export function fromParts({ tree, outcomes, written = [], at, end }: { tree: any; outcomes: Pairs; written?: Pairs; at: number; end: number }): TreeRecord {
  const places: any[] = [{ ...tree.start }, ...tree.nodes];
  const add = (place: number, what: object) => {
    if (!Number.isInteger(place) || !places[place]) throw new RangeError("no node of the tree has this place");
    places[place] = { ...places[place], ...what };
  };
  for (const [place, { ended, winner }] of outcomes as [number, any][]) add(place, { ended, ...winner && { winner } });
  for (const [place, { eval: looked, nags, added }] of written as [number, any][]) add(place, { written: { eval: looked === true, nags: [...nags], added: added === true } });
  const [start, ...nodes] = places;
  return { ...tree, start, nodes, at, end };
}

/** The record of one that was stored before there were trees: each node a list of parent, action, SAN and outcome. */
function fromList({ fen, tags, outcome, nodes, at, end }: any): TreeRecord {
  const outcomes = [[0, outcome], ...nodes.map((node: any[], i: number) => [i + 1, node[3]])].filter(([, outcome]) => outcome);
  return fromParts({ tree: { fen, tags, nodes: nodes.map(([parent, action, san]: any[]) => ({ parent, action, san })) }, outcomes, at, end });
}
