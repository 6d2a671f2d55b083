// A place in a tree: what was played, and what is written about it.
import { decode, dueAt, fromCode, plainCode, toLastRank, write } from "./action.js";
import { annotationOf, recordOf, type Annotation, type AnnotationChange, type AnnotationRecord } from "./annotation.js";
import type { Action, ActionType, Ban, BanChess, BanChessFEN, GameFlags, HistoryEntry, Move, Player, Reason, SerializedAction } from "./banchess.js";
import { asDue, end, read, stateOf, unreadable } from "./gamecalls.js";
import { uncloneable } from "./class.js";
import { BanChessError, fail } from "./error.js";
import { gameOf } from "./game.js";
import { shared } from "./load.js";
import { State } from "./state.js";
import type { TreeState } from "./treestate.js";

/** How the players ended a game; every other ending follows from the actions. */
export interface Outcome {
  /** Why it ended. */
  readonly ended: Reason;
  /** The winner, unless it is a draw. */
  readonly winner?: Player;
}

/** What a program, such as one that makes reports, wrote about a node. All else is a person's, or a PGN's. */
export interface Written {
  /** Whether it wrote the evaluation. */
  readonly eval?: boolean;
  /** The glyphs that it set. */
  readonly nags?: readonly number[];
  /** Whether it added the node itself. */
  readonly added?: boolean;
}

/** A place in a tree as plain data: what is written about it, and how the players ended the game there. */
export interface PlaceRecord extends AnnotationRecord, Partial<Outcome> {
  /** What of it a program wrote. */
  readonly written?: Written;
}

/** A node as plain data: an action, where it stands, and what is known of the place. */
export interface NodeRecord extends PlaceRecord {
  /** The place of its parent in the list, counted from 1, 0 being the start; left out where it is the one before. */
  readonly parent?: number;
  /** BCN. */
  readonly action: SerializedAction;
  /** As lists show it; made again where it is missing. */
  readonly san?: string;
}

/** What the WebAssembly says of a node that was added. @internal */
export interface Grown {
  readonly node: number;
  readonly action: SerializedAction;
  readonly san: string;
}

/** What the WebAssembly says of a node's children when their order has changed. @internal */
export interface Family {
  readonly parent: number;
  readonly children: readonly number[];
  readonly about: readonly (AnnotationRecord & { readonly node: number })[];
}

const OF = /* @__PURE__ */ Symbol("of"); // not a private field, which a Proxy around a node would hide

/** What of a node is not for everybody. @internal */
export interface Inner {
  readonly tree: TreeState;
  number: number; // in the WebAssembly
  deleted: boolean;
  entry: HistoryEntry | null; // as soon as somebody asked
  visited: TreeNode | null; // the child that was visited last
  outcome: Outcome | null;
  written: Written | null;
}

/** That of a node. @internal */
export const innerOf = (node: TreeNode): Inner => (node as unknown as { readonly [OF]: Inner })[OF];

const shown = (node: Annotation & { readonly ply: number; readonly san: string; readonly children: readonly { readonly san: string }[] }): object => ({ ply: node.ply, san: node.san, ...recordOf(node), children: node.children.map(({ san }) => san) });

/** What is written about the action. */
export interface TreeNode extends Annotation {}
/**
 * A place in a tree: an action, and what is written about it. The first, the root,
 * stands for the start and has no action. What can be read is there at once; what
 * changes the tree throws `freed` for a node that was deleted, and as the methods of
 * GameTree do.
 */
export class TreeNode extends /* @__PURE__ */ uncloneable(shown) {
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
  constructor(tree: TreeState, parent: TreeNode | null, ply: number, action: Action | null, san: string, about: PlaceRecord) {
    super();
    const { ended, winner } = about, written = about.written ? writtenOf(about.written) : null, outcome = ended ? { ended, ...winner && { winner } } : null;
    Object.defineProperty(this, OF, { value: { tree, number: 0, deleted: false, entry: null, visited: null, outcome, written } satisfies Inner });
    this.parent = parent;
    this.ply = ply;
    this.action = action;
    this.san = san;
    Object.assign(this, annotationOf(about));
  }

