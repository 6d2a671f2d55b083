// What was changed in a record by hand, to be undone. An edit can be undone as long
// as nothing else has changed since; going from place to place changes nothing.

import type { GameTree } from "../../banchess/tree.js";
import { recordFrom } from "./record.js";

const MOST = 50;

export class Edits {
  #before: string[] = []; // what the record was before each edit, the last one last
  #after: string[] = []; // what it was after those that were undone
  #revision = -1; // of the page after the last edit

  /** An edit was made. */
  did(before: string, revision: number): void {
    this.#before = [...(this.#revision === revision - 1 ? this.#before.slice(1 - MOST) : []), before];
    this.#after = [];
    this.#revision = revision;
  }

  /** The last edit goes on, if nothing else has changed since. */
  goOn(revision: number): void {
    if (this.#revision === revision) this.#revision++;
  }

  /** The record before the last edit, or after the one undone last; null if there is none. */
  undo(now: () => string, revision: number, again = false): GameTree | null {
    const [from, to] = again ? [this.#after, this.#before] : [this.#before, this.#after];
    const text = this.#revision === revision ? from.pop() : undefined;
    if (text === undefined) return null;
    to.push(now());
    return recordFrom(JSON.parse(text));
  }

  /** That was done. */
  undid(revision: number): void {
    this.#revision = revision;
  }
}
