// What the classes of the library have in common: they refuse to be copied by
// structuredClone, show themselves in the console, can be freed by `using`, and are
// made around a state that is there already.
//
// Importing a constant of the package leaves the classes out of a bundle. So nothing
// is done to a class after its declaration, and what it extends is marked as pure.

/** What console.log shows of an object in Node and its like: an object or a text. */
type Shown = (value: never) => object | string;

/**
 * The class to extend for what structuredClone, and postMessage with it, is to
 * refuse with its DataCloneError; {} would arrive otherwise. It refuses whatever has
 * a slot that it knows no copy of, as a WeakSet has.
 *
 * @param shown what the console shows; the code of an error that it throws is shown instead
 * @internal
 */
export const uncloneable = (shown: Shown): new () => object => class {
  constructor() { return Reflect.construct(WeakSet, [], new.target) as object; }

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

/** The same for what `using` frees. Symbol.dispose is younger than some of the engines this runs in. @internal */
export const disposable = (shown: Shown): new () => object => class extends uncloneable(shown) {
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")](): void { (this as unknown as { free(): void }).free(); }
};

/**
 * The way from a state to an object of a class whose constructor makes a state of
 * its own when it is called from outside.
 *
 * @internal
 */
export function handover<S extends { free(): void }>() {
  let given: { readonly state: S; readonly of: unknown } | null = null;
  return {
    /** Constructs an object around the state, which is freed if that fails. */
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
    /** In the constructor, by new.target: the state it is called for, null from outside. */
    take(of: unknown): S | null {
      if (!given || given.of !== of) return null;
      const { state } = given;
      given = null;
      return state;
    },
  };
}
