// The layers over the page: dialogs and menus. While one is open, the browser's history has
// one more entry, so that Back closes the layer before it leaves the page.

const open: (() => void)[] = []; // closes each, the last opened last
const waiting: (() => void)[] = []; // called when the additional entry is gone
let isGoing = false; // true while the page itself goes back from the additional entry

/** Reports whether the current entry of the history is the additional one. */
export const isLayered = (): boolean => (history.state as { layer?: unknown } | null)?.layer === true;

/** Calls a function when the additional entry is gone. */
export function whenFlat(act: () => void): void {
  if (!waiting.includes(act)) waiting.push(act);
}

/** Notes that something was opened. Returns a function to call when it was closed. */
export function layer(close: () => void): () => void {
  open.push(close);
  push();
  return () => {
    const at = open.indexOf(close);
    if (at < 0) return;
    open.splice(at, 1);
    // Something else may be opened at once, or the page may go elsewhere.
    setTimeout(() => {
      if (open.length === 0 && isLayered()) goBack();
      else flatten();
    });
  };
}

function push(): void {
  if (isLayered()) return;
  try {
    history.scrollRestoration = "manual"; // what is opened may scroll the page, and the step back keeps that
    history.pushState({ ...history.state, layer: true }, "");
  } catch { /* too often, or not in this frame: Back leaves the page */ }
}

function goBack(): void {
  if (isGoing) return;
  isGoing = true;
  history.back();
}

function flatten(): void {
  if (!isLayered()) for (const act of waiting.splice(0)) act();
}

/** Handles Back. Call it before anything else listens to the history. */
export function watchHistory(): void {
  history.scrollRestoration = "auto";
  if (isLayered()) history.replaceState({ ...history.state, layer: false }, ""); // the page was reloaded
  addEventListener("popstate", (event) => {
    const isOwn = isGoing, closes = !isOwn && open.length > 0;
    isGoing = false;
    if (closes) open.pop()!();
    if (open.length > 0) push();
    else if (isLayered()) goBack(); // the entry is left over
    else if (!isOwn && !closes) return flatten();
    event.stopImmediatePropagation();
    if (!isLayered()) history.scrollRestoration = "auto";
    flatten();
  });
}
