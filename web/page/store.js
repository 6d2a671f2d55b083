// The page's one state: a plain object that is replaced as a whole, never
// changed in place. Its parts talk through it and never reach into each other.

/**
 * Makes a store.
 *
 * `set(patch)` merges the patch and calls every listener with the new and the
 * old state. A listener may set again: it is called once more after the
 * others have seen this change, so all see the same states in the same order.
 */
export function createStore(initial) {
  let state = initial;
  const listeners = new Set();
  const queue = [];
  let running = false;

  function set(patch) {
    const old = state;
    state = { ...state, ...patch };
    queue.push([state, old]);
    if (running) return;
    running = true;
    try {
      while (queue.length > 0) {
        const [now, before] = queue.shift();
        for (const listener of [...listeners]) listener(now, before);
      }
    } finally {
      running = false;
      queue.length = 0;
    }
  }

  /**
   * Calls `listener(state, old)` now (with `old` undefined) and after every
   * change of one of the named keys. Returns a function that ends it.
   */
  function watch(keys, listener) {
    const guarded = (now, old) => {
      if (keys.some((key) => now[key] !== old[key])) listener(now, old);
    };
    listeners.add(guarded);
    listener(state, undefined);
    return () => listeners.delete(guarded);
  }

  return {
    get state() {
      return state;
    },
    set,
    watch,
  };
}
