// The functions that the parts of the list use of one another and of the game.

import type { GameTree, TreeNode } from "../../banchess/tree.js";

export type Field = "comment" | "commentBefore";

export interface EntryCommands {
  /** Opens the menu of a node at a point of the window. */
  menu(node: TreeNode, at: { x: number; y: number }): void;
  /** Opens the dialog for a comment. */
  comment(node: TreeNode, field?: Field): void;
}

/** The functions that change the record. */
export interface Editor {
  edit(text: string, act: (record: GameTree) => void): void;
  goTo(node: TreeNode): void;
}
