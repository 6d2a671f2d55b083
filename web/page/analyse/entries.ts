// What can be done with the entries of the list. The menu and the dialog for it are
// loaded when somebody asks for them.

import type { TreeNode } from "../../banchess/tree.js";
import type { GameController } from "../play/controller.js";
import { missing } from "../shell/ondemand.js";
import type { PageStore } from "../shell/state.js";

export type Field = "comment" | "commentBefore";

export interface EntryCommands {
  /** Opens the menu of a node at a point of the window. */
  menu(node: TreeNode, at: { x: number; y: number }): void;
  /** Opens a comment to be written. */
  comment(node: TreeNode, field?: Field): void;
}

export function createEntries(store: PageStore, controller: GameController): EntryCommands {
  let made: EntryCommands | null = null;

  async function use(act: (commands: EntryCommands) => void): Promise<void> {
    if (!store.state.rules) return;
    let module;
    try {
      module = await import("./entry-menu.js");
    } catch {
      return missing(store);
    }
    act((made ??= module.createEntryMenu(controller)));
  }

  return {
    menu: (node, at) => void use((commands) => commands.menu(node, at)),
    comment: (node, field) => void use((commands) => commands.comment(node, field)),
  };
}
