// The record of a player's progress: what is known of it, and what changes it. The rules are
// in package game/train; the browser stores the record.

import { BanChessError } from "../../banchess/banchess.js";
import { dayOf } from "../../banchess/review.js";
import { words } from "language/train";
import { keepMoved, movable, nameIn, reviewed, type Moved } from "../games/index.js";
import { errorText } from "../model/index.js";
import { pack, unpack } from "../share/index.js";
import { read, whyUnstored, write, type State } from "../shell/index.js";
import { createStore, save, type Store } from "../view/index.js";
import { ask, Refusal, type Change, type Known } from "./rules.js";

interface TrainState {
  readonly known: Known | null; // null before the first answer
  readonly trouble: string; // the reason why the record is not stored, as words without a full stop; "" if it is
  readonly said: string; // about the file or the code
  readonly isBad: boolean; // whether that says what went wrong
  readonly isBusy: boolean; // while a file or a code is made or taken in
  readonly code: string; // in the field: what was made, or is pasted
  readonly isLong: boolean; // whether the code that was made is long because of the games
}

const KEY = "banchess.progress";
const FILE = "banchess-progress.json";
const MAX_FILE = 16 << 20; // bytes, as in the rules
const MAX_GAMES = 8 << 20; // characters of PGN in a file
const MOST_GAMES = 20_000; // in a file, as in the rules
const PIECE = 1 << 20; // characters of games that the rules are asked about at once: they take four times as many
const CODE = 5; // the format of codes
const CODE_TEXT = 4 << 20; // characters in a code's content
const LONG_CODE = 16_000; // characters above which a code without games is offered

export class Training {
  readonly store: Store<TrainState> = createStore<TrainState>({ known: null, trouble: "", said: "", isBad: false, isBusy: false, code: "", isLong: false });
  #old: unknown;
  #page: () => State;
  #memory: unknown = null; // the record, if it cannot be stored
  #queue: Promise<unknown> = Promise.resolve();

  /** @param old the score of an older release */
  constructor(old: unknown, page: () => State) {
    this.#old = old;
    this.#page = page;
  }

