// Loads a text or a file into the page. Each attempt replaces the one before, whose late
// results are ignored.

import { BanChessError } from "../../banchess/banchess.js";
import type { GameController } from "../play/index.js";
import { words } from "language/share";
import { errorText } from "../model/index.js";
import { type PageStore } from "../shell/index.js";
import { createStore, textOf } from "../view/index.js";
import { isPlace, showLinked, type AddressBar } from "./address.js";
import { pick, read, type Found, type List, type Wanted } from "./import.js";
import { addressIn, decodeLink, opensPart, LinkError } from "./link.js";

const MOST_BYTES = 16_000_000; // of a file

export interface Attempt {
  readonly text: string;
  readonly error: string; // the message about a fault
  readonly fault: Fault | null; // the place of the fault
  readonly list: List | null; // the games to choose from
}

/** A range in a text. */
export interface Fault {
  readonly from: number;
  readonly to: number;
  readonly depth: number; // the part of the text above it: 0.5 is half
}

const NOTHING: Attempt = { text: "", error: "", fault: null, list: null };

/** The content of a text: a game, games, a position, a place in Learn, or what a part of the page already shows. */
type Given = Found | Awaited<ReturnType<typeof decodeLink>> | { readonly place: string } | { readonly isShown: true };

export class Loading {
  readonly attempt = createStore<Attempt>(NOTHING);
  #store: PageStore;
  #controller: GameController;
  #address: AddressBar;
  #done: () => void;
  #turn = 0; // counts the attempts
  #shown = 0; // the number of the list's errors that were shown

  /** @param done called when something was loaded */
  constructor(store: PageStore, controller: GameController, address: AddressBar, done: () => void) {
    this.#store = store;
    this.#controller = controller;
    this.#address = address;
    this.#done = done;
  }

  /** Begins a new attempt. */
  begin(text = ""): void {
    this.#turn++;
    this.attempt.set({ ...NOTHING, text });
  }

  /** Loads a text, or the content of a file. */
  async take(given: string | File): Promise<void> {
    this.begin(typeof given === "string" ? given : "");
    if (typeof given !== "string") {
      const { name, size } = given, mine = this.#turn;
      if (size > MOST_BYTES) return this.attempt.set({ error: words.share.tooLarge(name, Math.ceil(size / 1e6), MOST_BYTES / 1e6) });
      const text = await textOf(given);
      if (mine !== this.#turn) return;
      if (text === null) return this.attempt.set({ error: words.share.unreadable(name) });
      this.begin(text);
    }
    await this.load();
  }

  /** Loads the text of the attempt. */
  load(): Promise<void> {
    return this.#run((text, wanted) => this.#read(text, wanted));
  }

  /** Loads a game from the list. */
  pick(index: number): Promise<void> {
    return this.#run(async (text, wanted) => ({ tree: await pick(text, index, wanted) }));
  }

  /** Lists more games. */
  more(readOn: NonNullable<List["more"]>): Promise<void> {
    return this.#run((_, wanted) => readOn(wanted));
  }

  /** Shows the next error of the list. */
  showError({ errors }: List): void {
    this.#fail(errors[this.#shown++ % errors.length]);
  }

  /** Runs an asynchronous task, and uses its result unless another attempt was begun. */
  async #run(work: (text: string, wanted: Wanted) => Promise<Given>): Promise<void> {
    const mine = ++this.#turn, wanted = () => mine === this.#turn;
    this.attempt.set({ error: "", fault: null });
    try {
      const found = await work(this.attempt.state.text, wanted);
      if (wanted()) this.#use(found);
    } catch (error) {
      if (wanted()) this.#fail(error);
    }
  }

  /** Reads a text, which may also be a link. */
  async #read(text: string, wanted: Wanted): Promise<Given> {
    const { address, hash } = addressIn(text);
    if (isPlace(hash)) return { place: hash };
    const part = hash ?? /^[34]\.[\w-]{40,}$/.exec(text.trim())?.[0];
    if (opensPart(part)) return this.#address.openPart(address ? text.trim() : part).then(() => ({ isShown: true }));
    if (hash) return decodeLink(hash);
    if (address) throw new LinkError("no_link");
    return read(text, wanted);
  }

  #use(found: Given): void {
    if ("games" in found) return this.#offer(found);
    if ("isShown" in found) return this.#done();
    if ("place" in found) this.#store.set(found);
    else if ("below" in found) showLinked(this.#store, this.#controller, found);
    else if ("tree" in found) this.#controller.load(found.tree);
    else {
      const { fen, note } = found;
      this.#controller.load({ fen });
      if (note) this.#store.set({ notice: { kind: "info", text: note, offersRestore: true } });
    }
    this.#done();
  }

  #offer(list: List): void {
    this.#shown = 0;
    this.attempt.set({ list });
    if (list.games.length === 0) this.#fail(list.errors[0]);
  }

  #fail(error: unknown): void {
    const { message } = error as Error;
    if (!(error instanceof BanChessError)) {
      this.attempt.set({ error: errorText(message) });
      if (error instanceof LinkError) return;
      throw error; // a bug of the page, which should also appear in the console
    }
    const { line, column } = error;
    const where = line && !message.includes(`line ${line}`) ? `${words.share.at(line, column)}: ` : "";
    // The message names the line, so the ply is left out.
    const said = errorText(line ? message.replace(/(^|: )(?:ply \d+(?:, "[^"]*")?|"[^"]*"): /, "$1") : message, error);
    this.attempt.set({ error: where + said, fault: faultIn(this.attempt.state.text, error) });
  }
}

/** Returns the range of an error in a text, or all of the text if it has no place. */
function faultIn(text: string, { line, column = 1, token = "" }: BanChessError): Fault {
  if (!line) return { from: 0, to: text.length, depth: 0 };
  const lines = text.split(/(?<=\n)/);
  const from = lines.slice(0, line - 1).join("").length + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
  return { from, to: from + Math.max(token.length, 1), depth: (line - 1) / lines.length };
}
