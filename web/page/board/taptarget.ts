// The effect of tapping a square of the text board, as a value.

import { SQUARES, type Action, type Ban, type Square } from "../../banchess/banchess.js";
import { actionOf, pieceName, type Position } from "../model/index.js";
import { words } from "../shell/index.js";

export interface Effect {
  select?: Square | null; // the new selection, or null for none
  play?: Action; // may be illegal: the rules then give the reason
  choose?: Ban; // a pawn promotes, so the role must be chosen
  say?: string; // the reason why nothing can be picked up there
}

/** Returns the effect of tapping a square while another, or none, is selected. */
export function effectOf(position: Position, selected: Square | null, square: Square): Effect {
  const { pieces, legal, mover, phase, ban, result } = position;
  if (!legal || result) return { select: null, ...(result && { say: words.board.over(result.text) }) };
  if (square === selected) return { select: null };
  if (selected) {
    const [pair, another] = legal.filter(({ from, to }) => from === selected && to === square);
    if (another) return { choose: { from: selected, to: square } };
    if (pair) return { select: null, play: actionOf(phase, pair) };
  }
  const piece = pieces[SQUARES.indexOf(square)];
  const own = piece?.[0] === mover[0];
  if (own && (legal.some(({ from }) => from === square) || ban?.from === square)) return { select: square };
  if (selected) return { select: null, play: actionOf(phase, { from: selected, to: square }) };
  if (own) return { select: null, say: words.board.noMove(square) };
  if (piece) return { select: null, say: words.play.notTheirs(pieceName(piece), mover, phase === "ban") };
  return { select: null };
}
