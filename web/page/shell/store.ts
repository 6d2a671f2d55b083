// The page's one state: a plain object that is replaced as a whole, never
// changed in place. Its parts talk through it and never reach into each other.

export interface Store<S> {
  readonly state: S;
  /**
   * Merges a patch and calls every listener with the new and the old state. A
   * listener may set again: it is called once more after the others have seen
   * this change, so all see the same states in the same order.
   */
  set(patch: Partial<S>): void;
  /**
   * Calls `listener(state, old)` now (with `old` undefined) and after every
   * change of one of the named keys. Returns a function that ends it.
   */
  watch(keys: readonly (keyof S)[], listener: (state: S, old: S | undefined) => void): () => void;
}

export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial;
  const listeners = new Set<(now: S, old: S) => void>();
  const queue: [S, S][] = [];
  let running = false;

  return {
    get state() {
      return state;
    },

    set(patch) {
      const old = state;
      state = { ...state, ...patch };
      queue.push([state, old]);
      if (running) return;
      running = true;
      try {
        for (let change = queue.shift(); change; change = queue.shift()) {
          for (const listener of [...listeners]) listener(...change);
        }
      } finally {
        running = false;
        queue.length = 0;
      }
    },

    watch(keys, listener) {
      const guarded = (now: S, old: S) => {
        if (keys.some((key) => now[key] !== old[key])) listener(now, old);
      };
      listeners.add(guarded);
      listener(state, undefined);
      return () => listeners.delete(guarded);
    },
  };
}
