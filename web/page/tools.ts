// The buttons, and the commands behind them.

import type { BanChessBoard } from "../banchess/board.js";
import { isLocked } from "./computer.js";
import type { GameController } from "./controller.js";
import { $ } from "./dom.js";
import type { PageStore } from "./state.js";

export type Commands = ReturnType<typeof createTools>;

/** Binds the buttons, and returns the commands for the keys. */
export function createTools(store: PageStore, controller: GameController, board: BanChessBoard) {
  const flip = () => {
    const { settings } = store.state;
    store.set({ settings: { ...settings, orientation: settings.orientation === "white" ? "black" : "white" } });
  };
  // Back and forth against the computer is from one's own decision to the next.
  const undo = () => {
    do controller.undo();
    while (isLocked(store.state) && store.state.record.current.parent !== null);
    // There is none before the computer's first: back to the one after it.
    if (isLocked(store.state)) redo();
  };
  const redo = () => {
    do controller.redo();
    while (isLocked(store.state) && store.state.record.next() !== null);
  };
  const commands = {
    new: () => controller.newGame(),
    undo,
    redo,
    start: () => controller.start(),
    end: () => controller.end(),
    draw: () => controller.agreeDraw(),
    resign: () => controller.resign(),
    flip,
  };
  for (const [id, command] of Object.entries(commands)) $(id).addEventListener("click", command);

  for (const id of ["help", "settings"]) {
    const dialog = $<HTMLDialogElement>(id);
    $(`${id}-open`).addEventListener("click", () => dialog.showModal());
    // A click on the backdrop is one on the dialog, but outside of its box.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  const enable = (id: string, enabled: boolean) => ($<HTMLButtonElement>(id).disabled = !(store.state.rules && enabled));
  store.watch(["position", "revision", "rules", "previous", "settings"], ({ record, position, previous, settings }) => {
    const over = position.result !== null;
    const played = record.current.parent !== null || record.current.outcome !== null;
    enable("new", !record.isFresh);
    enable("undo", played || (record.empty && previous !== null));
    enable("start", record.current.parent !== null);
    for (const id of ["redo", "end"]) enable(id, record.next() !== null);
    enable("resign", !over);
    // An agreement takes two people.
    enable("draw", !over && settings.opponent === "nobody");
    $("undo").title = record.empty && !played && previous ? "Back to the previous game (←, Ctrl+Z)" : "Undo (←, Ctrl+Z)";
  });

  return { ...commands, help: () => $<HTMLDialogElement>("help").showModal(), board: (key: string) => board.key(key) };
}
