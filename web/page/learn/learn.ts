// Learn: lessons, puzzles and the mistakes of a game on the board. The address decides which one is shown.

import { BanChessError, START_FEN, type Player } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { Engine } from "../../banchess/engine.js";
import { dayOf, type Exercise, type Grade, type ReviewRequest } from "../../banchess/review.js";
import { gamesOf, mistakesIn, reviewed } from "../games/index.js";
import { createLender, type GameController } from "../play/index.js";
import { words } from "language/learn";
import { computerAs, HUMANS, lastReply, other, ownSide } from "../model/index.js";
import { whyUnstored, type PageStore } from "../shell/index.js";
import { createStore } from "../view/index.js";
import { Attempt, type Classroom } from "./attempt.js";
import { Storm, Training, type Known, type PuzzleEvent } from "../train/index.js";
import { AGAIN, exerciseAt, loadPuzzles, nextPuzzle } from "./catalogue.js";
import { exerciseOf, exerciseOfMistake, plainly } from "./exercise.js";
import { LESSONS } from "./lessons.js";
import { foundWords, graded, gradesBefore, gravestFirst, mistakesOf, type Mistake, type Session } from "./mistakes.js";
import { nextIn, type Puzzle } from "./puzzle.js";
import { changeWords, isAnswered } from "./score.js";
import { keepLearn, restoreLearn, type LearnState, type LearnStore } from "./state.js";

const MISTAKES = "mistakes"; // begins a place
const NEAR = 150; // the largest difference of ratings for a puzzle to count as near

