// The ban in force on the text board: a barred arrow between two marked squares,
// as the drawn board has it.

const SVG = "http://www.w3.org/2000/svg";

/** Makes the drawing. `show(ban, orientation)` draws a pair, or nothing. */
export function createBanArrow() {
  const root = node("svg", { class: "ban-arrow", viewBox: "0 0 8 8", "aria-hidden": "true" });

  function show(ban, orientation) {
    root.replaceChildren();
    if (!ban) return;
    const [from, to] = [centre(ban.from, orientation), centre(ban.to, orientation)];
    for (const [x, y] of [from, to]) stroke(root, corners(x, y));

    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    const arrow = root.appendChild(node("g", { transform: `translate(${from}) rotate(${(Math.atan2(dy, dx) * 180) / Math.PI})` }));
    const tip = length - 0.18;
    stroke(arrow, `M0.2 0H${tip - 0.3}`);
    arrow.append(node("path", { class: "head", d: `M${tip} 0L${tip - 0.4} -0.24V0.24Z` }));
    // The bar, off the middle where there is little room before the head.
    const sign = root.appendChild(node("g", { transform: `translate(${from[0] + dx * 0.42} ${from[1] + dy * 0.42})` }));
    sign.append(node("circle", { r: 0.2 }), node("path", { class: "bar", d: "M-0.11 0.11L0.11 -0.11" }));
  }
  return { root, show };
}

function centre(square, orientation) {
  const [x, y] = ["abcdefgh".indexOf(square[0]), 8 - square[1]];
  return orientation === "black" ? [7.5 - x, 7.5 - y] : [x + 0.5, y + 0.5];
}

/** The four corners of a square around a point. */
function corners(x, y) {
  const [outer, inner] = [0.45, 0.22];
  const signs = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  return signs
    .map(([i, j]) => `M${x + i * inner} ${y + j * outer}L${x + i * outer} ${y + j * outer}L${x + i * outer} ${y + j * inner}`)
    .join("");
}

/** A line with a light edge, so that it shows on every square. */
function stroke(into, d) {
  into.append(node("path", { class: "halo", d }), node("path", { d }));
}

function node(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
