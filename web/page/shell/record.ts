// The record of a game: the library's tree of all that was played and written, and
// where in it somebody is. It outlives whatever program plays the game.
//
// Each node remembers which of its children was visited last, so that going back
// and forth stays on one line. A player may resign anywhere, also where the tree
// does not end: an outcome belongs to a node.

import { START_FEN, type Player, type Reason } from "../../banchess/banchess.js";
import { GameTree, type TreeNode } from "../../banchess/tree.js";

/** How the players ended a game; every other ending follows from the actions. */
export interface Outcome {
  ended: Reason;
  winner?: Player;
}

export type Node = TreeNode;

/** What a report wrote about a node; all else is a person's, or a PGN's. */
export interface Written {
  readonly eval?: boolean;
  readonly nags?: readonly number[];
  readonly added?: boolean; // the node itself
}

export class Record {
  tree!: GameTree;
  current!: Node;
  #last = new Map<Node, Node>(); // the child visited last
  #outcomes = new Map<Node, Outcome>();
  readonly written = new WeakMap<Node, Written>();

  constructor(tree = GameTree.fromJSON({ fen: START_FEN, nodes: [] })) {
    this.take(tree);
  }

  /** Has another tree in the place of this one, and is at its end. */
  take(tree: GameTree): void {
    const { ended, winner } = tree.toJSON();
    this.tree = tree;
    this.current = tree.end;
    this.#last.clear();
    this.#outcomes.clear();
    if (ended) this.#outcomes.set(tree.end, { ended, ...(winner && { winner }) });
  }

  /** Has the rules read what was stored, and throws a BanChessError if they refuse it. */
  check(): void {
    const { end } = this.tree;
    this.tree.result();
    if (this.#outcomes.has(end)) this.#tell(end);
  }

  get fen(): string {
    return this.tree.fen;
  }

  /** Whether nothing has been played. */
  get empty(): boolean {
    return !this.tree.root.next;
  }

  /** Whether nothing was done at all, and nothing is written. */
  get untouched(): boolean {
    if (!this.empty || this.outcome()) return false;
    const { tags, start } = this.tree.toJSON();
    return [tags, start].every((written) => Object.keys(written ?? {}).length === 0);
  }

  /** Whether it is as a new game is. */
  get isFresh(): boolean {
    return this.untouched && this.fen === START_FEN;
  }

  /** Whether it is more than a game that was played: variations, comments, marks, drawings, a report. */
  get isStudy(): boolean {
    return [...this.tree].some(({ children, comment, commentBefore, nags, drawings, eval: looked }) =>
      children.length > 1 || comment || commentBefore || nags.length > 0 || drawings.length > 0 || looked);
  }

  /** How the players ended the game at a node, or null. */
  outcome(node = this.current): Outcome | null {
    return this.#outcomes.get(node) ?? null;
  }

  /** Takes down how the players ended the game here, null for not at all. Returns whether that is new. */
  settle(outcome: Outcome | null): boolean {
    const { current } = this;
    if (JSON.stringify(outcome) === JSON.stringify(this.outcome())) return false;
    if (outcome) this.#outcomes.set(current, outcome);
    else this.#outcomes.delete(current);
    if (current === this.tree.end) this.#tell(current);
    return true;
  }

  /** Has the tree end as its last node says. */
  #tell(end: Node): void {
    const outcome = this.outcome(end);
    this.tree.endAs(outcome?.ended ?? null, outcome?.winner);
  }

  /**
   * Goes to where these actions in BCN lead from the start, and adds those that are
   * not there yet. Returns whether anything was added.
   */
  follow(actions: readonly string[]): boolean {
    let node = this.tree.root;
    let added = false;
    for (const action of actions) {
      const before = node.children.length;
      const next = node.add(action);
      added ||= node.children.length > before;
      this.#last.set(node, next);
      node = next;
    }
    this.current = node;
    return added;
  }

  /** Adds an action behind a node, to which redoing will lead, and stays where it is. */
  extend(node: Node, action: string): Node {
    const added = node.add(action);
    this.#last.set(node, added);
    return added;
  }

