// The menu of an entry of the list: glyphs, a comment, and the order of the
// variations. All of it can be undone. This is loaded when it is first asked for.

import type { TreeNode } from "../../banchess/tree.js";
import { makeMainLine } from "../shell/record.js";
import { createComment } from "./comment.js";
import type { GameController } from "../play/controller.js";
import { element, icon } from "../shell/dom.js";
import type { EntryCommands } from "./entries.js";
import { JUDGEMENTS, judged } from "../shell/glyphs.js";
import { bindList } from "../shell/menu.js";
import { nodeName } from "../shell/words.js";

/** What the menu offers besides glyphs: its name, its words, its icon and where it makes sense. */
const ITEMS: readonly (readonly [command: string, words: string, icon: string, offered: (node: TreeNode) => boolean])[] = [
  ["comment", "Comment", "comment", () => true],
  ["before", "Comment before it", "comment", (node) => node.commentBefore !== ""],
  ["promote", "Promote the variation", "promote", (node) => !node.isMainLine],
  ["main", "Make it the main line", "main", (node) => !node.isMainLine],
  ["variation", "Delete the variation", "close", (node) => !node.isMainLine],
  ["rest", "Delete from here on", "rest", (node) => node.parent !== null],
];

export function createEntryMenu(controller: GameController): EntryCommands {
  const comment = createComment(controller);
  const title = element("p", { id: "entry-title" });
  const glyphs = element("div", { id: "entry-glyphs", className: "glyphs" }, { role: "group", "aria-label": "Glyph" });
  const menu = element("div", { id: "entry-menu", className: "menu entry-menu", hidden: true }, { role: "menu", "aria-labelledby": "entry-title" });
  for (const [nag, [sign, word]] of Object.entries(JUDGEMENTS)) {
    glyphs.append(element("button", { type: "button", textContent: sign, title: word }, { role: "menuitemcheckbox", "aria-label": word, "data-nag": nag }));
  }
  const items = ITEMS.map(([command, textContent, sign]) => {
    const item = element("button", { type: "button", className: "item" }, { role: "menuitem", "data-command": command });
    item.append(icon(sign), element("span", { textContent }));
    if (command === "comment") item.append(element("kbd", { textContent: "c" }));
    return item;
  });
  menu.append(title, glyphs, ...items);
  document.body.append(menu);
  const open = bindList(menu);
  let about!: TreeNode;

  const commands: { [name: string]: () => void } = {
    comment: () => comment(about),
    before: () => comment(about, "commentBefore"),
    promote: () => controller.edit("The variation goes before the others.", () => about.promote()),
    main: () => controller.edit("That is the main line now.", () => makeMainLine(about)),
    variation: () => remove(firstOf(about), "The variation is deleted."),
    rest: () => remove(about, `Deleted from ${nodeName(about)} on.`),
  };

  function remove(node: TreeNode, text: string): void {
    controller.edit(text, (record) => {
      if (record.current.line().includes(node)) controller.goTo(node.parent!);
      node.delete();
    });
  }

  menu.addEventListener("click", ({ target }) => {
    const { nag, command } = (target as Element).closest<HTMLElement>("button")?.dataset ?? {};
    if (nag) {
      const nags = judged(about.nags, Number(nag));
      const text = nags.includes(Number(nag)) ? `${nodeName(about)} is marked ${JUDGEMENTS[Number(nag)]?.[0]}` : `${nodeName(about)} is not marked any more.`;
      controller.edit(text, () => void about.annotate({ nags }));
    } else if (command) {
      commands[command]?.();
    }
  });

  return {
    comment,
    menu(node, at) {
      about = node;
      title.textContent = nodeName(node);
      for (const button of glyphs.querySelectorAll("button")) button.setAttribute("aria-checked", String(node.nags.includes(Number(button.dataset.nag))));
      ITEMS.forEach(([, , , offered], i) => { items[i]!.hidden = !offered(node); });
      glyphs.hidden = !node.parent;
      open(true);
      const { width, height } = menu.getBoundingClientRect();
      menu.style.left = `${Math.max(4, Math.min(at.x, innerWidth - width - 4))}px`;
      menu.style.top = `${Math.max(4, Math.min(at.y, innerHeight - height - 4))}px`;
    },
  };
}

/** The node that a variation begins with. */
function firstOf(node: TreeNode): TreeNode {
  let first = node;
  while (first.parent && first.parent.next === first) first = first.parent;
  return first;
}
