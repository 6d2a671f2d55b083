// The ban in force on the text board: a barred arrow between two marked squares, as on
// the drawn board.

import { SQUARES, type Ban, type Player, type Square } from "../../banchess/banchess.js";
import { Fragment, h } from "../view/index.js";

const HEAD = 0.18; // the distance from the arrow's tip to the middle of its square
const BAR = 0.56; // the bar's distance from the first square's middle: it hides none of the squares that the arrow passes over

export function BanArrow({ ban, orientation }: { ban: Ban; orientation: Player }) {
  const [from, to] = [centre(ban.from, orientation), centre(ban.to, orientation)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI, length = Math.hypot(dx, dy), tip = length - HEAD;
  const bar = Math.min(BAR / length, 0.42); // of a short arrow not the middle, where the head leaves little room
  return (
    <svg class="ban-arrow" viewBox="0 0 8 8" aria-hidden="true">
      <Stroke d={corners(from)} />
      <Stroke d={corners(to)} />
      <g transform={`translate(${from.x},${from.y}) rotate(${turn})`}>
        <Stroke d={`M0.2 0H${tip - 0.3}`} />
        <path class="head" d={`M${tip} 0L${tip - 0.4} -0.24V0.24Z`} />
      </g>
      <g transform={`translate(${from.x + dx * bar} ${from.y + dy * bar})`}>
        <circle r="0.2" />
        <path class="bar" d="M-0.11 0.11L0.11 -0.11" />
      </g>
    </svg>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function centre(square: Square, orientation: Player): Point {
  const i = SQUARES.indexOf(square), x = i & 7, y = 7 - (i >> 3);
  return orientation === "black" ? { x: 7.5 - x, y: 7.5 - y } : { x: x + 0.5, y: y + 0.5 };
}

/** Returns the path of a square's outline around a point. */
function corners({ x, y }: Point): string {
  const [outer, inner] = [0.45, 0.22];
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    .map(([i = 0, j = 0]) => `M${x + i * inner} ${y + j * outer}L${x + i * outer} ${y + j * outer}L${x + i * outer} ${y + j * inner}`)
    .join("");
}

/** A line with a light border that is visible on every square. */
const Stroke = ({ d }: { d: string }) => <><path class="halo" d={d} /><path d={d} /></>;
