// What the classes of the library have in common: they refuse to be copied by
// structuredClone, keep their names when bundled, show themselves in the console,
// can be freed by `using`, and are made around a state that is there already.

/**
 * The class to extend for what structuredClone, and postMessage with it, is to
 * refuse with its DataCloneError; {} would arrive otherwise. It refuses whatever has
 * a slot that it knows no copy of, as a WeakSet has.
 *
 * @internal
 */
export const uncloneable = (): new () => object => class { constructor() { return Reflect.construct(WeakSet, [], new.target) as object; } };

/** Gives a class its name; the bundler has another for a class that names itself. @internal */
export const named = (of: abstract new (...args: never) => unknown, name: string): void => { Object.defineProperty(of, "name", { value: name, configurable: true }); };

/**
 * Says what console.log shows of an object in Node and its like; elsewhere it shows
 * what it shows of any. An object that cannot tell shows the code of its error.
 *
 * @internal
 */
export function showAs<T extends object>(prototype: T, shown: (value: T) => object | string): void {
  Object.defineProperty(prototype, Symbol.for("nodejs.util.inspect.custom"), {
    value(this: T, depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
      const { name } = this.constructor;
      if (depth < 0) return `[${name}]`;
      try {
        const what = shown(this);
        return typeof what === "string" ? `${name} <${what}>` : `${name} ${inspect(what, options)}`;
      } catch (e) {
        return `${name} <${(e as { code?: string }).code}>`;
      }
    },
    writable: true, configurable: true,
  });
}

/** Has `using` free an object. Symbol.dispose is younger than some of the engines this runs in. @internal */
export function disposable(prototype: { free(): void }): void {
  Object.defineProperty(prototype, Symbol.dispose ?? Symbol.for("Symbol.dispose"), { value(this: { free(): void }) { this.free(); }, writable: true, configurable: true });
}

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