  /** The action in BCN, "" at the root. */
  get bcn(): SerializedAction { return this.action ? write(this.action) : ""; }

  /** The player who acted. At the root it is the one who acted, or would have, before the first action. */
  get player(): Player { return dueAt(this.ply).active; }

  /** The kind of the action. */
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

  /** The node that going forward leads to: the child that was visited last, otherwise the main line's next; null at the end. */
  get forward(): TreeNode | null { return innerOf(this).visited ?? this.next; }

  /** The last node that going forward leads to. */
  get forwardEnd(): TreeNode {
    let node: TreeNode = this;
    while (node.forward) node = node.forward;
    return node;
  }

  /** How the players ended the game here, or null. When a line goes on that ended here, nobody has ended it. */
  get outcome(): Outcome | null { return innerOf(this).outcome; }

  /** What of the annotation a program wrote, as `wrote` was told. */
  get written(): Written | null { return innerOf(this).written; }

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

  /** The actions from the first to this one, in BCN. */
  actions(): SerializedAction[] { return this.line().map(({ bcn }) => bcn); }

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
  add(action: Action | Move | SerializedAction): TreeNode {
    const { tree } = innerOf(this);
    tree.check();
    numberOf(this);
    let code = read(action);
    if (code < 0 && typeof action === "object" && action !== null) code = read(asDue(this.ply + 1, action as Move));
    if (code >= 0 && !toLastRank(code)) code = plainCode(code); // a promotion that it cannot need
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
    if (this.children.length === 1 && this.outcome) tree.end(this, null); // the game has gone on
    return child;
  }

  /**
   * Says how the players ended the game here: `endAs("resignation", "white")`, null
   * for not at all. Throws `bad_reason`, `bad_player`, `bad_option` (what ends on the
   * board, or a winner that cannot be) and `game_over` (it has ended on the board).
   */
  endAs(reason: Reason | null, winner?: Player): void {
    const { tree } = innerOf(this);
    tree.live();
    numberOf(this);
    tree.end(this, reason === null ? null : inGame(this, (game) => {
      const answer = end(game, "endAs", reason, winner);
      if (!answer.success) throw new BanChessError(answer);
      const how = stateOf(game).ending!;
      return { ended: how.ended, ...how.winner && { winner: how.winner } };
    }));
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
    const inner = innerOf(this), { written } = inner;
    if (written?.nags) inner.written = { ...written, nags: written.nags.filter((nag) => this.nags.includes(nag)) };
    return this;
  }

  /**
   * Takes down what a program has just written about the action, besides what it had
   * written; null for nothing any more. A glyph that is taken away and set again is a
   * person's. Throws `bad_argument`.
   */
  wrote(more: Written | null): this {
    const inner = innerOf(this), had = inner.written;
    inner.written = more === null ? null : writtenOf(more, had ?? {});
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

  /** Takes the node, and all that follows it, out of the tree; somebody who was there is at the node before it. The root stays. */
  delete(): void {
    const { tree } = innerOf(this);
    tree.live();
    if (tree.settle(tree.ask<Family | null>("remove", numberOf(this)))) tree.forget(this);
  }
}

/** Does something with the game at a node, which a resignation has not ended. */
function inGame<T>(node: TreeNode, act: (game: BanChess) => T): T {
  const game = node.game();
  try {
    if (stateOf(game).ending) game.undo();
    return act(game);
  } finally {
    game.free();
  }
}

/** What a caller says that a program wrote, besides what it had written. */
function writtenOf(more: Written, had: Written = {}): Written {
  try {
    const { eval: looked, nags = [], added } = more;
    if (Array.isArray(nags) && nags.every(Number.isInteger)) return { eval: (looked ?? had.eval) === true, nags: [...had.nags ?? [], ...nags as number[]], added: (added ?? had.added) === true };
  } catch { /* what cannot be read says nothing either */ }
  throw fail("bad_argument", "that does not say what a program wrote", "pass { eval: true, nags: [4], added: true }, or some of it");
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
