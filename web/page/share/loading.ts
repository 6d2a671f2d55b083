// What is loaded into the page: a text or a file, and what comes of it. Each attempt takes
// the place of the one before, and what comes late of that one is dropped.

import { BanChessError } from "../../banchess/banchess.js";
import type { GameController } from "../play/index.js";
import { words } from "language/share";
import { createStore, errorText, type PageStore } from "../shell/index.js";
import { isPlace, showLinked } from "./address.js";
import { pick, read, type Found, type List, type Wanted } from "./import.js";
import { addressIn, decodeLink, LinkError } from "./link.js";

const MOST_BYTES = 16_000_000; // of a file

export interface Attempt {
  readonly text: string;
  readonly error: string; // what is wrong with it
  readonly fault: Fault | null; // where
  readonly list: List | null; // the games to choose from
}

/** A place in a text. */
export interface Fault {
  readonly from: number;
  readonly to: number;
  readonly depth: number; // how much of the text is above it: 0.5 is half
}

const NOTHING: Attempt = { text: "", error: "", fault: null, list: null };

/** What a text may be: a game, games, a position, or a place in Learn. */
type Given = Found | Awaited<ReturnType<typeof decodeLink>> | { readonly place: string };

export class Loading {
  readonly attempt = createStore<Attempt>(NOTHING);
  #store: PageStore;
  #controller: GameController;
  #done: () => void;
  #turn = 0; // counts what was begun
  #shown = 0; // errors of the list that were shown

  /** @param done is called when something was loaded */
  constructor(store: PageStore, controller: GameController, done: () => void) {
    this.#store = store;
    this.#controller = controller;
    this.#done = done;
  }

  /** Begins another attempt. */
  begin(text = ""): void {
    this.#turn++;
    this.attempt.set({ ...NOTHING, text });
  }

  /** Loads a text, or what is in a file. */
  async take(given: string | File): Promise<void> {
    this.begin(typeof given === "string" ? given : "");
    if (typeof given !== "string") {
      const { name, size } = given, mine = this.#turn;
      if (size > MOST_BYTES) return this.attempt.set({ error: words.share.tooLarge(name, Math.ceil(size / 1e6), MOST_BYTES / 1e6) });
      const text = await given.text().catch(() => null); // a folder, or it is gone
      if (mine !== this.#turn) return;
      if (text === null) return this.attempt.set({ error: words.share.unreadable(name) });
      this.begin(text);
    }
    await this.load();
  }

  /** Loads the text of the attempt. */
  load(): Promise<void> {
    return this.#run(readAny);
  }

  /** Loads a game of the list. */
  pick(index: number): Promise<void> {
    return this.#run(async (text, wanted) => ({ tree: await pick(text, index, wanted) }));
  }

  /** Lists more games. */
  more(readOn: NonNullable<List["more"]>): Promise<void> {
    return this.#run((_, wanted) => readOn(wanted));
  }

  /** Says what is wrong with the next game of the list that cannot be read. */
  showError({ errors }: List): void {
    this.#fail(errors[this.#shown++ % errors.length]);
  }

  /** Does what takes a while, and uses what comes of it unless something else was begun since. */
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

  #use(found: Given): void {
    if ("games" in found) return this.#offer(found);
    if ("place" in found) this.#store.set(found);
    else if ("below" in found) showLinked(this.#store, this.#controller, found);
    else this.#controller.load("fen" in found ? found : found.tree);
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
      throw error; // a fault of the page, which belongs into the console too
    }
    const { line, column } = error;
    const where = line && !message.includes(`line ${line}`) ? `${words.share.at(line, column)}: ` : "";
    // One place is enough.
    const said = errorText(line ? message.replace(/(^|: )ply \d+, ".*?": /, "$1") : message, error);
    this.attempt.set({ error: where + said, fault: faultIn(this.attempt.state.text, error) });
  }
}

/** Reads a text, which may be a link. */
async function readAny(text: string, wanted: Wanted): Promise<Given> {
  const { address, hash } = addressIn(text);
  if (isPlace(hash)) return { place: hash };
  if (hash) return decodeLink(hash);
  if (address) throw new LinkError("no_link");
  return read(text, wanted);
}

/** Returns where an error is in a text: all of it, if it does not say. */
function faultIn(text: string, { line, column = 1, token = "" }: BanChessError): Fault {
  if (!line) return { from: 0, to: text.length, depth: 0 };
  const lines = text.split(/(?<=\n)/);
  const from = lines.slice(0, line - 1).join("").length + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
  return { from, to: from + Math.max(token.length, 1), depth: (line - 1) / lines.length };
}
