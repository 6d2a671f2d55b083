// The menu of an entry of the list: glyphs, a comment, and the order of the variations.
// All its changes can be undone. It is loaded when it is first opened.

import { words } from "language/small";
import { isJudgement, judged, JUDGEMENTS, makeMainLine, nodeName, type Judgement } from "../model/index.js";
import { $, bindList, draw, Fragment, h, Icon } from "../view/index.js";
import type { TreeNode } from "../../banchess/tree.js";
import { createComment } from "./comment.js";
import type { Editor, EntryCommands } from "./commands.js";

/** An item of the menu below the glyphs. */
interface Item {
  readonly command: string;
  readonly title: string;
  readonly icon: string;
  readonly key?: string;
  readonly isOffered: boolean;
  run(): void;
}

const MARGIN = 4; // pixels between the menu and the edge of the window

export function createEntryMenu(editor: Editor): EntryCommands {
  const comment = createComment(editor);
  const menu = $("entry-menu");
  const open = bindList(menu);

  return {
    comment,
    menu(node, at) {
      draw(menu, <Menu node={node} items={itemsOf(node, editor, comment)} mark={(nag: Judgement) => mark(editor, node, nag)} />);
      open(true);
      const { width, height } = menu.getBoundingClientRect(), { clientWidth } = document.documentElement; // without the scroll bar
      menu.style.left = `${Math.max(MARGIN, Math.min(at.x, clientWidth - width - MARGIN))}px`;
      menu.style.top = `${Math.max(MARGIN, Math.min(at.y, innerHeight - height - MARGIN))}px`;
    },
  };
}

const Menu = ({ node, items, mark }: { node: TreeNode; items: readonly Item[]; mark: (nag: Judgement) => void }) => (
  <>
    <p id="entry-title">{nodeName(node)}</p>
    <div id="entry-glyphs" class="glyphs" role="group" aria-label={words.list.glyph} hidden={!node.parent}>
      {Object.keys(JUDGEMENTS).map(Number).filter(isJudgement).map((nag) => (
        <button
          type="button" role="menuitemcheckbox" title={words.list.judgements[nag]} aria-label={words.list.judgements[nag]} data-nag={nag}
          aria-checked={node.nags.includes(nag)} onclick={() => mark(nag)}
        >{JUDGEMENTS[nag]}</button>
      ))}
    </div>
    {items.map(({ command, title, icon, key, isOffered, run }) => (
      <button type="button" class="item" role="menuitem" aria-keyshortcuts={key} data-command={command} hidden={!isOffered} onclick={run}>
        <Icon name={icon} /><span>{title}</span>{key && <kbd aria-hidden="true">{key}</kbd>}
      </button>
    ))}
  </>
);

function itemsOf(node: TreeNode, editor: Editor, comment: EntryCommands["comment"]): Item[] {
  const isVariation = !node.isMainLine;
  return [
    { command: "comment", title: words.list.comment, icon: "comment", key: "c", isOffered: true, run: () => comment(node) },
    { command: "before", title: words.list.commentBefore, icon: "comment", isOffered: node.commentBefore !== "", run: () => comment(node, "commentBefore") },
    {
      command: "promote", title: words.list.promote, icon: "promote", isOffered: isVariation,
      run: () => editor.edit(words.list.promoted, () => node.promote()),
    },
    {
      command: "main", title: words.list.makeMain, icon: "main", isOffered: isVariation,
      run: () => editor.edit(words.list.madeMain, () => makeMainLine(node)),
    },
    {
      command: "variation", title: words.list.deleteVariation, icon: "close", isOffered: isVariation,
      run: () => remove(editor, firstOf(node), words.list.variationDeleted),
    },
    {
      command: "rest", title: words.list.deleteRest, icon: "rest", isOffered: node.parent !== null,
      run: () => remove(editor, node, words.list.restDeleted(nodeName(node))),
    },
  ];
}

/** Sets a glyph, or removes it if it is set. */
function mark(editor: Editor, node: TreeNode, nag: Judgement): void {
  const nags = judged(node.nags, nag);
  const text = nags.includes(nag) ? words.list.marked(nodeName(node), nag, node.actionType) : words.list.unmarked(nodeName(node));
  editor.edit(text, () => void node.annotate({ nags }));
}

/** Deletes a node and the nodes after it. If the current node is among them, goes to the node before them. */
function remove(editor: Editor, node: TreeNode, text: string): void {
  editor.edit(text, (record) => {
    if (record.current.line().includes(node)) editor.goTo(node.parent!);
    node.delete();
  });
}

/** Returns the first node of a variation. */
function firstOf(node: TreeNode): TreeNode {
  let first = node;
  while (first.parent && first.parent.next === first) first = first.parent;
  return first;
}
