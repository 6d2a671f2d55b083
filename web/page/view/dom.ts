// Finds elements, loads style sheets, reads and saves files.

/** Returns the element of index.html with an id. */
export function $<E extends Element = HTMLElement>(id: string): E {
  return document.getElementById(id) as unknown as E;
}

/** Moves the focus to the headline if what had it is gone or hidden. */
export function refocus(): void {
  if (!document.querySelector(":focus")?.getClientRects()[0]) $("headline").focus({ preventScroll: true });
}

const sheets = new Map<string, Promise<void>>();

/** Resolves with a part that is being loaded when a style sheet is there too. Without that, the part works unstyled. */
export async function styled<Module>(sheet: "analyse" | "dialogs" | "explore" | "learn" | "setup", part: Promise<Module>): Promise<Module> {
  if (!sheets.has(sheet)) {
    sheets.set(sheet, new Promise((done) => {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL(`./${sheet}.css`, import.meta.url).href });
      link.onload = link.onerror = () => done();
      document.head.append(link);
    }));
  }
  return (await Promise.all([part, sheets.get(sheet)]))[0];
}

/** Resolves with the text of a file, which is UTF-8 or, like the PGN of old programs, Latin-1; with null if it cannot be read, like a folder. */
export async function textOf(file: File): Promise<string | null> {
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Saves a PGN as a file. */
export function save(text: string | Blob, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(typeof text === "string" ? new Blob([text], { type: "application/x-chess-pgn" }) : text), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it only after the user has chosen a folder
}
