// Loads games that are pasted, dropped or given by another program, and opens the sharing
// dialog. The dialog is loaded when it is first needed.

import type { GameController } from "../play/index.js";
import { onDemand, words, type PageStore } from "../shell/index.js";
import { styled } from "../view/index.js";
import type { AddressBar } from "./address.js";

/** Handles paste and drop. Returns a function that opens the dialog, or loads a text or a file. */
export function createShare(store: PageStore, controller: GameController, address: AddressBar): (given?: string | File) => Promise<void> {
  const get = onDemand(store, {
    what: words.share.name,
    load: () => styled("dialogs", import("./dialog.js")),
    make: ({ ShareDialog }) => new ShareDialog(store, controller, address),
  });
  const take = async (given?: string | File) => {
    const dialog = await get();
    if (given === undefined) dialog?.open();
    else dialog?.take(given);
  };
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain");
    if (!text || isEdited(event.target)) return;
    event.preventDefault();
    void take(text);
  });
  takeDrops((given) => void take(given));
  return take;
}

/** Reports whether an element takes pasted text itself. */
const isEdited = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input:not([readonly]), textarea:not([readonly])"));

/** Handles drops anywhere on the page. */
function takeDrops(take: (given: string | File) => void): void {
  const { dataset } = document.body;
  const isWanted = ({ dataTransfer, target }: DragEvent) =>
    dataTransfer?.types.includes("Files") || (dataTransfer?.types.includes("text/plain") && !isEdited(target));
  document.addEventListener("dragover", (event) => {
    if (!isWanted(event)) return;
    event.preventDefault();
    dataset["drop"] = "";
  });
  for (const type of ["dragleave", "drop", "dragend"] as const) document.addEventListener(type, () => delete dataset["drop"]);
  document.addEventListener("drop", (event) => {
    if (!isWanted(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    take(file ?? event.dataTransfer?.getData("text/plain") ?? "");
  });
}