export class Learn {
  readonly learn: LearnStore = createStore<LearnState>(restoreLearn());
  readonly training = new Training(this.learn.state.score, () => this.#store.state);
  readonly storm: Storm<Puzzle>;
  #store: PageStore;
  #toBoard: () => void;
  #room: Classroom;
  #attempt: Attempt | null = null;
  #engine: Engine | null = null;
  #turn = 0; // counts the exercises opened: late results for earlier ones are ignored
  #last: Session | null = null; // the mistakes of a game that were answered last
  #remark = ""; // the first message of the next exercise

  /**
   * @param start starts an engine
   * @param toBoard focuses the board
   */
  constructor(store: PageStore, controller: GameController, board: BanChessBoard, start: () => Engine, toBoard: () => void) {
    this.#store = store;
    this.#toBoard = toBoard;
    const lender = createLender(store, controller);
    this.storm = new Storm<Puzzle>(store, controller, lender, this.training, {
      load: () => loadPuzzles(this.learn), task: (puzzle) => exerciseOf(puzzle, false).task, next: nextIn,
    });
    this.#room = { store, learn: this.learn, controller, board, lender, engine: () => (this.#engine ??= this.#told(start())), graded: (mistake, grade) => this.#graded(mistake, grade), answered: (puzzle, event, isFirst) => this.#answered(puzzle, event, isFirst), helped: (puzzle) => this.#helped(puzzle), hints: new Set() };
  }

  /** Follows the address, the board and the refusals of the rules from now on. */
  run(): void {
    const store = this.#store, { learn } = this;
    keepLearn(learn);
    void loadPuzzles(learn);
    void this.#train({ lessons: learn.state.lessons });
    learn.watch(["lessons"], ({ lessons }, old) => old && lessons.length > old.lessons.length && void this.#train({ lessons }));
    this.training.store.watch(["known"], ({ known }) => known && learn.set({ score: known.score, ...known.progress.lessons.length > learn.state.lessons.length && { lessons: known.progress.lessons } }));
    this.training.store.watch(["isBusy"], ({ isBusy }, old) => old?.isBusy && !isBusy && void this.#review()); // another device may have brought mistakes
    store.watch(["place"], ({ place }) => (place === null ? this.#leave() : void this.#open()));
    store.watch(["rules"], ({ rules }, old) => {
      if (!old || !rules) return;
      if (learn.state.phase === "over") return; // nothing was on the board
      if (learn.state.phase === "storm") return void this.#open(); // it begins again
      if (!this.#here || learn.state.phase === "loading") void this.#open();
      else if (learn.state.phase === "answer") this.#here.judge(); // the board crashed before the reply could be played
    });
    store.watch(["position"], (state) => {
      const { exercise } = learn.state, { played, position, record } = state;
      const last = exercise && !exercise.next && position.active === exercise.solver ? lastReply(position) : null;
      if (last) store.set({ pointer: { by: "learn", action: `b:${last.from}${last.to}`, at: record.current } });
      if (!played) return;
      if (learn.state.phase === "storm") void this.storm.judge();
      else this.#here?.judge();
    });
    // The status is hidden in Learn, so refusals are shown here.
    store.watch(["notice"], ({ notice, aside, position }) => {
      if (aside && notice && notice.kind !== "info") learn.set({ said: plainly(notice, position), more: [] });
    });
    // The window's title is that of the exercise instead of the player to act.
    learn.watch(["exercise"], ({ exercise }) => store.set({ title: exercise?.title ?? null }));
  }

  hint(): void {
    this.#here?.hint();
  }

  solve(): void {
    this.#here?.solve();
  }

  again(): void {
    const { exercise } = this.learn.state, { known } = this.training.store.state;
    const isOfAnotherDay = this.#store.state.place === "puzzle/daily" && known && (known.today !== Math.floor(Date.now() / 864e5) || exercise?.puzzle?.id !== known.daily);
    if (isOfAnotherDay || ["lost", "over", "storm"].includes(this.learn.state.phase)) void this.#open();
    else this.#here?.again();
  }

  next(): void {
    const { exercise, session, phase } = this.learn.state;
    if (phase === "storm") return;
    if (session && phase !== "over") this.mistake(Math.min(session.at + 1, session.mistakes.length));
    else if (this.#store.state.place === `puzzle/${AGAIN}` && (phase !== "lost")) void this.#open();
    else if (!exercise?.lesson || exercise.lesson === LESSONS.length) void this.puzzle();
    else this.#store.set({ place: `learn/${exercise.lesson + 1}` });
  }

  /** Goes to the next puzzle. Leaving a puzzle does not change the score, because only its first answer counts. */
  async puzzle(): Promise<void> {
    const { place } = this.#store.state, { learn } = this;
    const puzzles = await loadPuzzles(learn);
    if (this.#store.state.place !== place) return; // the user has left this place
    const puzzle = await nextPuzzle(learn, this.training).catch(() => undefined);
    if (this.#store.state.place !== place) return;
    const { theme, rating } = learn.state;
    if (puzzle) {
      if (rating && Math.abs(puzzle.rating - rating) > NEAR) this.#remark = words.learn.noneNearer(rating);
      this.#store.set({ place: `puzzle/${puzzle.id}` });
    } else if (puzzles.length === 0) learn.set({ said: words.shell.notLoaded(words.learn.thePuzzles) });
    else if (puzzle === undefined) learn.set({ said: words.shell.notLoaded(words.learn.theRules) });
    else learn.set({ said: theme ? words.learn.onlyOfTheme : words.learn.only });
  }

  /** Goes to a mistake of the session, or to the result after the last one. @param said the first message @param before the session before a mistake was removed */
  mistake(at: number, said = "", before?: Session): void {
    const { learn } = this, session = { ...learn.state.session!, at, before };
    this.#attempt?.end();
    this.#attempt = null;
    if (session.mistakes[at]) {
      learn.set({ session });
      this.#attempt = new Attempt(exerciseOfMistake(session), this.#room);
      this.#attempt.begin(said);
    } else {
      const isEmpty = session.mistakes.length === 0;
      this.#last = null;
      if (isEmpty) this.#room.lender.lend({ fen: START_FEN }); // the board is not that of another exercise
      this.#store.set({ learner: "nobody" });
      learn.set({ session, exercise: null, phase: "over", said: isEmpty ? words.learn.nothingDue : foundWords(session), more: said ? [said] : [] });
    }
  }

  /** Takes the mistake on the board out of the schedule. */
  drop(): void {
    const { learn } = this, before = learn.state.session!, { mistakes, grades, at, isReview } = before;
    void this.#review({ drop: mistakes[at]!.id });
    const others = <T>(list: readonly T[]) => list.filter((_, i) => i !== at);
    learn.set({ session: { mistakes: others(mistakes), grades: others(grades), at, isReview } });
    this.mistake(at, words.learn.dropped, before);
  }

  /** Brings the mistake back that was taken out last. */
  undrop(): void {
    const before = this.learn.state.session!.before!, { mistakes, at } = before;
    void this.#review({}, mistakes[at]!.id);
    this.learn.set({ session: before });
    this.mistake(at, words.learn.undropped, before.before);
    if (!before.before) this.#toBoard(); // the button is gone
  }

  /** Chooses whether mistakes in the opening alone are asked for. */
  choose(opening: boolean): void {
    this.learn.set({ opening });
    void (this.learn.state.session?.isReview ? this.#open() : this.#review());
  }

  /** Shows the user's own game again. */
  toGame(): void {
    this.#store.set({ place: null });
    this.#toBoard();
  }

  playOn(): void {
    const { exercise, phase } = this.learn.state;
    if (exercise && phase === "done") this.#room.lender.keep("play", computerAs(other(exercise.solver), this.#store.state.settings.level));
  }

  analyse(): void {
    if (this.learn.state.phase === "done") this.#room.lender.keep("analyse", HUMANS);
  }

  async copyLink(): Promise<void> {
    const { exercise } = this.learn.state;
    const place = exercise?.puzzle ? `puzzle/${exercise.puzzle.id}` : `learn/${exercise?.lesson ?? ""}`;
    const copied = await navigator.clipboard?.writeText(location.href.replace(/#.*|$/, `#${place}`)).then(() => true, () => false);
    this.learn.set({ said: copied ? words.learn.copied : words.learn.notCopied, more: [] });
  }

  /** Returns the attempt whose exercise is on the board. */
  get #here(): Attempt | null {
    return this.#store.state.aside ? this.#attempt : null;
  }

  async #open(): Promise<void> {
    const store = this.#store, { learn } = this, { place, rules } = store.state;
    if (place === null) return;
    const mine = ++this.#turn;
    this.#attempt?.end();
    learn.set({ phase: "loading", more: [], said: rules ? "" : words.shell.loading() });
    if (this.#here) store.set({ learner: "nobody" }); // the exercise on the board has ended
    if (!rules) return;
    this.storm.leave();
    const [kind, ...rest] = place.split("/");
    if (kind === "storm" || kind === "race") {
      this.#attempt = null;
      learn.set({ session: null, exercise: null, phase: "storm" });
      return this.storm.open(kind === "race" ? rest.join("/") || "new" : "");
    }
    if (place.startsWith(MISTAKES)) return this.#begin(place.slice(MISTAKES.length + 1) as Player | "", mine);
    learn.set({ session: null });
    void this.#review(); // a report, or another day, may have brought more
    void this.#train();
    const exercise = await exerciseAt(learn, place, this.training);
    if (mine !== this.#turn || store.state.place !== place) return;
    if (!store.state.rules) return learn.set({ said: words.shell.loading() }); // it opens when the rules have been restarted
    const remark = this.#remark;
    this.#remark = "";
    this.#attempt = exercise && new Attempt(exercise, this.#room);
    if (this.#attempt) this.#attempt.begin(remark);
    else this.#lose(place.startsWith("puzzle") && !learn.state.puzzles ? words.shell.notLoaded(words.learn.thePuzzles) : this.#nothingAt(place));
  }

  /** Says why there is no exercise, with the pieces at the start on the board. */
  #lose(said: string): void {
    this.#room.lender.lend({ fen: START_FEN });
    this.#store.set({ learner: "nobody" });
    this.learn.set({ exercise: null, phase: "lost", said });
  }

  /** Says why there is no exercise at a place. */
  #nothingAt(place: string): string {
    const { known } = this.training.store.state;
    if (place !== `puzzle/${AGAIN}`) return words.learn.nothing;
    return known ? [words.learn.noneAgain, known.next !== null && words.learn.nextAgain(known.next - dayOf())].filter(Boolean).join(" ") : words.shell.notLoaded(words.learn.theRules);
  }

  /** Changes the record of progress. Resolves with null if the rules of training cannot be loaded. */
  #train(change: Parameters<Training["change"]>[0] = {}): Promise<Known | null> {
    return this.training.change(change).catch(() => null);
  }

  /** Counts an answer to a puzzle. Resolves with what it changes. */
  async #answered({ id, rating, deviation }: Puzzle, is: PuzzleEvent, isFirst: boolean): Promise<string> {
    const [before, known] = await Promise.all([this.#train(), this.#train({ event: { id, rating, deviation, is } })]);
    if (!before || !known) return words.shell.notLoaded(words.learn.theRules);
    return [isFirst && changeWords(before.score, known.score, id), is === "solved" && known.daily === id && words.learn.dayCounts(known.streak.now)].filter(Boolean).join(" ");
  }

  /** Notes a hint in a puzzle, and returns whether it is the first, and before the answer. */
  #helped({ id, rating, deviation }: Puzzle): boolean {
    const { learn } = this, { score } = learn.state;
    if (isAnswered(score, id) || score.hinted.includes(id)) return false;
    learn.set({ score: { ...score, hinted: [...score.hinted, id] } });
    void this.#train({ event: { id, rating, deviation, is: "hinted" } });
    return true;
  }

  /** Begins with a player's mistakes in the user's own game, or with those that are due. */
  async #begin(player: Player | "", mine: number): Promise<void> {
    const { state } = this.#store, { record, begun, players } = state.aside ?? state, { learn } = this, isReview = player === "";
    const exercises = isReview ? await this.#review() : gravestFirst(mistakesIn(record, player, begun));
    const games = isReview ? await gamesOf(exercises).catch(() => []) : [];
    if (mine !== this.#turn) return;
    const mistakes = mistakesOf(exercises, games);
    const isOwn = [player, null].includes(ownSide(begun?.players ?? players)); // what the computer did wrong does not come back
    if (!isReview) void this.#review(isOwn ? { add: exercises } : {});
    const grades = isReview ? [] : gradesBefore(this.#last, mistakes), at = Math.max(0, mistakes.findIndex((_, i) => !grades[i]));
    learn.set({ session: isReview || mistakes.length > 0 ? { mistakes, grades, at, isReview } : null });
    if (learn.state.session) this.mistake(at, !isReview && at === 0 && new Set(mistakes.map(({ mark }) => mark)).size > 1 ? words.learn.worstFirst : "");
    else this.#lose(words.learn.noMistakes);
  }

  #graded(mistake: Mistake, grade: Grade): void {
    const { learn } = this, { session } = learn.state;
    this.#room.hints.delete(mistake.id);
    if (session) {
      const now = graded(session, mistake, grade);
      learn.set({ session: now });
      if (!now.isReview) this.#last = now;
    }
    void this.#review({ answer: { id: mistake.id, grade } });
  }

  /** Does what a request says to the kept exercises, and brings one back that was dropped. Returns those that are due, or an empty list if nothing can be kept. */
  async #review(request: ReviewRequest = {}, restored = ""): Promise<readonly Exercise[]> {
    const { learn } = this, { opening } = learn.state;
    try {
      const { state: { cards }, due, next } = await reviewed({ ...request, opening }, restored);
      learn.set({ review: { due: due.length, kept: cards.filter(({ dropped }) => !dropped).length, next, trouble: "" } });
      return due.map((id) => cards.find((card) => card.id === id)!);
    } catch (error) {
      if (error instanceof DOMException) learn.set({ review: { due: 0, kept: 0, next: null, trouble: whyUnstored(error) } });
      else if (!(error instanceof BanChessError)) throw error; // after a crash of the rules they are asked again
      return [];
    }
  }

  #leave(): void {
    this.#room.lender.takeBack();
    this.#turn++;
    this.#attempt?.end();
    this.#attempt = null;
    this.storm.leave();
    this.#engine?.close(); // it is not needed now, and one worker is enough
    this.#engine = null;
    this.learn.set({ exercise: null, phase: "loading", said: "", more: [], engineLoads: false, session: null, hinted: null });
  }

  /** Reports in Learn's state when an engine is loading. */
  #told(engine: Engine): Engine {
    engine.addEventListener("state", ({ state }) => this.learn.set({ engineLoads: state === "loading" }));
    return engine;
  }
}
