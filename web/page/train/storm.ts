// A storm: as many puzzles as can be solved in three minutes, from easy to hard. A race is a
// storm whose puzzles follow from its code, with the result of another player beside one's own.

import { BanChess, dueAt, type Player } from "../../banchess/banchess.js";
import { words } from "language/train";
import type { GameController, Lender } from "../play/index.js";
import { HUMANS } from "../model/index.js";
import { updateSettings, type PageStore } from "../shell/index.js";
import { createStore, type Store } from "../view/index.js";
import { ask, Refusal } from "./rules.js";
import type { Training } from "./training.js";

/** What a storm needs of a puzzle. */
export interface Item {
  readonly id: string;
  readonly rating: number;
  readonly fen: string;
}

/** The puzzles, and how they are solved. */
export interface Puzzles<P extends Item> {
  load(): Promise<readonly P[]>;
  task(item: P): string;
  /** Returns the right actions after some, "*" for any; an empty list at the end of the line, null after a wrong one. */
  next(item: P, actions: readonly string[]): Promise<readonly string[] | null>;
}

type Run = readonly [score: number, wrong: number, combo: number, bestCombo: number, ends: number];
/** 1 if a result is better than another's, -1 if it is worse, 0 if they are equal. */
type Verdict = 1 | 0 | -1;
export type Result = readonly [score: number, wrong: number, combo: number];

/** loading; ready: the first puzzle is on the board, and the time stands; on; over; lost: it cannot begin. */
type Phase = "loading" | "ready" | "on" | "over" | "lost";

export interface StormState {
  readonly phase: Phase;
  readonly race: string; // the code; "" in a storm alone
  readonly theirs: Result | null; // in a race
  readonly verdict: Verdict | null; // on a race that is over
  readonly task: string;
  readonly isWaiting: boolean; // for the judgement of an action, or for the opponent's
  readonly run: Run;
  readonly left: number; // seconds
  readonly said: string; // about the last action
  readonly isWrong: boolean; // whether that was wrong
  readonly isBest: "" | "today" | "ever";
}

export const NO_STORM: StormState = { phase: "loading", race: "", theirs: null, verdict: null, task: "", isWaiting: false, run: [0, 0, 0, 0, 0], left: 180, said: "", isWrong: false, isBest: "" };

const PAUSE = 350; // milliseconds before the opponent's reply
const TICK = 200;

export class Storm<P extends Item> {
  readonly store: Store<StormState> = createStore<StormState>(NO_STORM);
  #page: PageStore;
  #controller: GameController;
  #lender: Lender;
  #training: Training;
  #puzzles: Puzzles<P>;
  #order: readonly P[] = [];
  #at = 0; // in the order
  #turn = 0; // counts what was begun: late answers to earlier things are ignored
  #tick: ReturnType<typeof setInterval> | undefined;

  constructor(page: PageStore, controller: GameController, lender: Lender, training: Training, puzzles: Puzzles<P>) {
    this.#page = page;
    this.#controller = controller;
    this.#lender = lender;
    this.#training = training;
    this.#puzzles = puzzles;
  }

