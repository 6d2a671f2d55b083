// Views. A view is a function from state to markup, written in TSX: `h` makes the markup, and
// `draw` changes the document to match it. Elements are reused, with focus, scroll position and
// listeners. Markup that is the same object as before is skipped, which keeps long lists fast.
//
// Attributes are those of HTML and SVG; `on…` are handlers; `value` and `checked` are set again
// if the user has changed them, except for the value of a field without `oninput` that has the focus; `key` tells the children of one parent apart; `ref` is called
// with a new element. Any other may be a function, which returns the value when it is set.

import type { Store } from "./store.js";

export interface Markup {
  readonly tag: string;
  readonly props: Props;
  readonly children: readonly (Markup | string)[];
}

export type Child = Markup | string | number | boolean | null | undefined | readonly Child[];

type Handlers = { [K in keyof GlobalEventHandlers as K extends `on${string}` ? K : never]?: GlobalEventHandlers[K] | undefined };

export interface Props extends Handlers {
  readonly key?: unknown;
  readonly ref?: (element: any) => void;
  readonly [attribute: string]: unknown;
}

type Component<P> = (props: P) => Child;

/** Creates markup of a tag, or calls a component with its props and children. */
export function h<P>(tag: string | Component<P>, props: P | null, ...children: Child[]): Child {
  if (typeof tag === "function") return tag({ ...props, children } as P);
  return { tag, props: (props ?? {}) as Props, children: flat(children) };
}

export namespace h {
  export namespace JSX {
    export type Element = Child;
    export interface ElementChildrenAttribute {
      children: unknown;
    }
    export type IntrinsicAttributes = Pick<Props, "key">;
    export type IntrinsicElements = Record<string, Props>;
  }
}

/** A component for `<>…</>`: its children, without an element around them. */
export const Fragment = ({ children }: { children?: Child }): Child => children;

/** Draws markup as the whole content of an element. */
export function draw(parent: Element, ...children: Child[]): void {
  waiting.push([parent, children]);
  if (waiting.length > 1) return; // a handler draws while something is being drawn: this is drawn next
  try {
    for (const [parent, children] of waiting) {
      const focused = document.activeElement as HTMLElement | null;
      patch(parent, flat(children));
      if (focused !== document.activeElement && parent.contains(focused)) focused!.focus({ preventScroll: true });
    }
  } finally {
    waiting.length = 0;
  }
}

/** Draws a view now, and after every change of one of the named keys. */
export function show<S>(store: Store<S>, keys: readonly (keyof S)[], parent: Element, view: (state: S) => Child): void {
  store.watch(keys, (state) => draw(parent, view(state)));
}

const waiting: [Element, Child[]][] = [];
const drawn = new WeakMap<Node, Markup>(); // the markup that each element was last drawn from
const SVG = "http://www.w3.org/2000/svg";

function flat(children: Child, into: (Markup | string)[] = []): (Markup | string)[] {
  if (Array.isArray(children)) for (const child of children as readonly Child[]) flat(child, into);
  else if (typeof children === "number") into.push(String(children));
  else if (children && children !== true) into.push(children as Markup | string);
  return into;
}

function patch(parent: Element, children: readonly (Markup | string)[]): void {
  let at = parent.firstChild;
  let kept: Set<unknown> | undefined, keyed: Map<unknown, ChildNode> | undefined; // by key, created when the order has changed
  for (const child of children) {
    if (typeof child === "string") {
      if (!(at instanceof Text)) parent.insertBefore(new Text(child), at);
      else if (at.data !== child) at.data = child;
      if (at instanceof Text) at = at.nextSibling;
      continue;
    }
    if (at && !isSame(at, child)) {
      kept ??= new Set(children.map(keyOf));
      while (at && keyOf(drawn.get(at)) !== undefined && !kept.has(keyOf(drawn.get(at)))) at = removed(at);
    }
    if (at && isSame(at, child)) {
      update(at as Element, child);
      at = at.nextSibling;
    } else {
      keyed ??= new Map([...parent.childNodes].map((node) => [keyOf(drawn.get(node)), node]));
      let found = child.props.key === undefined ? undefined : keyed.get(child.props.key);
      if (!found || !isSame(found, child)) found = make(child, parent);
      update(found as Element, child);
      parent.insertBefore(found, at);
    }
  }
  while (at) at = removed(at);
}

const keyOf = (child: Markup | string | undefined): unknown => (typeof child === "object" ? child.props.key : undefined);

function isSame(node: Node, { tag, props }: Markup): boolean {
  const old = drawn.get(node);
  return old?.tag === tag && old.props.key === props.key;
}

function removed(node: ChildNode): ChildNode | null {
  const next = node.nextSibling;
  node.remove();
  return next;
}

function make({ tag, props }: Markup, parent: Element): Element {
  const inSVG = tag === "svg" || parent.namespaceURI === SVG && parent.localName !== "foreignObject";
  const element = inSVG ? document.createElementNS(SVG, tag) : document.createElement(tag);
  props.ref?.(element);
  return element;
}

function update(element: Element, markup: Markup): void {
  const old = drawn.get(element);
  if (old === markup) return;
  drawn.set(element, markup);
  // An element without children may be filled by another part of the page.
  if (markup.children.length > 0 || (old?.children.length ?? 0) > 0) patch(element, markup.children);
  for (const name of Object.keys(old?.props ?? {})) if (!(name in markup.props)) set(element, name, undefined);
  for (const [name, value] of Object.entries(markup.props)) {
    const isTyped = name === "value" && !markup.props.oninput && element === document.activeElement;
    if (value !== old?.props[name] || name === "checked" || name === "value" && !isTyped) set(element, name, value);
  }
}

function set(element: any, name: string, value: unknown): void {
  if (name === "key" || name === "ref") return;
  if (name.startsWith("on")) element[name] = value ?? null;
  else if (typeof value === "function") set(element, name, value());
  else if (name === "style") element.style.cssText = value ?? ""; // the page's policy forbids the style attribute
  else if (name === "value" || name === "checked") {
    const wanted = value ?? (name === "value" ? "" : false);
    if (element[name] !== wanted) element[name] = wanted;
  } else if (value === undefined || value === null || value === false && !/^(aria|data)-|^draggable$/.test(name)) element.removeAttribute(name);
  else element.setAttribute(name, value === true && !/^(aria|data)-/.test(name) ? "" : String(value));
}
