// What the engine found, in words: its lines, what a ban takes and what is left,
// and the bar beside the board.

import { BanChess, piecesOf, SQUARES, type Action, type PieceName } from "../../banchess/banchess.js";
import type { Score } from "../../banchess/engine.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { keyOf } from "./analysis.js";
import { $, element } from "../shell/dom.js";
import { banFigure } from "../shell/figures.js";
import { pairIn, type Position } from "../shell/position.js";
import { chances, scoreText, type Line } from "../shell/score.js";
import { updateSettings, type PageStore, type State } from "../shell/state.js";
import { dashed, name, sentence } from "../shell/words.js";

const MOST_ACTIONS = 14; // of a line, as many as there may be room for

/** An action of a line, as it is written. */
interface Step {
  readonly bcn: string;
  readonly piece: PieceName | null; // what moves, or may not
  readonly san: string;
}

export function createAnalysisView(store: PageStore, board: BanChessBoard, { play, retry }: { play: (action: Action) => void; retry: () => void }): void {
  const engine = $<HTMLInputElement>("engine");
  const count = $<HTMLSelectElement>("lines");
  const list = $("engine-lines");
  engine.addEventListener("change", () => updateSettings(store, { engine: engine.checked }));
  count.addEventListener("change", () => updateSettings(store, { lines: Number(count.value) }));
  $("analysis-retry").addEventListener("click", retry);
  list.addEventListener("click", (event) => {
    const { action } = (event.target as Element).closest<HTMLElement>("li")?.dataset ?? {};
    if (action) play(BanChess.deserializeAction(action));
  });

  store.watch(["settings"], ({ settings }) => {
    engine.checked = settings.engine;
    count.value = String(settings.lines);
    list.style.setProperty("--lines", settings.engine ? String(settings.lines) : "0");
  });

  store.watch(["analysis", "position", "settings"], (state) => {
    const { analysis, settings, position } = state;
    document.body.dataset.analysis = analysis.state;
    const isHere = analysis.state !== "off" && analysis.key === keyOf(state);
    const best = isHere ? analysis.lines[0] : undefined;
    const lines = isHere ? analysis.lines : [];
    const written = lines.map((line) => steps(line, position, board));
    $("score").textContent = best ? scoreText(best.score) : "";
    $("depth").textContent = depthText(state, best);
    $("verdict").textContent = best && written[0] ? verdict(position, best, written[0]) : hint(state);
    showLines(list, lines.map((line, i) => item(line, written[i] ?? [])));
    const failed = analysis.state === "failed";
    $("analysis-error").hidden = !failed;
    ($("analysis-error").firstElementChild as HTMLElement).textContent = failed ? `${sentence(analysis.error ?? "the engine failed")} The board and the list go on without it.` : "";
    $("analysis-retry").hidden = !failed;
    list.hidden = !settings.engine || failed;
  });

  store.watch(["scores", "position", "settings", "analysis", "revision"], (state) => showGauge(state));
}

function depthText({ settings, analysis: { state }, position }: State, best: Line | undefined): string {
  if (!settings.engine || position.result) return "";
  if (best) return `depth ${best.depth}`;
  return state === "loading" ? "loading" : "";
}

/** What there is to know while no line is there. */
function hint({ settings, position, analysis }: State): string {
  if (position.result) return "The game is over here. Go back to look at what could have been.";
  if (!settings.engine) return "Switch the engine on to see the best bans and moves.";
  return analysis.state === "failed" ? "" : "The engine is looking.";
}

/** "ban Qh5–f7: then best is Bc4–f7, +1.2". */
export function verdict({ phase, mover }: Pick<Position, "phase" | "mover">, { score }: Line, [first, next]: readonly Step[]): string {
  if (!first) return "";
  if (phase === "move") return `best is ${squares(first)}, ${scoreWords(score)}`;
  if (!next) return `ban ${squares(first)}: ${name(mover)} has no move left, ${score.mate === undefined ? "stalemate" : "checkmate"} by ban`;
  return `ban ${squares(first)}: then best is ${squares(next)}, ${scoreWords(score)}`;
}

/** "Qh5–f7". */
const squares = ({ piece, bcn }: Step) => `${piece && !piece.endsWith("P") ? piece.charAt(1) : ""}${dashed(pairIn(bcn))}`;

const scoreWords = (score: Score) =>
  score.mate === undefined ? scoreText(score) : `${score.mate > 0 ? "White" : "Black"} mates in ${Math.abs(score.mate)}`;

/** The actions of a line one after another, as far as they can be played. */
function steps({ actions }: Line, position: Position, board: BanChessBoard): Step[] {
  const list: Step[] = [];
  if (!board.loaded) return list;
  const game = board.game.clone();
  let { pieces } = position;
  for (const bcn of actions.slice(0, MOST_ACTIONS)) {
    const { from } = pairIn(bcn);
    const answer = game.play(bcn);
    if (!answer.success) break;
    list.push({ bcn, piece: pieces[SQUARES.indexOf(from)] ?? null, san: answer.san });
    pieces = piecesOf(answer.newFen) ?? pieces;
  }
  game.free();
  return list;
}

/** Writes lines in the place of others. The entries stay: one may have the focus, or be pressed just now. */
function showLines(list: HTMLElement, lines: readonly HTMLElement[]): void {
  for (const [i, line] of lines.entries()) {
    const there = list.children[i];
    if (!there) list.append(line);
    else if (!there.isEqualNode(line)) {
      for (const { name, value } of line.attributes) there.setAttribute(name, value);
      there.firstElementChild!.replaceChildren(...line.firstElementChild!.childNodes);
    }
  }
  while (list.children.length > lines.length) list.lastElementChild!.remove();
}

function item({ score, depth, actions }: Line, written: readonly Step[]): HTMLElement {
  const entry = element("li", {}, { "data-action": actions[0] ?? "", "data-actions": actions.join(" "), "data-depth": String(depth) });
  const button = entry.appendChild(element("button", { type: "button", className: "line" }));
  const winner = (score.mate ?? score.centipawns) >= 0 ? "white" : "black";
  button.append(element("b", { className: `score ${winner}`, textContent: scoreText(score) }));
  const rest = button.appendChild(element("span", { className: "actions" }));
  for (const step of written) rest.append(...stepView(step), " ");
  return entry;
}

/** A move as SAN, a ban as a sign, the piece it takes and the squares. */
function stepView({ bcn, piece, san }: Step): (Node | string)[] {
  if (!bcn.startsWith("b:")) return [element("span", { className: "step", textContent: san })];
  return [banFigure(piece, dashed(pairIn(bcn)))];
}

/** White's part of the bar; of a game that is over, all or half of it. */
function showGauge(state: State): void {
  const { position, scores, settings, record: { current } } = state;
  const { result } = position;
  const score = result ? null : scores.get(current) ?? current.eval;
  const white = result ? (result.winner === "white" ? 1 : result.winner === "black" ? 0 : 0.5) : score ? chances(score) : 0.5;
  const gauge = $("gauge");
  gauge.style.setProperty("--white", String(white));
  gauge.dataset.bottom = settings.orientation;
  gauge.dataset.score = result ? result.token : score ? scoreText(score) : "";
  gauge.setAttribute("aria-label", `Evaluation: ${result ? result.text : score ? scoreWords(score) : "none yet"}`);
}
