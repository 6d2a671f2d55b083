// The store: the page's only state, a plain object that is replaced as a whole and never
// modified. The parts of the page communicate only through it.

export interface Store<S> {
  readonly state: S;
  /**
   * Merges a patch and calls every listener whose keys have changed. If a listener sets keys
   * itself, their listeners are called after this round.
   */
  set(patch: Partial<S>): void;
  /**
   * Calls `listener(state, old)` now (with `old` undefined) and after every change of
   * one of the named keys: `state` is the current one, `old` the one before the change.
   * An error that a listener throws is reported and does not affect the others. Returns a
   * function that removes the listener.
   */
  watch(keys: readonly (keyof S)[], listener: (state: S, old: S | undefined) => void): () => void;
}

export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial;
  const listeners = new Set<() => void>();
  let running = false, again = false;

  return {
    get state() {
      return state;
    },

    set(patch) {
      state = { ...state, ...patch };
      again = true;
      if (running) return;
      running = true;
      while (again) {
        again = false;
        for (const notify of listeners) notify();
      }
      running = false;
    },

    watch(keys, listener) {
      let seen: S | undefined;
      const notify = () => {
        const old = seen;
        seen = state;
        if (old && keys.every((key) => state[key] === old[key])) return;
        try {
          listener(state, old);
        } catch (error) {
          reportError(error);
        }
      };
      listeners.add(notify);
      notify();
      return () => listeners.delete(notify);
    },
  };
}
