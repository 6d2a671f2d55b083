// The view of Learn beside the board: the task, the message about the last action, the
// buttons, and the lists of lessons and puzzles.

import { words } from "language/learn";
import { dashed, details, draw, Fragment, h, headline, isElsewhere, lastReply, name, sentence, type PageStore, type State } from "../shell/index.js";
import type { Learn } from "./learn.js";
import { LESSONS } from "./lessons.js";
import { themeName } from "./puzzle.js";
import type { LearnState, Phase } from "./state.js";

const RATINGS = [600, 900, 1200, 1500, 1800, 2100, 2400];

/** Shows Learn in an element. @param toBoard focuses the board */
export function showLearn(place: HTMLElement, store: PageStore, room: Learn, toBoard: () => void): void {
  const render = () => draw(place, <Card page={store.state} state={room.learn.state} />, <Lists page={store.state} state={room.learn.state} room={room} />);
  let back: HTMLElement | null = null; // the square that had the focus when the exercise ended
  /** Moves the focus of a keyboard user to the next button when the board is locked, and back to the board afterwards. */
  const lead = (phase: Phase, held: HTMLElement | null) => {
    const button = (id: string) => place.querySelector<HTMLButtonElement>(`#learn-${id}`)!;
    const isOver = phase === "refuted" || phase === "done", next = button("next");
    if (isOver && held?.closest("#grid")) {
      back = held;
      (phase === "refuted" ? button("again") : next).focus({ preventScroll: true });
    } else if (phase === "try" && back && held && [button("again"), next].includes(held as HTMLButtonElement)) {
      back.focus({ preventScroll: true });
      back = null;
    } else if (held?.matches(".learn-buttons .button:disabled") || held && !held.isConnected) {
      // The button that was pressed is gone, so the focus moves on.
      if (phase === "try" || next.disabled) toBoard();
      else next.focus({ preventScroll: true });
    }
  };
  store.watch(["position", "computer", "aside", "record"], render);
  room.learn.watch(["exercise", "phase", "said", "engineLoads", "hinted", "puzzles", "score", "lessons", "theme", "rating", "unkept"], ({ phase }, old) => {
    const held = document.activeElement as HTMLElement | null;
    document.body.dataset["learn"] = phase;
    render();
    if (!old || phase === old.phase) return;
    if (phase === "try" && old.phase !== "answer") scrollTo({ top: 0 }); // the button may have been below the board
    lead(phase, held);
  });
}

interface View {
  readonly page: State;
  readonly state: LearnState;
}

function Card({ page, state }: View) {
  const { exercise, phase } = state;
  const themes = phase === "done" && exercise?.puzzle?.themes.map(themeName);
  return (
    <section key="card" id="learn" class="learn" aria-label={words.learn.task} data-phase={phase}>
      <p id="learn-title" class="learn-title">{exercise?.title ?? words.learn.name}</p>
      <h2 id="learn-task" aria-live="polite" hidden={!exercise}>{exercise?.task}</h2>
      <p id="learn-turn" class="learn-turn">{turnWords(page, state)}</p>
      <p id="learn-feedback" class="learn-feedback" role="status">{[state.said, engineWords(page, state)].filter(Boolean).join(" ")}</p>
      <p id="learn-themes" class="learn-turn">{themes && words.learn.themes(themes)}</p>
    </section>
  );
}

