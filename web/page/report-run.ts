// Going through a game for its report, in the background: it can be stopped, and
// goes on where it was.

import { BanChess, type BanChessError } from "../banchess/banchess.js";
import { Engine } from "../banchess/engine.js";
import { lineKey } from "./position.js";
import type { Node, Record } from "./record.js";
import { judge, type Judgement } from "./report.js";
import { lineOf, type Score } from "./score.js";
import type { PageStore } from "./state.js";
import { trouble } from "./words.js";

const TIME = 150; // milliseconds a position

/** What the engine says of a position: its worth, and what it would do. */
interface Finding {
  readonly score: Score;
  readonly best: string | null; // BCN; null at the end of a game
}

/** An action of the line and what is said of it. */
export interface Moment extends Judgement {
  readonly node: Node;
  readonly best: string | null; // what would have been better, in BCN
}

export interface Report {
  readonly state: "off" | "running" | "stopped" | "done" | "failed";
  readonly line: string; // the key of the line it is about
  readonly looked: number; // positions
  readonly of: number;
  readonly moments: readonly Moment[];
  readonly error?: string;
}

export const NO_REPORT: Report = { state: "off", line: "", looked: 0, of: 0, moments: [] };

/** The nodes of the line the current one is on, from the start to its end. */
export function nodesOf(record: Record): Node[] {
  const nodes: Node[] = [];
  for (let node: Node | null = record.end(); node; node = node.parent) nodes.push(node);
  return nodes.reverse();
}

/** The key of the line that is shown. */
export const lineOfRecord = (record: Record): string => lineKey(record.fen, record.actions(record.end()));

/** Returns what starts the report, or stops it. */
export function createReport(store: PageStore): () => void {
  const findings = new Map<string, Finding>(); // of positions, by key
  let engine: Engine | null = null;
  let abort: AbortController | null = null;

  async function find(fen: string, actions: readonly string[], signal: AbortSignal): Promise<Finding> {
    const key = lineKey(fen, actions);
    const known = findings.get(key);
    if (known) return known;
    engine ??= new Engine();
    let found: Finding;
    try {
      const { score, action } = await engine.best({ fen, actions }, { time: TIME, signal });
      found = { score: lineOf({ score, depth: 0, actions: [] }).score, best: BanChess.serializeAction(action) };
    } catch (error) {
      if ((error as BanChessError).code !== "game_over") throw error;
      const game = BanChess.fromJSON({ fen, actions });
      const { winner } = game.result();
      game.free();
      found = { best: null, score: winner ? { mate: winner === "white" ? 1 : -1 } : { centipawns: 0 } };
    }
    findings.set(key, found);
    return found;
  }

  async function run(mine: AbortController): Promise<void> {
    const { record } = store.state;
    const nodes = nodesOf(record), { fen } = record;
    const line = lineOfRecord(record);
    const moments: Moment[] = [];
    const tell = (state: Report["state"], looked: number, error?: string) => {
      if (abort === mine) store.set({ report: { state, line, looked, of: nodes.length, moments: [...moments], ...(error && { error }) } });
    };
    tell("running", 0);
    try {
      const actions: string[] = [];
      let before = await find(fen, actions, mine.signal);
      store.set({ scores: new Map(store.state.scores).set(lineKey(fen, []), before.score) });
      for (const [i, node] of nodes.entries()) {
        if (i === 0) continue;
        actions.push(node.bcn);
        const after = await find(fen, actions, mine.signal);
        const judgement = node.bcn === before.best ? { mark: null, accuracy: 100 } : judge(node.player, before.score, after.score);
        moments.push({ ...judgement, node, best: before.best });
        before = after;
        if (abort !== mine) return;
        const scores = new Map(store.state.scores).set(lineKey(fen, actions), after.score);
        store.set({ scores });
        tell("running", i + 1);
      }
      tell("done", nodes.length);
    } catch (thrown) {
      const error = thrown as BanChessError;
      if (error.code !== "stopped") tell("failed", moments.length, trouble("engine", error));
    }
    if (abort === mine) abort = null;
  }

  function stop(): void {
    abort?.abort();
    abort = null;
  }

  // It is about one line: another has none yet.
  store.watch(["revision", "record", "position", "settings"], ({ report, record, settings }) => {
    if (report.state === "off") return;
    if (lineOfRecord(record) !== report.line) {
      stop();
      store.set({ report: NO_REPORT });
    } else if (settings.mode !== "analyse" && abort) {
      stop();
      store.set({ report: { ...report, state: "stopped" } });
    }
  });

  return () => {
    const { report, rules, record } = store.state;
    if (abort) {
      stop();
      store.set({ report: { ...report, state: "stopped" } });
    } else if (rules && !record.empty) {
      void run((abort = new AbortController()));
    }
  };
}
