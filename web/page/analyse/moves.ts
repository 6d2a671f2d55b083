// The list of what was played: its entries are gone to, and changed by a menu.

import type { TreeNode } from "../../banchess/tree.js";
import { element } from "../shell/dom.js";
import type { EntryCommands, Field } from "./entries.js";
import type { Position } from "../shell/position.js";
import { Numbers, blocksOf, idOf, update, type Block } from "./moverows.js";
import type { PageStore } from "../shell/state.js";

interface Hands extends EntryCommands {
  goTo(node: TreeNode): void;
}

/** Makes the list in its element. */
export function createMoves(root: HTMLElement, store: PageStore, hands: Hands): void {
  const numbers = new Numbers();
  let blocks: Block[] = [];
  const rows = fillRows(root);
  const marks = new Marks(root, numbers);

  const nodeAt = (target: EventTarget | null, what: "entry" | "comment") =>
    numbers.node((target as Element).closest<HTMLElement>(`[data-${what}]`)?.dataset[what]);

  root.addEventListener("click", ({ target }) => {
    const node = nodeAt(target, "entry"), commented = nodeAt(target, "comment");
    focus(target);
    if (node && node === store.state.record.current) hands.menu(node, below(target as Element));
    else if (node) hands.goTo(node);
    else if (commented) hands.comment(commented, (target as HTMLElement).dataset.field as Field);
  });
  root.addEventListener("contextmenu", (event) => {
    const node = nodeAt(event.target, "entry") ?? nodeAt(event.target, "comment");
    if (!node) return;
    event.preventDefault();
    focus(event.target);
    // A key has no place of its own.
    hands.menu(node, event.button === 2 ? event : below(event.target as Element));
  });

  store.watch(["revision", "record"], ({ record, position }, old) => {
    if (old && record !== old.record) numbers.forget();
    const before = blocks, had = root.contains(document.activeElement) && document.activeElement as HTMLElement;
    blocks = blocksOf(record, numbers);
    if (before.length === 0) root.replaceChildren();
    rows.take(update(root, before, blocks));
    if (blocks.length === 0) root.replaceChildren(empty(position));
    rows.near(blocks, record.current);
    marks.put(record.current);
    // What had the focus may have been made again, or be gone.
    if (had && !root.contains(had)) focus(root.querySelector(`[data-entry="${had.dataset.entry}"]`) ?? marks.reached);
  });
  store.watch(["position"], ({ record, position }) => {
    if (blocks.length === 0) root.replaceChildren(empty(position));
    rows.near(blocks, record.current);
    marks.put(record.current);
  });

  // Looking where things are makes the browser lay the page out; once a frame
  // is enough.
  let due = 0;
  store.watch(["revision", "position"], () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => reveal(root, marks.here));
  });
}

const NEAR = 30; // rows before and after the current one, more than there is room for
const TURN = 8; // milliseconds after which the page may do something else

/** Fills the rows of the list: those near somebody at once, the others bit by bit, so that a long game is there soon. */
function fillRows(root: HTMLElement) {
  const empty = new Map<HTMLElement, Block>();
  let due: ReturnType<typeof setTimeout> | undefined;

  function fill(row: HTMLElement): void {
    empty.get(row)?.fill?.(row);
    empty.delete(row);
  }

  function goOn(): void {
    const end = performance.now() + TURN;
    for (const row of empty.keys()) {
      if (row.isConnected) fill(row);
      else empty.delete(row);
      if (performance.now() > end) break;
    }
    due = empty.size > 0 ? setTimeout(goOn) : undefined;
  }

  return {
    take(made: Map<HTMLElement, Block>): void {
      for (const [row, block] of made) if (block.fill) empty.set(row, block);
      due ??= setTimeout(goOn);
    },
    near(blocks: readonly Block[], current: TreeNode): void {
      if (empty.size === 0) return;
      const at = Math.max(0, blocks.findIndex(({ nodes }) => nodes?.includes(current)));
      for (let i = Math.max(0, at - NEAR); i <= at + NEAR && i < blocks.length; i++) fill(root.children[i] as HTMLElement);
    },
  };
}

/** Focuses an entry; not every browser does when one is pressed. */
const focus = (target: EventTarget | null) => (target as Element | null)?.closest<HTMLElement>("[data-entry]")?.focus({ preventScroll: true });

/** Where the menu of an entry opens that was not opened at a point. */
function below(target: Element): { x: number; y: number } {
  const { left, bottom } = (target.closest("[data-entry]") ?? target).getBoundingClientRect();
  return { x: left, y: bottom };
}

function empty({ phase, result }: Position): HTMLElement {
  const how = phase === "ban" ? " Pick up one of the pieces that move next and put it where it must not go: that is a ban." : "";
  return element("p", { className: "empty", textContent: `Nothing has been played.${result ? "" : how}` });
}

/** Shows which entry is the current one. It remembers what it marked: a long list is not searched. */
class Marks {
  here: HTMLElement | null = null; // the entry of the current node
  reached: HTMLElement | null = null; // the list's one tab stop

  constructor(readonly root: HTMLElement, readonly numbers: Numbers) {}

  put(current: TreeNode): void {
    const { reached: before } = this;
    const here = this.here = current.parent && document.getElementById(idOf(current, this.numbers));
    const reached = this.reached = here ?? this.root.querySelector<HTMLElement>("[data-entry]");
    if (before && before !== here) {
      before.tabIndex = -1;
      for (const name of ["aria-current", "aria-haspopup"]) before.removeAttribute(name);
    }
    if (reached) reached.tabIndex = 0;
    if (!here || here.hasAttribute("aria-current")) return;
    here.setAttribute("aria-current", "true");
    here.setAttribute("aria-haspopup", "menu");
  }
}

/** Brings the current entry into sight. */
function reveal(root: HTMLElement, entry: HTMLElement | null): void {
  if (!entry) {
    root.scrollTop = 0;
    return;
  }
  // Scrolls the list alone; scrollIntoView would scroll the page as well.
  const [box, view] = [entry.getBoundingClientRect(), root.getBoundingClientRect()];
  if (box.top < view.top) root.scrollTop -= view.top - box.top + 4;
  if (box.bottom > view.bottom) root.scrollTop += box.bottom - view.bottom + 4;
}
