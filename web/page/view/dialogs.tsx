// The dialogs of the page. Each part draws its own.

import { Icon } from "./icon.js";
import { layer } from "./layers.js";
import { words } from "language/first";
import { draw, h, type Child } from "./view.js";

export interface Dialog {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
  /** Draws the dialog again if it is open. */
  redraw(): void;
}

interface Options {
  readonly closesBeside?: boolean; // true if a click beside the dialog closes it, which would lose text that is being typed
  readonly closed?: () => void; // called after the dialog was closed; it may be open again by then
}

/** Returns a dialog, which is created when it is first opened. The id of its title is that of the dialog with "-title". */
export function createDialog(id: string, view: () => Child, options: Options = {}): Dialog {
  let dialog: HTMLDialogElement | null = null, left = () => {};
  const closed = () => {
    if (!dialog?.open) left();
    options.closed?.();
  };
  return {
    get isOpen() {
      return dialog?.open === true;
    },
    open() {
      dialog ??= makeDialog(id, { ...options, closed });
      draw(dialog, view());
      if (!dialog.open) {
        left(); // the event of a dialog that was closed just now comes later
        left = layer(() => dialog?.close());
      }
      dialog.showModal();
    },
    close: () => dialog?.close(),
    redraw: () => dialog?.open && draw(dialog, view()),
  };
}

function makeDialog(id: string, { closesBeside = true, closed }: Options & { closed: () => void }): HTMLDialogElement {
  const dialog = document.body.appendChild(Object.assign(document.createElement("dialog"), { id, className: "dialog", onclose: closed }));
  dialog.setAttribute("aria-labelledby", `${id}-title`);
  // A click on the backdrop has the dialog itself as its target.
  if (closesBeside) dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  return dialog;
}

/** The title of a dialog, with a close button. */
export const DialogHead = ({ id, title }: { id: string; title: string }) => (
  <form method="dialog" class="head">
    <h2 id={`${id}-title`}>{title}</h2>
    <button class="icon-button" aria-label={words.shell.close}><Icon name="close" /></button>
  </form>
);
