// structuredClone, and postMessage with it, takes of an object what is enumerable,
// and of a game that is nothing: {} would arrive.

/**
 * The class to extend for what structuredClone is to refuse, with its
 * DataCloneError. It refuses whatever has a slot that it knows no copy of, as a
 * WeakSet has.
 *
 * @internal
 */
export const uncloneable = (): new () => object => class { constructor() { return Reflect.construct(WeakSet, [], new.target) as object; } };
