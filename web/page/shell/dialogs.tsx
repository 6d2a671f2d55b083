// The dialogs of the page. Each belongs to the part that draws it.

import { Icon } from "./figures.js";
import { words } from "language/first";
import { draw, h, type Child } from "./view.js";

export interface Dialog {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
  /** Draws what it shows now, if it is open. */
  redraw(): void;
}

interface Options {
  readonly closesBeside?: boolean; // whether a click beside it closes it; not where people write
  readonly closed?: () => void; // called after it was closed, which may be after it was opened again
}

/** Returns a dialog of the page, which is made when it is first opened. Its title has the id of the dialog with "-title". */
export function createDialog(id: string, view: () => Child, options: Options = {}): Dialog {
  let dialog: HTMLDialogElement | null = null;
  return {
    get isOpen() {
      return dialog?.open === true;
    },
    open() {
      dialog ??= makeDialog(id, options);
      draw(dialog, view());
      dialog.showModal();
    },
    close: () => dialog?.close(),
    redraw: () => dialog?.open && draw(dialog, view()),
  };
}

function makeDialog(id: string, { closesBeside = true, closed = () => {} }: Options): HTMLDialogElement {
  const dialog = document.body.appendChild(Object.assign(document.createElement("dialog"), { id, className: "dialog", onclose: closed }));
  dialog.setAttribute("aria-labelledby", `${id}-title`);
  // A click on the backdrop is a click on the dialog outside of its box.
  if (closesBeside) dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  return dialog;
}

/** The title of a dialog, with a cross that closes it. */
export const DialogHead = ({ id, title }: { id: string; title: string }) => (
  <form method="dialog" class="head">
    <h2 id={`${id}-title`}>{title}</h2>
    <button class="icon-button" aria-label={words.shell.close}><Icon name="close" /></button>
  </form>
);
