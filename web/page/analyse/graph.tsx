// The graph of the scores along the main line. A click goes to the position.

import { words } from "language/analyse";
import { nodesOf, worthOf } from "../games/index.js";
import { chances, isJudgement, scoreText } from "../model/index.js";
import { Fragment, h } from "../view/index.js";
import type { Score } from "../../banchess/engine.js";
import type { GameTree, TreeNode } from "../../banchess/tree.js";
import type { Scores } from "./analysis.js";
import { scoreWords } from "./engine-panel.js";

const WIDTH = 400, HEIGHT = 80; // of the drawing, which is stretched to fit
const EDGE = 6; // how far from the edges a dot is seen as a whole

interface Point {
  readonly i: number; // the index of its node
  readonly x: number;
  readonly y: number;
  readonly score: string; // in words
  readonly nag: number | undefined;
}

/** The graph. It is empty unless at least two scores are known. */
export function Graph({ record, scores, goTo }: { record: GameTree; scores: Scores; goTo: (node: TreeNode) => void }) {
  const nodes = nodesOf(record), points = pointsOf(nodes, scores);
  if (points.length < 2) return null;
  const press = ({ currentTarget, clientX }: MouseEvent) => {
    const { left, width } = (currentTarget as Element).getBoundingClientRect();
    const node = nodes[Math.round(((clientX - left) / width) * (nodes.length - 1))];
    if (node) goTo(node);
  };
  return (
    <div id="graph" class="graph" data-points={points.length} onclick={press}>
      <Drawing points={points} here={xOf(nodes.indexOf(onMainLine(record.current)), nodes)} />
      {SCALE.map((centipawns) => <span style={`top: ${100 * (1 - chances({ centipawns }))}%`}>{scoreText({ centipawns }).replace(".0", "")}</span>)}
    </div>
  );
}

const SCALE = [300, 0, -300]; // the scores with a line and a label, in centipawns

const xOf = (i: number, { length }: readonly TreeNode[]) => (i / Math.max(length - 1, 1)) * WIDTH;

/** Returns the node itself, or the node of the main line from which its variation branches. */
function onMainLine(node: TreeNode): TreeNode {
  let at = node;
  while (!at.isMainLine) at = at.parent!;
  return at;
}

function pointsOf(nodes: readonly TreeNode[], scores: Scores): Point[] {
  return nodes.flatMap((node, i) => {
    const score = scores.get(node) ?? worthOf(node);
    return score ? [{ i, x: xOf(i, nodes), y: (1 - chances(score)) * HEIGHT, score: isWon(node, score) ? words.analyse.wins(node.player) : scoreWords(score), nag: node.nags.find(isJudgement) }] : [];
  });
}

/** Reports whether a node's action has mated, so that no mate is left to come. */
const isWon = ({ san }: TreeNode, { mate }: Score) => mate !== undefined && san.endsWith("#");

/** Returns the points in runs without gaps: nothing is drawn where no score is known. */
function runsOf(points: readonly Point[]): Point[][] {
  const runs: Point[][] = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last?.at(-1)!.i === point.i - 1) last!.push(point);
    else runs.push([point]);
  }
  return runs;
}

const pathOf = (points: readonly Point[]) => points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");

/** Returns the path of a dot, which is seen as a whole. */
const dotAt = ({ x, y }: Point) => `M${Math.min(x, WIDTH - EDGE)} ${Math.min(Math.max(y, EDGE), HEIGHT - EDGE)}h0`;

function Drawing({ points, here }: { points: readonly Point[]; here: number }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={words.analyse.graph(points.length, points.at(-1)!.score)}>
      {runsOf(points).map((run) => {
        const [from, to] = [run[0]!.x, run.at(-1)!.x], path = pathOf(run);
        return (
          <>
            <path class="black" d={`M${from} 0V${HEIGHT}H${to}V0Z`} />
            <path class="white" d={`M${from} ${HEIGHT}L${path}V${HEIGHT}Z`} />
            {run.length > 1 ? <path class="curve" d={`M${path}`} /> : <path class="curve alone" d={dotAt(run[0]!)} />}
          </>
        );
      })}
      {SCALE.map((centipawns) => <path class="middle" d={`M0 ${(1 - chances({ centipawns })) * HEIGHT}H${WIDTH}`} />)}
      <path class="here" d={`M${here} 0V${HEIGHT}`} />
      {/* A dot, round however the drawing is stretched. */}
      {points.map((point) => point.nag && <path class="dot" d={dotAt(point)} data-nag={point.nag} />)}
    </svg>
  );
}
