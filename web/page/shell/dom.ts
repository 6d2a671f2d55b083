// Finds elements.

/** Returns the element of index.html with an id. */
export function $<E extends Element = HTMLElement>(id: string): E {
  return document.getElementById(id) as unknown as E;
}
