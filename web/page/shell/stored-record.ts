// Records as they come: a new one, and those that the browser or a link has kept, in
// the forms of today and of before.

import { START_FEN } from "../../banchess/banchess.js";
import { GameTree, type TreeRecord } from "../../banchess/tree.js";

/** A record in which nothing was played. */
export const newRecord = (): GameTree => GameTree.fromJSON({ fen: START_FEN, nodes: [] });

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
