// What the parts of the list ask of one another, and of the game.

import type { GameTree, TreeNode } from "../../banchess/tree.js";

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
