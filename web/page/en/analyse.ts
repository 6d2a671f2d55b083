// Analyse: the engine and the report.

import type { Player } from "../../banchess/banchess.js";
import { words as first } from "./first.js";

const { names, several } = first;

export const words = {
  ...first,

  analyse: {
    engine: "Engine",
    tabs: "Analysis",
    tab: { lines: "Lines", report: "Report", explore: "Explorer" },
    count: "Number of lines",
    linesOf: (n: number) => several(n, "line"),
    lines: "Engine lines",
    depth: (n: number) => `depth ${n}`,
    loading: "loading",
    looking: "The engine is thinking.",
    switchOn: "Switch the engine on to see the best bans and moves.",
    unaided: "While you play against somebody, the engine is off. After the game it judges every ban and move.",
    over: "The game is over. Step back to analyse it.",
    goesOn: (failure: string) => `${failure} The board and the list still work.`,
    best: (move: string, mate: string | null) => `best is ${move}${mate ? `, ${mate}` : ""}`,
    bestBan: (ban: string, next: string, mate: string | null) => `ban ${ban}, then best is ${next}${mate ? `, ${mate}` : ""}`,
    endsByBan: (ban: string, mover: Player, isMate: boolean) => `ban ${ban}: ${names[mover]} has no legal move left, ${isMate ? "checkmate" : "stalemate"} by ban`,
    wins: (player: Player) => `${names[player]} wins`,
    mates: (player: Player, turns: number) => `${names[player]} mates in ${turns}`,
    exact: "exact",
    /** The value of an ending that a table knows. The action is the best one. */
    known: (mate: string | null, byMover: boolean, action: string, phase: "ban" | "move") => {
      const best = phase === "ban" ? `ban ${action}` : `best is ${action}`;
      if (!mate) return `a draw if both play well: ${best}`;
      if (byMover) return `${mate}, whatever is banned: ${best}`;
      return phase === "ban" ? `${mate} by the ban ${action}` : `${mate}, whatever is played: ${best}`;
    },
    evaluation: (score: string | null) => `Evaluation: ${score ?? "none yet"}`,
    graph: (positions: number, last: string) => `Evaluation of ${positions} positions, the last ${last}`,
    report: "Report",
    /** The text of the report's button, by the report's state. */
    next: { off: "Analyse the game", running: "Analyse the game", stopped: "Continue", done: "Redo", failed: "Try again" },
    reportAbout: "The engine judges every ban and move of the main line, and says what was better.",
    stop: "Stop",
    reportAgain: "Analysing the game again.",
    progress: (looked: number, all: number) => `Main line, position ${looked} of ${all}`,
    moments: "Moments to learn from",
    learn: (n: number) => `Learn from your mistakes (${n})`,
    learnOf: (player: string, n: number) => `${player}’s mistakes (${n})`,
    momentsFound: (white: number, black: number, own: Player | null) =>
      `Main line: ${several(white + black, "moment")} to learn from (${own ? `${own === "white" ? white : black} yours` : `${names.white} ${white}, ${names.black} ${black}`})`,
    you: "you",
    by: (player: string) => `by ${player}`,
    nextMoment: "Next mistake",
    noMistakes: (loss: number) => `Main line: no mistakes. On average, each ban or move cost ${loss > 0 && loss < 0.005 ? "less than 1" : Math.round(100 * loss)}% of the winning chances.`,
    accuracy: "Accuracy",
    bans: "Bans",
    moves: "Moves",
    marks: { 6: "Inaccuracies", 2: "Mistakes", 4: "Blunders" },
    judgements: { 2: "mistake", 4: "blunder", 6: "inaccuracy" },
    missedMate: "missed mate",
    turningPoint: "Turning point",
    again: "Analyse the game again",
    decided: "The mistake that decided the game",
    better: (action: string) => `better: ${action}`,
  },
};
