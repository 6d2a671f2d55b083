// What can be done with the entries of the list. The menu and the dialog for it are
// loaded when somebody asks for them.

import type { GameTree, TreeNode } from "../../banchess/tree.js";
import { onDemand } from "../shell/ondemand.js";
import type { PageStore } from "../shell/state.js";

export type Field = "comment" | "commentBefore";

export interface EntryCommands {
  /** Opens the menu of a node at a point of the window. */
  menu(node: TreeNode, at: { x: number; y: number }): void;
  /** Opens the dialog in which a comment is written. */
  comment(node: TreeNode, field?: Field): void;
}

/** What changes the record. */
export interface Editor {
  edit(text: string, act: (record: GameTree) => void): void;
  goTo(node: TreeNode): void;
}

export function createEntries(store: PageStore, editor: Editor): EntryCommands {
  const get = onDemand(store, { load: () => import("./entry-menu.js"), make: ({ createEntryMenu }) => createEntryMenu(editor) });

  async function use(act: (commands: EntryCommands) => void): Promise<void> {
    const commands = store.state.rules && await get();
    if (commands) act(commands);
  }

  return {
    menu: (node, at) => void use((commands) => commands.menu(node, at)),
    comment: (node, field) => void use((commands) => commands.comment(node, field)),
  };
}
