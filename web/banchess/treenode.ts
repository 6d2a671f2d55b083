// A place in a tree: what was played, and what is written about it.
import { dueAt, internal, type BanChess } from "./banchess.js";
import type { Action, ActionType, Ban, BanChessFEN, GameFlags, HistoryEntry, Player, SerializedAction } from "./banchess.js";
import { annotationOf, recordOf, type Annotation, type AnnotationChange, type AnnotationRecord } from "./annotation.js";
import type { TreeState } from "./treestate.js";

const { errorOf, fail, fromCode, gameOf, read, shared, showAs, State, stateOf, uncloneable, understand, write } = internal;

/** A node as plain data: an action, where it stands, and what is written about it. */
export interface NodeRecord extends AnnotationRecord {
  /** The place of its parent in the list, counted from 1, 0 being the start; left out where it is the one before. */
  readonly parent?: number;
  /** BCN. */
  readonly action: SerializedAction;
  /** As lists show it; made again where it is missing. */
  readonly san?: string;
}

/** What the WebAssembly says of a node's children when their order has changed. @internal */
export interface Family {
  readonly parent: number;
  readonly children: readonly number[];
  readonly about: readonly (AnnotationRecord & { readonly node: number })[];
}

const OF = Symbol("of"); // not a private field, which a Proxy around a node would hide

/** What of a node is not for everybody. @internal */
export interface Inner {
  readonly tree: TreeState;
  number: number; // in the WebAssembly
  deleted: boolean;
  entry: HistoryEntry | null; // as soon as somebody asked
}

/** That of a node. @internal */
export const innerOf = (node: TreeNode): Inner => (node as unknown as { readonly [OF]: Inner })[OF];

/** What is written about the action. */
export interface TreeNode extends Annotation {}
/**
 * A place in a tree: an action, and what is written about it. The first, the root,
 * stands for the start and has no action. What can be read is there at once; what
 * changes the tree throws `freed` for a node that was deleted, and as the methods of
 * GameTree do.
 */
export class TreeNode extends uncloneable() {
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
    super();
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
   * The node after an action, in any form that BanChess.play takes: the one that is
   * there, or a new one behind those that are. Throws the codes of refused actions,
   * `bad_action`, `bad_bcn`, `bad_san`, `bad_pair`, `bad_argument`.
   */
  add(action: Action | SerializedAction): TreeNode {
    const { tree } = innerOf(this);
    tree.check();
    numberOf(this);
    const code = read(action), known = fromCode(code < 0 ? codeHere(this, action) : code), bcn = write(known);
    const there = this.children.find((child) => child.bcn === bcn);
    if (there) return there;
    tree.live();
    const [added] = tree.ask<{ node: number; san: string }[]>("grow", `${numberOf(this)} ${bcn}`);
    const child = tree.child(this, known, added!.san, {});
    tree.know(child, added!.node);
    tree.settleEnding();
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

/** The code of an action that only the game at a node can read, such as SAN. */
function codeHere(node: TreeNode, action: unknown): number {
  const game = node.game(), state = stateOf(game);
  try {
    if (state.ending) game.undo(); // a resignation keeps nothing from being added
    const code = understand(state, state.live(), action);
    if (typeof code !== "number") throw errorOf(code);
    return code;
  } finally {
    game.free();
  }
}

/** Four plies are a full move. */
const fourth = (ply: number): number => Math.floor((ply - 1) / 4);

/** The number of a node that is in its tree. @internal */
export function numberOf(node: TreeNode): number {
  const { number, deleted } = innerOf(node);
  if (deleted) throw fail("freed", "this node has been deleted", "take another node of the tree");
  return number;
}

/** What the history would have of a node; null at the root. @internal */
export function entryOf(node: TreeNode): HistoryEntry | null {
  const inner = innerOf(node);
  if (node === inner.tree.root) return null;
  if (!inner.entry) {
    inner.tree.live();
    inner.entry = inner.tree.ask<HistoryEntry>("entry", numberOf(node));
  }
  return inner.entry;
}

showAs(TreeNode.prototype, (node) => ({ ply: node.ply, san: node.san, ...recordOf(node), children: node.children.map(({ san }) => san) }));
