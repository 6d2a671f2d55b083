// A menu that opens over the page. It closes when a command is chosen, with Escape, and
// when the focus moves elsewhere.

import { layer } from "./layers.js";

interface Options {
  opener?: HTMLElement | undefined; // gets the focus when the menu closes; a click on it does not close the menu
  told?: (open: boolean) => void;
}

/** Binds the keys and the pointer. Returns a function that opens or closes the menu. */
export function bindList(menu: HTMLElement, { opener, told }: Options = {}): (is: boolean) => void {
  const enabled = () => [...menu.querySelectorAll<HTMLElement>("button:not(:disabled, [hidden], [hidden] *)")];
  let back: Element | null = null, left = () => {};
  const open = (is: boolean) => {
    if (is && menu.hidden) left = layer(() => open(false));
    else if (!is) left();
    if (is) back = opener ?? document.activeElement;
    menu.hidden = !is;
    told?.(is);
    if (is) menu.scrollIntoView({ block: "nearest" });
    if (is) enabled()[0]?.focus();
  };
  const focusBack = () => (back as HTMLElement | null)?.focus({ preventScroll: true });
  // The menu closes before the command runs, because a command may open something and focus it.
  menu.addEventListener("click", () => {
    open(false);
    focusBack();
  }, true);
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: 1, End: -1 }[event.key];
    if (event.key === "Escape") {
      open(false);
      focusBack();
    } else if (step) {
      const buttons = enabled();
      const at = event.key.startsWith("A") ? buttons.indexOf(document.activeElement as HTMLElement) : -(step > 0);
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    } else {
      // A shortcut may remove what the menu is about.
      if (event.ctrlKey || event.metaKey) {
        open(false);
        focusBack();
      }
      return;
    }
    event.preventDefault();
  });
  const outside = ({ target }: Event) => {
    if (!menu.hidden && !menu.contains(target as Node) && !opener?.contains(target as Node)) open(false);
  };
  document.addEventListener("pointerdown", outside);
  document.addEventListener("focusin", outside);
  return open;
}
