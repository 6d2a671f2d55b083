// The state of a tree: as plain data, and in the WebAssembly.
//
// The library keeps it twice, as with a game (state.ts). The WebAssembly checks the
// actions that are added, and reads and writes PGN (game.Tree). The plain data can be read
// without a call and outlives the instance. Only changes are sent to the WebAssembly.
import { decode, encode, START_FEN } from "../game/action.js";
import { annotationOf, recordOf } from "./annotation.js";
import type { Action, BanChessFEN, IndicatorConfig, Player, Reason } from "../banchess.js";
import { fail, type BanChessError } from "../game/error.js";
import { Held } from "../wasm/held.js";
import type { Instance } from "../wasm/instance.js";
import { shared } from "../wasm/load.js";
import { outcomeOf, type Outcome } from "../wasm/results.js";
import { entryOf, innerOf, numberOf, TreeNode, type Family, type NodeRecord, type PlaceRecord } from "./treenode.js";

/** A tree as plain data. */
export interface TreeRecord {
  /** The start position. */
  readonly fen: BanChessFEN;
  /** The nodes. A parent comes before its children, a main line before its variations. */
  readonly nodes: readonly NodeRecord[];
  /** The annotation of the start position. */
  readonly start?: PlaceRecord;
  /** The PGN tags. */
  readonly tags?: Readonly<Record<string, string>>;
  /** The reason for the end of the main line, if the players ended it. */
  readonly ended?: Reason;
  /** The winner, if there is one. */
  readonly winner?: Player;
  /** False in `pgn` if pgn() does not write indicators; otherwise absent. */
  readonly indicators?: Pick<IndicatorConfig, "pgn">;
  /** The number of the current node, 0 for the start; absent before the first goTo or follow. */
  readonly at?: number;
  /** The number of the last node to which going forward leads from the current node. */
  readonly end?: number;
}

/** A tree of the WebAssembly: its handle, and the methods in its prototype. @internal */
export interface RawTree {
  readonly handle: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The check of each member of a node's plain data. */
const SHAPES: { readonly [K in keyof PlaceRecord]-?: (value: unknown) => boolean } = {
  commentBefore: isText,
  comment: isText,
  nags: (value) => Array.isArray(value) && value.every(Number.isInteger),
  eval: isObject,
  clock: Number.isFinite,
  drawings: (value) => Array.isArray(value) && value.every(isObject),
  ended: isText,
  winner: isText,
  written: isObject,
};

function isText(value: unknown): value is string { return typeof value === "string"; }
function isObject(value: unknown): value is object { return typeof value === "object" && value !== null && !Array.isArray(value); }

/** Reports whether a value has the types of a node's plain data. */
const isPlace = (value: object): boolean =>
  Object.entries(SHAPES).every(([key, check]) => (value as Record<string, unknown>)[key] === undefined || check((value as Record<string, unknown>)[key]));

/** Reports whether a value has the types of a TreeRecord. @internal */
export function isRecord(value: unknown): value is TreeRecord {
  if (!isObject(value)) return false;
  const { fen, nodes, start = {}, tags = {}, ended = "", winner = "", indicators = {} } = value as { [K in keyof TreeRecord]: unknown };
  return isText(fen) && Array.isArray(nodes) && nodes.every((node) => isObject(node) && isPlace(node))
    && isObject(start) && isPlace(start) && isObject(tags) && Object.values(tags).every(isText) && isText(ended) && isText(winner) && isObject(indicators);
}

/** The state of a tree, from which another instance can continue it. @internal */
export class TreeState extends Held {
  fen: BanChessFEN = START_FEN;
  fullMove = 1;
  root!: TreeNode;
  tags: Record<string, string> = {};
  at: TreeNode | null = null; // the current node; null before the first goTo
  indicators = true;
  #nodes: (TreeNode | undefined)[] = []; // by number
  #told: Outcome | null = null; // the ending of the main line in the WebAssembly

  constructor() { super(shared, "tree"); }

  protected restore(instance: Instance): void {
    this.#own(instance, instance.ask("newTree", { fen: this.fen, tags: this.tags, indicators: { pgn: this.indicators } }));
    const nodes = [...this.nodes()];
    this.#nodes = [];
    nodes.forEach((node, number) => { this.know(node, number); });
    if (nodes.length > 1) {
      const lines = nodes.slice(1).map((node) => `${numberOf(node.parent!)} ${node.bcn}`);
      const grown = this.ask<{ san: string }[]>("grow", lines.join("\n"));
      grown.forEach(({ san }, i) => { (nodes[i + 1] as Mutable<TreeNode>).san = san; });
    }
    for (const node of nodes) {
      const record = recordOf(node);
      if (record) Object.assign(node, annotationOf(this.ask("annotate", numberOf(node), record)));
    }
    this.fen = this.ask<TreeRecord>("read").fen;
    const inner = innerOf(this.root.end), { outcome } = inner;
    this.#told = null;
    if (!outcome) return;
    try {
      this.ask("endAs", outcome.ended, outcome.winner);
      this.#told = outcome;
    } catch (e) {
      if (["bad_reason", "bad_player", "crashed"].includes((e as BanChessError).code)) throw e;
      inner.outcome = null; // the line now ends on the board
    }
  }

  #own(instance: Instance, raw: RawTree): void {
    this.take(instance, raw.handle, Object.getPrototypeOf(raw) as Instance["methods"]);
  }

