// A tree as plain data, and in the WebAssembly.
//
// It is kept twice, as a game is (state.ts): in the WebAssembly, which checks what is
// added and reads and writes PGN (game.Tree), and here as plain data, which is read
// without a call and outlives the instance. Only what changes it crosses.
import { internal, START_FEN, type Action, type BanChessFEN, type EndResult, type IndicatorConfig, type Player, type Reason } from "./banchess.js";
import { annotationOf, recordOf, type Annotation, type AnnotationRecord } from "./annotation.js";
import { entryOf, innerOf, numberOf, TreeNode, type Family, type NodeRecord } from "./treenode.js";

const { decode, encode, errorOf, fail, shared, unwrap } = internal;
type Instance = ReturnType<typeof shared.running>;

/** A tree as plain data. */
export interface TreeRecord {
  /** The start position. */
  readonly fen: BanChessFEN;
  /** The nodes, each after its parent, the main line of each first. */
  readonly nodes: readonly NodeRecord[];
  /** What is written about the start. */
  readonly start?: AnnotationRecord;
  /** The PGN tags. */
  readonly tags?: Readonly<Record<string, string>>;
  /** How the players ended the main line. */
  readonly ended?: Reason;
  /** Who won then. */
  readonly winner?: Player;
  /** Whether pgn() writes indicators; left out where it does. */
  readonly indicators?: Pick<IndicatorConfig, "pgn">;
}

/** What the WebAssembly gives for a tree: its handle, and the methods in its prototype. @internal */
export interface RawTree {
  readonly handle: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What each member of an annotation has to be in plain data. */
const SHAPES: { readonly [K in keyof Annotation]: (value: unknown) => boolean } = {
  commentBefore: isText,
  comment: isText,
  nags: (value) => Array.isArray(value) && value.every(Number.isInteger),
  eval: isObject,
  clock: Number.isFinite,
  drawings: (value) => Array.isArray(value) && value.every(isObject),
};

function isText(value: unknown): value is string { return typeof value === "string"; }
function isObject(value: unknown): value is object { return typeof value === "object" && value !== null && !Array.isArray(value); }

/** Whether plain data is an annotation, as far as the types say it. */
const isAnnotation = (value: object): boolean =>
  Object.entries(SHAPES).every(([key, check]) => (value as Record<string, unknown>)[key] === undefined || check((value as Record<string, unknown>)[key]));

/** Whether plain data is the record of a tree, as far as the types say it. @internal */
export function isRecord(value: unknown): value is TreeRecord {
  if (!isObject(value)) return false;
  const { fen, nodes, start = {}, tags = {}, ended = "", winner = "", indicators = {} } = value as { [K in keyof TreeRecord]: unknown };
  return isText(fen) && Array.isArray(nodes) && nodes.every((node) => isObject(node) && isAnnotation(node))
    && isObject(start) && isAnnotation(start) && isObject(tags) && Object.values(tags).every(isText) && isText(ended) && isText(winner) && isObject(indicators);
}

/** The plain data of a tree, and what is needed to have it again in another instance. @internal */
export class TreeState {
  fen: BanChessFEN = START_FEN;
  fullMove = 1;
  root!: TreeNode;
  tags: Record<string, string> = {};
  ending: { ended: Reason; winner?: Player } | null = null;
  indicators = true;
  #instance: Instance | null = null;
  #self: RawTree = { handle: 0 }; // the this of the WebAssembly's methods
  #methods: Instance["methods"] = {};
  #nodes: (TreeNode | undefined)[] = []; // by number
  #freed = false;

  /** Throws if the tree has been freed. */
  check(): void {
    if (this.#freed) throw fail("freed", "this tree has been freed", "make a new one");
  }

  /** The instance that has this tree. After a crash, and after fromJSON, that is another one. */
  live(): Instance {
    if (this.#instance && !this.#instance.dead) return this.#instance;
    this.check();
    const instance = shared.running();
    this.#open(instance, { fen: this.fen, tags: this.tags, indicators: { pgn: this.indicators } });
    try {
      this.#bring();
    } catch (e) {
      this.#close(); // half a tree is none: the next call tries again
      throw e;
    }
    return instance;
  }

  get handle(): number { return this.#self.handle; }

  #open(instance: Instance, source: object): void {
    this.#take(instance, unwrap(instance.call(instance.raw.newTree, instance.raw, [source])));
  }

  #take(instance: Instance, raw: RawTree): void {
    this.#instance = instance;
    this.#methods = Object.getPrototypeOf(raw) as Instance["methods"];
    this.#self = { handle: raw.handle }; // the other object, which the program knows, may live long
    instance.watch(this, raw.handle);
  }

  #close(): void {
    const instance = this.#instance;
    this.#instance = null;
    instance?.free(this, this.handle);
  }

