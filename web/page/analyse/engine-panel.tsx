// The panel of Analyse: its tabs, the engine's switch, and in the tab of the lines a
// summary in words and the lines.

import type { BanChessBoard } from "../../banchess/board.js";
import type { Score } from "../../banchess/engine.js";
import { words } from "language/analyse";
import { dashed, pairIn, scoreText, type Line, type Position } from "../model/index.js";
import { isUnaided, updateSettings, type PageStore, type Settings, type State } from "../shell/index.js";
import { aloud } from "../spoken/index.js";
import { $, draw, Fragment, h } from "../view/index.js";
import { isOn, isShown } from "./analysis.js";
import { EngineLine, stepsOf, type Step } from "./engine-lines.js";
import { createPreview, type Pointed } from "./preview.js";

const SETTLED = 1000; // milliseconds after which a summary that stays as it is is read aloud
const COUNTS = [1, 2, 3, 4, 5]; // the numbers of lines to choose from
const TABS: readonly Settings["tab"][] = ["lines", "report", "explore"];

interface Commands {
  play(actions: readonly string[]): void;
  retry(): void;
}

/** Shows the panel in an element. The report and the explorer are drawn into their tabs by other views. */
export function createEnginePanel(root: Element, store: PageStore, board: BanChessBoard, commands: Commands): void {
  const preview = createPreview(store);
  let shown: readonly (readonly Step[])[] = [], pointed: Pointed | null = null;
  const point = (at: Pointed | null) => preview(pointed = at);
  /** Shows the position after the action that is now where the pointer is: a deeper search may have put another there. */
  const pointAgain = () => {
    if (!pointed) return;
    const { beside } = pointed, line = beside.closest("li"), step = beside.isConnected && line && shown[indexOf(line)]?.[indexOf(beside)];
    point(step ? { ...step, beside } : null);
  };
  let summary = "", timer: ReturnType<typeof setTimeout> | undefined;
  store.watch(["analysis", "position", "settings", "begun"], (state, old) => {
    document.body.dataset.analysis = state.analysis.state;
    const lines = isShown(state) ? state.analysis.lines : [];
    const steps = shown = lines.map((line, i) => stepsOf(line, i === 0 && line.exact, state.position, board));
    draw(root, <Panel state={state} lines={lines} steps={steps} point={point} {...commands} choose={(choice) => updateSettings(store, choice)} />);
    pointAgain();
    // Screen readers hear the summary when it has settled, not at every depth.
    const text = $("verdict").textContent!;
    if (text === summary) return;
    summary = text;
    clearTimeout(timer);
    if (old) timer = setTimeout(() => ($("verdict-said").textContent = [$("score").textContent, aloud(summary)].filter(Boolean).join(", ")), SETTLED);
  });
}

/** Returns the index of an element among its siblings. */
const indexOf = (element: Element) => [...element.parentElement!.children].indexOf(element);

interface Shown extends Commands {
  state: State;
  lines: readonly Line[];
  steps: readonly (readonly Step[])[];
  choose(choice: Partial<Settings>): void;
  point(at: Pointed | null): void;
}

function Panel(shown: Shown) {
  const { state, choose } = shown, { settings } = state;
  return (
    <>
      <div class="analysis-head">
        <div class="tabs" role="tablist" aria-label={words.analyse.tabs}>
          {TABS.map((tab) => (
            <button
              id={`tab-${tab}`} role="tab" aria-selected={settings.tab === tab} aria-controls={`${tab}-panel`} tabindex={settings.tab === tab ? 0 : -1}
              onclick={() => choose({ tab })} onkeydown={(event) => turn(event, tab, choose)}
            >{words.analyse.tab[tab]}</button>
          ))}
        </div>
        <label class="toggle">
          <span>{words.analyse.engine}</span>
          <input type="checkbox" role="switch" id="engine" checked={isOn(state)} disabled={isUnaided(state)} onchange={({ target }) => choose({ engine: (target as HTMLInputElement).checked })} />
        </label>
      </div>
      <span id="verdict-said" class="hidden" role="status" />
      <div id="lines-panel" class="lines-panel" role="tabpanel" aria-labelledby="tab-lines" hidden={settings.tab !== "lines"}><Lines {...shown} /></div>
      <div id="report-panel" class="report" role="tabpanel" tabindex={0} aria-labelledby="tab-report" hidden={settings.tab !== "report"} />
      <div id="explore-panel" class="explore" role="tabpanel" aria-labelledby="tab-explore" hidden={settings.tab !== "explore"} />
    </>
  );
}