  /** Reads a tree from the WebAssembly. */
  adopt(instance: Instance, raw: RawTree): void {
    this.#own(instance, raw);
    const { indicators, ...record } = this.ask<Omit<TreeRecord, "indicators"> & { indicators: boolean }>("read");
    this.build({ ...record, tags: this.ask("tags"), indicators: { pgn: indicators } });
    this.#told = this.root.end.outcome;
    [...this.nodes()].forEach((node, number) => { this.know(node, number); });
  }

  /** Creates a tree in the running instance, and reads it. */
  make(source: object): void {
    const instance = this.host.running();
    this.adopt(instance, instance.ask("newTree", source));
  }

  /** Creates the nodes of a record. */
  build({ fen, nodes, start = {}, tags = {}, ended, winner, indicators, at, end }: TreeRecord): void {
    this.fen = fen;
    this.tags = tags;
    this.indicators = indicators?.pgn !== false;
    const fields = fen.split(" ");
    this.fullMove = Number.parseInt(fields[5] ?? "", 10) || 1;
    this.root = new TreeNode(this, null, (Number.parseInt(fields[6] ?? "", 10) || 1) - 1, null, "", start);
    const all = [this.root];
    for (const { parent = all.length - 1, action, san, ...about } of nodes) {
      const before = all[parent], read = decode(action);
      if (!before) throw fail("bad_argument", `the node ${all.length} stands before its parent`, "pass what toJSON gave");
      if (!read) throw fail("bad_bcn", "a node's action is not one in Ban Chess Notation", "write b:e2e4 for a ban, m:d2d4 for a move, m:e7e8q for a promotion");
      const code = encode(read), there = before.children.find((child) => encode(child.action) === code);
      all.push(there ?? this.child(before, read, typeof san === "string" ? san : action.slice(2), about));
    }
    innerOf(this.root.end).outcome ??= outcomeOf(ended, winner);
    for (const place of [end, at]) {
      if (place === undefined) continue;
      const node = Number.isInteger(place) && all[place];
      if (!node) throw fail("bad_argument", "the tree has no node at the place of the current node", "pass what toJSON gave");
      this.goTo(node);
    }
  }

  /** Makes a node the current one; going forward later leads to it again. */
  goTo(node: TreeNode): void {
    for (const one of node.line()) innerOf(one.parent!).visited = one;
    this.at = node;
  }

  /** Adds a child to a node. */
  child(parent: TreeNode, action: Action, san: string, about: PlaceRecord): TreeNode {
    const child = new TreeNode(this, parent, parent.ply + 1, action, san, about);
    (parent.children as TreeNode[]).push(child);
    return child;
  }

  /** Returns the node with a number, or undefined if it is not known here yet. */
  node(number: number): TreeNode | undefined { return this.#nodes[number]; }

  know(node: TreeNode, number: number): void {
    innerOf(node).number = number;
    this.#nodes[number] = node;
  }

  /** Forgets a deleted node and all nodes after it. */
  forget(node: TreeNode): void {
    const before = innerOf(node.parent!);
    if (before.visited === node) before.visited = null;
    if (this.at?.line().includes(node)) this.at = node.parent;
    for (const one of this.nodes(node)) {
      delete this.#nodes[innerOf(one).number];
      innerOf(one).deleted = true;
    }
    (node as Mutable<TreeNode>).parent = null;
  }

  /** Updates a node's children from the WebAssembly. Reports whether anything changed. */
  settle(family: Family | null): boolean {
    if (!family) return false;
    (this.#nodes[family.parent] as Mutable<TreeNode>).children = family.children.map((number) => this.#nodes[number]!);
    for (const { node, ...about } of family.about) Object.assign(this.#nodes[node]!, annotationOf(about));
    this.#tellEnding();
    return true;
  }

  /** Sets how the players ended the game at a node. */
  end(node: TreeNode, outcome: Outcome | null): void {
    innerOf(node).outcome = outcome;
    this.#tellEnding();
  }

  /** Sends the ending of the main line to the WebAssembly, unless it ends on the board. */
  #tellEnding(): void {
    const { end } = this.root, inner = innerOf(end);
    if (inner.outcome && entryOf(end)?.flags.gameOver) inner.outcome = null;
    if (inner.outcome === this.#told) return;
    this.ask("endAs", inner.outcome?.ended, inner.outcome?.winner);
    this.#told = inner.outcome;
  }

  /** Iterates over a node and all nodes after it. A parent comes before its children, a main line before its variations. */
  *nodes(from = this.root): IterableIterator<TreeNode> {
    const stack = [from];
    for (let node = stack.pop(); node; node = stack.pop()) {
      yield node;
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
    }
  }

  toJSON(): TreeRecord {
    const places = new Map<TreeNode, number>(), nodes: NodeRecord[] = [], { root, at } = this, { end } = root;
    const known = (node: TreeNode): PlaceRecord => ({ ...node !== end && node.outcome, ...node.written && { written: node.written } });
    for (const node of this.nodes()) {
      places.set(node, places.size);
      if (!node.parent) continue;
      const parent = places.get(node.parent)!;
      nodes.push({ ...parent !== nodes.length && { parent }, ...node.toJSON(), ...known(node) });
    }
    const start = { ...recordOf(root), ...known(root) };
    return {
      fen: this.fen, nodes, ...Object.keys(start).length > 0 && { start }, ...Object.keys(this.tags).length > 0 && { tags: { ...this.tags } }, ...end.outcome,
      ...!this.indicators && { indicators: { pgn: false } }, ...at && { at: places.get(at)!, end: places.get(at.forwardEnd)! },
    };
  }
}
