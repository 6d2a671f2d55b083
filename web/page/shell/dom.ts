// Finds elements, and saves files.

/** Returns the element of index.html with an id. */
export function $<E extends Element = HTMLElement>(id: string): E {
  return document.getElementById(id) as unknown as E;
}

/** Saves a PGN as a file. */
export function save(text: string, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it only after the user has chosen a folder
}