/** Returns the words of the status for a whole game, as in Play; the announcer speaks them. */
function turnWords(page: State, { exercise, phase }: LearnState): string {
  const { position } = page;
  if (exercise?.steps !== null || phase !== "try" || position.result) return "";
  const last = position.active === exercise.solver ? lastReply(position) : null;
  return last ? words.learn.lastReply(name(position.mover), dashed(last), position.check) : [headline(position), ...details(position)].join(" · ");
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

function Lists({ page, state, room }: View & { room: Learn }) {
  return (
    <section key="lists" id="learn-more" class="learn-more" aria-label={words.learn.lists} ref={(section: HTMLElement) => section.addEventListener("click", once, { capture: true })}>
      <Buttons page={page} state={state} room={room} />
      <h3>{words.learn.tutorial}</h3>
      <Lessons state={state} room={room} />
      <h3>{words.learn.puzzles}</h3>
      <Puzzles page={page} state={state} room={room} />
    </section>
  );
}

interface Press {
  readonly id: string;
  readonly words: { readonly text: string; readonly title: string };
  readonly press: () => void;
  readonly disabled?: boolean;
  readonly primary?: boolean;
  readonly costs?: boolean | undefined;
}

const Button = ({ id, words: { text, title }, press, disabled, primary, costs }: Press) => (
  <button key={id} id={`learn-${id}`} type="button" class={primary ? "button primary" : "button"} title={title} disabled={disabled} onclick={press}>
    {text}{costs && <small>{words.learn.costs}</small>}
  </button>
);

/**
 * The buttons keep their places. Those of a solved puzzle are at the places of those that help
 * to solve it, but pressing one of these never shows one of those in its place at once.
 */
function Buttons({ page, state: { exercise, phase, hinted, score, puzzles }, room }: View & { room: Learn }) {
  const { puzzle = null, steps, lesson } = exercise ?? {};
  const isGame = steps === null, isOpen = phase === "try" && !isGame, isSolved = phase === "done" && puzzle !== null;
  const isWrong = phase === "refuting" || phase === "refuted" || (phase === "lost" && !puzzles);
  const costs = puzzle !== null && isOpen && !Object.hasOwn(score.seen, puzzle.id);
  const isHinted = hinted === page.record.current;
  const next = !lesson ? words.learn.next.text : lesson < LESSONS.length ? words.learn.nextLesson : words.learn.toPuzzles;
  return (
    <div class="learn-buttons">
      <Button id="again" words={{ ...words.learn.again, ...isWrong && { text: words.learn.tryAgain } }} press={() => room.again()} primary={isWrong} disabled={!(isWrong || phase === "done" || (isGame && phase === "try"))} />
      <Button id="next" words={{ ...words.learn.next, text: next }} press={() => room.next()} primary={phase === "done" || (phase === "lost" && !isWrong)} disabled={phase === "loading"} />
      {isSolved ? <>
        <Button id="play" words={words.learn.playOn} press={() => room.playOn()} disabled={page.position.result !== null} />
        <Button id="analyse" words={words.learn.analyse} press={() => room.analyse()} />
      </> : <>
        <Button id="hint" words={{ ...words.learn.hint, ...isHinted && { text: words.learn.show } }} press={() => room.hint()} disabled={!isOpen} costs={isHinted && costs} />
        <Button id="solution" words={words.learn.solution} press={() => room.solve()} disabled={!isOpen} costs={costs} />
      </>}
      <Button id="copy" words={words.learn.copy} press={() => void room.copyLink()} disabled={!exercise} />
    </div>
  );
}

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

function Puzzles({ page, state: { puzzles, score, theme, rating, unkept }, room }: View & { room: Learn }) {
  const { rating: mine, solved, failed, streak, best } = score;
  const all = [...new Set(puzzles?.flatMap(({ themes }) => themes))].sort();
  const value = (event: Event) => (event.currentTarget as HTMLSelectElement).value;
  const said = solved + failed === 0 ? words.learn.start(mine) : words.learn.score(mine, solved, solved + failed, streak, best);
  return <>
    <div class="learn-choice">
      <label><span>{words.learn.theme}</span>
        <select id="learn-theme" value={theme} onchange={(event) => room.learn.set({ theme: value(event) })}>
          <option value="">{words.learn.anyTheme}</option>
          {all.map((theme) => <option value={theme}>{themeName(theme)}</option>)}
        </select>
      </label>
      <label><span>{words.learn.rating}</span>
        <select id="learn-rating" value={String(rating)} onchange={(event) => room.learn.set({ rating: Number(value(event)) })}>
          <option value="0">{words.learn.nearMine}</option>
          {RATINGS.map((rating) => <option value={rating}>{words.learn.near(rating)}</option>)}
        </select>
      </label>
      <button id="learn-puzzle" type="button" class="button" onclick={() => void room.puzzle()}>{words.learn.next.text}</button>
      <a id="learn-daily" class="button" href="#puzzle/daily" onclick={page.place === "puzzle/daily" ? () => room.again() : undefined}>{words.learn.daily}</a>
    </div>
    <p id="learn-score" class="learn-score">{[said, unkept && words.learn.unkept(unkept)].filter(Boolean).join(" ")}</p>
  </>;
}

/** Handles the keys of Learn before those of the page. */
export function listenToLearnKeys(store: PageStore, room: Learn): void {
  const keys: { [key: string]: () => void } = { h: () => room.hint(), n: () => room.next(), r: () => room.again() };
  document.addEventListener("keydown", (event) => {
    const { aside, promotion, choosing } = store.state;
    const command = keys[event.key];
    if (!command || !aside || promotion || choosing || event.ctrlKey || event.metaKey || isElsewhere(event)) return;
    event.preventDefault();
    if (!event.repeat) command(); // a held key counts once
  }, { capture: true });
}
