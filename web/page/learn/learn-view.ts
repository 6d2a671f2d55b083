// What Learn shows beside the board: the task, what is to be said of the last action,
// the buttons, and the lists of lessons and puzzles.

import { $, element } from "../shell/dom.js";
import { plainly } from "./exercise.js";
import { isElsewhere } from "../shell/keys.js";
import type { LearnCommands } from "./learn.js";
import { LOADING, type LearnStore, type Phase } from "./learn-state.js";
import { LESSONS } from "./lessons.js";
import { themeName } from "./puzzle.js";
import type { PageStore } from "../shell/state.js";
import { lastReply } from "../shell/status.js";
import { dashed, details, headline, name, sentence } from "../shell/words.js";

const RATINGS = [600, 900, 1200, 1500, 1800, 2100, 2400];
const OVER: readonly Phase[] = ["refuted", "done"];
const COST = " (counts as failed)";

/** What is around it. */
export interface Around {
  show(...parts: Element[]): void; // in the panel
  toBoard(): void; // puts the focus there
}

/** Makes the parts in the panel once their style sheet is there. */
export async function createLearnView(store: PageStore, learn: LearnStore, commands: LearnCommands, { show, toBoard }: Around): Promise<void> {
  await style();
  const title = element("p", { id: "learn-title", className: "learn-title" });
  const task = element("h2", { id: "learn-task" }, { "aria-live": "polite" });
  const said = element("p", { id: "learn-feedback", className: "learn-feedback" }, { role: "status" });
  const card = element("section", { id: "learn", className: "learn" }, { "aria-label": "Task" });
  const turn = element("p", { id: "learn-turn", className: "learn-turn" });
  const themes = element("p", { id: "learn-themes", className: "learn-turn" });
  card.append(title, task, turn, said, themes);

  const buttons = element("div", { className: "learn-buttons" });
  const button = (id: string, textContent: string, title: string, press: () => void) => {
    const made = buttons.appendChild(element("button", { id: `learn-${id}`, type: "button", className: "button", textContent, title }));
    made.addEventListener("click", press);
    return made;
  };
  // Each has its place, whatever is shown. Those of a solved puzzle stand where those
  // that help to solve it did; nothing leads from the one to the other at once.
  const again = button("again", "Try again", "Try again (r)", commands.again);
  const next = button("next", "Next", "Next (n)", commands.next);
  const hint = button("hint", "Hint", "Hint (h)", commands.hint);
  const solution = button("solution", "Solution", "Show the solution", commands.solution);
  const playOn = button("play", "Play on", "Play on against the computer", commands.playOn);
  const analyse = button("analyse", "Analyse", "Look at it with the engine", commands.analyse);
  const copy = button("copy", "Link", "Copy a link to this", async () => {
    const { exercise } = learn.state;
    const part = exercise?.puzzle ? `puzzle/${exercise.puzzle.id}` : `learn/${exercise?.lesson ?? ""}`;
    try {
      await navigator.clipboard.writeText(location.href.replace(/#.*|$/, `#${part}`));
      learn.set({ said: "The link is copied." });
    } catch {
      learn.set({ said: "The link could not be copied: take it from the address." });
    }
  });

  const lessons = element("ol", { id: "learn-lessons", className: "learn-lessons" });
  const links = LESSONS.map(({ title }, i) => {
    const link = element("a", { href: `#learn/${i + 1}` });
    const done = element("span", { className: "hidden" });
    link.append(element("span", { textContent: title }), done);
    const item = lessons.appendChild(element("li"));
    item.append(link);
    return { link, done };
  });
  const score = element("p", { id: "learn-score", className: "learn-score" });
  const theme = element("select", { id: "learn-theme" });
  const rating = element("select", { id: "learn-rating" });
  rating.append(option("0", "Near mine"), ...RATINGS.map((n) => option(String(n), `Near ${n}`)));
  theme.addEventListener("change", () => learn.set({ theme: theme.value }));
  rating.addEventListener("change", () => learn.set({ rating: Number(rating.value) }));
  const choice = element("div", { className: "learn-choice" });
  const label = (text: string, field: HTMLElement) => {
    const made = element("label");
    made.append(element("span", { textContent: text }), field);
    return made;
  };
  const puzzle = element("button", { id: "learn-puzzle", type: "button", className: "button", textContent: "Next puzzle" });
  puzzle.addEventListener("click", commands.puzzle);
  choice.append(label("Theme", theme), label("Rating", rating), puzzle, element("a", { id: "learn-daily", className: "button", href: "#puzzle/daily", textContent: "Puzzle of the day" }));

  const more = element("section", { id: "learn-more", className: "learn-more" }, { "aria-label": "Lessons and puzzles" });
  // The second click of a double click was meant for what the first has changed.
  more.addEventListener("click", (event) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  more.append(buttons, element("h3", { textContent: "Tutorial" }), lessons, element("h3", { textContent: "Puzzles" }), choice, score);
  show(card, more);

  let held: Element | null = null; // had the focus before a button was gone
  const isGone = ({ hidden, disabled }: HTMLButtonElement) => hidden || disabled;
  const word = (button: HTMLElement, words: string, isCostly: boolean) =>
    button.replaceChildren(words, ...(isCostly ? [element("small", { textContent: COST })] : []));
  learn.watch(["exercise", "phase", "said", "hinted", "score"], ({ exercise, phase, said: words, hinted, score, puzzles }) => {
    held = document.activeElement;
    document.body.dataset.learn = phase;
    title.textContent = exercise?.title ?? "Learn";
    task.textContent = exercise?.task ?? "";
    task.hidden = !exercise;
    said.textContent = words;
    themes.textContent = phase === "done" && exercise?.puzzle ? `Themes: ${exercise.puzzle.themes.map(themeName).join(", ").toLowerCase()}` : "";
    card.dataset.phase = phase;
    const { puzzle = null, steps, lesson } = exercise ?? {};
    const isGame = steps === null, isOpen = phase === "try" && !isGame, isOver = phase === "done" && puzzle !== null;
    const isWrong = phase === "refuting" || phase === "refuted" || (phase === "lost" && !puzzles);
    const isCounting = puzzle !== null && isOpen && !Object.hasOwn(score.seen, puzzle.id);
    again.textContent = isWrong ? "Try again" : "Again";
    again.disabled = !(isWrong || phase === "done" || (isGame && phase === "try"));
    next.textContent = lesson && lesson < LESSONS.length ? "Next lesson" : lesson ? "To the puzzles" : "Next puzzle";
    next.disabled = phase === "loading";
    word(hint, hinted ? "Show it" : "Hint", hinted && isCounting);
    word(solution, "Solution", isCounting);
    for (const made of [hint, solution]) [made.hidden, made.disabled] = [isOver, !isOpen];
    for (const made of [playOn, analyse]) made.hidden = !isOver;
    playOn.disabled = store.state.position.result !== null;
    copy.disabled = !exercise;
    for (const [made, isMain] of [[again, isWrong], [next, phase === "done" || (phase === "lost" && !isWrong)]] as const) made.classList.toggle("primary", isMain);
  });
  // The window is named by what is shown, not by whose turn it is.
  learn.watch(["exercise"], ({ exercise }) => store.set({ title: exercise?.title ?? null }));
  // A whole game says what Play does, as the status is not seen; the announcer speaks it.
  const describe = () => {
    const { position } = store.state;
    const { exercise, phase } = learn.state;
    const isGame = exercise?.steps === null && phase === "try" && !position.result;
    const last = isGame && position.active === exercise.solver ? lastReply(store.state) : null;
    const end = position.check ? "checkmate" : "stalemate, a draw";
    turn.textContent = last ? `${name(position.mover)} has one move left, ${dashed(last)}. Ban it: ${end}.` : isGame ? [headline(position), ...details(position)].join(" · ") : "";
  };
  store.watch(["position"], describe);
  learn.watch(["exercise", "phase"], describe);
  // The board takes nothing then: whoever plays by keys is led to what is due next, and
  // back to the board.
  let back: HTMLElement | null = null;
  learn.watch(["phase"], ({ phase }, old) => {
    const activeElement = held;
    if (!old) return;
    if (phase === "try" && old.phase !== "answer") scrollTo({ top: 0 }); // from a button below the board
    if (OVER.includes(phase) && activeElement?.closest("#grid")) {
      back = activeElement as HTMLElement;
      (phase === "refuted" ? again : next).focus({ preventScroll: true });
    } else if (phase === "try" && back && [again, next].some((button) => button === activeElement)) {
      back.focus({ preventScroll: true });
      back = null;
    } else if (activeElement && buttons.contains(activeElement) && isGone(activeElement as HTMLButtonElement)) {
      // What was pressed is gone: the focus goes where one goes on.
      if (phase === "try" || next.disabled) toBoard();
      else next.focus({ preventScroll: true });
    }
  });
  learn.watch(["exercise", "lessons"], ({ exercise, lessons: done }) => {
    links.forEach(({ link, done: word }, i) => {
      const isDone = done.includes(i + 1);
      link.dataset.done = String(isDone);
      word.textContent = isDone ? ", done" : "";
      if (exercise?.lesson === i + 1) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  });
  learn.watch(["score", "unkept"], ({ score: { rating, solved, failed, streak, best }, unkept }) => {
    const words = solved + failed === 0 ? `Your rating is ${rating} to begin with.` : `Your rating is ${rating}. ${solved} solved, ${failed} not; streak ${streak}, the longest ${best}.`;
    score.textContent = `${words} ${unkept}`.trim();
  });
  learn.watch(["puzzles"], ({ puzzles }) => {
    if (!puzzles) return;
    const all = [...new Set(puzzles.flatMap(({ themes }) => themes))].sort();
    theme.replaceChildren(option("", "Any theme"), ...all.map((value) => option(value, themeName(value))));
  });
  // What the rules refuse is said here, as the status is not seen.
  store.watch(["notice"], ({ notice, aside, position }) => {
    if (aside && notice && notice.kind !== "info") learn.set({ said: plainly(notice, position) });
  });
  store.watch(["computer"], ({ computer: { state, error }, aside }) => {
    if (!aside) return;
    if (state === "loading") learn.set({ said: LOADING });
    else if (learn.state.said === LOADING) learn.set({ said: "" });
    if (state === "failed") learn.set({ said: `${sentence(error ?? "the engine failed")} You can play for it.` });
  });
  // A link to what is shown already leads nowhere: it begins again.
  lessons.addEventListener("click", ({ target }) => {
    if ((target as Element).closest("[aria-current]")) commands.again();
  });
  $("learn-daily").addEventListener("click", () => {
    if (store.state.place === "puzzle/daily") commands.again();
  });
  listen(store, commands);
}

const option = (value: string, textContent: string) => element("option", { value, textContent });

/** Loads the style sheet. Without it the parts are plain, and work. */
function style(): Promise<void> {
  return new Promise((done) => {
    const link = element("link", { rel: "stylesheet", href: new URL("./learn.css", import.meta.url).href });
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => done());
    document.head.append(link);
  });
}

/** The keys of Learn go before those of the page. */
function listen(store: PageStore, commands: LearnCommands): void {
  const keys: { [key: string]: () => void } = { h: commands.hint, n: commands.next, r: commands.again };
  document.addEventListener("keydown", (event) => {
    const { aside, promotion, choosing } = store.state;
    const command = keys[event.key];
    if (!command || !aside || promotion || choosing || event.ctrlKey || event.metaKey || isElsewhere(event)) return;
    event.preventDefault();
    if (!event.repeat) command(); // a key that is held is pressed once
  }, { capture: true });
}
