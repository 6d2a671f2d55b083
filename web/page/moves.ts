// The list of what was played: a row for each full move, with Black's ban,
// White's move, White's ban and Black's move. Variations stand below the row they
// branch off.

import { SQUARES, piecesOf, type PieceName } from "../banchess/banchess.js";
import { banFigure } from "./analysis-view.js";
import { element } from "./dom.js";
import { pairOf, piecesAfter, type Pieces, type Position } from "./position.js";
import type { Node, Record } from "./record.js";
import type { PageStore } from "./state.js";

/** The nodes in the list by number, as in data-entry. */
type Nodes = Map<string, Node>;

/** Makes the list in its element. @param goTo called with the node chosen */
export function createMoves(root: HTMLElement, store: PageStore, goTo: (node: Node) => void): void {
  let nodes: Nodes = new Map();

  root.addEventListener("click", (event) => {
    const key = (event.target as Element).closest<HTMLElement>("[data-entry]")?.dataset.entry;
    const node = nodes.get(key ?? "");
    if (node) goTo(node);
  });

  store.watch(["revision"], ({ record, position }) => {
    nodes = new Map();
    root.replaceChildren(...(record.empty ? [empty(position)] : mainLine(record, nodes)));
    mark(root, record.current, nodes);
  });
  store.watch(["position"], ({ record, position }) => {
    if (record.empty) root.replaceChildren(empty(position));
    mark(root, record.current, nodes);
  });

  // Looking where things are makes the browser lay the page out; once a frame
  // is enough.
  let due = 0;
  store.watch(["revision", "position"], () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => reveal(root));
  });
}

function empty({ phase, result }: Position): HTMLElement {
  const how = phase === "ban" ? " Pick up one of the pieces that move next and put it where it must not go: that is a ban." : "";
  return element("p", { className: "empty", textContent: `Nothing has been played.${result ? "" : how}` });
}

/** What stands where after each node's action. */
const standing = new WeakMap<Node, Pieces>();

/** The piece that a node's ban takes or that its move moves. */
function pieceOf(node: Node): PieceName | null {
  const unknown: Node[] = [];
  let known = node.parent;
  for (; known && !standing.has(known); known = known.parent) unknown.push(known);
  let pieces = known ? standing.get(known) : undefined;
  for (const next of unknown.reverse()) {
    pieces = next.action && pieces ? piecesAfter(pieces, next.action) : (piecesOf(next.fen) ?? []);
    standing.set(next, pieces);
  }
  return pieces?.[SQUARES.indexOf(pairOf(node.action!).from)] ?? null;
}

/** Shows which entry is the current one. */
function mark(root: HTMLElement, current: Node, nodes: Nodes): void {
  const entries = root.querySelectorAll<HTMLElement>("[data-entry]");
  for (const entry of entries) {
    const here = nodes.get(entry.dataset.entry ?? "") === current;
    entry.tabIndex = here ? 0 : -1;
    if (!here) entry.removeAttribute("aria-current");
    else if (entry.getAttribute("aria-current") !== "true") entry.setAttribute("aria-current", "true");
  }
  if (!current.parent && entries[0]) entries[0].tabIndex = 0;
}

/** Brings the current entry into sight. */
function reveal(root: HTMLElement): void {
  const entry = root.querySelector("[aria-current]");
  if (!entry) {
    root.scrollTop = 0;
    return;
  }
  // Scrolls the list alone; scrollIntoView would scroll the page as well.
  const [box, view] = [entry.getBoundingClientRect(), root.getBoundingClientRect()];
  if (box.top < view.top) root.scrollTop -= view.top - box.top + 4;
  if (box.bottom > view.bottom) root.scrollTop += box.bottom - view.bottom + 4;
}

/** The place of a ply in its full move, 0 to 3. */
const columnOf = ({ ply }: Node) => (ply - 1) % 4;

/** What stands for the first numeric annotation glyphs. */
const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];

function mainLine(record: Record, nodes: Nodes): HTMLElement[] {
  const blocks: HTMLElement[] = [];
  let row: HTMLElement | null = null;
  const say = ({ comment }: Node) => {
    if (!comment) return;
    blocks.push(text("variation comment", comment));
    row = null;
  };
  say(record.tree.root);
  for (let node = record.tree.root.next; node; node = node.next) {
    const column = columnOf(node);
    if (!row || column === 0) {
      row = element("div", { className: "row" });
      row.append(text("number", `${node.moveNumber}.`));
      // What is missing before it, at the start or after a variation.
      for (let i = 0; i < column; i++) row.append(text("blank", "…"));
      blocks.push(row);
    }
    row.append(entry(node, nodes));
    say(node);
    const branches = variations(node);
    if (branches.length > 0) {
      blocks.push(...branches.map((branch) => line(element("div", { className: "variation" }), branch, nodes)));
      row = null;
    }
  }
  return blocks;
}

/** Writes a line within the text, its own branches in brackets. */
function line(into: HTMLElement, first: Node, nodes: Nodes): HTMLElement {
  let numbered = false;
  for (let node: Node | null = first; node; node = node.next) {
    const column = columnOf(node);
    if (node.commentBefore) into.append(text("comment", node.commentBefore));
    if (!numbered || column === 0) into.append(text("number", `${node.moveNumber}${column < 2 ? "." : "…"}`));
    into.append(entry(node, nodes));
    numbered = !node.comment;
    if (node.comment) into.append(text("comment", node.comment));
    if (node === first) continue;
    for (const branch of variations(node)) {
      into.append(line(element("span", { className: "inner" }), branch, nodes));
      numbered = false;
    }
  }
  return into;
}

/** What could be played in place of a node of the main line. */
const variations = (node: Node) => node.parent?.children.slice(1) ?? [];

function entry(node: Node, nodes: Nodes): HTMLElement {
  const key = String(nodes.size);
  nodes.set(key, node);
  const ban = node.actionType === "ban";
  const button = element("button", { type: "button", className: ban ? "entry ban" : "entry" });
  Object.assign(button.dataset, { entry: key, ply: node.ply, action: node.bcn });
  const glyphs = node.nags.map((nag) => GLYPHS[nag] ?? "").join("");
  if (ban) button.append(banFigure(pieceOf(node), node.san), glyphs);
  else button.append(node.san + glyphs);
  return button;
}

const text = (className: string, textContent: string) => element("span", { className, textContent });
