// The view of the explorer: whose games are counted, the filters, and a row for each ban or
// move. A click on a row plays it.

import type { Player } from "../../banchess/banchess.js";
import { words } from "language/explore";
import { banText, pairIn, pieceOn, scoreText, type Position } from "../model/index.js";
import { BanFigure } from "../shell/index.js";
import { Fragment, h } from "../view/index.js";
import { gamesIn, type Count, type Filter, type Row } from "./counter.js";
import { NO_FILTER, type Exploring, type Source } from "./explorer.js";

const SOURCES: readonly Source[] = ["engine", "own", "file"];
const SIDES: readonly (Player | "")[] = ["", "white", "black"];

interface Commands {
  choose(source: Source): void;
  open(file: File): void;
  stop(): void;
  retry(): void;
  filter(change: Partial<Filter>): void;
  play(row: Row): void;
  point(row: Row | null): void;
}

interface Shown extends Commands {
  state: Exploring;
  position: Position;
  isUnaided: boolean;
}

export function View(shown: Shown) {
  const { state, isUnaided } = shown;
  if (isUnaided) return <p class="report-about">{words.explore.unaided}</p>;
  return (
    <>
      <Sources {...shown} />
      <p class="explore-said">
        <span id="explore-said" role="status">{said(shown)}</span>{" "}
        <button id="explore-retry" class="link" hidden={!state.trouble} onclick={shown.retry}>{words.shell.tryAgain}</button>
      </p>
      {state.source !== "engine" && <Filters {...shown} />}
      <Rows {...shown} />
    </>
  );
}

function Sources({ state: { source, reading, read, file }, choose, open, stop }: Shown) {
  const isReading = reading !== null, isAway = source === "engine" && file !== "" && read !== null; // from a file, which is kept
  const pick = () => document.getElementById("explore-upload")!.click();
  return (
    <div class="explore-head">
      <div class="explore-sources" role="group" aria-label={words.explore.sources}>
        {SOURCES.map((one) => (
          <button id={`explore-${one}`} class="explore-source" aria-pressed={source === one} onclick={() => (one === "file" && !isAway ? pick() : choose(one))}>{words.explore.source[one]}</button>
        ))}
      </div>
      <progress id="explore-progress" aria-label={words.explore.sources} hidden={!isReading} value={reading ?? 0} max={1} />
      <button id="explore-stop" class="link" hidden={!isReading} onclick={stop}>{words.explore.stop}</button>
      <input
        id="explore-upload" type="file" accept=".pgn,.txt,application/x-chess-pgn,text/plain" hidden aria-label={words.explore.source.file}
        onchange={({ currentTarget }) => {
          const input = currentTarget as HTMLInputElement, [file] = input.files ?? [];
          input.value = "";
          if (file) open(file);
        }}
      />
    </div>
  );
}

/** Says which games are counted, and what is wrong. */
function said({ state: { source, trouble, about, read, reading, file, isStopped } }: Shown): string {
  const { explore } = words;
  if (trouble) return trouble;
  if (source === "engine") return about === null ? explore.loading : explore.about(about);
  if (reading !== null) return explore.counting(read?.games ?? 0);
  if (!read) return explore.loading;
  if (read.games === 0 && read.skipped === 0) return source === "own" ? explore.noGames : explore.empty(file);
  return [
    isStopped && explore.stopped, explore.read(read.games, file), read.more && explore.most, read.skipped > 0 && explore.skipped(read.skipped, read.error ?? ""),
  ].filter(Boolean).join(" ");
}

function Filters({ state: { source, filter: now, read }, filter }: Shown) {
  const { explore } = words, on = Object.values(now).filter(Boolean).length;
  const text = (name: "player" | "opponent") => (
    <label>{explore[name]}<input
      id={`explore-${name}`} list="explore-players" value={now[name]} autocomplete="off" spellcheck="false"
      oninput={({ currentTarget }) => filter({ [name]: (currentTarget as HTMLInputElement).value })}
    /></label>
  );
  const day = (name: "since" | "until") => (
    <label>{explore[name]}<input id={`explore-${name}`} type="date" value={now[name]} onchange={({ currentTarget }) => filter({ [name]: (currentTarget as HTMLInputElement).value })} /></label>
  );
  return (
    <details id="explore-filters" class="explore-filters">
      <summary>{explore.filters(on)}</summary>
      <div>
        {source === "file" && text("player")}
        {text("opponent")}
        <label>{explore.side}<select id="explore-side" value={now.side} disabled={source === "file" && !now.player && !now.opponent} onchange={({ currentTarget }) => filter({ side: (currentTarget as HTMLSelectElement).value as Filter["side"] })}>
          {SIDES.map((side) => <option value={side}>{side ? explore.names[side] : explore.anySide}</option>)}
        </select></label>
        {day("since")}
        {day("until")}
        <button id="explore-clear" class="link" hidden={on === 0} onclick={() => filter(NO_FILTER)}>{explore.clear}</button>
        <datalist id="explore-players">{read?.players?.map((name) => <option value={name} />)}</datalist>
      </div>
    </details>
  );
}

