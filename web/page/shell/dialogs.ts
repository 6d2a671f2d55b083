// The dialogs of index.html. Each belongs to the part that fills it.

import { $ } from "./dom.js";

/**
 * Binds a dialog: a click beside it closes it.
 *
 * @param opener is the id of the button that opens it, if there is one
 * @param opened is called then
 */
export function bindDialog(id: string, opener?: string, opened?: () => void): HTMLDialogElement {
  const dialog = $<HTMLDialogElement>(id);
  // A click on the backdrop is one on the dialog, but outside of its box.
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  if (opener) {
    $(opener).addEventListener("click", () => {
      dialog.showModal();
      opened?.();
    });
  }
  return dialog;
}
