// The view of the progress: the streak, the calendar, the curve of the rating, and the file
// that takes them to another device.

import type { Day } from "../../banchess/review.js";
import { words } from "language/train";
import { copyFrom, h } from "../view/index.js";
import type { Known } from "./rules.js";
import type { Training } from "./training.js";

const WEEKS = 5; // in the calendar, of which the last has today
const WEEK = 7;

/** The progress, folded up. */
export function Progress({ training }: { training: Training }) {
  const { known, said, isBad, isBusy, code, isLong } = training.store.state, { train } = words;
  const pick = () => document.getElementById("train-file")!.click();
  return (
    <details id="train" class="learn-fold">
      <summary><h3>{train.progress}</h3> <span id="train-streak" class="learn-score">{known && train.streak(known.streak.now)}</span></summary>
      <p id="train-told" class="learn-score">{known && streakWords(known)}</p>
      {known && <Calendar known={known} />}
      {known && known.curve.length > 1 && <Curve curve={known.curve} />}
      <p class="learn-score">{train.move}</p>
      <div class="learn-choice">
        <button id="train-save" type="button" class="link" disabled={isBusy} onclick={() => void training.save()}>{train.save}</button>
        <button id="train-open" type="button" class="link" disabled={isBusy} onclick={pick}>{train.load}</button>
        <button id="train-copy" type="button" class="link" disabled={isBusy} onclick={() => void copyCode(training)}>{train.makeCode}</button>
        <input id="train-file" type="file" accept="application/json,.json" hidden onchange={({ currentTarget }: Event) => {
          const input = currentTarget as HTMLInputElement, [file] = input.files ?? [];
          if (file) void training.open(file);
          input.value = ""; // the same file can be opened again
        }} />
      </div>
      <form class="learn-choice train-code" onsubmit={(event: Event) => {
        event.preventDefault();
        void training.paste((event.currentTarget as HTMLFormElement).querySelector("input")!.value);
      }}>
        <input id="train-code" aria-label={train.code} placeholder={train.paste} value={code} autocomplete="off" spellcheck={false} oninput={({ currentTarget }: Event) => training.store.set({ code: (currentTarget as HTMLInputElement).value, isLong: false })} />
        <button id="train-take" class="link" disabled={isBusy || !code}>{train.takeIn}</button>
      </form>
      <p class="learn-score">
        <span id="train-said" role="status" data-bad={isBad}>{said}</span>{" "}
        <button id="train-less" type="button" class="link" hidden={!isLong} onclick={() => void copyCode(training, false)}>{train.withoutGames}</button>
      </p>
    </details>
  );
}

/** Makes a code and copies it. It stays in the field, where it can be copied by hand. */
async function copyCode(training: Training, withGames = true): Promise<void> {
  if (!await training.code(withGames) || !document.getElementById("train-code")) return; // something else is shown by now
  const { done } = await copyFrom("train-code"), { train } = words;
  training.store.set({ said: `${done ? train.codeCopied : train.codeSelected} ${training.store.state.said}` });
}

/** Says how the streak stands. */
function streakWords({ streak: { now, best, isDone, hasGrace } }: Known): string {
  const { train } = words;
  const today = isDone ? train.done : now > 0 && !hasGrace ? train.last : train.open;
  return [today, best > 0 && train.best(best), train.grace].filter(Boolean).join(" ");
}

function Calendar({ known: { today, progress: { days } } }: { known: Known }) {
  const { train } = words, grades = new Map(days);
  const monday = today - (today + 3) % WEEK; // 1 January 1970 was a Thursday
  const first = monday - WEEK * (WEEKS - 1), row = Array.from({ length: WEEK }, (_, i) => i);
  return (
    <table id="train-calendar" class="train-calendar" aria-label={train.calendar}>
      <thead><tr>{row.map((i) => <th scope="col" abbr={train.day(first + i, { weekday: "long" })}>{train.day(first + i, { weekday: "short" }).slice(0, 2)}</th>)}</tr></thead>
      <tbody>
        {Array.from({ length: WEEKS }, (_, week) => (
          <tr>
            {row.map((i) => {
              const day = first + week * WEEK + i, grade = grades.get(day);
              if (day > today) return <td></td>;
              const name = `${train.day(day, { day: "numeric", month: "long" })}: ${grade ? train.marks[grade] : train.missed}`;
              return <td data-grade={grade} aria-current={day === today ? "date" : undefined} title={name}><span aria-hidden="true">{train.day(day, { day: "numeric" })}</span><span class="hidden">{name}</span></td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const WIDTH = 300, HEIGHT = 60;

function Curve({ curve }: { curve: Known["curve"] }) {
  const ratings = curve.map(([, rating]) => rating), low = Math.min(...ratings), high = Math.max(...ratings);
  const [[from]] = curve as [[Day, number]], to = curve.at(-1)![0];
  const points = curve.map(([day, rating]) => `${((day - from) / (to - from || 1) * WIDTH).toFixed(1)},${(HEIGHT - (rating - low) / (high - low || 1) * HEIGHT).toFixed(1)}`);
  const name = words.train.rating(from, ratings[0]!, ratings.at(-1)!, high);
  return (
    <figure id="train-curve" class="train-curve">
      <span class="train-scale" aria-hidden="true"><span>{high}</span><span>{low}</span></span>
      <svg viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`} preserveAspectRatio="none" role="img" aria-label={name}><polyline points={points.join(" ")} /></svg>
      <figcaption class="learn-score">{name}</figcaption>
    </figure>
  );
}
