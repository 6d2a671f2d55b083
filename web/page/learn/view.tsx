// The view of Learn beside the board: the task with the message about the last action, the
// one button that fits it and the quiet ones, and the lists of puzzles and lessons.

import { dayOf } from "../../banchess/review.js";
import { words } from "language/learn";
import { dashed, details, headline, lastReply, name, sentence } from "../model/index.js";
import { isElsewhere, keyOf, unbroken, type PageStore, type State } from "../shell/index.js";
import { Progress, StormCard, type PuzzleScore } from "../train/index.js";
import { draw, h, Icon } from "../view/index.js";
import { AGAIN, dueOf } from "./catalogue.js";
import type { Learn } from "./learn.js";
import { LESSONS } from "./lessons.js";
import { mistakeName, type Session } from "./mistakes.js";
import { themeName, type Puzzle } from "./puzzle.js";
import type { LearnState, Phase } from "./state.js";

const RATINGS = [600, 900, 1200, 1500, 1800, 2100, 2400];

/** Shows Learn in an element. @param toBoard focuses the board @param endings opens the endings to practise */
export function showLearn(place: HTMLElement, store: PageStore, room: Learn, toBoard: () => void, endings: () => void): void {
  /** Reports whether a storm is on, beside which nothing else is shown. */
  const isRiding = () => room.learn.state.phase === "storm" && ["loading", "ready", "on", "waiting"].includes(room.storm.store.state.phase);
  const { lessons, score: { solved, failed } } = room.learn.state;
  const isNew = lessons.length < LESSONS.length && solved + failed === 0; // it stays, so that nothing moves while one looks
  const render = () => draw(place, room.learn.state.phase === "storm" ? <StormCard isRace={store.state.place?.startsWith("race") === true} state={room.storm.store.state} training={room.training} again={() => void room.again()} end={() => room.storm.end()} race={() => room.storm.race()} keepResult={() => room.storm.keepResult()} />
    : [<Card page={store.state} state={room.learn.state} />, <Buttons page={store.state} state={room.learn.state} room={room} />], !isRiding() && <Lists page={store.state} state={room.learn.state} isNew={isNew} room={room} endings={endings} />);
  let back: HTMLElement | null = null; // the square that had the focus when the exercise ended
  let isLost = false; // the button that was pressed is gone, and no other could take the focus yet
  const toMain = () => {
    const main = place.querySelector<HTMLButtonElement>("#learn-main button");
    isLost = main?.disabled === true;
    main?.focus({ preventScroll: true });
  };
  /** Moves the focus of a keyboard user to the main button when the board is locked, and back to the board afterwards. */
  const lead = (phase: Phase, held: HTMLElement | null) => {
    const isGone = isLost || held !== null && (!held.isConnected || held.matches("#learn-buttons :disabled"));
    if (held?.closest("#grid")) {
      isLost = false;
      if (!["refuted", "done", "over"].includes(phase)) return;
      back = held;
      toMain();
    } else if (isGone && phase === "try") {
      if (back) back.focus({ preventScroll: true });
      else toBoard();
      [back, isLost] = [null, false];
    } else if (isGone) toMain();
  };
  place.addEventListener("click", once, { capture: true });
  store.watch(["position", "computer", "aside", "record"], render);
  room.training.store.watch(["known", "said", "trouble", "isBusy", "code", "isLong"], render);
  room.storm.store.watch(["phase", "race", "theirs", "verdict", "task", "isWaiting", "run", "left", "said", "isWrong", "isBadRace", "played", "isBest", "hasLive", "live"], render);
  room.storm.store.watch(["phase"], ({ phase }, old) => {
    const held = document.activeElement, isGone = !held || held === document.body;
    if (!old) return;
    if (phase === "over" && (isGone || held.closest("#grid"))) document.getElementById("storm-again")?.focus({ preventScroll: true });
    // Before the user has done something, there is nobody whose focus is gone.
    else if ((phase === "ready" || phase === "on" && old.phase === "waiting") && isGone && navigator.userActivation?.hasBeenActive !== false) toBoard();
  });
  room.learn.watch(["exercise", "phase", "said", "more", "engineLoads", "session", "review", "opening", "hinted", "puzzles", "score", "lessons", "theme", "rating", "unkept"], ({ phase }, old) => {
    const held = document.activeElement as HTMLElement | null;
    document.body.dataset["learn"] = phase;
    render();
    if (!old || phase === old.phase) return;
    // The button may have been below the board, or below the task.
    if (phase === "try" && old.phase !== "answer") for (const scrolled of [window, place]) scrolled.scrollTo({ top: 0 });
    lead(phase, held);
  });
}

interface View {
  readonly page: State;
  readonly state: LearnState;
}

