// The record of a game, which is the library's tree of all actions and annotations, and
// how a stored one is read. The record outlives the program that plays the game.

import { START_FEN } from "../../banchess/banchess.js";
import { GameTree, type TreeNode, type TreeRecord } from "../../banchess/tree.js";

/** Returns an empty record. */
export const newRecord = (): GameTree => GameTree.fromJSON({ fen: START_FEN, nodes: [] });

/** Reports whether nothing has been played. */
export const isEmpty = ({ root }: GameTree): boolean => !root.next;

/** Reports whether a record has no actions and no annotations. */
export function isUntouched(record: GameTree): boolean {
  const { tags, start } = record.toJSON();
  return isEmpty(record) && !record.root.outcome && [tags, start].every((written) => Object.keys(written ?? {}).length === 0);
}

/** Reports whether a record is that of a new game at the standard start position. */
export const isFresh = (record: GameTree): boolean => isUntouched(record) && record.fen === START_FEN;

/** Reports whether a record has more than played actions: variations, comments, marks, drawings, or a report. */
export const isStudy = (record: GameTree): boolean =>
  [...record].some(({ children, comment, commentBefore, nags, drawings, eval: looked }) =>
    children.length > 1 || comment || commentBefore || nags.length > 0 || drawings.length > 0 || looked);

/** Adds an action to a node and returns its node. Going forward then leads to it. The current node stays the same. */
export function extend(record: GameTree, node: TreeNode, action: string): TreeNode {
  const { current } = record, added = node.add(action);
  record.goTo(added);
  record.goTo(current);
  return added;
}

/** Makes the line of a node the main line. */
export function makeMainLine(node: TreeNode): void {
  while (node.promote());
}

/** Returns a stored record, or null for anything else. */
export function recordFrom(data: any): GameTree | null {
  try {
    return GameTree.fromJSON(data.format === 1 ? fromList(data) : "tree" in data ? fromParts(data) : data);
  } catch {
    return null;
  }
}

type Pairs = readonly (readonly [place: number, what: object])[];

/** Returns the record of an older format, which stored the players' endings and the report's parts beside the tree. */
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

/** Returns the record of the oldest format, a list of nodes with parent, action, SAN and outcome. */
function fromList({ fen, tags, outcome, nodes, at, end }: any): TreeRecord {
  const outcomes = [[0, outcome], ...nodes.map((node: any[], i: number) => [i + 1, node[3]])].filter(([, outcome]) => outcome);
  return fromParts({ tree: { fen, tags, nodes: nodes.map(([parent, action, san]: any[]) => ({ parent, action, san })) }, outcomes, at, end });
}
