// Loads parts of the page when they are first needed.

import { words } from "language/first";
import type { PageStore, State } from "./state.js";

interface Part<Module, Made> {
  readonly what?: string; // the name of the part for messages, if it has one
  readonly load: () => Promise<Module>;
  readonly make: (module: Module) => Made;
  readonly isAsked?: (state: State) => boolean; // reports whether the state needs the part, which loads it too
  readonly without?: () => void; // called if it cannot be loaded
}

/**
 * Returns a function that loads a part, once, and resolves with what it made. If loading
 * fails, it shows a message and resolves with null, and the next call tries again.
 */
export function onDemand<Module, Made>(store: PageStore, part: Part<Module, Made>): () => Promise<Made | null> {
  const { what, load, make, isAsked, without } = part;
  let coming: Promise<Made | null> | null = null;
  const get = () => (coming ??= load().then(make, () => {
    coming = null;
    without?.();
    store.set({ notice: { kind: "error", text: words.shell.notLoaded(what) } });
    return null;
  }));
  let asked = false;
  if (isAsked) {
    store.watch(["settings", "place"], (state) => {
      const before = asked;
      asked = isAsked(state);
      if (!before && asked) void get();
    });
  }
  return get;
}