/** Goes to another tab by an arrow key. */
function turn(event: KeyboardEvent, tab: Settings["tab"], choose: Shown["choose"]): void {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  event.preventDefault();
  const next = TABS[(TABS.indexOf(tab) + (event.key === "ArrowRight" ? 1 : TABS.length - 1)) % TABS.length]!;
  choose({ tab: next });
  document.getElementById(`tab-${next}`)?.focus();
}

function Lines({ state, lines: [best, ...others], steps, play, point, retry, choose }: Shown) {
  const { settings, position, analysis } = state;
  const failed = analysis.state === "failed", said = best && steps[0] ? verdict(position, best, steps[0]) : hint(state);
  return (
    <>
      <div class="summary">
        <b id="score">{best && scoreText(best.score)}</b>
        <p id="verdict" class="verdict" title={said}>{said}</p>
        <span id="depth">{depthText(state, best)}</span>
        <select id="lines" aria-label={words.analyse.count} title={words.analyse.count} value={String(settings.lines)} hidden={!isOn(state) || best?.exact === true} onchange={({ target }) => choose({ lines: Number((target as HTMLSelectElement).value) })}>
          {COUNTS.map((n) => <option value={String(n)}>{words.analyse.linesOf(n)}</option>)}
        </select>
      </div>
      <ol id="engine-lines" class="lines" aria-label={words.analyse.lines} style={`--lines: ${position.result ? 0 : settings.lines}`} hidden={!isOn(state) || failed}>
        {best && [best, ...others].map((line, i) => <EngineLine line={line} steps={steps[i] ?? []} play={play} point={point} />)}
      </ol>
      <p id="analysis-error" class="error" role="alert" hidden={!failed}>
        <span>{failed && words.analyse.goesOn(analysis.error ?? words.shell.engine.failed)}</span>{" "}
        <button id="analysis-retry" class="link" onclick={retry}>{words.shell.tryAgain}</button>
      </p>
    </>
  );
}

function depthText(state: State, best: Line | undefined): string {
  if (!isOn(state) || state.position.result) return "";
  if (best) return best.exact ? words.analyse.exact : words.analyse.depth(best.depth);
  return state.analysis.state === "loading" ? words.analyse.loading : "";
}

/** Returns the message that is shown while there are no lines. */
function hint(state: State): string {
  const { position, analysis } = state;
  if (position.result) return words.analyse.over;
  if (isUnaided(state)) return words.analyse.unaided;
  if (!isOn(state)) return words.analyse.switchOn;
  return analysis.state === "failed" ? "" : words.analyse.looking;
}

/** Returns a summary of the best line, such as "ban h5–f7, then best is Bxf7+". */
export function verdict({ phase, mover }: Pick<Position, "phase" | "mover">, { score, exact }: Line, [first, next]: readonly Step[]): string {
  if (!first) return "";
  if (exact) {
    const action = phase === "move" ? first.san : dashed(pairIn(first.bcn));
    return words.analyse.known(score.mate === undefined ? null : scoreWords(score), (score.mate ?? 0) > 0 === (mover === "white"), action, phase);
  }
  const mate = score.mate === undefined ? null : scoreWords(score);
  if (phase === "move") return words.analyse.best(first.san, mate);
  const ban = dashed(pairIn(first.bcn));
  if (!next) return words.analyse.endsByBan(ban, mover, score.mate !== undefined);
  return words.analyse.bestBan(ban, next.san, mate);
}

/** Returns a score in words, such as "+1.2" or "White mates in 3". */
export const scoreWords = (score: Score): string =>
  score.mate === undefined ? scoreText(score) : words.analyse.mates(score.mate > 0 ? "white" : "black", Math.abs(score.mate));
