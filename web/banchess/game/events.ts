// EventTarget with typed events, and what is done when an object is collected.

import { fail } from "./error.js";

/** The options of addEventListener, such as `{ once: true }`. */
export type ListenerOptions = Parameters<EventTarget["addEventListener"]>[2];

/** The listener methods for these events. */
export interface Typed<Events> {
  /** Adds a listener for the events of a type. */
  addEventListener<K extends keyof Events & string>(type: K, listener: (event: Events[K]) => void, options?: ListenerOptions): void;
  /** Removes a listener. */
  removeEventListener<K extends keyof Events & string>(type: K, listener: (event: Events[K]) => void, options?: ListenerOptions): void;
}

/**
 * Returns a base class for an EventTarget with these events. Browsers do not copy an
 * EventTarget by structuredClone, but Node does. An own property that is a function
 * prevents it there; the property is named toJSON, so that JSON.stringify throws too.
 *
 * @internal
 */
export const typedTarget = <Events>(): new () => Typed<Events> & EventTarget => (class extends EventTarget {
  readonly toJSON = (): never => noJSON(this);
  // The text that console.log shows in Node and similar programs.
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    const { constructor: { name }, state } = this as { readonly state?: string };
    return state === undefined ? `[${name}]` : `${name} <${state}>`;
  }
}) as never;

/** Throws the error for an object that cannot be written as JSON. @internal */
export function noJSON(what: object): never {
  throw fail("bad_argument", `${what.constructor.name} cannot be written as JSON: it stands for something that runs`, "write the parts that you need");
}

/** Returns a base class for an element with these events. Without a DOM it is an EventTarget. @internal */
export const typedElement = <Events>(): new () => Typed<Events> & HTMLElement => (globalThis.HTMLElement ?? EventTarget) as never;

/** Calls a function when an object is collected, to free what stands for it in the WebAssembly or in a worker. @internal */
export const dropped = /* @__PURE__ */ new FinalizationRegistry((free: () => void) => {
  try {
    free();
  } catch { /* a crash, which the instance has reported */ }
});
