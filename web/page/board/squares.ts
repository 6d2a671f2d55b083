// The names and the marks of squares.

import type { Square } from "../../banchess/banchess.js";
import { pairOf, pieceName, pieceOn, type Position } from "../model/index.js";
import { words, type State } from "../shell/index.js";

type Seen = Pick<State, "position" | "premoves" | "queue" | "selected" | "dangers">;

const isInCheck = (position: Position, square: Square) => position.check && pieceOn(position, square) === `${position.mover[0]}K`;
const isTarget = ({ position, premoves, selected }: Seen, square: Square) =>
  selected !== null && selected !== square && (premoves ?? position).legal?.some(({ from, to }) => from === selected && to === square) === true;
const isDanger = ({ dangers, selected }: Seen, square: Square) => dangers.has(`${selected}${square}`);

/** Returns the CSS classes of a square. */
export function marksOf(seen: Seen, square: Square): string[] {
  const { position, premoves, queue, selected } = seen, { last, ban } = position, { phase } = premoves ?? position, target = isTarget(seen, square);
  const [premove, preban] = queue.map(pairOf);
  const marks: { [mark: string]: boolean } = {
    last: square === last?.from || square === last?.to,
    check: isInCheck(position, square),
    "banned-from": square === ban?.from,
    "banned-to": square === ban?.to,
    selected: square === selected,
    target,
    [phase]: square === selected || target,
    capture: target && pieceOn(position, square) !== null,
    danger: target && isDanger(seen, square),
    premove: square === premove?.from || square === premove?.to,
    preban: square === preban?.from || square === preban?.to,
  };
  return Object.keys(marks).filter((mark) => marks[mark]);
}

/** Returns the name of a square, such as "e2, white pawn, can be banned". */
export function nameOf(seen: Seen, square: Square): string {
  const { position, premoves, queue, selected } = seen, { ban, result } = position, { phase, legal } = premoves ?? position, { square: say } = words.board;
  const [premove, preban] = queue.map(pairOf);
  const piece = pieceOn(position, square), target = isTarget(seen, square);
  const canAct = selected === null && !result && legal?.some(({ from }) => from === square);
  return [
    square,
    piece && pieceName(piece),
    isInCheck(position, square) && say.inCheck,
    ban && square === ban.from && say.bannedTo(ban.to),
    ban && square === ban.to && say.bannedFrom(ban.from),
    square === premove?.from && say.premove(premove.to),
    square === preban?.from && say.preban(preban.to),
    square === selected && say.selected,
    target && (phase === "ban" ? say.banHere(selected!) : piece ? say.captureHere : say.moveHere),
    target && isDanger(seen, square) && say.danger,
    canAct && (phase === "ban" ? say.canBeBanned : say.canMove),
  ].filter(Boolean).join(", ");
}
