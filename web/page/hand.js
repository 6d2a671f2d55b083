// What tapping a square of the text board does, as a value.

import { SQUARES } from "./position.js";
import { name } from "./words.js";

/**
 * The effect of tapping a square while another, or none, is selected:
 *   {select}  another square is selected, or none (null)
 *   {play}    an action in BCN. It need not be legal: the rules say why not
 *   {choose}  a pawn promotes: {from, to}, and to what has to be asked
 *   {say}     why nothing can be picked up there
 */
export function effectOf(position, selected, square) {
  const { pieces, legal, mover, phase, ban, result } = position;
  if (!legal || result) return { select: null, ...(result && { say: `The game is over. ${result.text}.` }) };
  if (square === selected) return { select: null };
  if (selected) {
    const actions = legal.filter((action) => action.from === selected && action.to === square);
    if (actions.length > 1) return { choose: { from: selected, to: square } };
    if (actions.length === 1) return { select: null, play: actions[0].bcn };
  }
  const piece = pieces[SQUARES.indexOf(square)];
  const own = piece?.[0] === mover[0];
  if (own && (legal.some((action) => action.from === square) || ban?.from === square)) return { select: square };
  if (selected) return { select: null, play: `${phase === "ban" ? "b" : "m"}:${selected}${square}` };
  if (own) return { select: null, say: `The piece on ${square} has no legal move.` };
  if (piece) return { select: null, say: `${name(mover)}’s pieces are the ones that move next.` };
  return { select: null };
}
