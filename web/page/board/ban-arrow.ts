// The ban in force on the text board: a barred arrow between two marked squares,
// as the drawn board has it.

import { SQUARES, type Ban, type Player, type Square } from "../../banchess/banchess.js";
import { drawn } from "../shell/index.js";

/** Makes the drawing. `show` draws a ban, or nothing. */
export function createBanArrow(): { root: SVGElement; show: (ban: Ban | null, orientation: Player) => void } {
  const root = drawn("svg", { class: "ban-arrow", viewBox: "0 0 8 8", "aria-hidden": "true" });

  function show(ban: Ban | null, orientation: Player): void {
    root.replaceChildren();
    if (!ban) return;
    const [from, to] = [centre(ban.from, orientation), centre(ban.to, orientation)];
    for (const { x, y } of [from, to]) stroke(root, corners(x, y));

    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
    const arrow = root.appendChild(drawn("g", { transform: `translate(${from.x},${from.y}) rotate(${turn})` }));
    const tip = length - 0.18;
    stroke(arrow, `M0.2 0H${tip - 0.3}`);
    arrow.append(drawn("path", { class: "head", d: `M${tip} 0L${tip - 0.4} -0.24V0.24Z` }));
    // The bar, off the middle where there is little room before the head.
    const sign = root.appendChild(drawn("g", { transform: `translate(${from.x + dx * 0.42} ${from.y + dy * 0.42})` }));
    sign.append(drawn("circle", { r: 0.2 }), drawn("path", { class: "bar", d: "M-0.11 0.11L0.11 -0.11" }));
  }
  return { root, show };
}

function centre(square: Square, orientation: Player): { x: number; y: number } {
  const i = SQUARES.indexOf(square), x = i & 7, y = 7 - (i >> 3);
  return orientation === "black" ? { x: 7.5 - x, y: 7.5 - y } : { x: x + 0.5, y: y + 0.5 };
}

/** The four corners of a square around a point. */
function corners(x: number, y: number): string {
  const [outer, inner] = [0.45, 0.22];
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    .map(([i = 0, j = 0]) => `M${x + i * inner} ${y + j * outer}L${x + i * outer} ${y + j * outer}L${x + i * outer} ${y + j * inner}`)
    .join("");
}

/** A line with a light edge, so that it shows on every square. */
function stroke(into: Element, d: string): void {
  into.append(drawn("path", { class: "halo", d }), drawn("path", { d }));
}
