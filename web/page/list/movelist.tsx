// The move list. A click on an entry shows its position; another click opens its menu.

import { areHumans } from "../model/index.js";
import { words, type PageStore, type State } from "../shell/index.js";
import { draw, Fragment, h, type Child } from "../view/index.js";
import type { TreeNode } from "../../banchess/tree.js";
import type { EntryCommands } from "./commands.js";
import { blocksOf, idOf, type Block, type Context } from "./rows.js";

const NEAR = 30; // rows before and after the current one, more than fit on the screen
const AT_ONCE = 60; // the number of other rows made before the page may do something else

/** The functions of the list. A list that only shows a game has neither menu nor buttons. */
interface Commands extends Pick<EntryCommands, "comment"> {
  goTo(node: TreeNode): void;
  readonly menu?: EntryCommands["menu"];
  readonly begin?: Beginnings;
}

/** The functions of the buttons that an empty list shows. */
interface Beginnings {
  computer(): void;
  friend(): void;
  puzzle(): void;
  games(): void; // opens the list of the games that were played
}

/** Creates the list in an element. */
export function createMoveList(root: HTMLElement, store: PageStore, { goTo, menu, comment, begin }: Commands): void {
  const show = createBlocks(root);
  let frame = 0, revealed: TreeNode | null = null;
  let isSeen = true; // false after the user has scrolled the current entry out of sight
  let blocks: readonly Block[] = [];

  function press(node: TreeNode, { currentTarget }: Event): void {
    focus(currentTarget); // not every browser focuses a clicked button
    if (node === store.state.record.current) menu?.(node, below(currentTarget as Element));
    else goTo(node);
  }

  function openMenu(node: TreeNode, event: MouseEvent): void {
    event.preventDefault();
    focus(event.currentTarget);
    // a keyboard event has no position
    menu!(node, event.button === 2 ? event : below(event.currentTarget as Element));
  }

  store.watch(["revision", "record", "position", "players", "clock", "place", "rules", "live"], (state, old) => {
    const { record, revision } = state, { current } = record, tabStop = current.parent ? current : record.root.next;
    const focused = root.contains(document.activeElement) ? document.activeElement!.id : null;
    if (record !== old?.record || revision !== old.revision) blocks = blocksOf(record);
    show(blocks, { current, tabStop, press, openMenu: menu && openMenu, openComment: comment });
    if (blocks.length === 0) draw(root, <Nothing state={state} begin={begin} />);
    // The focused element may have been replaced or removed.
    if (focused !== null && !root.contains(document.activeElement)) focus(document.getElementById(focused) ?? (tabStop && entryOf(tabStop)));
    // Measuring forces a layout of the page, so it is done at most once a frame.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const isOther = current !== revealed;
      if (isOther || isSeen) reveal(root, entryOf(current), isOther);
      revealed = current;
    });
  });
  // The list is lower when the engine or the report is shown. The browser may scroll it then: that is not the user.
  let height = 0;
  root.addEventListener("scroll", () => {
    if (height === root.clientHeight) isSeen = isInView(root, entryOf(store.state.record.current));
  });
  new ResizeObserver(() => {
    height = root.clientHeight;
    if (isSeen) reveal(root, entryOf(store.state.record.current), false);
  }).observe(root);
}

const entryOf = (node: TreeNode) => document.getElementById(idOf(node));
const focus = (entry: EventTarget | null) => (entry as HTMLElement | null)?.focus({ preventScroll: true });

/** Returns the place for an entry's menu that was not opened at a point. */
function below(entry: Element): { x: number; y: number } {
  const { left, bottom } = entry.getBoundingClientRect();
  return { x: left, y: bottom };
}

/** Says whose turn it is to begin, or what the game is. */
function emptyText({ position: { active }, players, begun, live }: State): string {
  const { kind } = players[active], { list } = words;
  if (kind === "remote") return begun?.live && !live ? list.friend : list.friendBegins;
  if (kind === "computer") return list.computer;
  return areHumans(players) ? list.rule : list.empty;
}

