// Parts of the page that are loaded when somebody asks for what they do.

import type { PageStore, State } from "./state.js";

/** What is said where a part of the page is not there. */
export const notLoaded = (what = "A part of the page"): string => `${what} could not be loaded. Look at your connection and try again.`;

/** Says so. */
export function missing(store: PageStore, what?: string): void {
  store.set({ notice: { kind: "error", text: notLoaded(what) } });
}

/** What is loaded: its name, when it is asked for, and what is done when it cannot be had. */
interface Part<Module> {
  readonly what: string;
  readonly isAsked: (state: State) => boolean;
  readonly load: () => Promise<Module>;
  readonly make: (module: Module) => void;
  readonly without?: () => void;
}

/**
 * Loads a part when it is asked for, once. Where it is not there, it says so and may be
 * asked for again, also by what is returned, which says whether the part has come now.
 */
export function later<Module>(store: PageStore, { what, isAsked, load, make, without }: Part<Module>): () => Promise<boolean> {
  let done = false, asked = false;
  let coming: Promise<boolean> | null = null;
  async function fetch(): Promise<boolean> {
    let module;
    try {
      module = await load();
    } catch {
      without?.();
      missing(store, what);
      return false;
    } finally {
      coming = null;
    }
    done = true;
    make(module);
    return true;
  }
  const get = async () => !done && await (coming ??= fetch());
  store.watch(["settings", "place"], (state) => {
    const before = asked;
    asked = isAsked(state);
    if (!before && asked) void get();
  });
  return get;
}
