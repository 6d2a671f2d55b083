// Trees of games: variations, comments, glyphs, evaluations, clock times and
// drawings, as in PGN.
import { START_FEN } from "./game/action.js";
import type { BanChess, BanChessFEN, GameResult, Player, Reason, SerializedAction } from "./banchess.js";
import { stateOf } from "./wasm/gamecalls.js";
import { disposable, handover } from "./wasm/class.js";
import { fail, type BanChessError } from "./game/error.js";
import type { Instance } from "./wasm/instance.js";
import { readGames, type PGNSource, type ReadPGNOptions } from "./tree/pgn.js";
import { innerOf, numberOf, TreeNode } from "./tree/treenode.js";
import type { Exercise } from "./review.js";
import { isRecord, TreeState, type RawTree, type TreeRecord } from "./tree/treestate.js";

export type { Annotation, AnnotationChange, AnnotationRecord, Drawing, Evaluation } from "./tree/annotation.js";
export type { PGNSource, PGNStream, ReadPGNOptions } from "./tree/pgn.js";
export { explain, judge, look, type Explanation, type Judged, type Judgement, type Judgements, type Look, type LookOptions, type Tally, type Unexplained } from "./tree/report.js";
export type { Outcome } from "./wasm/results.js";
export { TreeNode, type NodeRecord, type PlaceRecord, type Written } from "./tree/treenode.js";
export type { TreeRecord } from "./tree/treestate.js";

const OF = /* @__PURE__ */ Symbol("of"); // not a private field, which would be inaccessible through a Proxy around a tree

const treeOf = (tree: GameTree): TreeState => (tree as unknown as { readonly [OF]: TreeState })[OF];

const states = /* @__PURE__ */ handover<TreeState>();

/** Returns a tree with the given state. */
const wrap = <T extends GameTree = GameTree>(state: TreeState, of: new () => T = GameTree as never): T => states.construct(state, of);

/** Returns the state of a record. If the rules are loaded, they check it now. */
function stateFrom(record: TreeRecord): TreeState {
  const state = new TreeState();
  state.build(record);
  try {
    state.live();
  } catch (e) {
    if ((e as BanChessError).code !== "not_initialized" && (e as BanChessError).code !== "crashed") throw e;
  }
  return state;
}

/** Returns the tree of an object of the WebAssembly. */
function treeOfRaw(instance: Instance, raw: unknown): GameTree {
  const tree = new TreeState();
  tree.adopt(instance, raw as RawTree);
  return wrap(tree);
}

/** Checks a list of actions. Throws `bad_argument` for anything else. */
function listed(actions: readonly SerializedAction[]): readonly SerializedAction[] {
  if (!Array.isArray(actions)) throw fail("bad_argument", "the actions are not a list", 'pass BCN such as ["b:e2e4", "m:d2d4"]');
  return actions as SerializedAction[];
}

const shown = (tree: { readonly fen: string; mainLine(): readonly TreeNode[] }): object => ({ fen: tree.fen, line: tree.mainLine().map(({ san }) => san).join(" ") });

/**
 * The whole record of a game, as in PGN: the actions, bans and moves alike, with
 * variations, comments, glyphs, evaluations, clock times and drawings.
 * The methods throw a BanChessError of code `freed` after `free()`, `not_initialized`,
 * and `crashed` between a crash and the next initialize. The properties of the nodes
 * can still be read then, except `fen`, `flags` and `bannedMove`.
 *
 * @example
 * const tree = parsePGN("1. {banning: e2e4} d4 {solid} (1. c4 $5) *");
 * for (const { san, comment } of tree.mainLine()) console.log(san, comment);
 * tree.end.add("b:e7e5").annotate({ nags: [1] });
 * console.log(tree.pgn());
 */
export class GameTree extends /* @__PURE__ */ disposable(shown) {
  /** Bundlers rename a class that names itself. @internal */
  static override get name(): string { return "GameTree"; }

  /** Creates an empty tree at the start position or at a FEN. Throws `not_initialized`, `crashed`, `bad_argument`, `bad_fen`, `standard_fen`. */
  constructor(fen: BanChessFEN = START_FEN) {
    super();
    let state = states.take(new.target);
    if (!state) {
      if (typeof fen !== "string") throw fail("bad_argument", "the FEN is not a text", "pass a text, or undefined for the start position");
      state = new TreeState();
      state.make({ fen });
    }
    Object.defineProperty(this, OF, { value: state });
  }

  /** Creates the tree of a game, with its actions and comments. Throws `bad_argument` for anything but a game, `freed`, `not_initialized`, `crashed`. */
  static of(game: BanChess): GameTree {
    const state = stateOf(game);
    return treeOfRaw(state.live(), state.ask("tree"));
  }

  /**
   * Creates a tree from what toJSON wrote, as an object or as text. Works before initialize;
   * the rules then check the tree at the first call that needs them. Throws
   * `bad_argument` for anything but a record, `bad_bcn`, `bad_fen`, `standard_fen`,
   * `bad_option`, `bad_reason`, `bad_player`, `bad_tag` and the codes of refused actions.
   */
  static fromJSON(json: TreeRecord | string): GameTree {
    let record: unknown;
    try {
      record = JSON.parse(typeof json === "string" ? json : JSON.stringify(json)); // copies the plain data, and calls toJSON if there is one
    } catch { /* what does not read is no record either */ }
    if (!isRecord(record)) throw fail("bad_argument", "that is not the record of a tree, which has a fen and nodes", "pass what toJSON gave");
    return wrap(stateFrom(record));
  }