  /** Begins a storm or a race. @param race the text of a race, "new" for a new one, "" for a storm */
  async open(race: string): Promise<void> {
    const mine = ++this.#turn;
    this.#stop();
    this.store.set({ ...NO_STORM });
    try {
      const items = await this.#puzzles.load(), isRace = race !== "";
      if (items.length === 0) throw new Error(); // they could not be loaded
      const found = await ask<{ race: string; result?: Result; order: string[] }>({
        puzzles: items.map(({ id, rating }) => [id, rating]), ...isRace && race !== "new" ? { race } : { random: Math.floor(Math.random() * 2 ** 52) },
      });
      if (mine !== this.#turn) return;
      if (race === "new") return this.#page.set({ place: `race/${found.race}` }); // which opens it
      this.#order = found.order.map((id) => items.find((item) => item.id === id)!);
      this.store.set({ phase: "ready", race: isRace ? found.race : "", theirs: found.result ?? null });
      this.#show(0);
    } catch (error) {
      if (mine !== this.#turn) return;
      const { train } = words, code = error instanceof Refusal ? error.code : "";
      this.#lose(code === "other_puzzles" ? train.otherPuzzles : code ? train.badRace : words.shell.notLoaded(train.rules));
    }
  }

  /** Ends without a result. */
  leave(): void {
    this.#turn++;
    this.#stop();
    this.store.set({ phase: "loading" });
  }

  /** Ends a storm that has begun, with its result. */
  end(): void {
    if (this.store.state.phase === "on") this.#end();
  }

  /** Judges the last action on the board. */
  async judge(): Promise<void> {
    const item = this.#order[this.#at], { phase } = this.store.state, { record } = this.#page.state;
    const actions = record.current.actions();
    if (!item || phase !== "ready" && phase !== "on" || actions.length === 0) return;
    const solver = activeAt(item, 0), isMine = (n: number) => activeAt(item, n) === solver;
    const mine = ++this.#turn;
    let next: readonly string[] | null | undefined;
    if (isMine(actions.length - 1)) {
      this.#page.set({ learner: "nobody" });
      this.store.set({ isWaiting: true });
      const judged = await this.#judged(item, actions, Date.now()).catch(() => null);
      if (mine !== this.#turn) return;
      if (!judged) return this.#lose(words.shell.notLoaded(words.train.rules));
      const { act, run, bonus } = judged;
      const { train } = words;
      next = judged.next;
      this.store.set({ run, phase: "on", said: act === "wrong" ? train.wrong : bonus > 0 ? train.bonus(run[2], bonus / 1000) : train.right, isWrong: act === "wrong" });
      this.#tick ??= setInterval(() => this.#follow(), TICK);
      this.#follow();
      if (mine !== this.#turn) return; // the time is up
      if (act !== "right") return this.#show(this.#at + 1);
    }
    if (isMine(actions.length)) {
      this.#page.set({ learner: solver });
      this.store.set({ isWaiting: false });
      return;
    }
    next ??= await this.#puzzles.next(item, actions).catch(() => null); // the opponent moves, and bans
    await new Promise((done) => setTimeout(done, PAUSE));
    if (mine !== this.#turn) return;
    if (!next) return this.#lose(words.shell.notLoaded(words.train.rules));
    this.#controller.play(BanChess.deserializeAction(next[0]!)); // the opponent has one
  }

  /** Asks what goes on after some actions, and lets that count. */
  async #judged(item: P, actions: readonly string[], now: number): Promise<{ readonly next: readonly string[] | null; readonly act: string; readonly run: Run; readonly bonus: number }> {
    const next = await this.#puzzles.next(item, actions), act = !next ? "wrong" : next.length === 0 ? "solved" : "right";
    return { next, act, ...await ask<{ run: Run; bonus: number }>({ run: this.store.state.run, act, now }) };
  }

  /** Ends because something cannot be loaded, or be read. */
  #lose(said: string): void {
    this.#stop();
    this.store.set({ phase: "lost", said });
  }

  #show(at: number): void {
    const item = this.#order[at];
    this.#at = at;
    if (!item) return this.#end();
    this.#lender.lend({ fen: item.fen });
    const solver = activeAt(item, 0);
    updateSettings(this.#page, { orientation: solver }, { players: HUMANS, learner: solver });
    this.store.set({ task: this.#puzzles.task(item), isWaiting: false });
  }

  /** Shows the time that is left, and ends when it is up. */
  #follow(): void {
    const left = Math.max(0, Math.ceil((this.store.state.run[4] - Date.now()) / 1000));
    this.store.set({ left });
    if (left === 0) this.#end();
  }

  #stop(): void {
    clearInterval(this.#tick);
    this.#tick = undefined;
  }

  #end(): void {
    const { run, theirs } = this.store.state, [score] = run;
    this.#turn++;
    this.#stop();
    this.#page.set({ learner: "nobody" });
    this.store.set({ phase: "over", said: "" });
    if (theirs) void ask<{ verdict: Verdict }>({ run, than: theirs, now: Date.now() }).then(({ verdict }) => this.store.set({ verdict }), () => {});
    void this.#training.change({ storm: score }).then(({ storm }) => this.store.set({ isBest: storm.isBest ? "ever" : storm.isBestToday ? "today" : "" }), () => {});
  }
}

/** Returns who acts in a puzzle after a number of actions. */
const activeAt = ({ fen }: Item, actions: number): Player => dueAt(Number.parseInt(fen.split(" ")[6]!, 10) + actions).active;
