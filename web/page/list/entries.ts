// The functions of the list's entries. Their menu and dialog are loaded when they are
// first opened.

import { onDemand, type PageStore } from "../shell/index.js";
import type { Editor, EntryCommands } from "./commands.js";

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
