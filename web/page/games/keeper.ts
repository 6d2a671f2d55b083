// Keeps the games that are played. A game is written again after every change, or soon after it
// where that takes long, but never twice at once: what changes while one is being written is
// written next.

import { BanChessError } from "../../banchess/banchess.js";
import { isEmpty, paused, type Begun } from "../model/index.js";
import { leftFrom, restFrom, whyUnstored, type Left, type PageStore } from "../shell/index.js";
import { entry, gameOf, put } from "./database.js";
import { entryOf } from "./entry.js";

export class Keeper {
  #due = new Map<string, Left & { begun: Begun; isPlayed: boolean }>();
  #writing: Promise<void> | null = null;
  #next = 0; // the time from which a change is written at once
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsked = false; // true once the browser was asked to keep what is stored
  #written = ""; // the game that was written or read last
  #store: PageStore;

  constructor(store: PageStore) {
    this.#store = store;
    store.watch(["revision", "begun"], ({ begun, record, players, settings: { orientation }, clock, aside, rules, revision }) => {
      if (!begun || begun.isGuest || aside || !rules || isEmpty(record) && begun.log === undefined) return;
      this.#due.set(begun.id, { record, players, orientation, clock: clock && paused(clock), begun, isPlayed: revision > 0 });
      const rest = this.#next - performance.now();
      if (rest > 0) this.#timer ??= setTimeout(() => void this.settle(), rest);
      else void this.settle();
    });
    addEventListener("pagehide", () => void this.settle());
  }

  /** Notes a game that was read: it need not be written unless it changes. */
  noteRead(game: string): void {
    this.#written = game;
  }

  /** Resolves when everything is written that can be. */
  settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#writing ??= this.#write());
  }

  async #write(): Promise<void> {
    await null; // several changes at once are written together
    for (const [id, { isPlayed, ...left }] of this.#due) {
      this.#due.delete(id); // a change from now on adds it to the end
      try {
        const start = performance.now();
        const game = JSON.stringify(left);
        if (game === this.#written) continue;
        const kept = { entry: entryOf(left.begun, left.record), game };
        this.#next = restFrom(start);
        if (!isPlayed && ((await entry(id))?.plies ?? 0) >= kept.entry.plies) continue; // another tab may have gone on with it
        await put([kept]);
        this.#store.set({ unlisted: "" });
        this.#persist();
        this.#written = game;
      } catch (error) {
        // It is written with its next change: until then another tab may have gone on with it.
        if (!(error instanceof BanChessError)) this.#store.set({ unlisted: whyUnstored(error) });
      }
    }
    this.#writing = null;
  }

  /** Asks the browser, once, not to delete the games when the disk is full. Where it would ask the user, as Firefox does, it is not asked. */
  #persist(): void {
    if (!this.#isAsked && "userAgentData" in navigator) void navigator.storage?.persist().catch(() => {});
    this.#isAsked = true;
  }
}

/** Returns the game with an id as it was written last, or null. */
export async function keptGame(id: string): Promise<Left | null> {
  const game = await gameOf(id);
  return game ? leftFrom(JSON.parse(game)) : null;
}

/** Keeps a game that is not on the board. */
export const keepGame = (left: Left & { readonly begun: Begun }): Promise<void> => put([{ entry: entryOf(left.begun, left.record), game: JSON.stringify(left) }]);
