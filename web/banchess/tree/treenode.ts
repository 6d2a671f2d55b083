// A node of a tree: an action and its annotation.
import { decode, dueAt, fromCode, plainCode, toLastRank, write } from "../game/action.js";
import { annotationOf, recordOf, type Annotation, type AnnotationChange, type AnnotationRecord } from "./annotation.js";
import type { Action, ActionType, Ban, BanChess, BanChessFEN, GameFlags, HistoryEntry, Move, Player, Reason, SerializedAction } from "../banchess.js";
import { asDue, end, read, stateOf, unreadable } from "../wasm/gamecalls.js";
import { uncloneable } from "../wasm/class.js";
import { fail, unwrap } from "../game/error.js";
import { gameOf } from "../game/game.js";
import { shared } from "../wasm/load.js";
import { outcomeOf, type Outcome } from "../wasm/results.js";
import { State } from "../game/state.js";
import type { TreeState } from "./treestate.js";

/** The parts of a node that a program wrote, such as one that makes reports. All other parts are from a person or a PGN. */
export interface Written {
  /** True if the program wrote the evaluation. */
  readonly eval?: boolean;
  /** The glyphs that the program set. */
  readonly nags?: readonly number[];
  /** True if the program wrote the comment, and nobody has changed it. */
  readonly comment?: boolean;
  /** True if the program added the node. */
  readonly added?: boolean;
}

/** The annotation of a node as plain data, and the way in which the players ended the game there. */
export interface PlaceRecord extends AnnotationRecord, Partial<Outcome> {
  /** The parts that a program wrote. */
  readonly written?: Written;
}

/** A node as plain data: its action, its parent and its annotation. */
export interface NodeRecord extends PlaceRecord {
  /** The number of the parent: 0 is the start, 1 the first node of the list. Absent if it is the preceding node. */
  readonly parent?: number;
  /** The action in BCN. */
  readonly action: SerializedAction;
  /** The action as lists show it. It is generated if it is absent. */
  readonly san?: string;
}

/** The answer of the WebAssembly for a node that was added. @internal */
export interface Grown {
  readonly node: number;
  readonly action: SerializedAction;
  readonly san: string;
}

/** The answer of the WebAssembly for a node's children after their order has changed. @internal */
export interface Family {
  readonly parent: number;
  readonly children: readonly number[];
  readonly about: readonly (AnnotationRecord & { readonly node: number })[];
}

const OF = /* @__PURE__ */ Symbol("of"); // not a private field, which would be inaccessible through a Proxy around a node

/** The private state of a node. @internal */
export interface Inner {
  readonly tree: TreeState;
  number: number; // the number in the WebAssembly
  deleted: boolean;
  entry: HistoryEntry | null; // null until it is requested
  visited: TreeNode | null; // the child that was visited last
  outcome: Outcome | null;
  written: Written | null;
}

/** Returns the private state of a node. @internal */
export const innerOf = (node: TreeNode): Inner => (node as unknown as { readonly [OF]: Inner })[OF];

const shown = (node: Annotation & { readonly ply: number; readonly san: string; readonly children: readonly { readonly san: string }[] }): object => ({ ply: node.ply, san: node.san, ...recordOf(node), children: node.children.map(({ san }) => san) });

/** The annotation of the action. */
export interface TreeNode extends Annotation {}
/**
 * A node of a tree: an action and its annotation. The root stands for the start position
 * and has no action. Reading needs no call of the WebAssembly, except for `fen`, `flags`
 * and `bannedMove`. Methods that change the tree throw `freed` for a deleted node, and the
 * errors that the methods of GameTree throw.
 */
export class TreeNode extends /* @__PURE__ */ uncloneable(shown) {
  /** The preceding node; null for the root and for a deleted node. */
  readonly parent: TreeNode | null;
  /** The following nodes: the main line first, then the variations. */
  readonly children: readonly TreeNode[] = [];
  /** The action; null at the root. */
  readonly action: Action | null;
  /** The move in standard algebraic notation or the banned pair, with its indicator; "" at the root. */
  readonly san: string;
  /** The ply of the action; at the root, the ply before the first action. */
  readonly ply: number;

  /** @internal */
  constructor(tree: TreeState, parent: TreeNode | null, ply: number, action: Action | null, san: string, about: PlaceRecord) {
    super();
    const written = about.written ? writtenOf(about.written) : null, outcome = outcomeOf(about.ended, about.winner);
    Object.defineProperty(this, OF, { value: { tree, number: 0, deleted: false, entry: null, visited: null, outcome, written } satisfies Inner });
    this.parent = parent;
    this.ply = ply;
    this.action = action;
    this.san = san;
    Object.assign(this, annotationOf(about));
  }

