// The engine panel in Analyse: the switch, a summary in words, and the lines.

import type { Action } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { Score } from "../../banchess/engine.js";
import { words } from "language/analyse";
import { dashed, draw, Fragment, h, pairIn, scoreText, updateSettings, type Line, type PageStore, type Position, type State } from "../shell/index.js";
import { isShown } from "./analysis.js";
import { EngineLine, stepsOf, type Step } from "./engine-lines.js";

const COUNTS = [1, 2, 3, 4, 5]; // the numbers of lines to choose from

interface Commands {
  play(action: Action): void;
  retry(): void;
}

/** Shows the panel in an element. */
export function createEnginePanel(root: Element, store: PageStore, board: BanChessBoard, commands: Commands): void {
  store.watch(["analysis", "position", "settings"], (state) => {
    document.body.dataset.analysis = state.analysis.state;
    const lines = isShown(state) ? state.analysis.lines : [];
    const steps = lines.map((line) => stepsOf(line, state.position, board));
    draw(root, <Panel state={state} lines={lines} steps={steps} commands={commands} choose={(choice) => updateSettings(store, choice)} />);
  });
}

interface Shown {
  state: State;
  lines: readonly Line[];
  steps: readonly (readonly Step[])[];
  commands: Commands;
  choose(choice: Partial<State["settings"]>): void;
}

function Panel({ state, lines: [best, ...others], steps, commands, choose }: Shown) {
  const { settings, position, analysis } = state;
  const failed = analysis.state === "failed";
  return (
    <>
      <div class="analysis-head">
        <label class="toggle">
          <input type="checkbox" role="switch" id="engine" checked={settings.engine} onchange={({ target }) => choose({ engine: (target as HTMLInputElement).checked })} />
          <span>{words.analyse.engine}</span>
        </label>
        <output id="score">{best && scoreText(best.score)}</output>
        <span id="depth">{depthText(state, best)}</span>
        <label class="count">{words.analyse.count} <select id="lines" value={String(settings.lines)} onchange={({ target }) => choose({ lines: Number((target as HTMLSelectElement).value) })}>
          {COUNTS.map((n) => <option>{n}</option>)}
        </select></label>
      </div>
      <p id="verdict" class="verdict">{best && steps[0] ? verdict(position, best, steps[0]) : hint(state)}</p>
      <ol id="engine-lines" class="lines" aria-label={words.analyse.lines} style={`--lines: ${settings.engine ? settings.lines : 0}`} hidden={!settings.engine || failed}>
        {best && [best, ...others].map((line, i) => <EngineLine line={line} steps={steps[i] ?? []} play={commands.play} />)}
      </ol>
      <p id="analysis-error" class="error" role="alert" hidden={!failed}>
        <span>{failed && words.analyse.goesOn(analysis.error ?? words.shell.engine.failed)}</span>{" "}
        <button id="analysis-retry" class="link" onclick={commands.retry}>{words.shell.tryAgain}</button>
      </p>
    </>
  );
}

function depthText({ settings, analysis: { state }, position }: State, best: Line | undefined): string {
  if (!settings.engine || position.result) return "";
  if (best) return words.analyse.depth(best.depth);
  return state === "loading" ? words.analyse.loading : "";
}

/** Returns the message that is shown while there are no lines. */
function hint({ settings, position, analysis }: State): string {
  if (position.result) return words.analyse.over;
  if (!settings.engine) return words.analyse.switchOn;
  return analysis.state === "failed" ? "" : words.analyse.looking;
}

/** Returns a summary of the best line, such as "ban h5–f7: then best is Bxf7+, +1.2". */
export function verdict({ phase, mover }: Pick<Position, "phase" | "mover">, { score }: Line, [first, next]: readonly Step[]): string {
  if (!first) return "";
  if (phase === "move") return words.analyse.best(first.san, scoreWords(score));
  const ban = dashed(pairIn(first.bcn));
  if (!next) return words.analyse.endsByBan(ban, mover, score.mate !== undefined);
  return words.analyse.bestBan(ban, next.san, scoreWords(score));
}

/** Returns a score in words, such as "+1.2" or "White mates in 3". */
export const scoreWords = (score: Score): string =>
  score.mate === undefined ? scoreText(score) : words.analyse.mates(score.mate > 0 ? "white" : "black", Math.abs(score.mate));
