// The view of the engine's lines: the score and the actions of each, with a ban as a
// sign with its piece and squares.

import { BanChess, SQUARES, piecesOf, type Action, type PieceName } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { BanFigure, banText, Fragment, h, pairIn, scoreText, type Line, type Position } from "../shell/index.js";

const MOST_ACTIONS = 14; // of a line; more would not fit

/** An action of a line as it is shown. */
export interface Step {
  readonly bcn: string;
  readonly piece: PieceName | null; // the piece that moves, or whose move is banned
  readonly san: string;
}

/** A line of the engine. A click plays its first action. */
export const EngineLine = ({ line: { score, depth, actions }, steps, play }: { line: Line; steps: readonly Step[]; play: (action: Action) => void }) => (
  <li data-action={actions[0] ?? ""} data-actions={actions.join(" ")} data-depth={depth}>
    <button type="button" class="line" onclick={() => { if (actions[0]) play(BanChess.deserializeAction(actions[0])); }}>
      <b class={`score ${(score.mate ?? score.centipawns) >= 0 ? "white" : "black"}`}>{scoreText(score)}</b>
      <span class="actions">
        {steps.map(({ bcn, piece, san }) => (
          <>{bcn.startsWith("b:") ? <BanFigure piece={piece} text={banText(san)} /> : <span class="step">{san}</span>} </>
        ))}
      </span>
    </button>
  </li>
);

/** Returns the actions of a line, up to the first that cannot be played. */
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