  /** The action in BCN, "" at the root. */
  get bcn(): SerializedAction { return this.action ? write(this.action) : ""; }

  /** The player who acted. At the root, the player whose turn comes before the first action. */
  get player(): Player { return dueAt(this.ply).active; }

  /** The kind of the action. */
  get actionType(): ActionType { return dueAt(this.ply).phase; }

  /** The number of the full move that the action belongs to. */
  get moveNumber(): number {
    const { root, fullMove } = innerOf(this).tree;
    return fullMove + fourth(this.ply) - fourth(root.ply + 1);
  }

  /** The next node of the main line, or null at its end. */
  get next(): TreeNode | null { return this.children[0] ?? null; }

  /** The last node of the line that goes on from this one. */
  get end(): TreeNode {
    let node: TreeNode = this;
    while (node.next) node = node.next;
    return node;
  }

  /** The node to which going forward leads: the child that was visited last, otherwise the next node of the main line, or null at the end. */
  get forward(): TreeNode | null { return innerOf(this).visited ?? this.next; }

  /** The last node to which going forward leads. */
  get forwardEnd(): TreeNode {
    let node: TreeNode = this;
    while (node.forward) node = node.forward;
    return node;
  }

  /** The way in which the players ended the game here, or null. It becomes null when the line continues. */
  get outcome(): Outcome | null { return innerOf(this).outcome; }

  /** The parts of the annotation that a program wrote, as recorded by `wrote`. */
  get written(): Written | null { return innerOf(this).written; }

  /** True if no node from the root to this one is a variation. */
  get isMainLine(): boolean {
    for (let node: TreeNode = this; node.parent; node = node.parent) {
      if (node.parent.next !== node) return false;
    }
    return true;
  }

  /** Returns the nodes from the first action to this one. */
  line(): TreeNode[] {
    const line = [];
    for (let node: TreeNode = this; node.parent; node = node.parent) line.push(node);
    return line.reverse();
  }

  /** Returns the actions from the first to this one, in BCN. */
  actions(): SerializedAction[] { return this.line().map(({ bcn }) => bcn); }

  /** The extended FEN after the action. */
  get fen(): BanChessFEN { return entryOf(this)?.fen ?? innerOf(this).tree.fen; }

  /** The flags after the action; null at the root. */
  get flags(): GameFlags | null { return entryOf(this)?.flags ?? null; }

  /** The ban itself, or for a move the ban in force. */
  get bannedMove(): Ban | null { return entryOf(this)?.bannedMove ?? null; }

  /** Returns the game up to this node. At the end of the main line, it has the result of the tree. */
  game(): BanChess {
    const { tree } = innerOf(this), instance = tree.live(), state = new State(shared);
    state.take(instance, tree.run("banchess_tree_game", numberOf(this)), instance.methods);
    state.adopt();
    return gameOf(state);
  }

  /**
   * Returns the node after an action, which may have any form that BanChess.play accepts.
   * Adds a missing one after the other children. Throws the codes of refused actions,
   * `bad_action`, `bad_bcn`, `bad_san`, `bad_pair`, `bad_argument`.
   */
  add(action: Action | Move | SerializedAction): TreeNode {
    const { tree } = innerOf(this);
    tree.check();
    numberOf(this);
    let code = read(action);
    if (code < 0 && typeof action === "object" && action !== null) code = read(asDue(this.ply + 1, action as Move));
    if (code >= 0 && !toLastRank(code)) code = plainCode(code); // removes a promotion that the move cannot need
    const bcn = code < 0 ? null : write(fromCode(code));
    const there = this.children.find((child) => child.bcn === bcn);
    if (there) return there;
    if (bcn === null && typeof action !== "string") throw unreadable(action);
    tree.live();
    const [added] = tree.ask<Grown[]>("grow", `${numberOf(this)} ${bcn ?? (action as string).replaceAll("\n", " ")}`);
    const known = tree.node(added!.node);
    if (known) return known;
    const child = tree.child(this, decode(added!.action)!, added!.san, {});
    tree.know(child, added!.node);
    if (this.children.length === 1 && this.outcome) tree.end(this, null); // the game has continued
    return child;
  }

