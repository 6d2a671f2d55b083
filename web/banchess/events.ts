// EventTarget with the types of its own events.

/** What addEventListener takes at the end: `{ once: true }` and its like. */
export type ListenerOptions = Parameters<EventTarget["addEventListener"]>[2];

/** An EventTarget that has events of these names. */
export interface TypedTarget<Events> extends EventTarget {
  /** Has a function called with every event of a name. */
  addEventListener<K extends keyof Events & string>(type: K, listener: (event: Events[K]) => void, options?: ListenerOptions): void;
  /** As every EventTarget. */
  addEventListener(...args: Parameters<EventTarget["addEventListener"]>): void;
  /** Ends that. */
  removeEventListener<K extends keyof Events & string>(type: K, listener: (event: Events[K]) => void, options?: ListenerOptions): void;
  /** As every EventTarget. */
  removeEventListener(...args: Parameters<EventTarget["removeEventListener"]>): void;
}

/** The class to extend for that. @internal */
export const typedTarget = <Events>(): new () => TypedTarget<Events> => EventTarget as never;

/** The same for an element. @internal */
export const typedElement = <Events>(): new () => TypedTarget<Events> & HTMLElement => HTMLElement as never;