  /** Has all nodes in an empty tree of the WebAssembly. */
  #bring(): void {
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
    if (!this.ending) return;
    const answer = this.#call("endAs", this.ending.ended, this.ending.winner) as EndResult;
    if (answer.success) return;
    if (answer.code === "bad_reason" || answer.code === "bad_player") throw errorOf(answer);
    this.ending = null; // the line has ended on the board meanwhile
  }

  /** Takes a tree over from the WebAssembly. */
  adopt(instance: Instance, raw: RawTree): void {
    this.#take(instance, raw);
    const { indicators, ...record } = this.ask<Omit<TreeRecord, "indicators"> & { indicators: boolean }>("read");
    this.build({ ...record, tags: this.ask("tags"), indicators: { pgn: indicators } });
    [...this.nodes()].forEach((node, number) => { this.know(node, number); });
  }

  /** Makes a new tree, in the instance that runs. */
  make(source: object): void {
    const instance = shared.running();
    this.adopt(instance, unwrap(instance.call(instance.raw.newTree, instance.raw, [source])));
  }

  /** Builds the nodes of a record. */
  build({ fen, nodes, start = {}, tags = {}, ended, winner, indicators }: TreeRecord): void {
    this.fen = fen;
    this.tags = tags;
    this.ending = ended ? { ended, ...winner && { winner } } : null;
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
  }

  /** Makes a node after another. */
  child(parent: TreeNode, action: Action, san: string, about: AnnotationRecord): TreeNode {
    const child = new TreeNode(this, parent, parent.ply + 1, action, san, about);
    (parent.children as TreeNode[]).push(child);
    return child;
  }

  know(node: TreeNode, number: number): void {
    innerOf(node).number = number;
    this.#nodes[number] = node;
  }

  /** Takes the numbers of a node that was deleted, and of what follows it, away. */
  forget(node: TreeNode): void {
    for (const one of this.nodes(node)) {
      delete this.#nodes[innerOf(one).number];
      innerOf(one).deleted = true;
    }
    (node as Mutable<TreeNode>).parent = null;
  }

  /** Has a node's children as the WebAssembly has them; whether anything changed. */
  settle(family: Family | null): boolean {
    if (!family) return false;
    (this.#nodes[family.parent] as Mutable<TreeNode>).children = family.children.map((number) => this.#nodes[number]!);
    for (const { node, ...about } of family.about) Object.assign(this.#nodes[node]!, annotationOf(about));
    this.settleEnding();
    return true;
  }

  /** Forgets how the players ended the main line once it has ended on the board. */
  settleEnding(): void {
    if (!this.ending || !entryOf(this.root.end)?.flags.gameOver) return;
    this.ask("endAs", null);
    this.ending = null;
  }

  /** A node and all that follow it, parents first, the main line of each before its variations. */
  *nodes(from = this.root): IterableIterator<TreeNode> {
    const stack = [from];
    for (let node = stack.pop(); node; node = stack.pop()) {
      yield node;
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
    }
  }

  #call(name: string, ...args: unknown[]): unknown {
    return this.#instance!.call(this.#methods[name]!, this.#self, args);
  }

  /** Calls a method of the WebAssembly in the instance that has the tree. */
  ask<T>(name: string, ...args: unknown[]): T { return unwrap<T>(this.#call(name, ...args)); }

  free(): void {
    this.#freed = true;
    this.#close();
  }

  toJSON(): TreeRecord {
    const places = new Map<TreeNode, number>(), nodes: NodeRecord[] = [];
    for (const node of this.nodes()) {
      places.set(node, places.size);
      if (!node.parent) continue;
      const parent = places.get(node.parent)!;
      nodes.push({ ...parent !== nodes.length && { parent }, ...node.toJSON() });
    }
    const start = recordOf(this.root);
    return {
      fen: this.fen, nodes, ...start && { start }, ...Object.keys(this.tags).length > 0 && { tags: { ...this.tags } }, ...this.ending,
      ...!this.indicators && { indicators: { pgn: false } },
    };
  }
}