  /** Goes to a node of this record, which redoing will lead to as well. */
  goTo(node: Node): void {
    for (const n of node.line()) this.#last.set(n.parent!, n);
    this.current = node;
  }

  /** Takes down what a report has written about a node, besides what it had. */
  wrote(node: Node, more: Written): void {
    const had = this.written.get(node);
    this.written.set(node, { ...had, ...more, nags: [...(had?.nags ?? []), ...(more.nags ?? [])] });
  }

  /** After an edit: a report's glyph that was taken away and is set again is a person's. */
  edited(): void {
    for (const node of this.tree) {
      const written = this.written.get(node);
      if (written?.nags) this.written.set(node, { ...written, nags: written.nags.filter((nag) => node.nags.includes(nag)) });
    }
  }

  /** Makes a node's line the main one where it branches off last, or with `all` everywhere. */
  promote(node: Node, all: boolean): void {
    while (node.promote() && all);
    this.#tell(this.tree.end);
  }

  /** Takes a node, and what follows it, out of the tree. Nobody may be there. */
  remove(node: Node): void {
    for (const ended of this.#outcomes.keys()) {
      if (ended.line().includes(node)) this.#outcomes.delete(ended);
    }
    if (this.#last.get(node.parent!) === node) this.#last.delete(node.parent!);
    node.delete();
    this.#tell(this.tree.end);
  }

  /** The actions that lead to a node, in BCN. */
  actions(node = this.current): string[] {
    return node.line().map(({ bcn }) => bcn);
  }

  /** The node that redoing leads to, or null at the end of the line. */
  next(node = this.current): Node | null {
    return this.#last.get(node) ?? node.next;
  }

  /** Where actions in BCN lead from the start, as far as they are there. */
  find(actions: readonly string[]): Node {
    let node = this.tree.root;
    for (const action of actions) {
      const next = node.children.find(({ bcn }) => bcn === action);
      if (!next) break;
      node = next;
    }
    return node;
  }

  /** The last node of the line the current node is on. */
  end(): Node {
    let node = this.current;
    for (let next: Node | null = node; next; next = this.next(node)) node = next;
    return node;
  }

  /** Plain data to be stored; `Record.from` reads it. Nodes go by their place in the tree, 0 being the root. */
  toJSON(): object {
    const places = new Map([...this.tree].map((node, place) => [node, place]));
    return {
      tree: this.tree,
      outcomes: [...this.#outcomes].map(([node, outcome]) => [places.get(node), outcome]),
      written: [...this.tree].flatMap((node, place) => (this.written.has(node) ? [[place, this.written.get(node)]] : [])),
      at: places.get(this.current),
      end: places.get(this.end()),
    };
  }

  /** Reads what `toJSON` made. Null for anything else, whatever it is. */
  static from(data: any): Record | null {
    try {
      return Record.read(data.format === 1 ? converted(data) : data);
    } catch {
      return null;
    }
  }

  /** The same of what is not that old. Throws whatever it likes for anything else. */
  static read({ tree, outcomes, written = [], at, end }: any): Record {
    const record = new Record(GameTree.fromJSON(tree));
    const nodes = [...record.tree];
    const nodeAt = (place: unknown): Node => {
      if (!Number.isInteger(place) || !nodes[place as number]) throw new RangeError("no node of the tree has this place");
      return nodes[place as number]!;
    };
    for (const [place, { ended, winner }] of outcomes) record.#outcomes.set(nodeAt(place), { ended, ...(winner && { winner }) });
    for (const [place, { eval: looked, nags, added }] of written) record.wrote(nodeAt(place), { eval: looked === true, nags: [...nags], added: added === true });
    record.goTo(nodeAt(end));
    record.goTo(nodeAt(at));
    return record;
  }
}

/** What was stored before there were trees: each node a list of parent, action, SAN and outcome. */
function converted({ fen, tags, outcome, nodes, at, end }: any) {
  const outcomes = [[0, outcome], ...nodes.map((node: any[], i: number) => [i + 1, node[3]])].filter(([, outcome]) => outcome);
  return { tree: { fen, tags, nodes: nodes.map(([parent, action, san]: any[]) => ({ parent, action, san })) }, outcomes, at, end };
}
