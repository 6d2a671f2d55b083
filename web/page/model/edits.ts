// The undo steps of changes to a record. An edit can be undone as long as nothing else has
// changed since; neither going to another node nor leaving the record for a while is a change.

import type { GameTree } from "../../banchess/tree.js";
import { recordFrom } from "./record.js";

const MOST = 50;

export class Edits {
  #before: string[] = []; // the record before each edit, the last edit last
  #after: string[] = []; // the record after each edit that was undone
  #revision = -1; // the page's revision after the last edit
  #left: { readonly record: GameTree; readonly text: string } | null = null; // the edited record, if another took its place

  /** Adds an edit. */
  did(before: string, revision: number): void {
    this.#before = [...(this.#revision === revision - 1 ? this.#before.slice(1 - MOST) : []), before];
    this.#after = [];
    this.#left = null;
    this.#revision = revision;
  }

  /** Adds a change to the last edit, unless something else has changed since. */
  goOn(revision: number): void {
    if (this.#revision === revision) this.#revision++;
  }

  /** Notes that a record takes another's place. When an edited record comes back unchanged, its edits can still be undone. */
  replaced(old: GameTree, before: number, record: GameTree, now: number): void {
    if (this.#revision === before) this.#left = { record: old, text: JSON.stringify(old) };
    if (this.#left?.record === record && this.#left.text === JSON.stringify(record)) this.#revision = now;
  }

  /** Returns the record before the last edit, or with `again` after the edit undone last; null if there is none. */
  undo(now: () => string, revision: number, again = false): GameTree | null {
    const [from, to] = again ? [this.#after, this.#before] : [this.#before, this.#after];
    const text = this.#revision === revision ? from.pop() : undefined;
    if (text === undefined) return null;
    to.push(now());
    return recordFrom(JSON.parse(text));
  }

  /** Notes the revision after an undo. */
  undid(revision: number): void {
    this.#revision = revision;
  }
}