function Card({ page, state }: View) {
  const { exercise, phase, said, more } = state;
  const themes = phase === "done" && exercise?.puzzle?.themes.map(themeName);
  return (
    <section key="card" id="learn" class="learn" aria-label={words.learn.task} data-phase={phase} data-told={Boolean(said) || more.length > 0}>
      <p id="learn-title" class="learn-title">{titleWords(state)}</p>
      <h2 id="learn-task" aria-live="polite" hidden={!exercise}>{exercise?.task}</h2>
      <p id="learn-turn" class="learn-turn">{turnWords(page, state)}</p>
      {/* What is added is spoken alone. */}
      <p id="learn-feedback" class="learn-feedback" role="status" aria-atomic="false"><b>{unbroken(said)}</b>{[...more, laterWords(state), engineWords(page, state)].map((text) => text && <span> {unbroken(text)}</span>)}</p>
      <p id="learn-themes" class="learn-turn">{themes && words.learn.themes(themes)}</p>
    </section>
  );
}

/** Returns what is on the board: an exercise, with its game if that is another one, or what there is of them. */
function titleWords({ exercise, session }: LearnState): string {
  if (exercise) return [exercise.title, exercise.mistake?.from].filter(Boolean).join(" · ");
  return !session ? words.learn.name : session.isReview ? words.learn.review : words.learn.mistakes;
}

/** Returns the words of the status for a whole game, as in Play; the announcer speaks them. */
function turnWords(page: State, { exercise, phase }: LearnState): string {
  const { position } = page;
  if (exercise?.next !== null || phase !== "try" || position.result) return "";
  const last = position.active === exercise.solver ? lastReply(position) : null;
  return last ? words.learn.lastReply(name(position.mover), dashed(last), position.check) : [headline(position), ...details(position)].join(" · ");
}

/** Returns when mistakes come again, once those of today were gone through. */
function laterWords({ phase, session, review }: LearnState): string {
  if (phase !== "over" || !session?.isReview || !review) return "";
  if (review.due > 0) return words.learn.stillDue(review.due);
  return review.next === null ? "" : words.learn.comesIn(review.next - dayOf());
}

/** Returns a message if an engine that the user waits for is loading or has failed. */
function engineWords({ aside, computer: { state, error } }: State, { phase, engineLoads }: LearnState): string {
  if (phase === "refuting" ? engineLoads : aside && state === "loading") return sentence(words.shell.engine.loading);
  return aside && state === "failed" && phase === "try" ? `${sentence(error ?? words.shell.engine.failed)} ${words.shell.engine.playForIt}` : "";
}

