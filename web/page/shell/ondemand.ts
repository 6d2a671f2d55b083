// Parts of the page that are loaded when somebody asks for what they do.

import { words } from "language/first";
import type { PageStore, State } from "./state.js";

interface Part<Module, Made> {
  readonly what?: string; // its name, where it has one
  readonly load: () => Promise<Module>;
  readonly make: (module: Module) => Made;
  readonly isAsked?: (state: State) => boolean; // it is also loaded when the state begins to ask for it
  readonly without?: () => void; // what is done where it cannot be loaded
}

/**
 * Returns what loads a part, once, and resolves with what is made of it. Where the part
 * cannot be loaded it says so and resolves with null, and the next call tries again.
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
