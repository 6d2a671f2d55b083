// The view of a storm or a race: the time, the score, the task, and at the end the result.

import { words } from "language/train";
import { h } from "../view/index.js";
import { type Result, type StormState } from "./storm.js";
import type { Training } from "./training.js";

interface View {
  readonly isRace: boolean; // whether it is to be a race
  readonly state: StormState;
  readonly training: Training;
  readonly again: () => void;
  readonly end: () => void;
  readonly race: () => void; // opens a live race
  readonly keepResult: () => void; // called before one of the puzzles opens
}

/** The card of a storm, in place of that of an exercise. */
export function StormCard({ isRace, state, training, again, end, race: openRace, keepResult }: View) {
  const { phase, race, task, isWaiting, run: [score, wrong, combo], left, said, isWrong, isBadRace, played, hasLive, live } = state, { train } = words;
  const isOver = phase === "over", isOn = phase === "ready" || phase === "on";
  const name = live ? train.live.title : isRace ? train.race : train.storm;
  return (
    <section key="storm" id="storm" class="learn" data-phase={isOver ? "done" : isWaiting ? "answer" : "try"} data-rests={!isOn} data-empty={phase === "loading" || phase === "lost"} aria-label={name}>
      <p class="learn-title">{name}</p>
      {isOn && <p class="storm-time"><span id="storm-left" role="timer" data-few={left <= 10}>{clock(left)}</span> <span id="storm-score">{train.solved(score)}</span> <span id="storm-combo" class="learn-score">{combo > 1 && train.combo(combo)}</span></p>}
      <h2 id="storm-task" aria-live="polite">{isOn ? task : isOver && train.result(score, wrong)}</h2>
      <p id="storm-said" class="learn-feedback" role="status" data-bad={isWrong && isOn}>{phase === "ready" ? train.begin : phase === "loading" && !live ? train.working : said}</p>
      {phase === "ready" && race && <Link text={train.sendFirst} place={race} />}
      {isOver && (live ? <p id="storm-result" class="learn-feedback">{bestWords(state, training)}</p> : <Over state={state} training={training} again={again} />)}
      {hasLive && (phase === "ready" || isOver) && <p class="learn-score storm-send">{train.live.offer} <a id="storm-live" class="link" href="#race/live" onclick={(event: MouseEvent) => press(event, openRace)}>{train.live.name}</a></p>}
      {isOn && <p id="learn-main"><button id="storm-end" type="button" class="button" disabled={phase === "ready"} onclick={end}>{train.end}</button></p>}
      {live?.()}
      {isOver && <PlayedPuzzles played={played} keepResult={keepResult} />}
      {phase === "lost" && <p id="learn-main">{isBadRace ? <a class="button primary" href="#race/new">{train.newRace}</a> : <button id="storm-again" type="button" class="button primary" onclick={again}>{words.shell.tryAgain}</button>}</p>}
    </section>
  );
}

function bestWords({ isBest }: StormState, { store: { state: { known, trouble } } }: Training): string {
  const { train } = words, best = isBest === "ever" ? train.bestEver : isBest === "today" ? train.bestToday : known && train.bests(known.storm.today, known.storm.best);
  return [best, trouble && train.unkept(trouble)].filter(Boolean).join(" ");
}

/** The puzzles of a storm that is over. */
const PlayedPuzzles = ({ played, keepResult }: Pick<View, "keepResult"> & Pick<StormState, "played">) => (
  <nav aria-label={words.train.played}>
    <p class="learn-score storm-send">{words.train.played}</p>
    <ol id="storm-played" class="storm-played">
      {played.map(({ id, rating, isRight }) => <li><a href={`#puzzle/${id}`} data-right={isRight} aria-label={words.train.playedOne(rating, isRight)} title={words.train.playedOne(rating, isRight)} onclick={(event: MouseEvent) => opensHere(event) && keepResult()}>{rating}</a></li>)}
    </ol>
  </nav>
);

function Over({ state, training, again }: Pick<View, "state" | "training" | "again">) {
  const { race, theirs, verdict, run: [score, wrong, , best] } = state, { train } = words, mine: Result = [score, wrong, best];
  return (
    <div id="storm-result">
      <p class="learn-feedback">{bestWords(state, training)}</p>
      {theirs && <p id="storm-compared" class="learn-feedback"><strong>{verdict !== null && train.verdict[verdict]}</strong> {train.compared(mine, theirs)}</p>}
      <p id="learn-main"><button id="storm-again" type="button" class="button primary" onclick={again}>{train.again}</button></p>
      {race && <Link text={train.send} place={`${race}/${mine.join("-")}`} />}
    </div>
  );
}

/** The link to a race, with what it is for. */
const Link = ({ text, place }: { text: string; place: string }) => (
  <p class="learn-score storm-send">{text} <a id="storm-link" class="link" href={`#race/${place}`} onclick={(event: Event) => void copy(event)}>{words.train.link}</a> <span id="storm-copied" role="status"></span></p>
);

/** Copies the link instead of following it. */
async function copy(event: Event): Promise<void> {
  event.preventDefault();
  const { href } = event.currentTarget as HTMLAnchorElement;
  const copied = await navigator.clipboard?.writeText(href).then(() => true, () => false);
  const place = document.getElementById("storm-copied");
  if (place) place.textContent = copied ? words.train.copied : href;
}

/** Opens a live race, if not in another tab. The link alone, which may stand anywhere, opens none. */
function press(event: MouseEvent, open: () => void): void {
  if (!opensHere(event)) return;
  event.preventDefault();
  open();
}

/** Reports whether a click on a link opens it in this tab. */
const opensHere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => !ctrlKey && !metaKey && !shiftKey;

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
