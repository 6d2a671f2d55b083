// Keys that work wherever the focus is, except while somebody types. Those that
// go down over the board arrive here as well; its element hands them on.

/**
 * @param commands functions by what they do: undo, redo, start, end, flip, hint, help,
 *   board(key): the board's own use for a key, and whether it had one
 */
export function listenToKeys(store, commands) {
  const plain = {
    ArrowLeft: commands.undo,
    ArrowRight: commands.redo,
    Home: commands.start,
    End: commands.end,
    f: commands.flip,
    h: commands.hint,
    "?": commands.help,
  };
  const withControl = { z: commands.undo, y: commands.redo, Z: commands.redo };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const control = event.ctrlKey || event.metaKey;
    // While the board asks for a promotion, the keys are its own.
    if (!control && (event.key === "Escape" || store.state.promotion) && commands.board(event.key)) {
      event.preventDefault();
      return;
    }
    const command = control ? withControl[event.key] : plain[event.key];
    if (!command) return;
    event.preventDefault();
    command();
  });
}

function isTyping(target) {
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
