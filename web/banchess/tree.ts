// All that a PGN holds: variations, comments, glyphs, evaluations, clock times and
// drawings.
import { START_FEN } from "./action.js";
import type { BanChess, BanChessFEN, GameResult, Player, Reason, SerializedAction } from "./banchess.js";
import { stateOf } from "./gamecalls.js";
import { disposable, handover } from "./class.js";
import { fail, type BanChessError } from "./error.js";
import type { Instance } from "./instance.js";
import { readGames, type PGNSource, type ReadPGNOptions } from "./pgn.js";
import { unwrap } from "./state.js";
import { innerOf, numberOf, TreeNode } from "./treenode.js";
import { isRecord, TreeState, type RawTree, type TreeRecord } from "./treestate.js";

export type { Annotation, AnnotationChange, AnnotationRecord, Drawing, Evaluation } from "./annotation.js";
export type { PGNSource, PGNStream, ReadPGNOptions } from "./pgn.js";
export { TreeNode, type NodeRecord, type Outcome, type PlaceRecord, type Written } from "./treenode.js";
export type { TreeRecord } from "./treestate.js";

const OF = /* @__PURE__ */ Symbol("of"); // not a private field, which a Proxy around a tree would hide

const treeOf = (tree: GameTree): TreeState => (tree as unknown as { readonly [OF]: TreeState })[OF];

const states = /* @__PURE__ */ handover<TreeState>();

/** A tree of a state. */
const wrap = <T extends GameTree = GameTree>(state: TreeState, of: new () => T = GameTree as never): T => states.construct(state, of);

/** The tree of a record, which is checked by the rules now if they are there. */
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

/** A list of actions that a caller passes. */
function listed(actions: readonly SerializedAction[]): readonly SerializedAction[] {
  if (!Array.isArray(actions)) throw fail("bad_argument", "the actions are not a list", 'pass BCN such as ["b:e2e4", "m:d2d4"]');
  return actions as SerializedAction[];
}

const shown = (tree: { readonly fen: string; mainLine(): readonly TreeNode[] }): object => ({ fen: tree.fen, line: tree.mainLine().map(({ san }) => san).join(" ") });

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
export class GameTree extends /* @__PURE__ */ disposable(shown) {
  /** Bundlers rename a class that names itself. @internal */
  static override get name(): string { return "GameTree"; }

  /** An empty tree, at the start position or at a FEN. Throws `not_initialized`, `crashed`, `bad_argument`, `bad_fen`, `standard_fen`. */
  constructor(fen: BanChessFEN = START_FEN) {
    super();
    let state = states.take(new.target);
    if (!state) {
      if (typeof fen !== "string") throw fail("bad_argument", "the FEN is no text", "pass a text, or undefined for the start position");
      state = new TreeState();
      state.make({ fen });
    }
    Object.defineProperty(this, OF, { value: state });
  }

  /** The tree of a game: what was played, and the comments. Throws `bad_argument` for anything but a game, `freed`, `not_initialized`, `crashed`. */
  static of(game: BanChess): GameTree {
    const state = stateOf(game);
    return treeOfRaw(state.live(), unwrap(state.method("tree")));
  }

  /**
   * The tree that toJSON wrote, as an object or as text. Works before initialize,
   * and is then checked by the rules with the first call that needs them. Throws
   * `bad_argument` for anything but a record, `bad_bcn`, `bad_fen`, `standard_fen`,
   * `bad_option`, `bad_reason`, `bad_player`, `bad_tag` and the codes of refused actions.
   */
  static fromJSON(json: TreeRecord | string): GameTree {
    let record: unknown;
    try {
      record = JSON.parse(typeof json === "string" ? json : JSON.stringify(json)); // plain data, whatever it was
    } catch { /* what does not read is no record either */ }
    if (!isRecord(record)) throw fail("bad_argument", "that is not the record of a tree, which has a fen and nodes", "pass what toJSON gave");
    return wrap(stateFrom(record));
  }

  /** The start. */
  get root(): TreeNode { return treeOf(this).root; }

  /** The last node of the main line. */
  get end(): TreeNode { return treeOf(this).root.end; }

  /** The nodes of the main line, from the first action. */
  mainLine(): TreeNode[] { return this.end.line(); }

  /** All nodes, the root first, each after its parent and a main line before its variations: `for (const node of tree)`. */
  [Symbol.iterator](): IterableIterator<TreeNode> { return treeOf(this).nodes(); }

  /** Where somebody is: where goTo or follow went, until then the end of the main line. */
  get current(): TreeNode { return treeOf(this).at ?? this.end; }

  /** Goes to a node, to which going forward will lead as well. Throws `bad_argument` for a node of another tree, `freed` for one that was deleted. */
  goTo(node: TreeNode): void {
    const state = treeOf(this);
    if (!(node instanceof TreeNode) || innerOf(node).tree !== state) throw fail("bad_argument", "that is no node of this tree", "take one of its own");
    numberOf(node);
    state.goTo(node);
  }

  /** Goes to where these actions in BCN lead from the start, and adds those that are not there. Returns whether anything was added; throws as add does, and then stays where it was. */
  follow(actions: readonly SerializedAction[]): boolean {
    let node = this.root, added = false;
    for (const action of listed(actions)) {
      const before = node.children.length, next = node.add(action);
      added ||= node.children.length > before;
      node = next;
    }
    this.goTo(node);
    return added;
  }

  /** The node that actions in BCN lead to from the start, as far as they are there. */
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

  /** The whole as PGN. */
  pgn(): string { return ask(this, "pgn"); }

  /** pgn() without the tags, in one line. */
  movetext(): string { return ask(this, "movetext"); }

  /** How the main line ended: on the board, or else as endAs says. */
  result(): GameResult { return ask(this, "result"); }

  /** Says how the players ended the main line, as endAs of its last node does. */
  endAs(reason: Reason | null, winner?: Player): void { this.end.endAs(reason, winner); }

  /** The PGN tags that were set or read. */
  tags(): Record<string, string> { return { ...treeOf(this).tags }; }

  /** Sets a PGN tag; "" takes it away. Throws `bad_tag` for a bad name, and for the tags that follow from the game; `bad_argument` for anything but a text. */
  setTag(name: string, value: string): void {
    ask(this, "setTag", name, value);
    treeOf(this).tags = ask(this, "tags");
  }

  /** A copy that shares nothing with this tree. That of a subclass is made by its constructor, called without arguments. */
  clone(): this { return wrap(stateFrom(structuredClone(treeOf(this).toJSON())), this.constructor as new () => this); }

  /** The tree as plain data for fromJSON; JSON.stringify calls it. Works at any time. */
  toJSON(): TreeRecord { return treeOf(this).toJSON(); }

  /** Gives the tree's memory in the WebAssembly back at once; without it that happens after the object is collected. May be called again. */
  free(): void { treeOf(this).free(); }
}

/** All that a PGN holds. */
export interface GameTree {
  /** free(), as `using tree = parsePGN(text)` calls it; where Symbol.dispose is missing, under Symbol.for("Symbol.dispose"). */
  [Symbol.dispose](): void;
}

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
 * with `not_initialized`, `crashed`, `bad_argument`, `bad_option`, and with what the
 * source fails with. Nothing is read before the first next().
 *
 * @example
 * for await (const tree of readPGN(file, { onError: (e, line) => console.warn(line, e.message) })) {
 *   console.log(tree.tags().White, tree.mainLine().length);
 * }
 */
export const readPGN = (source: PGNSource, options: ReadPGNOptions = {}): AsyncIterableIterator<GameTree> => readGames(source, options, treeOfRaw);
