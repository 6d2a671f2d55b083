// A storm: as many puzzles as can be solved in three minutes, from easy to hard. A race is a
// storm whose puzzles follow from its code, with the result of another player beside one's own.

import { BanChess, dueAt, START_FEN, type Player } from "../../banchess/banchess.js";
import { words } from "language/train";
import type { GameController, Lender } from "../play/index.js";
import { HUMANS } from "../model/index.js";
import { onDemand, updateSettings, type PageStore } from "../shell/index.js";
import { createStore, type Child, type Store } from "../view/index.js";
import { ask, Refusal } from "./rules.js";
import type { Live, Runner } from "./live.js";
import type { Training } from "./training.js";

/** A puzzle, as a storm needs it. */
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

/** A puzzle that was on the board. */
export interface Played {
  readonly id: string;
  readonly rating: number;
  readonly isRight: boolean | null; // null if the time was up before
}

/** loading; ready: the first puzzle is on the board, and the time stands; on; over; lost: it cannot begin; waiting: for the start of a live race. */
type Phase = "loading" | "ready" | "on" | "over" | "lost" | "waiting";

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
  readonly isBadRace: boolean; // whether it is lost because the text of the race is wrong or of another release
  readonly played: readonly Played[];
  readonly isBest: "" | "today" | "ever";
  readonly hasLive: boolean; // whether the server of the page has live races
  readonly live: (() => Child) | null; // draws what belongs to a live race
}