  /** The root node, which stands for the start position. */
  get root(): TreeNode { return treeOf(this).root; }

  /** The last node of the main line. */
  get end(): TreeNode { return treeOf(this).root.end; }

  /** Returns the nodes of the main line, beginning with the first action. */
  mainLine(): TreeNode[] { return this.end.line(); }

  /** Iterates over all nodes: `for (const node of tree)`. A parent comes before its children, a main line before its variations. */
  [Symbol.iterator](): IterableIterator<TreeNode> { return treeOf(this).nodes(); }

  /** The current node: the one that goTo or follow went to, initially the end of the main line. */
  get current(): TreeNode { return treeOf(this).at ?? this.end; }

  /** Makes a node the current one; going forward later leads to it again. Throws `bad_argument` for a node of another tree, `freed` for a node that was deleted. */
  goTo(node: TreeNode): void {
    checkNode(treeOf(this), node);
    treeOf(this).goTo(node);
  }

  /** Follows actions in BCN from a node, the start if none is given, adds the missing nodes, and makes the last one the current node. Reports whether a node was added. Throws the errors of add and goTo, and then does not move. */
  follow(actions: readonly SerializedAction[], from: TreeNode = this.root): boolean {
    checkNode(treeOf(this), from);
    let node = from, added = false;
    for (const action of listed(actions)) {
      const before = node.children.length, next = node.add(action);
      added ||= node.children.length > before;
      node = next;
    }
    this.goTo(node);
    return added;
  }

  /** Returns the last existing node on the way that actions in BCN lead from the start. */
  find(actions: readonly SerializedAction[]): TreeNode {
    let node = this.root;
    for (const action of listed(actions)) {
      const next = node.children.find(({ bcn }) => bcn === action);
      if (!next) break;
      node = next;
    }
    return node;
  }

  /** The extended FEN of the start position. */
  get fen(): BanChessFEN { return treeOf(this).fen; }

  /** Returns the tree as PGN. */
  pgn(): string { return treeOf(this).ask("pgn"); }

  /** Returns the PGN without the tags, in one line. */
  movetext(): string { return treeOf(this).ask("movetext"); }

  /** Returns the mistakes that a report has marked in the tree, with what was better, as exercises; see review.js. Of one player, or of both. */
  exercises({ game = "", player = null }: { game?: string; player?: Player | null } = {}): Exercise[] { return treeOf(this).ask("exercises", game, player); }

  /** Returns the result of the main line, on the board or as endAs set it. */
  result(): GameResult { return treeOf(this).ask("result"); }

  /** Sets how the players ended the main line, like endAs of its last node. */
  endAs(reason: Reason | null, winner?: Player): void { this.end.endAs(reason, winner); }

  /** Returns the PGN tags that were set or read. */
  tags(): Record<string, string> { return { ...treeOf(this).tags }; }

  /** Sets a PGN tag; "" removes it. Throws `bad_tag` for an invalid name and for tags that are derived from the game, `bad_argument` for anything but a text. */
  setTag(name: string, value: string): void {
    treeOf(this).ask("setTag", name, value);
    treeOf(this).tags = treeOf(this).ask("tags");
  }

  /** Returns an independent copy. For a subclass, its constructor is called without arguments. */
  clone(): this { return wrap(stateFrom(structuredClone(treeOf(this).toJSON())), this.constructor as new () => this); }

  /** Returns the tree as plain data for fromJSON. JSON.stringify calls it. Works at any time. */
  toJSON(): TreeRecord { return treeOf(this).toJSON(); }

  /** Frees the tree's memory in the WebAssembly at once. Without it, the memory is freed after the object is collected. May be called more than once. */
  free(): void { treeOf(this).free(); }
}

function checkNode(state: TreeState, node: TreeNode): void {
  if (!(node instanceof TreeNode) || innerOf(node).tree !== state) throw fail("bad_argument", "that is not a node of this tree", "pass one of its own");
  numberOf(node);
}

/** A tree of a game. */
export interface GameTree {
  /** Calls free(), for `using tree = parsePGN(text)`. If Symbol.dispose does not exist, its name is Symbol.for("Symbol.dispose"). */
  [Symbol.dispose](): void;
}

/**
 * Reads one game of PGN with all its variations and annotations. Throws `not_initialized`,
 * `crashed`, `bad_argument` (not a text), `bad_pgn`, `bad_san`, `bad_pair`,
 * `ambiguous_move`, `bad_fen` and the codes of refused actions, with line, column,
 * token and ply. A variation that cannot be played is kept as a comment. For a file
 * of several games, use readPGN.
 */
export function parsePGN(pgn: string): GameTree {
  if (typeof pgn !== "string") throw fail("bad_argument", "the PGN is not a text", "pass a text");
  const state = new TreeState();
  state.make({ pgn });
  return wrap(state);
}

/**
 * Reads the games of a PGN file one after the other, each with all its variations and
 * annotations. Only a piece of the file is in memory at a time. If a game cannot be read,
 * `onError` is called and the next game follows. Without `onError`, next() rejects with
 * the error, which ends a `for await`; another call of next() continues. next() also rejects
 * with `not_initialized`, `crashed`, `bad_argument`, `bad_option`, and with errors of the
 * source. Nothing is read before the first call of next().
 *
 * @example
 * for await (const tree of readPGN(file, { onError: (e, line) => console.warn(line, e.message) })) {
 *   console.log(tree.tags().White, tree.mainLine().length);
 * }
 */
export const readPGN = (source: PGNSource, options: ReadPGNOptions = {}): AsyncIterableIterator<GameTree> => readGames(source, options, treeOfRaw);