function Nothing({ state, begin }: { begin: Beginnings | undefined; state: State }) {
  const { players, clock, place, rules } = state, { list } = words;
  const button = (id: string, text: string, press: () => void) => <button id={`begin-${id}`} class={id === "computer" ? "button primary" : "button"} disabled={!rules} onclick={press}>{text}</button>;
  return (
    <>
      <p class="empty">{emptyText(state)}</p>
      {begin && areHumans(players) && !clock && place === null && (
        <div class="begin">
          {button("computer", list.playComputer, begin.computer)}
          {button("friend", list.playFriend, begin.friend)}
          {button("puzzle", list.solvePuzzle, begin.puzzle)}
          {button("games", words.play.tools.games, begin.games)}
        </div>
      )}
    </>
  );
}

/** The markup of a block, and the values that it depends on. */
interface Kept {
  readonly block: Block;
  readonly current: TreeNode | null; // the current node if it is in the block
  readonly tabStop: TreeNode | null;
  readonly markup: Child;
}

/**
 * Returns a function that shows blocks. It reuses the markup of unchanged blocks, and makes
 * the rows far from the current node in steps, so that a long game appears quickly.
 */
function createBlocks(root: HTMLElement) {
  let kept = new Map<string, Kept>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  return function show(blocks: readonly Block[], context: Context): void {
    const before = kept, due: (() => void)[] = [];
    const at = blocks.findIndex(({ nodes }) => nodes.includes(context.current));
    const list: Child[] = [];
    kept = new Map();
    for (const [i, block] of blocks.entries()) {
      const { key, nodes, isRow } = block, old = before.get(key);
      const current = i === at ? context.current : null;
      const tabStop = context.tabStop && nodes.includes(context.tabStop) ? context.tabStop : null;
      const keep = (made: Kept) => {
        kept.set(key, made);
        list[i] = made.markup;
      };
      const make = () => keep({ block, current, tabStop, markup: block.make(context) });
      if (old && old.current === current && old.tabStop === tabStop && hasSameContent(old.block, block)) keep({ ...old, block });
      else if (!isRow || Math.abs(i - at) <= NEAR) make();
      else {
        list[i] = old?.markup ?? <div key={key} class="row" />;
        due.push(make);
      }
    }
    const goOn = () => {
      draw(root, list);
      if (due.length > 0) timer = setTimeout(() => { due.splice(0, AT_ONCE).forEach((make) => make()); goOn(); });
    };
    clearTimeout(timer);
    goOn();
  };
}

const hasSameContent = (a: Block, b: Block) => a === b || (a.content.length === b.content.length && a.content.every((part, i) => part === b.content[i]));

/** Reports whether the whole entry is in view. Without an entry, whether the start of the list is. */
function isInView(root: HTMLElement, entry: HTMLElement | null): boolean {
  if (!entry) return root.scrollTop === 0;
  const [box, view] = [entry.getBoundingClientRect(), root.getBoundingClientRect()];
  return box.top > view.top - 1 && box.bottom < view.bottom + 1;
}

/** Scrolls the current entry into view, with its comment if both have room. Where the list scrolls with the report, it does so only for another entry. */
function reveal(root: HTMLElement, entry: HTMLElement | null, isOther: boolean): void {
  const note = entry && document.getElementById(`${entry.id}-note`);
  if (getComputedStyle(root).overflowY === "visible") {
    if (isOther) for (const part of [note, entry]) part?.scrollIntoView({ block: "nearest" });
    return;
  }
  if (!entry) {
    root.scrollTop = 0;
    return;
  }
  // scrollIntoView would also scroll the page.
  const [box, view] = [entry.getBoundingClientRect(), root.getBoundingClientRect()];
  if (box.top < view.top) root.scrollTop -= view.top - box.top + 4;
  const bottom = isOther && note ? note.getBoundingClientRect().bottom : box.bottom;
  if (bottom > view.bottom) root.scrollTop += Math.min(bottom - view.bottom + 4, box.top - view.top);
}