  /**
   * Sets how the players ended the game here, such as `endAs("resignation", "white")`;
   * null removes it. Throws `bad_reason`, `bad_player`, `bad_option` (the reason is an ending on
   * the board, or the winner is impossible) and `game_over` (it has ended on the board).
   */
  endAs(reason: Reason | null, winner?: Player): void {
    const { tree } = innerOf(this);
    tree.live();
    numberOf(this);
    tree.end(this, reason === null ? null : inGame(this, (game) => {
      unwrap(end(game, "endAs", reason, winner));
      return stateOf(game).ending;
    }));
  }

  /**
   * Changes the given fields of the annotation; null removes a field. The result is
   * normalized as by reading a PGN: commands such as `[%eval 0.3]` are moved out of a comment.
   * Throws `bad_option`.
   *
   * @example
   * node.annotate({ comment: "the better ban", nags: [1], drawings: [{ color: "green", from: "e2", to: "e4" }] });
   */
  annotate(change: AnnotationChange): this {
    const { tree } = innerOf(this);
    tree.live();
    Object.assign(this, annotationOf(tree.ask<AnnotationRecord>("annotate", numberOf(this), change)));
    const inner = innerOf(this), { written } = inner;
    if (written?.nags) inner.written = { ...written, nags: written.nags.filter((nag) => this.nags.includes(nag)) };
    if (written?.comment && change.comment !== undefined) inner.written = { ...inner.written, comment: false };
    return this;
  }

  /**
   * Records the parts of the annotation that a program has just written, in addition to the
   * earlier ones; null removes the record. A glyph that is removed and set again counts as
   * written by a person. Throws `bad_argument`.
   */
  wrote(more: Written | null): this {
    const inner = innerOf(this), had = inner.written;
    inner.written = more === null ? null : writtenOf(more, had ?? {});
    return this;
  }

  /** Makes this line the main line at the last variation that leads to it, where going forward then leads along it. Reports whether there was one. Call it again for the variation before. */
  promote(): boolean {
    const { tree } = innerOf(this);
    tree.live();
    const family = tree.ask<Family | null>("promote", numberOf(this));
    if (family) innerOf(tree.node(family.parent)!).visited = null;
    return tree.settle(family);
  }

  /** Returns the node without its children as plain data. JSON.stringify calls it. */
  toJSON(): Omit<NodeRecord, "parent"> { return { action: this.bcn, san: this.san, ...recordOf(this) }; }

  /** Deletes the node and all nodes after it. If the current node is among them, its parent becomes the current one. Does nothing at the root. */
  delete(): void {
    const { tree } = innerOf(this);
    tree.live();
    if (tree.settle(tree.ask<Family | null>("remove", numberOf(this)))) tree.forget(this);
  }
}

/** Calls a function with the game at a node, without the players' ending. */
function inGame<T>(node: TreeNode, act: (game: BanChess) => T): T {
  const game = node.game();
  try {
    if (stateOf(game).ending) game.undo();
    return act(game);
  } finally {
    game.free();
  }
}

/** Merges what a caller says a program wrote with the earlier record. Throws `bad_argument` for anything else. */
function writtenOf(more: Written, had: Written = {}): Written {
  try {
    const { eval: looked, nags = [], comment, added } = more;
    if (Array.isArray(nags) && nags.every(Number.isInteger)) return { eval: (looked ?? had.eval) === true, nags: [...had.nags ?? [], ...nags as number[]], ...(comment ?? had.comment) === true && { comment: true }, added: (added ?? had.added) === true };
  } catch { /* what cannot be read says nothing either */ }
  throw fail("bad_argument", "that does not say what a program wrote", "pass { eval: true, nags: [4], added: true }, or some of it");
}

/** Counts full moves: one has four plies. */
const fourth = (ply: number): number => Math.floor((ply - 1) / 4);

/** Returns the number of a node. Throws `freed` if the node has been deleted. @internal */
export function numberOf(node: TreeNode): number {
  const { number, deleted } = innerOf(node);
  if (deleted) throw fail("freed", "this node has been deleted", "take another node of the tree");
  return number;
}

/** Returns the entry of a node as in history(), or null at the root. @internal */
export function entryOf(node: TreeNode): HistoryEntry | null {
  const inner = innerOf(node);
  if (node === inner.tree.root) return null;
  if (!inner.entry) {
    inner.tree.live();
    inner.entry = inner.tree.ask<HistoryEntry>("entry", numberOf(node));
  }
  return inner.entry;
}
