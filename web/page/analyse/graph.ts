// The evaluation along the line that is shown, as a graph: a click goes there.

import type { TreeNode } from "../../banchess/tree.js";
import { drawn } from "../shell/dom.js";
import { JUDGEMENTS } from "../shell/glyphs.js";
import { nodesOf, worthOf } from "./report.js";
import { chances, scoreText } from "../shell/score.js";
import type { PageStore } from "../shell/state.js";

const WIDTH = 400, HEIGHT = 80; // of the drawing, which is stretched

/** Makes the graph in its element. @param goTo called with the node of the place clicked */
export function createGraph(root: HTMLElement, store: PageStore, goTo: (node: TreeNode) => void): void {
  let nodes: TreeNode[] = [];

  root.addEventListener("click", ({ clientX }) => {
    const { left, width } = root.getBoundingClientRect();
    const node = nodes[Math.round(((clientX - left) / width) * (nodes.length - 1))];
    if (node) goTo(node);
  });

  store.watch(["scores", "report", "record", "revision", "position", "settings"], ({ scores, record, settings }) => {
    if (settings.mode !== "analyse") return;
    nodes = nodesOf(record);
    const last = Math.max(nodes.length - 1, 1);
    const points: { x: number; y: number; score: string; nag: number | undefined }[] = [];
    for (const [i, node] of nodes.entries()) {
      // How the game ended is known without a look, but leads there only from what was looked at.
      const isNext = i === 0 || node.next || points.at(-1)?.x === ((i - 1) / last) * WIDTH;
      const score = scores.get(node) ?? (isNext ? worthOf(node) : null);
      if (score) points.push({ x: (i / last) * WIDTH, y: (1 - chances(score)) * HEIGHT, score: scoreText(score), nag: node.nags.find((nag) => JUDGEMENTS[nag]) });
    }
    root.hidden = points.length < 2;
    root.dataset.points = String(points.length);
    if (root.hidden) return;
    const at = (nodes.indexOf(record.current) / last) * WIDTH;
    const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `Evaluation of ${points.length} positions, the last ${points.at(-1)?.score}` });
    const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const [from, to] = [points[0]!.x, points.at(-1)!.x];
    svg.append(
      // Nothing is said of what has not been looked at.
      drawn("path", { class: "black", d: `M${from} 0V${HEIGHT}H${to}V0Z` }),
      drawn("path", { class: "white", d: `M${from} ${HEIGHT}L${line}V${HEIGHT}Z` }),
      drawn("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      drawn("path", { class: "curve", d: `M${line}` }),
      drawn("path", { class: "here", d: `M${at} 0V${HEIGHT}` }),
    );
    for (const { x, y, nag } of points) {
      // A dot, round however the drawing is stretched.
      if (nag) svg.append(drawn("path", { class: "dot", d: `M${x} ${Math.min(Math.max(y, 6), HEIGHT - 6)}h0`, "data-nag": nag }));
    }
    root.replaceChildren(svg);
  });
}
