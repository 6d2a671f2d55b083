// EventTarget with the types of its own events.

import { fail } from "./error.js";

/** What addEventListener takes at the end: `{ once: true }` and its like. */
export type ListenerOptions = Parameters<EventTarget["addEventListener"]>[2];

/** Listening to events of these names. */
export interface Typed<Events> {
  /** Has a function called with every event of a name. */
  addEventListener<K extends keyof Events & string>(type: K, listener: (event: Events[K]) => void, options?: ListenerOptions): void;
  /** Ends that. */
  removeEventListener<K extends keyof Events & string>(type: K, listener: (event: Events[K]) => void, options?: ListenerOptions): void;
}

/**
 * The class to extend for such events. Node knows no EventTarget that structuredClone
 * refuses, as browsers do: what it refuses is the function that is an own property,
 * which by its name keeps JSON.stringify too from making {} of it.
 *
 * @internal
 */
export const typedTarget = <Events>(): new () => Typed<Events> & EventTarget => (class extends EventTarget {
  readonly toJSON = (): never => noJSON(this);
  // What console.log shows in Node and its like.
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    const { constructor: { name }, state } = this as { readonly state?: string };
    return state === undefined ? `[${name}]` : `${name} <${state}>`;
  }
}) as never;

/** The refusal of what cannot be written as JSON. @internal */
export function noJSON(what: object): never {
  throw fail("bad_argument", `${what.constructor.name} has no JSON: it stands for something that runs`, "write what you need of it");
}

/** The same for an element. Where there is no DOM, it is one that no page shows. @internal */
export const typedElement = <Events>(): new () => Typed<Events> & HTMLElement => (globalThis.HTMLElement ?? EventTarget) as never;
