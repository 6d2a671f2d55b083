// The dialogs of the page. Each belongs to the part that draws it.

import { $ } from "./dom.js";
import { Icon } from "./figures.js";
import { words } from "./language.js";
import { draw, h, type Child } from "./view.js";

export interface Dialog {
  open(): void;
  close(): void;
  /** Draws what it shows now, if it has been opened. */
  redraw(): void;
}

/**
 * A dialog of the page, which is made when it is first opened. Its title has the id of the
 * dialog with "-title". A click beside one in which people write does not close it.
 */
export function createDialog(id: string, view: () => Child, closesBeside = true): Dialog {
  let dialog: HTMLDialogElement | null = null;
  const redraw = () => dialog && draw(dialog, view());
  return {
    open() {
      if (!dialog) {
        dialog = document.body.appendChild(Object.assign(document.createElement("dialog"), { id, className: "dialog" }));
        dialog.setAttribute("aria-labelledby", `${id}-title`);
        if (closesBeside) closeBeside(dialog);
      }
      redraw();
      dialog.showModal();
    },
    close: () => dialog?.close(),
    redraw,
  };
}

/** The title of a dialog, with a cross that closes it. */
export const DialogHead = ({ id, title }: { id: string; title: string }) => (
  <form method="dialog" class="head">
    <h2 id={`${id}-title`}>{title}</h2>
    <button class="icon-button" aria-label={words.shell.close}><Icon name="close" /></button>
  </form>
);

/** Closes a dialog when somebody clicks beside it: on the backdrop, which is a click on the dialog outside of its box. */
function closeBeside(dialog: HTMLDialogElement): void {
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
}

/**
 * Binds a dialog of index.html.
 *
 * @param opener is the id of the button that opens it, if there is one
 * @param opened is called then
 */
export function bindDialog(id: string, opener?: string, opened?: () => void): HTMLDialogElement {
  const dialog = $<HTMLDialogElement>(id);
  closeBeside(dialog);
  if (opener) {
    $(opener).addEventListener("click", () => {
      dialog.showModal();
      opened?.();
    });
  }
  return dialog;
}
