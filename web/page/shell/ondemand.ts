// Loads parts of the page when they are first needed.

import { words } from "language/first";
import type { PageStore, State } from "./state.js";

interface Part<Module, Made> {
  readonly what?: string; // the name of the part for messages, if it has one
  readonly load: () => Promise<Module>;
  readonly make: (module: Module) => Made | Promise<Made>;
  readonly isAsked?: (state: State) => boolean; // reports whether the state needs the part, which loads it too
  readonly isQuiet?: true; // if that loading fails, there is no message, and the next change tries again
  readonly without?: () => void; // called if it cannot be loaded
}

/**
 * Returns a function that loads a part, once, and resolves with what it made. If loading
 * fails, it shows a message and resolves with null, and the next call tries again.
 */
export function onDemand<Module, Made>(store: PageStore, part: Part<Module, Made>): () => Promise<Made | null> {
  const { what, load, make, isAsked, isQuiet, without } = part;
  let coming: Promise<Made | null> | null = null;
  let asked = false, isWaited = false; // isWaited: somebody waits for it, and hears of a failure
  const get = (waits: boolean) => {
    isWaited ||= waits;
    return (coming ??= load().then(make, () => {
      const tell = isWaited;
      coming = null;
      asked = isWaited = false;
      without?.();
      if (tell) store.set({ notice: { kind: "error", text: words.shell.notLoaded(what) } });
      return null;
    }));
  };
  if (isAsked) {
    store.watch(["settings", "place", "revision", "boot"], (state) => {
      const before = asked;
      asked = isAsked(state);
      if (!before && asked) void get(!isQuiet);
    });
  }
  return () => get(true);
}
