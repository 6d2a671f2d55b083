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

/** Shows another of the icons of index.html in a control. */
export function setIcon(control: Element, name: string): void {
  control.querySelector("use")?.setAttribute("href", `#i-${name}`);
}