function Rows({ state: { source, found, filter, read, about, reading }, position, play, point }: Shown) {
  const all = found ? gamesIn(found.total) : 0, isReady = source === "engine" ? about !== null : read !== null;
  if (position.result) return <p class="explore-none">{words.explore.over}</p>;
  if (all === 0) return <p class="explore-none">{found && isReady && reading === null && (Object.values(filter).some(Boolean) && source !== "engine" ? words.explore.nothingFound : words.explore.nothing)}</p>;
  const listed = found!.rows.reduce((sum, row) => sum + gamesIn(row), 0);
  return (
    <>
      <p class="explore-row explore-heads" aria-hidden="true">
        <span class="explore-action">{words.explore.heads[position.phase]}</span>
        <span />
        <span>{words.explore.heads.games}</span>
        <span class="explore-results">{words.explore.heads.results}</span>
        <span class="explore-score">{source === "engine" && words.explore.heads.score}</span>
      </p>
      <ol id="explore-rows" class="explore-rows" aria-label={words.explore.rows} onkeydown={walk} onmouseleave={() => point(null)}>
        {found!.rows.map((row, i) => {
          const show = () => point(row), isBan = row.action.startsWith("b:"), games = gamesIn(row), score = row.eval ? scoreText(row.eval) : "";
          const name = isBan ? words.shell.theBan(banText(row.san)) : row.san;
          return (
            <li>
              <button
                type="button" class="explore-row" data-action={row.action} data-games={games} tabindex={i === 0 ? 0 : -1}
                aria-label={words.explore.row(name, games, 100 * games / all, results(row), score)} title={results(row)}
                onclick={() => play(row)} onmouseenter={show} onfocus={show} onblur={() => point(null)}
              >
                <span class="explore-action">{isBan ? <BanFigure piece={pieceOn(position, pairIn(row.action).from)} text={banText(row.san)} /> : <span class="step">{row.san}</span>}</span>
                <span class="explore-part">{words.explore.part(100 * games / all)}</span>
                <span class="explore-games">{words.explore.games(games)}</span>
                <Bar count={row} />
                <span class="explore-score" title={row.eval && words.explore.score(row.eval.depth)}>{score}</span>
              </button>
            </li>
          );
        })}
      </ol>
      <p class="explore-row explore-all" data-games={all}>
        <span class="explore-action">{words.explore.all}</span>
        <span class="explore-part">{listed < all && <abbr title={words.explore.others}>+{words.explore.part(100 * (all - listed) / all)}</abbr>}</span>
        <span class="explore-games">{words.explore.games(all)}</span>
        <Bar count={found!.total} />
        <span class="explore-score" />
      </p>
    </>
  );
}

/** Returns the shares of the finished games, in percent. */
function shares({ white, drawn, black }: Count): [number, number, number] {
  const n = white + drawn + black || 1;
  return [100 * white / n, 100 * drawn / n, 100 * black / n];
}

const results = (count: Count) => (count.white + count.drawn + count.black > 0 ? words.explore.results(...shares(count)) : "");

const LEAST = 12; // percent: a narrower part of a bar has no number

/** Shows how many games White won, were drawn, and Black won. */
const Bar = ({ count }: { count: Count }) => (
  <span class="explore-bar" aria-hidden="true">
    {shares(count).map((part, i) => <span class={["white", "drawn", "black"][i]} style={`width: ${part}%`}>{part >= LEAST && words.explore.part(part)}</span>)}
  </span>
);

/** Goes to another row by an arrow key. */
function walk(event: KeyboardEvent): void {
  const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key] as "nextElementSibling" | undefined;
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  ((event.target as Element).closest("li")?.[step]?.firstElementChild as HTMLElement | null)?.focus();
}
