// The shortcut keys. They work everywhere except while the user types. The board's element
// passes on the keys that are pressed over the board.

import { updateSettings, type PageStore, type State } from "./state.js";
import { isAway } from "./permissions.js";

/** The functions of the keys. */
export interface KeyCommands {
  undo(): void;
  redo(): void;
  undoEdit(again?: boolean): boolean; // reports whether there was an edit to undo
  start(): void;
  end(): void;
  beside(step: 1 | -1): void;
  branch(step: 1 | -1): void;
  flip(): void;
  hint(): void;
  threat(): void;
  playBest(): void;
  comment(): void;
  type(): void;
  help(): void;
  board(key: string): boolean; // reports whether the drawn board used the key
}

export function listenToKeys(store: PageStore, commands: KeyCommands): void {
  const analysing = () => store.state.settings.mode === "analyse";
  const toggleEngine = () => {
    if (analysing()) updateSettings(store, { engine: !store.state.settings.engine });
  };
  const plain: Record<string, () => void> = {
    ArrowLeft: commands.undo,
    ArrowRight: commands.redo,
    ArrowUp: () => commands.beside(-1),
    ArrowDown: () => commands.beside(1),
    Home: commands.start,
    End: commands.end,
    f: commands.flip,
    h: commands.hint,
    l: toggleEngine,
    " ": () => (store.state.settings.engine ? commands.playBest() : toggleEngine()),
    x: commands.threat,
    c: commands.comment,
    "/": () => commands.type(),
    Enter: () => commands.type(),
    "?": commands.help,
  };
  const shifted: Record<string, () => void> = { ...plain, ArrowLeft: () => commands.branch(-1), ArrowRight: () => commands.branch(1) };
  const undo = () => commands.undoEdit() || commands.undo();
  const redo = () => commands.undoEdit(true) || commands.redo();
  const withControl: Record<string, () => void> = { z: undo, y: redo, Z: redo };

  // A control keeps the focus after a click, for example the switch of the engine.
  let pointing = false, clicked: EventTarget | null = null;
  document.addEventListener("pointerdown", () => (pointing = true), true);
  document.addEventListener("keydown", () => (pointing = false), true);
  document.addEventListener("focusin", ({ target }) => (clicked = pointing ? target : null));

  document.addEventListener("keydown", (event) => {
    const { target } = event, key = keyOf(event);
    if (isElsewhere(event, store.state)) return;
    const control = event.ctrlKey || event.metaKey;
    if (isAway(store.state) && key !== "?") return; // a game that is hidden must not change
    // While the board asks for a promotion, it handles the keys.
    if (!control && (key === "Escape" || store.state.promotion) && commands.board(key)) {
      event.preventDefault();
      return;
    }
    // Enter and Space press the focused control, but in Analyse Space does not press one that was only clicked.
    const presses = key === "Enter" || key === " " && !(analysing() && target === clicked);
    if (presses && target instanceof Element && target.closest("button, a, input, summary")) return;
    const command = (control ? withControl : event.shiftKey ? shifted : plain)[key];
    if (!command || key === " " && !analysing()) return; // in Play, Space scrolls
    event.preventDefault();
    command();
  });
}

/** Returns the key of an event as it is without Caps Lock. */
export const keyOf = ({ key, shiftKey }: KeyboardEvent): string => (key.length > 1 ? key : shiftKey ? key.toUpperCase() : key.toLowerCase());

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"));

/** Reports whether a key is for a text field or a dialog, has been handled, or is a letter or sign that does nothing, as speech input and some screen readers need it. */
export const isElsewhere = ({ defaultPrevented, altKey, ctrlKey, metaKey, key, target }: KeyboardEvent, { settings }: State) =>
  defaultPrevented || altKey || !settings.letters && !ctrlKey && !metaKey && /^\S$/.test(key) || isTyping(target) || document.querySelector("dialog[open]") !== null;
