// The look of the engine's lines: the score, then move by move what is best, a ban as a
// sign with its piece and squares.

import { BanChess, SQUARES, piecesOf, type Action, type PieceName } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { BanFigure, dashed, Fragment, h, pairIn, scoreText, type Line, type Position } from "../shell/index.js";

const MOST_ACTIONS = 14; // of a line, as many as there may be room for

/** An action of a line, as it is written. */
export interface Step {
  readonly bcn: string;
  readonly piece: PieceName | null; // what moves, or may not
  readonly san: string;
}

/** A line. A press plays its first action. */
export const EngineLine = ({ line: { score, depth, actions }, steps, play }: { line: Line; steps: readonly Step[]; play: (action: Action) => void }) => (
  <li data-action={actions[0] ?? ""} data-actions={actions.join(" ")} data-depth={depth}>
    <button type="button" class="line" onclick={() => { if (actions[0]) play(BanChess.deserializeAction(actions[0])); }}>
      <b class={`score ${(score.mate ?? score.centipawns) >= 0 ? "white" : "black"}`}>{scoreText(score)}</b>
      <span class="actions">
        {steps.map(({ bcn, piece, san }) => (
          <>{bcn.startsWith("b:") ? <BanFigure piece={piece} text={dashed(pairIn(bcn))} /> : <span class="step">{san}</span>} </>
        ))}
      </span>
    </button>
  </li>
);

/** The actions of a line one after another, as far as they can be played. */
export function stepsOf({ actions }: Line, position: Position, board: BanChessBoard): Step[] {
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
