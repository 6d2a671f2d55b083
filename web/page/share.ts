// The game as text: FEN and PGN shown, copied, saved, and loaded from what is
// typed, pasted, opened or dropped.

import { BanChessError, type GameSource } from "../banchess/banchess.js";
import type { GameController } from "./controller.js";
import { $, setIcon } from "./dom.js";
import type { PageStore } from "./state.js";
import { errorText } from "./words.js";

type Input = HTMLInputElement | HTMLTextAreaElement;

/** @param controller loads and writes the games */
export function createShare(store: PageStore, controller: GameController): void {
  const fen = new Field("fen");
  const pgn = new Field("pgn");

  store.watch(["position"], ({ position }) => fen.show(position.fen));
  // The PGN of a long game takes a moment, so only when it is another one, and
  // not before the board has been drawn.
  let due = 0;
  store.watch(["revision", "record", "rules"], ({ rules }) => {
    if (!rules) return;
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => {
      pgn.show(controller.pgn());
      // The bans and moves come after the tags; the last of them matter most.
      pgn.input.scrollTop = pgn.input.scrollHeight;
    });
  });

  function loadFrom(field: Field, source: GameSource): void {
    try {
      controller.load(source);
    } catch (error) {
      if (!(error instanceof BanChessError)) throw error;
      field.fail(error);
      return;
    }
    fen.settle();
    pgn.settle();
  }
  const loadFEN = () => loadFrom(fen, { fen: fen.input.value.trim() });
  const loadPGN = () => loadFrom(pgn, readText(pgn.input.value));
  async function loadFile(file: File | undefined): Promise<void> {
    if (!file) return;
    const dialog = $<HTMLDialogElement>("share");
    if (!dialog.open) dialog.showModal(); // where it says what is wrong with the file
    pgn.type(await file.text());
    loadPGN();
  }

  fen.onEnter(() => fen.typed, loadFEN);
  pgn.onEnter((event) => event.ctrlKey || event.metaKey, loadPGN);
  for (const [field, load] of [[fen, loadFEN], [pgn, loadPGN]] as const) {
    field.button("load").addEventListener("click", load);
    field.button("copy").addEventListener("click", () => copyFrom(field));
  }
  pgn.button("save").addEventListener("click", () => save(pgn.input.value));
  const file = $<HTMLInputElement>("pgn-file");
  pgn.button("open").addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    await loadFile(file.files?.[0]);
    file.value = "";
  });
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (dropped) event.preventDefault();
    loadFile(dropped);
  });
}

/** What a text is that somebody wants to load: actions, a FEN or a PGN. */
function readText(text: string): GameSource {
  const trimmed = text.trim();
  if (/^[bm]:/.test(trimmed)) return { actions: trimmed.split(/[\s,]+/) };
  if (/^[\w/]+ [wb] (-|[KQkq]+) \S+ \d/.test(trimmed)) return { fen: trimmed };
  return { pgn: text };
}

/**
 * A field that shows the game's text until somebody types another in, and then
 * keeps that until it is loaded, or Escape gives it up.
 */
class Field {
  readonly input: Input;
  typed = false;
  #shown = "";

  /** @param id that of the field, and the beginning of those of its buttons */
  constructor(readonly id: string) {
    const input = (this.input = $<Input>(id));
    input.addEventListener("input", () => this.#set(input.value !== this.#shown));
    input.addEventListener("keydown", (event) => {
      if ((event as KeyboardEvent).key !== "Escape") return;
      this.settle();
      input.blur();
    });
    // Emptied and left: nothing to load.
    input.addEventListener("change", () => input.value.trim() === "" && this.settle());
  }

  button(name: string): HTMLElement {
    return $(`${this.id}-${name}`);
  }

  onEnter(applies: (event: KeyboardEvent) => boolean, act: () => void): void {
    this.input.addEventListener("keydown", (event) => {
      if ((event as KeyboardEvent).key === "Enter" && applies(event as KeyboardEvent)) act();
    });
  }

  show(text: string): void {
    this.#shown = text;
    if (!this.typed) this.input.value = text;
  }

  type(text: string): void {
    this.input.value = text;
    this.#set(true);
  }

  /** Goes back to showing the game's text. */
  settle(): void {
    this.#set(false);
    this.input.value = this.#shown;
  }

  /** Says what is wrong with the text and selects where. */
  fail(error: BanChessError): void {
    this.#complain(errorText(error.message, error));
    this.input.focus();
    if (!error.line) return;
    const lines = this.input.value.split(/(?<=\n)/);
    const line = lines[error.line - 1] ?? "";
    const before = [...line].slice(0, (error.column ?? 1) - 1).join("");
    const start = lines.slice(0, error.line - 1).join("").length + before.length;
    this.input.setSelectionRange(start, start + Math.max(error.token?.length ?? 1, 1));
  }

  #set(typed: boolean): void {
    this.typed = typed;
    this.button("load").hidden = !typed;
    this.#complain("");
  }

  #complain(text: string): void {
    this.button("error").textContent = text;
    this.input.toggleAttribute("aria-invalid", text !== "");
  }
}

async function copyFrom(field: Field): Promise<void> {
  const done = await copy(field.input);
  const button = field.button("copy");
  setIcon(button, done ? "check" : "close");
  button.dataset.copied = String(done);
  setTimeout(() => setIcon(button, "copy"), 1500);
}

/**
 * Copies the text of a field and says whether it is in the clipboard. Where the
 * browser refuses, as in some frames and without a secure address, the field
 * itself is copied from, and failing that left selected for the user's own
 * Ctrl+C.
 */
async function copy(field: Input): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

function save(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
  link.download = "ban-chess.pgn";
  link.click();
  URL.revokeObjectURL(link.href);
}
