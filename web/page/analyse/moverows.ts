// The list of what was played as blocks: a row for each full move, with Black's
// ban, White's move, White's ban and Black's move; below the row they belong to,
// comments and variations. A block that says the same as before stays as it is.

import { SQUARES, piecesOf, type PieceName } from "../../banchess/banchess.js";
import type { GameTree, TreeNode } from "../../banchess/tree.js";
import { element } from "../shell/dom.js";
import type { Field } from "./entries.js";
import { banFigure, glyph } from "../shell/figures.js";
import { BETTER, signOf } from "../shell/glyphs.js";
import { pairOf, piecesAfter, type Pieces } from "../shell/position.js";

/** What an entry or a comment is about, by what stands in its data. */
export class Numbers {
  #numbers = new WeakMap<TreeNode, string>();
  #nodes = new Map<string, WeakRef<TreeNode>>();
  #next = 0; // never used twice: what is shown has the old ones

  of(node: TreeNode): string {
    let number = this.#numbers.get(node);
    if (number === undefined) {
      this.#numbers.set(node, (number = String(this.#next++)));
      this.#nodes.set(number, new WeakRef(node));
    }
    return number;
  }

  node(number: string | undefined): TreeNode | null {
    return (number && this.#nodes.get(number)?.deref()) || null;
  }

  /** Forgets all nodes, those of another record. */
  forget(): void {
    this.#numbers = new WeakMap();
    this.#nodes.clear();
  }
}

/** A part of the list. Two of the same key look the same. */
export interface Block {
  readonly key: string;
  make(): HTMLElement;
  readonly nodes?: readonly TreeNode[]; // of a row, which is made empty
  fill?(row: HTMLElement): void;
}

/** Shows blocks in the place of others, and touches only those that differ. Returns what was made. */
export function update(root: HTMLElement, old: readonly Block[], blocks: readonly Block[]): Map<HTMLElement, Block> {
  const least = Math.min(old.length, blocks.length);
  let same = 0, after = 0;
  while (same < least && old[same]?.key === blocks[same]?.key) same++;
  while (after < least - same && old.at(-1 - after)?.key === blocks.at(-1 - after)?.key) after++;
  for (let i = same; i < old.length - after; i++) root.children[same]?.remove();
  const made = new Map(blocks.slice(same, blocks.length - after).map((block) => [block.make(), block]));
  if (made.size > 0) root.insertBefore(fragment([...made.keys()]), root.children[same] ?? null);
  return made;
}

function fragment(elements: readonly HTMLElement[]): DocumentFragment {
  const made = document.createDocumentFragment();
  made.append(...elements);
  return made;
}

/** The place of a ply in its full move, 0 to 3. */
const columnOf = ({ ply }: TreeNode) => (ply - 1) % 4;

/** What could be played in place of a node of its line. */
const variations = (node: TreeNode) => (node.parent?.next === node ? node.parent.children.slice(1) : []);

/** The blocks of a record. */
export function blocksOf(record: GameTree, numbers: Numbers): Block[] {
  const blocks: Block[] = [];
  const keyOf = (node: TreeNode) => `${numbers.of(node)} ${node.san}${node.nags.length > 0 ? `$${node.nags.join("$")}` : ""}`;
  let row: TreeNode[] = [];
  const endRow = () => {
    const nodes = row;
    if (nodes.length > 0) blocks.push({ key: `r${nodes.map(keyOf).join()}`, nodes, make: () => element("div", { className: "row" }), fill: (row) => fill(row, nodes, numbers) });
    row = [];
  };
  const say = (node: TreeNode) => {
    if (node.comment) blocks.push({ key: `c${numbers.of(node)} ${node.comment}`, make: () => comment(node, "comment", numbers) });
  };
  say(record.root);
  for (let node = record.root.next; node; node = node.next) {
    if (columnOf(node) === 0) endRow();
    row.push(node);
    const branches = variations(node);
    if (node.comment || branches.length > 0) endRow();
    say(node);
    for (const branch of branches) {
      const key: string[] = [];
      tell(branch, (said) => key.push(typeof said === "string" ? said : `${keyOf(said)} ${said.commentBefore} ${said.comment}`));
      blocks.push({ key: `v${key.join()}`, make: () => line(element("div", { className: "variation" }), branch, numbers) });
    }
  }
  endRow();
  return blocks;
}

/** Goes through a variation and those within it, with brackets around those. */
function tell(first: TreeNode, say: (said: TreeNode | "(" | ")") => void): void {
  for (let node: TreeNode | null = first; node; node = node.next) {
    say(node);
    if (node === first) continue;
    for (const branch of variations(node)) {
      say("(");
      tell(branch, say);
      say(")");
    }
  }
}

function fill(row: HTMLElement, nodes: readonly TreeNode[], numbers: Numbers): void {
  const [first] = nodes as [TreeNode];
  row.append(text("number", `${first.moveNumber}.`));
  // What is missing before it, at the start or after a variation.
  for (let i = 0; i < columnOf(first); i++) row.append(text("blank", "…"));
  row.append(...nodes.map((node) => entry(node, numbers)));
}

/** Writes a line within the text, its own branches in brackets. */
function line(into: HTMLElement, first: TreeNode, numbers: Numbers): HTMLElement {
  const open = [into];
  let numbered = false;
  tell(first, (said) => {
    const at = open.at(-1)!;
    if (said === ")") open.pop();
    else if (said === "(") open.push(at.appendChild(element("span", { className: "inner" })));
    if (typeof said === "string") return (numbered = false);
    const column = columnOf(said);
    if (said.commentBefore) at.append(comment(said, "commentBefore", numbers));
    if (said.nags.includes(BETTER)) at.append(text("better", "better"));
    if (!numbered || column === 0) at.append(text("number", `${said.moveNumber}${column < 2 ? "." : "…"}\u00a0`));
    at.append(entry(said, numbers));
    numbered = !said.comment;
    if (said.comment) at.append(comment(said, "comment", numbers));
  });
  return into;
}

function comment(node: TreeNode, field: Field, numbers: Numbers): HTMLElement {
  return element("span", { className: "comment", textContent: node[field] }, { "data-comment": numbers.of(node), "data-field": field });
}

/** The id of a node's entry, by which the browser finds it at once in a long list. */
export const idOf = (node: TreeNode, numbers: Numbers): string => `entry-${numbers.of(node)}`;

function entry(node: TreeNode, numbers: Numbers): HTMLElement {
  const ban = node.actionType === "ban";
  const button = element("button", { type: "button", id: idOf(node, numbers), className: ban ? "entry ban" : "entry", tabIndex: -1 });
  Object.assign(button.dataset, { entry: numbers.of(node), ply: node.ply, action: node.bcn });
  button.append(ban ? banFigure(pieceOf(node), node.san) : node.san);
  button.append(...node.nags.filter(signOf).map(glyph));
  return button;
}

const text = (className: string, textContent: string) => element("span", { className, textContent });

/** What stands where after each node's action. */
const standing = new WeakMap<TreeNode, Pieces>();

/** The piece that a node's ban takes or that its move moves. */
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