const NO_STORM: StormState = { phase: "loading", race: "", theirs: null, verdict: null, task: "", isWaiting: false, run: [0, 0, 0, 0, 0], left: 180, said: "", isWrong: false, isBadRace: false, played: [], isBest: "", hasLive: false, live: null };

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
  #live: Live | null = null; // once one was asked for
  #isPressed = false; // a live race is opened by a press, not by a visit
  #opened = ""; // the race that was opened, as `open` takes it
  #kept: { readonly race: string; readonly state: StormState } | null = null; // the result, while the player looks at one of its puzzles
  #getLive: () => Promise<Live | null>;

  constructor(page: PageStore, controller: GameController, lender: Lender, training: Training, puzzles: Puzzles<P>) {
    this.#page = page;
    this.#controller = controller;
    this.#lender = lender;
    this.#training = training;
    this.#puzzles = puzzles;
    const { store } = this, storm = this;
    const runner: Runner = {
      get run() { return store.state.run; },
      get isOn() { return store.state.phase === "on"; },
      fresh: async () => (await storm.#find({ random: random() })).race,
      find: async (race) => { storm.#order = (await storm.#find({ race })).order; },
      wait: () => storm.#wait(),
      start: (run) => storm.#start(run),
      draw: (live) => store.set({ live }),
    };
    this.#getLive = onDemand(page, { what: words.train.live.name, load: () => import("./live.js"), make: ({ Live }) => (this.#live = new Live(page, runner)) });
  }

  /** Begins a storm or a race. @param race the text of a race, "new" for a new one, "live" with an id for a live one, "" for a storm */
  async open(race: string): Promise<void> {
    const isPressed = this.#isPressed, kept = this.#kept;
    this.#isPressed = false;
    this.#kept = null;
    this.#opened = race;
    const mine = ++this.#turn, isRace = race !== "", [kind, id = ""] = race.split("/");
    this.#stop();
    if (kept?.race === race) return this.#showResult(kept.state);
    this.store.set({ ...NO_STORM });
    if (kind === "live") {
      const live = await this.#getLive();
      if (mine === this.#turn) await (live ? live.open(id, isPressed) : this.#lose(words.shell.notLoaded(words.train.live.name)));
      return;
    }
    try {
      const found = await this.#find(isRace && race !== "new" ? { race } : { random: random() });
      if (mine !== this.#turn) return;
      if (race === "new") return this.#page.set({ place: `race/${found.race}` }); // which opens it
      this.#order = found.order;
      this.store.set({ phase: "ready", race: isRace ? found.race : "", theirs: found.result ?? null });
      this.#show(0);
    } catch (error) {
      if (mine !== this.#turn) return;
      const { train } = words, code = error instanceof Refusal ? error.code : "";
      this.#lose(code === "other_puzzles" ? train.otherPuzzles : code ? train.badRace : words.shell.notLoaded(train.rules), code !== "");
    }
    if (isRace && await (await this.#getLive())?.isThere() && this.store.state.race) this.store.set({ hasLive: true });
  }

  /** Opens a live race. */
  race(): void {
    this.#isPressed = true;
    this.#page.set({ place: "race/live" });
  }

  /** Keeps the result while the player looks at one of the puzzles. The next `open` shows it again if it is of the same race. */
  keepResult(): void {
    const { state } = this.store;
    this.#kept = state.live ? null : { race: this.#opened, state };
  }

  /** Shows a result again, with the last puzzle on the board. */
  #showResult(state: StormState): void {
    this.#show(Math.min(this.#at, this.#order.length - 1));
    this.#page.set({ learner: "nobody" });
    this.store.set(state);
  }

  /** Asks for the puzzles of a race, or of a new one. */
  async #find(which: object): Promise<{ readonly race: string; readonly result?: Result; readonly order: readonly P[] }> {
    const items = await this.#puzzles.load();
    if (items.length === 0) throw new Error(); // they could not be loaded
    const found = await ask<{ race: string; result?: Result; order: string[] }>({ puzzles: items.map(({ id, rating }) => [id, rating]), ...which });
    return { ...found, order: found.order.map((id) => items.find((item) => item.id === id)!) };
  }

  /** Waits for the start of a live race, with nothing to solve on the board. */
  #wait(): void {
    this.#turn++;
    this.#stop();
    this.#lender.lend({ fen: START_FEN });
    updateSettings(this.#page, { orientation: "white" }, { players: HUMANS, learner: "nobody" });
    this.store.set({ ...NO_STORM, phase: "waiting", live: this.store.state.live });
  }

  /** Begins a live race, whose time runs for all, or goes on with it. */
  #start(run: Run): void {
    this.store.set({ phase: "on", run });
    this.#tick = setInterval(() => this.#follow(), TICK);
    this.#show(run[0] + run[1]);
    this.#follow();
  }

  /** Ends without a result. */
  leave(): void {
    this.#live?.close();
    this.#turn++;
    this.#stop();
    this.store.set({ phase: "loading", live: null });
  }

  /** Ends a storm that has begun, with its result. */
  end(): void {
    if (this.store.state.phase === "on") this.#end();
  }

  /** Judges the last action on the board. */
  async judge(): Promise<void> {
    const item = this.#order[this.#at], { phase } = this.store.state, { record, position } = this.#page.state;
    const actions = record.current.actions();
    if (!item || phase !== "ready" && phase !== "on" || actions.length === 0) return;
    const solver = activeAt(item, 0), isMine = (n: number) => activeAt(item, n) === solver;
    const goOn = () => {
      this.#page.set({ learner: solver });
      this.store.set({ isWaiting: false, said: `${this.store.state.said} ${words.train.now[position.phase](position.mover)}` });
    };
    if (!isMine(actions.length - 1)) return isMine(actions.length) ? goOn() : undefined; // else the opponent acts again
    const mine = ++this.#turn, now = Date.now();
    this.#page.set({ learner: "nobody" });
    this.store.set({ isWaiting: true });
    const judged = await this.#judged(item, actions, now).catch(() => null);
    if (mine !== this.#turn) return;
    if (!judged) return this.#lose(words.shell.notLoaded(words.train.rules));
    const { replies, act, run, bonus } = judged;
    const { train } = words;
    if (act !== "right") this.#addPlayed(item, act === "solved");
    this.store.set({ run, phase: "on", said: act === "wrong" ? train.wrong : bonus > 0 ? train.bonus(run[2], bonus / 1000) : train.right, isWrong: act === "wrong" });
    this.#tick ??= setInterval(() => this.#follow(), TICK);
    this.#live?.tell();
    this.#follow();
    if (mine !== this.#turn) return; // the time is up
    if (act !== "right") return this.#show(this.#at + 1);
    if (isMine(actions.length)) return goOn();
    for (const reply of replies) {
      await new Promise((done) => setTimeout(done, PAUSE));
      if (mine !== this.#turn) return;
      this.#controller.play(BanChess.deserializeAction(reply));
    }
  }

  /** Asks whether the last action is right, and lets that count. The puzzle may end with the opponent's replies. */
  async #judged(item: P, actions: readonly string[], now: number): Promise<{ readonly replies: readonly string[]; readonly act: string; readonly run: Run; readonly bonus: number }> {
    const solver = activeAt(item, 0), replies: string[] = [];
    let next = await this.#puzzles.next(item, actions);
    while (next?.[0] && activeAt(item, actions.length + replies.length) !== solver) {
      replies.push(next[0]); // the opponent has one
      next = await this.#puzzles.next(item, [...actions, ...replies]);
    }
    const act = !next ? "wrong" : next.length === 0 ? "solved" : "right";
    return { replies, act, ...await ask<{ run: Run; bonus: number }>({ run: this.store.state.run, act, now }) };
  }

  /** Ends because something cannot be loaded, or because the text of the race is wrong or of another release. */
  #lose(said: string, isBadRace = false): void {
    this.#stop();
    this.store.set({ phase: "lost", said, isBadRace });
  }

  #addPlayed({ id, rating }: P, isRight: boolean | null): void {
    this.store.set({ played: [...this.store.state.played, { id, rating, isRight }] });
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
    const { run, theirs, played } = this.store.state, [score] = run, item = this.#order[this.#at];
    if (item && played.at(-1)?.id !== item.id) this.#addPlayed(item, null);
    this.#turn++;
    this.#stop();
    this.#page.set({ learner: "nobody" });
    this.store.set({ phase: "over", said: "" });
    this.#live?.tell();
    if (theirs) void ask<{ verdict: Verdict }>({ run, than: theirs, now: Date.now() }).then(({ verdict }) => this.store.set({ verdict }), () => {});
    void this.#training.change({ storm: score }).then(({ storm }) => this.store.set({ isBest: storm.isBest ? "ever" : storm.isBestToday ? "today" : "" }), () => {});
  }
}

const random = (): number => Math.floor(Math.random() * 2 ** 52);

/** Returns who acts in a puzzle after a number of actions. */
const activeAt = ({ fen }: Item, actions: number): Player => dueAt(Number.parseInt(fen.split(" ")[6]!, 10) + actions).active;
