// Finding and making elements.

/** The element of index.html with an id. */
export function $<E extends Element = HTMLElement>(id: string): E {
  return document.getElementById(id) as unknown as E;
}

/** Makes an element. `role` and other attributes go into `attributes`. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Makes an element of a drawing. */
export function drawn<K extends keyof SVGElementTagNameMap>(name: K, attributes: Record<string, string | number>): SVGElementTagNameMap[K] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Makes one of the icons in index.html. */
export function icon(name: string): SVGSVGElement {
  const made = drawn("svg", { "aria-hidden": "true" });
  made.append(drawn("use", { href: `#i-${name}` }));
  return made;
}

/** Shows another of them in a control. */
export function setIcon(control: Element, name: string): void {
  control.querySelector("use")?.setAttribute("href", `#i-${name}`);
}
