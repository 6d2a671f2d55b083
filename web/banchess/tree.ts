// All that a PGN holds: variations, comments, glyphs, evaluations, clock times and
// drawings.
//
// The tree is kept twice, as a game is (state.ts): in the WebAssembly, which checks
// what is added and reads and writes PGN (game.Tree), and here as plain data, which
// is read without a call and outlives the instance. Only what changes it crosses.
import { dueAt, internal, START_FEN, type BanChess, type BanChessError } from "./banchess.js";
import type {
  Action, ActionType, Ban, BanChessFEN, EndResult, GameFlags, GameResult, HistoryEntry, IndicatorConfig, Player, Reason, SerializedAction,
} from "./banchess.js";
import { annotationOf, recordOf, type Annotation, type AnnotationChange, type AnnotationRecord } from "./annotation.js";
import { readGames, type PGNSource, type ReadPGNOptions } from "./pgn.js";

export type { Annotation, AnnotationChange, AnnotationRecord, Drawing, Evaluation } from "./annotation.js";
export type { PGNSource, PGNStream, ReadPGNOptions } from "./pgn.js";

const { decode, encode, errorOf, fail, gameOf, shared, State, stateOf, uncloneable, unwrap, write } = internal;
type Instance = ReturnType<typeof shared.running>;

/** A node as plain data: an action, where it stands, and what is written about it. */
export interface NodeRecord extends AnnotationRecord {
  /** The place of its parent in the list, counted from 1, 0 being the start; left out where it is the one before. */
  readonly parent?: number;
  /** BCN. */
  readonly action: SerializedAction;
  /** As lists show it; made again where it is missing. */
  readonly san?: string;
}

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

/** What the WebAssembly gives for a tree: its handle, and the methods in its prototype. */
interface RawTree {
  readonly handle: number;
}

