// The record of a player's progress: what is known of it, and what changes it. The rules are
// in package game/train; the browser stores the record.

import { BanChessError } from "../../banchess/banchess.js";
import { dayOf } from "../../banchess/review.js";
import { words } from "language/train";
import { reviewed } from "../games/index.js";
import { errorText } from "../model/index.js";
import { read, whyUnstored, write } from "../shell/index.js";
import { createStore, save, type Store } from "../view/index.js";
import { ask, Refusal, type Change, type Known } from "./rules.js";

export interface TrainState {
  readonly known: Known | null; // null before the first answer
  readonly trouble: string; // the reason why the record is not stored, as words without a full stop; "" if it is
  readonly said: string; // about the file
  readonly isBad: boolean; // whether that says what went wrong
}

const KEY = "banchess.progress";
const FILE = "banchess-progress.json";
const MAX_FILE = 16 << 20; // bytes, as in the rules

export class Training {
  readonly store: Store<TrainState> = createStore<TrainState>({ known: null, trouble: "", said: "", isBad: false });
  #old: unknown;
  #memory: unknown = null; // the record, if it cannot be stored
  #queue: Promise<unknown> = Promise.resolve();

  /** @param old the score of an older release */
  constructor(old: unknown) {
    this.#old = old;
  }

  /** Makes a change, one after the other. Rejects as `ask` does, and changes nothing then. */
  change(change: Change = {}): Promise<Known> {
    const made = this.#queue.then(() => this.#make(change));
    this.#queue = made.catch(() => {});
    return made;
  }

  #stored(): unknown {
    return this.#memory ?? read(KEY);
  }

  /**
   * Returns the id of the next puzzle of a list, or null. Rejects as `ask` does.
   *
   * @param rating near which it should be, 0 for the player's own
   * @param before the puzzle before it, which does not come
   */
  async next(puzzles: readonly { readonly id: string; readonly rating: number; readonly goal: string }[], rating: number, before = ""): Promise<string | null> {
    await this.#queue; // what was answered counts
    const progress = this.#stored(), random = Math.floor(Math.random() * 2 ** 52);
    const { next } = await ask<{ next: string | null }>({ ...progress ? { progress } : {}, puzzles: puzzles.map(({ id, rating, goal }) => [id, rating, goal]), rating, before, random });
    return next;
  }

  async #make(change: Change): Promise<Known> {
    const now = Math.floor(Date.now() / 1000), day = dayOf();
    const stored = () => this.#stored();
    for (;;) {
      const before = stored(), text = JSON.stringify(before);
      const known = await ask<Known>({ now, day, ...before ? { progress: before } : { old: this.#old }, ...change });
      if (JSON.stringify(stored()) !== text) continue; // another tab has changed it: the same change again counts once
      const trouble = JSON.stringify(known.progress) === text ? this.store.state.trouble : write(KEY, known.progress);
      this.#memory = trouble ? known.progress : null;
      this.store.set({ known, trouble });
      return known;
    }
  }

  /** Saves the record and the mistakes as a file. */
  async save(): Promise<void> {
    const { progress } = await this.change();
    const mistakes = await reviewed().then(({ state }) => state, () => null);
    const all = { ...progress, ...mistakes && mistakes.cards.length > 0 && { mistakes } };
    save(new Blob([`${JSON.stringify(all)}\n`], { type: "application/json" }), FILE);
    this.store.set({ said: words.train.saved(FILE), isBad: false });
  }

  /** Takes in the file of another device. One that is not such a file changes nothing. */
  async open(file: Blob): Promise<void> {
    try {
      if (file.size > MAX_FILE) throw new Refusal(words.train.tooLarge, "bad_progress");
      const { mistakes } = await this.change({ file: await file.text() });
      if (mistakes) await reviewed({ merge: mistakes });
      this.store.set({ said: words.train.taken, isBad: false });
    } catch (error) {
      const why = error instanceof Refusal || error instanceof BanChessError ? words.train.refused(errorText(error.message)) : error instanceof DOMException ? words.train.noMistakes(whyUnstored(error)) : words.shell.notLoaded(words.train.rules);
      this.store.set({ said: why, isBad: true });
    }
  }
}
