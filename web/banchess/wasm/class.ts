// The base of the library's classes: they cannot be copied by structuredClone, are
// readable in the console, can be freed by `using`, and can be constructed around an
// existing state.
//
// A bundle that imports only a constant of the package leaves the classes out. For this,
// a class is not changed after its declaration, and its base is marked as pure.

/** Returns what console.log shows for an object in Node and similar programs: an object or a text. */
type Shown = (value: never) => object | string;

/**
 * Returns a base class whose objects cannot be copied by structuredClone or postMessage:
 * both throw a DataCloneError instead of copying to {}. They refuse every object with an
 * internal slot that they cannot copy, such as that of a WeakSet.
 *
 * @param shown returns what the console shows; if it throws, the console shows the error's code
 * @internal
 */
export const uncloneable = (shown: Shown): new () => object => class {
  constructor() { return Reflect.construct(WeakSet, [], new.target) as never; }

  get [Symbol.toStringTag](): string { return "BanChess"; } // Vue makes proxies of plain objects

  [Symbol.for("nodejs.util.inspect.custom")](depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
    const { name } = this.constructor;
    if (depth < 0) return `[${name}]`;
    try {
      const what = shown(this as never);
      return typeof what === "string" ? `${name} <${what}>` : `${name} ${inspect(what, options)}`;
    } catch (e) {
      return `${name} <${(e as { code?: string }).code}>`;
    }
  }
};

/** Returns a base class whose objects can also be freed by `using`. Some supported engines do not have Symbol.dispose. @internal */
export const disposable = (shown: Shown): new () => object => class extends uncloneable(shown) {
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")](): void { (this as unknown as { free(): void }).free(); }
};

/**
 * Passes an existing state to a constructor that otherwise makes a state of its own.
 *
 * @internal
 */
export function handover<S extends { free(): void }>() {
  let given: { readonly state: S; readonly of: unknown } | null = null;
  return {
    /** Constructs an object with the given state. Frees the state if the constructor throws. */
    construct<T>(state: S, of: new () => T): T {
      try {
        given = { state, of };
        return new of();
      } catch (e) {
        state.free();
        throw e;
      } finally {
        given = null;
      }
    },
    /** Returns the state that construct passed, or null if the constructor was called by others. Call it in the constructor with new.target. */
    take(of: unknown): S | null {
      if (!given || given.of !== of) return null;
      const { state } = given;
      given = null;
      return state;
    },
  };
}
