// The buttons, and the commands behind them.

import type { BanChessBoard } from "../banchess/board.js";
import { isLocked } from "./computer.js";
import type { GameController } from "./controller.js";
import { $ } from "./dom.js";
import type { PageStore } from "./state.js";

export type Commands = ReturnType<typeof createTools>;

/** Binds the buttons, and returns the commands for the keys. */
export function createTools(store: PageStore, controller: GameController, board: BanChessBoard, newGame: () => void) {
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
    new: newGame,
    undo,
    redo,
    start: () => controller.start(),
    end: () => controller.end(),
    draw: () => controller.agreeDraw(),
    resign: () => controller.resign(),
    flip,
  };
  for (const [id, command] of Object.entries(commands)) $(id).addEventListener("click", command);

  for (const id of ["help", "settings", "share", "new-game"]) {
    const dialog = $<HTMLDialogElement>(id);
    document.getElementById(`${id}-open`)?.addEventListener("click", () => dialog.showModal());
    // A click on the backdrop is one on the dialog, but outside of its box.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  const enable = (id: string, enabled: boolean) => ($<HTMLButtonElement>(id).disabled = !(store.state.rules && enabled));
  store.watch(["position", "revision", "rules", "previous", "settings"], ({ record, position, previous, settings }) => {
    const over = position.result !== null;
    const played = record.current.parent !== null || record.outcome() !== null;
    enable("new", true);
    enable("undo", played || (record.empty && previous !== null));
    enable("start", record.current.parent !== null);
    for (const id of ["redo", "end"]) enable(id, record.next() !== null);
    enable("resign", !over);
    // An agreement takes two people.
    enable("draw", !over && settings.opponent === "nobody");
    $("undo").title = record.empty && !played && previous ? "Back to the previous game (←, Ctrl+Z)" : "Undo (←, Ctrl+Z)";
  });

  bindModes(store);
  bindMenu();
  // What was loaded is to be seen.
  store.watch(["record"], () => $<HTMLDialogElement>("share").close());
  return { ...commands, help: () => $<HTMLDialogElement>("help").showModal(), board: (key: string) => board.key(key) };
}

/** Play and Analyse, in the bar at the top. */
function bindModes(store: PageStore): void {
  for (const mode of ["play", "analyse"] as const) {
    $(`mode-${mode}`).addEventListener("click", () => store.set({ settings: { ...store.state.settings, mode } }));
  }
  store.watch(["settings"], ({ settings }) => {
    document.body.dataset.mode = settings.mode;
    for (const mode of ["play", "analyse"]) $(`mode-${mode}`).setAttribute("aria-pressed", String(mode === settings.mode));
  });
}

/** What is done less often, behind a button. */
function bindMenu(): void {
  const [menu, opener] = [$("menu"), $("menu-open")];
  const open = (is: boolean) => {
    menu.hidden = !is;
    opener.setAttribute("aria-expanded", String(is));
    if (is) menu.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  };
  opener.addEventListener("click", () => open(menu.hidden === true));
  menu.addEventListener("click", () => open(false));
  menu.addEventListener("keydown", (event) => {
    const buttons = [...menu.querySelectorAll<HTMLElement>("button:not(:disabled)")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      open(false);
      opener.focus();
    } else if (step) {
      const at = buttons.indexOf(document.activeElement as HTMLElement);
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    } else {
      return;
    }
    event.preventDefault();
  });
  const outside = ({ target }: Event) => {
    if (!menu.hidden && !menu.contains(target as Node) && !opener.contains(target as Node)) open(false);
  };
  document.addEventListener("pointerdown", outside);
  document.addEventListener("focusin", outside);
}
