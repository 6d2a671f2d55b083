// The graph of the scores along the current line. A click goes to the position.

import { words } from "language/analyse";
import { chances, h, isJudgement, scoreText } from "../shell/index.js";
import type { GameTree, TreeNode } from "../../banchess/tree.js";
import type { Scores } from "./analysis.js";
import { nodesOf, worthOf } from "./report.js";

const WIDTH = 400, HEIGHT = 80; // of the drawing, which is stretched to fit

interface Point {
  readonly x: number;
  readonly y: number;
  readonly score: string;
  readonly nag: number | undefined;
}

/** The graph. It is hidden unless at least two scores are known. */
export function Graph({ record, scores, goTo }: { record: GameTree; scores: Scores; goTo: (node: TreeNode) => void }) {
  const nodes = nodesOf(record), points = pointsOf(nodes, scores);
  const press = ({ currentTarget, clientX }: MouseEvent) => {
    const { left, width } = (currentTarget as Element).getBoundingClientRect();
    const node = nodes[Math.round(((clientX - left) / width) * (nodes.length - 1))];
    if (node) goTo(node);
  };
  return (
    <div id="graph" class="graph" data-points={points.length} hidden={points.length < 2} onclick={press}>
      {points.length >= 2 && <Drawing points={points} here={(nodes.indexOf(record.current) / lastOf(nodes)) * WIDTH} />}
    </div>
  );
}

const lastOf = ({ length }: readonly TreeNode[]) => Math.max(length - 1, 1);

function pointsOf(nodes: readonly TreeNode[], scores: Scores): Point[] {
  const points: Point[] = [], last = lastOf(nodes);
  for (const [i, node] of nodes.entries()) {
    // The end of the game is known without a search, but it is joined to the graph only if the position before has a score.
    const isNext = i === 0 || node.next || points.at(-1)?.x === ((i - 1) / last) * WIDTH;
    const score = scores.get(node) ?? (isNext ? worthOf(node) : null);
    if (score) points.push({ x: (i / last) * WIDTH, y: (1 - chances(score)) * HEIGHT, score: scoreText(score), nag: node.nags.find(isJudgement) });
  }
  return points;
}

function Drawing({ points, here }: { points: readonly Point[]; here: number }) {
  const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const [from, to] = [points[0]!.x, points.at(-1)!.x];
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={words.analyse.graph(points.length, points.at(-1)!.score)}>
      {/* Nothing is said of what has not been looked at. */}
      <path class="black" d={`M${from} 0V${HEIGHT}H${to}V0Z`} />
      <path class="white" d={`M${from} ${HEIGHT}L${line}V${HEIGHT}Z`} />
      <path class="middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      <path class="curve" d={`M${line}`} />
      <path class="here" d={`M${here} 0V${HEIGHT}`} />
      {/* A dot, round however the drawing is stretched. */}
      {points.map(({ x, y, nag }) => nag && <path class="dot" d={`M${x} ${Math.min(Math.max(y, 6), HEIGHT - 6)}h0`} data-nag={nag} />)}
    </svg>
  );
}