/** Ignores the second click of a double click, which was meant for the previous button. */
function once(event: Event): void {
  if ((event as MouseEvent).detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

interface Press {
  readonly id: string;
  readonly icon: string;
  readonly words: { readonly text: string; readonly title: string };
  readonly press: () => void;
  readonly isOff?: boolean;
}

/** The one button that fits what is on the board, and the others beside it as quiet ones. */
function Buttons({ page, state, room }: View & { room: Learn }) {
  const { exercise, phase, puzzles, score, hinted, session } = state, { learn } = words;
  const { puzzle = null, next: judge, lesson } = exercise ?? {};
  const isOff = phase !== "try", isOver = phase === "over";
  const isWrong = phase === "refuting" || phase === "refuted" || (phase === "lost" && !puzzles), isHinted = hinted === page.record.current;
  const afterMistake = !session || isOver ? null : session.at + 1 < session.mistakes.length ? learn.nextMistake : learn.toResult;
  const nextText = !lesson ? learn.next.text : lesson < LESSONS.length ? learn.nextLesson : learn.toPuzzles;
  const hint: Press = { id: "hint", icon: "hint", words: { ...learn.hint, ...isHinted && { text: learn.show } }, press: () => room.hint(), isOff };
  const next: Press = { id: "next", icon: "redo", words: afterMistake ?? { ...learn.next, text: nextText }, press: () => room.next(), isOff: phase === "loading" };
  const again: Press = { id: "again", icon: "take-back", words: { ...learn.again, ...isWrong && { text: learn.tryAgain } }, press: () => room.again(), isOff: phase === "loading" };
  const solution: Press = { id: "solution", icon: "check", words: learn.solution, press: () => room.solve(), isOff: isOff && !(exercise && isWrong) };
  const isReview = session?.isReview === true, left = state.review?.due ?? 0;
  const last: Press = isReview ? { id: "drop", icon: "delete", words: learn.drop, press: () => room.drop(), isOff: phase === "loading" } : session ? { id: "game", icon: "undo", words: learn.toGame, press: () => room.toGame() }
    : { id: "copy", icon: "share", words: learn.copy, press: () => void room.copyLink(), isOff: !exercise };
  const playOn: Press = { id: "play", icon: "move", words: learn.playOn, press: () => room.playOn(), isOff: page.position.result !== null };
  const analyse: Press = { id: "analyse", icon: "chart", words: learn.analyse, press: () => room.analyse() };
  const toPuzzles: Press = { ...next, words: { ...learn.next, text: learn.toPuzzles } };
  const undo: Press[] = session?.before ? [{ id: "undrop", icon: "take-back", words: learn.undrop, press: () => room.undrop() }] : [];
  const over = !isReview ? [last, again] : left > 0 ? [{ ...again, words: learn.theRest }, toPuzzles] : [toPuzzles];
  const [main, ...others] = isOver ? [...over, ...undo] : isWrong ? [again, solution, next, last] : phase === "done" ? [next, again, ...puzzle ? [playOn, analyse] : [], last]
    : phase === "lost" ? [next] : judge === null ? [again, next, last] : [hint, solution, next, ...undo, last];
  const isRated = puzzle !== null && phase === "try" && !Object.hasOwn(score.seen, puzzle.id);
  return (
    <div key="buttons" id="learn-buttons" class="learn-buttons">
      <div id="learn-main"><Main {...main!} isQuiet={main === again && !isWrong} /></div>
      <div class="learn-others">{others.map((other) => <Quiet {...other} />)}</div>
      <p id="learn-costs" class="learn-turn">{isRated && (isHinted ? learn.showCosts : `${learn.hintCosts} ${learn.solutionCosts}`)}</p>
    </div>
  );
}

const Main = ({ id, words: { text, title }, press, isOff, isQuiet }: Press & { isQuiet: boolean }) => (
  <button key={id} id={`learn-${id}`} type="button" class={isQuiet ? "button" : "button primary"} title={title} disabled={isOff} onclick={press}>{text}</button>
);

const Quiet = ({ id, icon, words: { text, title }, press, isOff }: Press) => (
  <button key={id} id={`learn-${id}`} type="button" title={title} disabled={isOff} onclick={press}><Icon name={icon} /><span>{text}</span></button>
);

function Lists({ page, state, isNew, room, endings }: View & { isNew: boolean; room: Learn; endings: () => void }) {
  const { lessons, session, review } = state, isFinished = lessons.length === LESSONS.length;
  const mistakes = (!session || session.isReview) && <Review state={state} room={room} />, isDue = session !== null || (review?.due ?? 0) > 0;
  const tutorial = !session && (
    <details key="tutorial" id="learn-tutorial" class="learn-fold" open={!isFinished}>
      <summary><h3>{words.learn.tutorial}</h3> <span class="learn-score">{words.learn.finished(lessons.length, LESSONS.length)}</span></summary>
      <Lessons state={state} room={room} />
    </details>
  );
  return (
    <section key="lists" id="learn-more" class="learn-more" aria-label={session ? words.learn.mistakes : words.learn.lists}>
      {session && <Mistakes session={session} room={room} />}
      {isNew && tutorial}
      {!session && <Puzzles page={page} state={state} room={room} endings={endings} />}
      {isDue && mistakes}
      {!isNew && tutorial}
      {!isDue && mistakes}
      {!session && <Progress training={room.training} />}
    </section>
  );
}

/** The number of mistakes that are due today. */
function Review({ state: { review, opening, session }, room }: { state: LearnState; room: Learn }) {
  const { learn } = words, { due = 0, kept = 0, trouble = "" } = review ?? {}, hasAny = kept > 0;
  return (
    <section id="learn-review" aria-label={learn.review}>
      <h3>{learn.review}</h3>
      <p id="learn-due" class={hasAny ? "learn-score learn-count" : "learn-score"}>{hasAny ? learn.due(due, kept) : trouble ? learn.unreviewed(trouble) : review && learn.noReview}</p>
      <div class="learn-choice" hidden={!hasAny}>
        <select id="learn-opening" aria-label={learn.phases} value={String(opening)} onchange={(event) => room.choose((event.currentTarget as HTMLSelectElement).value === "true")}>
          <option value="false">{learn.allPhases}</option>
          <option value="true">{learn.openingAlone}</option>
        </select>
        <a id="learn-go" class="link" href="#mistakes" hidden={session !== null || due === 0}>{learn.goThrough}</a>
      </div>
    </section>
  );
}

/** The mistakes of a session, with how each was answered. */
const Mistakes = ({ session: { mistakes, grades, at }, room }: { session: Session; room: Learn }) => (
  <ol id="learn-mistakes" class="learn-lessons">
    {mistakes.map((mistake, i) => {
      const grade = grades[i];
      return (
        <li><button type="button" data-grade={grade} aria-label={grade && `${mistakeName(mistake)}, ${words.learn.grades[grade]}`} aria-current={i === at || undefined} onclick={() => room.mistake(i)}>
          <span>{mistakeName(mistake)}</span>{grade === 2 && <span class="learn-score">{words.learn.withHint}</span>}
        </button></li>
      );
    })}
  </ol>
);

/** A link to the current place has no effect in the browser, so it restarts the exercise. */
function Lessons({ state: { exercise, lessons }, room }: Omit<View, "page"> & { room: Learn }) {
  return (
    <ol id="learn-lessons" class="learn-lessons">
      {LESSONS.map(({ title }, i) => {
        const number = i + 1, isShown = exercise?.lesson === number, isDone = lessons.includes(number);
        return (
          <li><a href={`#learn/${number}`} data-done={isDone} aria-current={isShown || undefined} onclick={isShown ? () => room.again() : undefined}>
            <span>{title}</span><span class="hidden">{isDone && words.learn.done}</span>
          </a></li>
        );
      })}
    </ol>
  );
}

/** Counts the puzzles of each theme: those that were solved, and all. */
function countThemes(puzzles: readonly Puzzle[], seen: PuzzleScore["seen"]): Record<string, [solved: number, all: number]> {
  const counts: Record<string, [number, number]> = {};
  for (const { id, themes } of puzzles) {
    for (const theme of themes) {
      const count = counts[theme] ??= [0, 0];
      if (seen[id]) count[0]++;
      count[1]++;
    }
  }
  return counts;
}

function Puzzles({ page, state: { exercise, puzzles, score, theme, rating, unkept }, room, endings }: View & { room: Learn; endings: () => void }) {
  const { rating: mine, solved, failed, streak, best } = score, { known, trouble } = room.training.store.state, unstored = unkept || trouble, due = dueOf(known, puzzles ?? []).length;
  const counts = countThemes(puzzles ?? [], score.seen), all = Object.keys(counts).sort();
  const value = (event: Event) => (event.currentTarget as HTMLSelectElement).value;
  const said = solved + failed === 0 ? words.learn.start(mine) : words.learn.score(mine, solved, solved + failed, streak, best);
  return (
    <section aria-label={words.learn.puzzles}>
      <h3>{words.learn.puzzles}</h3>
      <p id="learn-score" class="learn-score">{[said, unstored && words.learn.unkept(unstored)].filter(Boolean).join(" ")}</p>
      <div class="learn-choice">
        <select id="learn-theme" aria-label={words.learn.theme} value={theme} onchange={(event) => room.learn.set({ theme: value(event) })}>
          <option value="">{words.learn.anyTheme}</option>
          {all.map((theme) => <option value={theme}>{words.learn.ofTheme(themeName(theme), ...counts[theme]!)}</option>)}
        </select>
        <select id="learn-rating" aria-label={words.learn.rating} value={String(rating)} onchange={(event) => room.learn.set({ rating: Number(value(event)) })}>
          <option value="0">{words.learn.nearMine}</option>
          {RATINGS.map((rating) => <option value={rating}>{words.learn.near(rating)}</option>)}
        </select>
      </div>
      <div class="learn-choice">
        <a id="learn-daily" class="link" href="#puzzle/daily" onclick={page.place === "puzzle/daily" ? () => room.again() : undefined}>{words.learn.daily}{known?.streak.isDone && <span class="learn-done" title={words.learn.dayDone}>✓</span>}</a>
        <a id="learn-failed" class="link" href={`#puzzle/${AGAIN}`} hidden={due === 0} onclick={page.place === `puzzle/${AGAIN}` ? () => room.next() : undefined}>{words.learn.failedAgain(due)}</a>
        <a id="learn-storm" class="link" href="#storm" title={words.learn.stormTitle}>{words.learn.storm}</a>
        <a id="learn-race" class="link" href="#race/new" title={words.learn.raceTitle}>{words.learn.race}</a>
        <button id="learn-endings" type="button" class="link" title={words.learn.endingsTitle} onclick={endings}>{words.learn.endings}</button>
        {!exercise?.puzzle && <button id="learn-puzzle" type="button" class="link" onclick={() => void room.puzzle()}>{words.learn.solve}</button>}
      </div>
    </section>
  );
}

/** Handles the keys of Learn before those of the page. */
export function listenToLearnKeys(store: PageStore, room: Learn): void {
  const keys: { [key: string]: () => void } = { h: () => room.hint(), n: () => room.next(), r: () => room.again() };
  document.addEventListener("keydown", (event) => {
    const { aside, promotion, choosing } = store.state;
    const command = keys[keyOf(event)];
    if (!command || !aside || promotion || choosing || event.ctrlKey || event.metaKey || isElsewhere(event, store.state)) return;
    event.preventDefault();
    if (!event.repeat) command(); // a held key counts once
  }, { capture: true });
}
