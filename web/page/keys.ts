// Keys that work wherever the focus is, except while somebody types. Those that
// go down over the board arrive here as well; its element hands them on.

import type { PageStore } from "./state.js";
import type { Commands } from "./tools.js";

export function listenToKeys(store: PageStore, commands: Commands & { hint: () => void }): void {
  const plain: Record<string, () => void> = {
    ArrowLeft: commands.undo,
    ArrowRight: commands.redo,
    Home: commands.start,
    End: commands.end,
    f: commands.flip,
    h: commands.hint,
    "?": commands.help,
  };
  const withControl: Record<string, () => void> = { z: commands.undo, y: commands.redo, Z: commands.redo };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const control = event.ctrlKey || event.metaKey;
    // While the board asks for a promotion, the keys are its own.
    if (!control && (event.key === "Escape" || store.state.promotion) && commands.board(event.key)) {
      event.preventDefault();
      return;
    }
    const command = (control ? withControl : plain)[event.key];
    if (!command) return;
    event.preventDefault();
    command();
  });
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"));