/** What the WebAssembly says of a node's children when their order has changed. */
interface Family {
  readonly parent: number;
  readonly children: readonly number[];
  readonly about: readonly (AnnotationRecord & { readonly node: number })[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const OF = Symbol("of"); // not private fields, which a Proxy around a tree would hide

/** What of a node is not for everybody. */
interface Inner {
  readonly tree: TreeState;
  number: number; // in the WebAssembly
  deleted: boolean;
  entry: HistoryEntry | null; // as soon as somebody asked
}

const innerOf = (node: TreeNode): Inner => (node as unknown as { readonly [OF]: Inner })[OF];
const treeOf = (tree: GameTree): TreeState => (tree as unknown as { readonly [OF]: TreeState })[OF];

/** What is written about the action. */
export interface TreeNode extends Annotation {}
/**
 * A place in a tree: an action, and what is written about it. The first, the root,
 * stands for the start and has no action. What can be read is there at once; what
 * changes the tree throws `freed` for a node that was deleted, and as the methods of
 * GameTree do.
 */
export class TreeNode {
  /** The node before; null for the root, and for a node that was deleted. */
  readonly parent: TreeNode | null;
  /** What follows: the main line first, then the variations. */
  readonly children: readonly TreeNode[] = [];
  /** What was played; null at the root. */
  readonly action: Action | null;
  /** The move in standard algebraic notation or the banned pair, with its indicator; "" at the root. */
  readonly san: string;
  /** The ply of the action; at the root that before the first. */
  readonly ply: number;

  /** @internal */
  constructor(tree: TreeState, parent: TreeNode | null, ply: number, action: Action | null, san: string, about: AnnotationRecord) {
    Object.defineProperty(this, OF, { value: { tree, number: 0, deleted: false, entry: null } satisfies Inner });
    this.parent = parent;
    this.ply = ply;
    this.action = action;
    this.san = san;
    Object.assign(this, annotationOf(about));
  }

  /** The action in BCN, "" at the root. */
  get bcn(): SerializedAction { return this.action ? write(this.action) : ""; }

  /** Who acted. At the root it is who acted, or would have, before the first action. */
  get player(): Player { return dueAt(this.ply).active; }

  /** What the action is. */
  get actionType(): ActionType { return dueAt(this.ply).phase; }

  /** The number of the full move that the action belongs to. */
  get moveNumber(): number {
    const { root, fullMove } = innerOf(this).tree;
    return fullMove + fourth(this.ply) - fourth(root.ply + 1);
  }

  /** The main line's next node, null at its end. */
  get next(): TreeNode | null { return this.children[0] ?? null; }

  /** The last node of the line that goes on from this one. */
  get end(): TreeNode {
    let node: TreeNode = this;
    while (node.next) node = node.next;
    return node;
  }

  /** Whether no node up to here is a variation. */
  get isMainLine(): boolean {
    for (let node: TreeNode = this; node.parent; node = node.parent) {
      if (node.parent.next !== node) return false;
    }
    return true;
  }

  /** The nodes from the first action to this one. */
  line(): TreeNode[] {
    const line = [];
    for (let node: TreeNode = this; node.parent; node = node.parent) line.push(node);
    return line.reverse();
  }

  /** The extended FEN after the action. */
  get fen(): BanChessFEN { return entryOf(this)?.fen ?? innerOf(this).tree.fen; }

  /** What held right after the action; null at the root. */
  get flags(): GameFlags | null { return entryOf(this)?.flags ?? null; }

  /** The ban in force: the ban itself, or the one that the move was played under. */
  get bannedMove(): Ban | null { return entryOf(this)?.bannedMove ?? null; }

  /** The game that was played up to here. At the end of the main line it has ended as the tree has. */
  game(): BanChess {
    const { tree } = innerOf(this), instance = tree.live();
    const handle = instance.run(instance.exports.banchess_tree_game, tree.handle, numberOf(this));
    if (handle < 0) throw instance.lastError();
    const state = new State(shared);
    state.take(instance, handle);
    state.adopt();
    return gameOf(state);
  }

  /**
   * The node after an action: the one that is there, or a new one behind those that
   * are. Throws the codes of refused actions, `bad_action` and `bad_bcn`.
   */
  add(action: Action | SerializedAction): TreeNode {
    let bcn: SerializedAction;
    try {
      bcn = typeof action === "string" ? action.replace(/[+#=]$/, "") : write(action);
    } catch {
      throw fail("bad_action", "that is neither a ban nor a move between two squares", 'pass { ban: { from: "e2", to: "e4" } } or { move: { from, to, promotion } }');
    }
    const { tree } = innerOf(this);
    tree.check();
    numberOf(this);
    const there = this.children.find((child) => child.bcn === bcn);
    if (there) return there;
    if (bcn.includes("\n")) throw fail("bad_bcn", "that is more than one action", "add one after the other");
    tree.live();
    const [added] = tree.ask<{ node: number; san: string }[]>("grow", `${numberOf(this)} ${bcn}`);
    const child = tree.child(this, decode(bcn)!, added!.san, {});
    tree.know(child, added!.node);
    return child;
  }

  /**
   * Changes what is written about the action: what is given, null to take it away.
   * It is then as it would be read again: commands such as `[%eval 0.3]` in a comment
   * are taken out of it, and braces cannot stand in one. Throws `bad_option`.
   *
   * @example
   * node.annotate({ comment: "the better ban", nags: [1], drawings: [{ color: "green", from: "e2", to: "e4" }] });
   */
  annotate(change: AnnotationChange): this {
    const { tree } = innerOf(this);
    tree.live();
    Object.assign(this, annotationOf(tree.ask<AnnotationRecord>("annotate", numberOf(this), change)));
    return this;
  }

  /** Makes this the main line at the last place where it is not; whether there was one. Once more, and the line is the main one a place before. */
  promote(): boolean {
    const { tree } = innerOf(this);
    tree.live();
    return tree.settle(tree.ask<Family | null>("promote", numberOf(this)));
  }

  /** The node without what follows it; JSON.stringify calls it. */
  toJSON(): Omit<NodeRecord, "parent"> { return { action: this.bcn, san: this.san, ...recordOf(this) }; }

  /** Takes the node, and all that follows it, out of the tree. The root stays. */
  delete(): void {
    const { tree } = innerOf(this);
    tree.live();
    if (tree.settle(tree.ask<Family | null>("remove", numberOf(this)))) tree.forget(this);
  }
}

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

/** Whether plain data is the record of a tree, as far as the types say it. */
function isRecord(value: unknown): value is TreeRecord {
  if (!isObject(value)) return false;
  const { fen, nodes, start = {}, tags = {}, ended = "", winner = "", indicators = {} } = value as { [K in keyof TreeRecord]: unknown };
  return isText(fen) && Array.isArray(nodes) && nodes.every((node) => isObject(node) && isAnnotation(node))
    && isObject(start) && isAnnotation(start) && isObject(tags) && Object.values(tags).every(isText) && isText(ended) && isText(winner) && isObject(indicators);
}

/** Four plies are a full move. */
const fourth = (ply: number): number => Math.floor((ply - 1) / 4);

/** The number of a node that is in its tree. */
function numberOf(node: TreeNode): number {
  const { number, deleted } = innerOf(node);
  if (deleted) throw fail("freed", "this node has been deleted", "take another node of the tree");
  return number;
}

/** What the history would have of a node; null at the root. */
function entryOf(node: TreeNode): HistoryEntry | null {
  const inner = innerOf(node);
  if (node === inner.tree.root) return null;
  if (!inner.entry) {
    inner.tree.live();
    inner.entry = inner.tree.ask<HistoryEntry>("entry", numberOf(node));
  }
  return inner.entry;
}

/** The plain data of a tree, and what is needed to have it again in another instance. */
class TreeState {
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
    return true;
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

/** A tree of a state. */
const wrap = (state: TreeState): GameTree => Object.defineProperty(Reflect.construct(uncloneable(), [], GameTree) as GameTree, OF, { value: state });

/** Calls a method of the WebAssembly wherever the tree is. */
function ask<T>(tree: GameTree, name: string, ...args: unknown[]): T {
  const state = treeOf(tree);
  state.live();
  return state.ask(name, ...args);
}

/** The tree of one that the WebAssembly made. */
function treeOfRaw(instance: Instance, raw: unknown): GameTree {
  const tree = new TreeState();
  tree.adopt(instance, raw as RawTree);
  return wrap(tree);
}

/**
 * The whole record of a game, and all that a PGN holds: what was played, variations,
 * comments, glyphs, evaluations, clock times and drawings, of bans and moves alike.
 * The methods throw a BanChessError of code `freed` after `free()`, `not_initialized`,
 * and `crashed` between a crash and the next initialize; what can be read of the
 * nodes is there all the same, but for `fen`, `flags` and `bannedMove`.
 *
 * @example
 * const tree = parsePGN("1. {banning: e2e4} d4 {solid} (1. c4 $5) *");
 * for (const { san, comment } of tree.mainLine()) console.log(san, comment);
 * tree.end.add("b:e7e5").annotate({ nags: [1] });
 * console.log(tree.pgn());
 */
export class GameTree extends uncloneable() {
  /** An empty tree, at the start position or at a FEN. Throws `not_initialized`, `crashed`, `bad_argument`, `bad_fen`, `standard_fen`. */
  constructor(fen: BanChessFEN = START_FEN) {
    if (typeof fen !== "string") throw fail("bad_argument", "the FEN is no text", "pass a text, or undefined for the start position");
    super();
    const state = new TreeState();
    state.make({ fen });
    Object.defineProperty(this, OF, { value: state });
  }

  /** The tree of a game: what was played, and the comments. Throws `bad_argument` for what is no game, `freed`, `not_initialized`, `crashed`. */
  static of(game: BanChess): GameTree {
    const state = (game ? stateOf(game) : null) as unknown;
    if (!(state instanceof State)) throw fail("bad_argument", "that is no game", "pass a BanChess");
    return treeOfRaw(state.live(), unwrap(state.method("tree")));
  }

  /**
   * The tree that toJSON wrote, as an object or as text. Works before initialize,
   * and is then checked by the rules with the first call that needs them. Throws
   * `bad_argument` for what is no record, `bad_bcn`, `bad_fen`, `standard_fen`,
   * `bad_option`, `bad_reason`, `bad_player`, `bad_tag` and the codes of refused actions.
   */
  static fromJSON(json: TreeRecord | string): GameTree {
    let record: unknown;
    try {
      record = JSON.parse(typeof json === "string" ? json : JSON.stringify(json)); // plain data, whatever it was
    } catch { /* what does not read is no record either */ }
    if (!isRecord(record)) throw fail("bad_argument", "that is not the record of a tree, which has a fen and nodes", "pass what toJSON gave");
    const state = new TreeState();
    state.build(record);
    try {
      state.live();
    } catch (e) {
      if ((e as BanChessError).code !== "not_initialized" && (e as BanChessError).code !== "crashed") throw e;
    }
    return wrap(state);
  }

  /** The start. */
  get root(): TreeNode { return treeOf(this).root; }

  /** The last node of the main line. */
  get end(): TreeNode { return treeOf(this).root.end; }

  /** The nodes of the main line, from the first action. */
  mainLine(): TreeNode[] { return this.end.line(); }

  /** All nodes, the root first, each after its parent and a main line before its variations: `for (const node of tree)`. */
  [Symbol.iterator](): IterableIterator<TreeNode> { return treeOf(this).nodes(); }

  /** The extended FEN of the start position. */
  get fen(): BanChessFEN { return treeOf(this).fen; }

  /** The whole as PGN. */
  pgn(): string { return ask(this, "pgn"); }

  /** pgn() without the tags, in one line. */
  movetext(): string { return ask(this, "movetext"); }

  /** How the main line ended: on the board, or else as endAs says. */
  result(): GameResult { return ask(this, "result"); }

  /**
   * Says how the players ended the main line: `endAs("resignation", "white")`, null
   * for not at all. Throws `bad_reason`, `bad_player`, `bad_option` (what ends on the
   * board, or a winner that cannot be) and `game_over` (it has ended on the board).
   */
  endAs(reason: Reason | null, winner?: Player): void {
    ask(this, "endAs", reason, winner);
    treeOf(this).ending = reason ? { ended: reason, ...winner && { winner } } : null;
  }

  /** The PGN tags that were set or read. */
  tags(): Record<string, string> { return { ...treeOf(this).tags }; }

  /** Sets a PGN tag; "" takes it away. Throws `bad_tag` for a bad name, and for the tags that follow from the game; `bad_argument` for what is no text. */
  setTag(name: string, value: string): void {
    ask(this, "setTag", name, value);
    treeOf(this).tags = ask(this, "tags");
  }

  /** A copy that shares nothing with this tree. */
  clone(): GameTree { return GameTree.fromJSON(this.toJSON()); }

  /** The tree as plain data for fromJSON; JSON.stringify calls it. Works at any time. */
  toJSON(): TreeRecord { return treeOf(this).toJSON(); }

  /** Gives the tree's memory in the WebAssembly back at once; without it that happens after the object is collected. May be called again. */
  free(): void { treeOf(this).free(); }
}

// What console.log shows of a tree in Node; elsewhere it shows what it shows of any object.
Object.defineProperty(GameTree.prototype, Symbol.for("nodejs.util.inspect.custom"), {
  value(this: GameTree, _depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
    return `GameTree ${inspect({ fen: this.fen, line: this.mainLine().map(({ san }) => san).join(" ") }, options)}`;
  },
  writable: true, configurable: true,
});

/** All that a PGN holds. */
export interface GameTree {
  /** free(), as `using tree = parsePGN(text)` calls it; where Symbol.dispose is missing, under Symbol.for("Symbol.dispose"). */
  [Symbol.dispose](): void;
}

Object.defineProperty(GameTree.prototype, Symbol.dispose ?? Symbol.for("Symbol.dispose"), { value(this: GameTree) { this.free(); }, writable: true, configurable: true });

/**
 * Reads one game of PGN with all that is written of it. Throws `not_initialized`,
 * `crashed`, `bad_argument` (no text), `bad_pgn`, `bad_san`, `bad_pair`,
 * `ambiguous_move`, `bad_fen` and the codes of refused actions, with line, column,
 * token and ply. A variation that cannot be played is kept as a comment. For a file
 * of many games there is readPGN.
 */
export function parsePGN(pgn: string): GameTree {
  if (typeof pgn !== "string") throw fail("bad_argument", "the PGN is no text", "pass a text");
  const state = new TreeState();
  state.make({ pgn });
  return wrap(state);
}


/**
 * Reads the games of a PGN file one after the other, each with all that is written
 * of it, and holds no more of it than a piece. A game that cannot be read is told to
 * `onError`, and the next one follows; without `onError` next() rejects with it,
 * which ends a `for await`, and reads on when it is called again. It rejects also
 * with `not_initialized`, `crashed`, `bad_argument`, and with what the source fails
 * with.
 *
 * @example
 * for await (const tree of readPGN(file, { onError: (e, line) => console.warn(line, e.message) })) {
 *   console.log(tree.tags().White, tree.mainLine().length);
 * }
 */
export const readPGN = (source: PGNSource, options: ReadPGNOptions = {}): AsyncIterableIterator<GameTree> => readGames(source, options, treeOfRaw);
