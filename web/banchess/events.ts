// EventTarget with the types of its own events.

/** What addEventListener takes at the end: `{ once: true }` and its like. */
export type ListenerOptions = Parameters<EventTarget["addEventListener"]>[2];

/** Listening to events of these names. */
export interface Typed<Events> {
  /** Has a function called with every event of a name. */
  addEventListener<K extends keyof Events & string>(type: K, listener: (event: Events[K]) => void, options?: ListenerOptions): void;
  /** Ends that. */
  removeEventListener<K extends keyof Events & string>(type: K, listener: (event: Events[K]) => void, options?: ListenerOptions): void;
}

/** The class to extend for such events. @internal */
export const typedTarget = <Events>(): new () => Typed<Events> & EventTarget => EventTarget as never;

/** The same for an element. Where there is no DOM, it is one that no page shows. @internal */
export const typedElement = <Events>(): new () => Typed<Events> & HTMLElement => (globalThis.HTMLElement ?? EventTarget) as never;
