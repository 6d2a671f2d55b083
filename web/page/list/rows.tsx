// The view of the list: a row for each full move, with Black's ban, White's move, White's
// ban and Black's move; below the whole row its comments and variations.

import { SQUARES, piecesOf, type PieceName } from "../../banchess/banchess.js";
import { banText, BETTER, name, pairOf, piecesAfter, signOf, type Pieces } from "../model/index.js";
import { BanFigure, Glyph, unbroken, words } from "../shell/index.js";
import { h, type Child } from "../view/index.js";
import type { GameTree, TreeNode } from "../../banchess/tree.js";
import type { Field } from "./commands.js";

/** The state that the rows depend on, and the function for a click. */
export interface Context {
  readonly current: TreeNode;
  readonly tabStop: TreeNode | null;
  press(node: TreeNode, event: MouseEvent): void;
  readonly openMenu: ((node: TreeNode, event: MouseEvent) => void) | undefined; // none in a list that only shows
  openComment(node: TreeNode, field: Field): void;
}

/** A row, a comment or a variation; the list is a column of blocks. */
export interface Block {
  readonly key: string;
  readonly nodes: readonly TreeNode[];
  readonly isRow: boolean;
  readonly content: readonly unknown[]; // the values of its nodes that the markup depends on
  make(context: Context): Child;
}

const ids = new WeakMap<TreeNode, string>();
let made = 0;

/** Returns the id of a node's entry, which is unique. */
export function idOf(node: TreeNode): string {
  if (!ids.has(node)) ids.set(node, `entry-${made++}`);
  return ids.get(node)!;
}

const contentOf = (node: TreeNode) => [node, node.san, node.nags, node.comment, node.commentBefore];

/** Returns the column of a ply in its full move, 0 to 3. */
const columnOf = ({ ply }: TreeNode) => (ply - 1) % 4;

/** Returns the alternatives to a node of its line. */
const variations = (node: TreeNode) => (node.parent?.next === node ? node.parent.children.slice(1) : []);

/** Yields the nodes of a variation and of its own variations. */
function* within(first: TreeNode): Generator<TreeNode> {
  for (let node: TreeNode | null = first; node; node = node.next) {
    yield node;
    if (node !== first) for (const branch of variations(node)) yield* within(branch);
  }
}

/** Returns the blocks of a record, from top to bottom. */
export function blocksOf({ root }: GameTree): Block[] {
  const blocks: Block[] = [];
  let row: TreeNode[] = [];
  const add = (kind: "row" | "comment" | "variation", nodes: readonly TreeNode[], make: (key: string, context: Context) => Child) => {
    const key = `${kind} ${idOf(nodes[0]!)}`;
    blocks.push({ key, nodes, isRow: kind === "row", content: nodes.flatMap(contentOf), make: (context) => make(key, context) });
  };
  const addComment = (node: TreeNode, isNamed: boolean) =>
    add("comment", [node], (key, context) => (
      <p key={key} id={`${idOf(node)}-note`} class="note">{isNamed && <b>{name(node.player)} {bareName(node)}</b>} {comment(node, "comment", context)}</p>
    ));
  const endRow = () => {
    const nodes = row;
    row = [];
    if (nodes.length === 0) return;
    add("row", nodes, (key, context) => rowOf(key, nodes, context));
    for (const node of nodes) {
      if (node.comment) addComment(node, nodes.length > 1);
      for (const branch of variations(node)) {
        add("variation", [...within(branch)], (key, context) => <div key={key} class="variation" role="group" aria-label={words.list.variation}>{lineOf(branch, context)}</div>);
      }
    }
  };
  if (root.comment) addComment(root, false);
  for (let node = root.next; node; node = node.next) {
    if (columnOf(node) === 0) endRow();
    row.push(node);
  }
  endRow();
  return blocks;
}

/** An action without its piece: "Nf3", or the squares of a ban after its sign. */
const bareName = (node: TreeNode) => (node.actionType === "ban" ? <BanFigure piece={null} text={banText(node.san)} /> : node.san);

/** A row: the number of the move, dots for missing actions before its first one, and the entries. */
const rowOf = (key: string, nodes: readonly TreeNode[], context: Context) => (
  <div key={key} class="row">
    <span class="number">{nodes[0]!.moveNumber}.</span>
    {Array.from({ length: columnOf(nodes[0]!) }, () => <span class="blank">…</span>)}
    {nodes.map((node) => entry(node, context))}
  </div>
);

/** Returns a line within the text, with its own variations in brackets. */
function lineOf(first: TreeNode, context: Context): Child[] {
  const parts: Child[] = [];
  let isNumbered = false;
  for (let node: TreeNode | null = first; node; node = node.next) {
    const column = columnOf(node), branches = node === first ? [] : variations(node);
    parts.push(
      node.commentBefore && comment(node, "commentBefore", context),
      node.nags.includes(BETTER) && <span class="better">{words.list.better}</span>,
      (!isNumbered || column === 0) && <span class="number">{`${node.moveNumber}${column < 2 ? "." : "…"}\u00a0`}</span>,
      entry(node, context),
      node.comment && comment(node, "comment", context),
      branches.map((branch) => <span class="inner" role="group" aria-label={words.list.variation}>{lineOf(branch, context)}</span>),
    );
    isNumbered = !node.comment && branches.length === 0;
  }
  return parts;
}

const comment = (node: TreeNode, field: Field, { openComment, openMenu }: Context, key?: string) => (
  <span key={key} class="comment" data-field={field} onclick={() => openComment(node, field)} oncontextmenu={openMenu && ((event) => openMenu(node, event))}>{unbroken(node[field])}</span>
);

function entry(node: TreeNode, { current, tabStop, press, openMenu }: Context): Child {
  const isBan = node.actionType === "ban", id = idOf(node);
  return (
    <button
      key={id} id={id} class={isBan ? "entry ban" : "entry"} tabindex={node === tabStop ? 0 : -1}
      data-entry="" data-ply={node.ply} data-action={node.bcn}
      {...node === current && { "aria-current": "true", "aria-haspopup": openMenu && "menu" }}
      onclick={(event) => press(node, event)} oncontextmenu={openMenu && ((event) => openMenu(node, event))}
    >
      {isBan ? <BanFigure piece={pieceOf(node)} text={banText(node.san)} /> : node.san}
      {node.nags.filter(signOf).map((nag) => <Glyph nag={nag} />)}
    </button>
  );
}

/** The pieces on the board after each node's action. */
const standing = new WeakMap<TreeNode, Pieces>();

/** Returns the piece whose move a ban forbids, or the piece that moves. */
export function pieceOf(node: TreeNode): PieceName | null {
  const unknown: TreeNode[] = [];
  let known = node.parent;
  for (; known && !standing.has(known); known = known.parent) unknown.push(known);
  let pieces = known ? standing.get(known) : undefined;
  for (const next of unknown.reverse()) {
    pieces = next.action && pieces ? piecesAfter(pieces, next.action) : (piecesOf(next.fen) ?? []);
    standing.set(next, pieces);
  }
  return pieces?.[SQUARES.indexOf(pairOf(node.action!).from)] ?? null;
}