  /** Queues a change. Rejects as `ask` does, and changes nothing then. @param keep stores what else comes of it; if it rejects, nothing has changed */
  change(change: Change = {}, keep?: (known: Known) => Promise<void>): Promise<Known> {
    const made = this.#queue.then(() => this.#make(change, keep));
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

  async #make(change: Change, keep?: (known: Known) => Promise<void>): Promise<Known> {
    const now = Math.floor(Date.now() / 1000), day = dayOf();
    const stored = () => this.#stored();
    for (;;) {
      const before = stored(), text = JSON.stringify(before);
      const known = await ask<Known>({ now, day, ...before ? { progress: before } : { old: this.#old }, ...change });
      if (JSON.stringify(stored()) !== text) continue; // another tab has changed it: the same change again counts once
      const after = JSON.stringify(known.progress);
      const trouble = after === text ? this.store.state.trouble : write(KEY, known.progress);
      if (keep) {
        if (trouble) throw new Refusal(trouble, "unstored");
        await keep(known).catch((error: unknown) => {
          if (JSON.stringify(read(KEY)) === after) write(KEY, before); // which is as large as what was there
          throw error;
        });
      }
      this.#memory = trouble ? known.progress : null;
      this.store.set({ known, trouble });
      return known;
    }
  }

  /** Saves the record, the mistakes and the games as a file. */
  save(): Promise<void> {
    return this.#busy(async () => {
      const { record, games, left } = await this.#all();
      save(new Blob([`${JSON.stringify({ ...record, ...games.length > 0 && { games } })}\n`], { type: "application/json" }), FILE);
      return words.train.saved(FILE, games.length, left);
    });
  }

  /** Makes a code of the record, the mistakes and the games, for the field. Resolves with it, or with "" if it would be too long. */
  async code(withGames = true): Promise<string> {
    let code: string | null = null;
    await this.#busy(async () => {
      const { record, games } = await this.#all();
      if (withGames && games.length > 0) code = await pack({ ...record, games }, CODE, CODE_TEXT);
      const isLong = code !== null && code.length > LONG_CODE, taken = code === null ? 0 : games.length;
      code ??= await pack(record, CODE, CODE_TEXT);
      this.store.set({ code: code ?? "", isLong });
      if (code === null) throw new Refusal(words.train.noCode, "long");
      return words.train.coded(code.length, taken, games.length - taken);
    });
    return code ?? "";
  }

  /** Returns the record with the mistakes, and the games, of which those that do not fit are left. */
  async #all(): Promise<{ readonly record: object; readonly games: readonly Moved[]; readonly left: number }> {
    const { progress } = await this.change();
    const mistakes = await reviewed().then(({ state }) => state, () => null);
    const { games, left } = await movable().catch((error: unknown) => {
      if (error instanceof DOMException) return { games: [], left: 0 }; // no game is kept here
      throw error;
    });
    let room = MAX_GAMES;
    const fitting = games.filter(([, pgn]) => (room -= pgn.length + 100) > 0);
    return { record: { ...progress, ...mistakes && mistakes.cards.length > 0 && { mistakes } }, games: fitting, left: left + games.length - fitting.length };
  }

  /** Takes in the file of another device. One that is not such a file changes nothing. */
  open(file: Blob): Promise<void> {
    return this.#busy(async () => {
      if (file.size > MAX_FILE) throw new Refusal(words.train.tooLarge, "bad_progress");
      return this.#takeIn(await file.text());
    });
  }

  /** Takes in a code, which may be broken into lines. */
  async paste(code: string): Promise<void> {
    await this.#busy(async () => {
      const content = await unpack(code.replace(/\s+/g, ""), CODE, CODE_TEXT).catch(() => null);
      if (!content) throw new Refusal(words.train.badCode, "bad_progress");
      return this.#takeIn(JSON.stringify(content));
    });
    if (!this.store.state.isBad) this.store.set({ code: "", isLong: false });
  }

  async #takeIn(file: string): Promise<string> {
    const { rest, pieces } = piecesOf(file), now = Math.floor(Date.now() / 1000);
    await ask<Known>({ now, file: rest }); // whether it is a record at all
    for (;;) {
      const { aside, begun } = this.#page(), here = (aside ?? { begun }).begun; // it is written again with its next change
      const moved: Moved[] = [], texts = new Map<string, string>();
      for (const piece of pieces) {
        const own = await movable(piece.map(idOf));
        const { games } = await ask<Known>({ now, file: JSON.stringify({ banchess: "progress", version: 1, games: piece }), games: own.games, fixed: [...own.fixed, ...here ? [here.id] : []] });
        moved.push(...games!);
        for (const [id, text] of own.texts) texts.set(id, text);
      }
      let isSame = true;
      await this.change({ file: rest }, async ({ mistakes }) => {
        if (moved.length > 0 || mistakes) isSame = await keepMoved(moved, texts, mistakes);
      });
      const changed = moved.filter(([id]) => texts.has(id)).length;
      if (isSame) return words.train.taken(moved.length - changed, changed);
    }
  }

  /** Does something with a file or a code, and says what came of it. */
  async #busy(act: () => Promise<string>): Promise<void> {
    if (this.store.state.isBusy) return;
    this.store.set({ isBusy: true, said: words.train.working, isBad: false });
    try {
      this.store.set({ said: await act() });
    } catch (error) {
      const why = error instanceof Refusal || error instanceof BanChessError ? errorText(error.message) : error instanceof DOMException ? whyUnstored(error) : "";
      this.store.set({ said: why ? words.train.refused(why.replace(/\.$/, "")) : words.shell.notLoaded(words.train.rules), isBad: true });
    }
    this.store.set({ isBusy: false });
  }
}

/** Returns the id of a game in a file; of another value some text. */
const idOf = (game: unknown): string => String((game as readonly unknown[] | null)?.[0]);

/**
 * Splits the text of a record into one that the rules can read at once, and pieces of its
 * games. The versions of a game are in one piece.
 */
function piecesOf(file: string): { readonly rest: string; readonly pieces: readonly (readonly unknown[])[] } {
  const pieces: unknown[][] = [];
  let content: any = null, rest = file, size = PIECE, last = "";
  try {
    content = JSON.parse(file);
  } catch { /* the rules say what is wrong */ }
  if (Array.isArray(content?.games)) {
    const { games, ...others } = content;
    if (games.length > MOST_GAMES) throw new Refusal(words.train.damaged, "bad_progress");
    for (const game of games) {
      const id = idOf(game), length = JSON.stringify(game).length;
      if (id <= last || length > PIECE) throw new Refusal(words.train.damaged, "bad_progress");
      if (size + length > PIECE && nameIn(id) !== nameIn(last)) size = pieces.push([]) && 0;
      pieces.at(-1)!.push(game);
      [size, last] = [size + length, id];
    }
    if (file.length > PIECE) rest = JSON.stringify(others);
  }
  if (rest.length > 2 * PIECE) throw new Refusal(words.train.tooLarge, "bad_progress");
  return { rest, pieces };
}
