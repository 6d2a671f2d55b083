// The view of the engine's lines: the score of each and its actions, with a ban as a sign
// with its piece and squares. A click on an action plays the line up to it; pointing at it
// shows the position after it on a small board.

import { SQUARES, piecesOf, type PieceName } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { banText, pairIn, scoreText, type Line, type Pieces, type Position } from "../model/index.js";
import { BanFigure } from "../shell/index.js";
import { h } from "../view/index.js";
import type { Pointed } from "./preview.js";

const MOST_ACTIONS = 14; // of a line that is searched; the best one that is known exactly is shown to its end

/** An action of a line as it is shown. */
export interface Step {
  readonly bcn: string;
  readonly piece: PieceName | null; // the piece that moves, or whose move is banned
  readonly san: string;
  readonly pieces: Pieces; // after it
}

interface Commands {
  play(actions: readonly string[]): void;
  point(at: Pointed | null): void;
}

/** A line of the engine. Only its first action is a tab stop; the arrow keys go to the others. */
export function EngineLine({ line: { score, depth, actions }, steps, play, point }: { line: Line; steps: readonly Step[] } & Commands) {
  return (
    <li class="line" data-action={actions[0] ?? ""} data-actions={actions.join(" ")} data-depth={depth} onkeydown={walk} onmouseleave={() => point(null)}>
      <b class={`score ${(score.mate ?? score.centipawns) >= 0 ? "white" : "black"}`}>{scoreText(score)}</b>
      <span class="actions">
        {steps.map(({ bcn, piece, san, pieces }, i) => {
          const show = ({ currentTarget }: Event) => point({ pieces, bcn, beside: currentTarget as Element });
          return (
            <button type="button" class="action" tabindex={i === 0 ? 0 : -1} onclick={() => { point(null); play(actions.slice(0, i + 1)); }} onmouseenter={show} onfocus={show} onblur={() => point(null)}>
              {bcn.startsWith("b:") ? <BanFigure piece={piece} text={banText(san)} /> : <span class="step">{san}</span>}
            </button>
          );
        })}
      </span>
    </li>
  );
}

function walk(event: KeyboardEvent): void {
  const step = { ArrowRight: "nextElementSibling", ArrowLeft: "previousElementSibling" }[event.key] as "nextElementSibling" | undefined;
  if (!step) return;
  event.preventDefault();
  ((event.target as Element)[step] as HTMLElement | null)?.focus();
}

/** Returns the actions of a line that are shown, up to the first that cannot be played. */
export function stepsOf({ actions }: Line, isWhole: boolean, position: Position, board: BanChessBoard): Step[] {
  const list: Step[] = [];
  if (!board.loaded) return list;
  const game = board.game.clone();
  let pieces: Pieces = position.pieces;
  for (const bcn of isWhole ? actions : actions.slice(0, MOST_ACTIONS)) {
    const piece = pieces[SQUARES.indexOf(pairIn(bcn).from)] ?? null;
    const answer = game.play(bcn);
    if (!answer.success) break;
    pieces = piecesOf(answer.newFen) ?? pieces;
    list.push({ bcn, piece, san: answer.san, pieces });
  }
  game.free();
  return list;
}
