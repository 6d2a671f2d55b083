// Analyse: the engine and the report.

import type { Player } from "../../banchess/banchess.js";
import { words as first } from "./first.js";

const { names, several } = first;

export const words = {
  ...first,

  analyse: {
    engine: "Engine",
    count: "Lines",
    lines: "Engine lines",
    depth: (n: number) => `depth ${n}`,
    loading: "loading",
    looking: "The engine is thinking.",
    switchOn: "Switch the engine on to see the best bans and moves.",
    over: "The game is over. Step back to analyse it.",
    goesOn: (failure: string) => `${failure} The board and the list go on without it.`,
    best: (move: string, score: string) => `best is ${move}, ${score}`,
    bestBan: (ban: string, next: string, score: string) => `ban ${ban}: then best is ${next}, ${score}`,
    endsByBan: (ban: string, mover: Player, isMate: boolean) => `ban ${ban}: ${names[mover]} has no legal move left, ${isMate ? "checkmate" : "stalemate"} by ban`,
    mates: (player: Player, turns: number) => `${names[player]} mates in ${turns}`,
    evaluation: (score: string | null) => `Evaluation: ${score ?? "none yet"}`,
    graph: (positions: number, last: string) => `Evaluation of ${positions} positions, the last ${last}`,
    report: "Report",
    /** The text of the report's button, by the report's state. */
    next: { off: "", running: "", stopped: "go on", done: "again", failed: "try again" },
    stop: "Stop",
    reportAgain: "The report is made again.",
    progress: (looked: number, all: number) => `Position ${looked} of ${all}`,
    moments: "Moments to learn from",
    momentsFound: (n: number) => `${several(n, "moment")} to learn from`,
    noMistakes: (loss: number) => `No mistakes. Average loss ${loss > 0 && loss < 0.005 ? "below 1" : Math.round(100 * loss)} %`,
    accuracy: "Accuracy",
    bans: "Bans",
    moves: "Moves",
    marks: { 6: "Inaccuracies", 2: "Mistakes", 4: "Blunders" },
    missedMate: "missed mate",
    better: (action: string) => `better: ${action}`,
  },
};
