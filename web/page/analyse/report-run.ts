// Going through a game for its report, in the background: it can be stopped, and
// goes on where it was, also at the next visit.

import type { BanChessError } from "../../banchess/banchess.js";
import type { Best, Engine } from "../../banchess/engine.js";
import { words } from "language/analyse";
import { isEmpty, lineOf, trouble, type PageStore, type Store } from "../shell/index.js";
import type { GameController } from "../play/index.js";
import type { TreeNode } from "../../banchess/tree.js";
import { NO_REPORT, erase, markOf, nodesOf, readingOf, reportIn, worthOf, write, type Report } from "./report.js";

// What is looked at of each position: a number of nodes, from nothing, so that a game
// has the same report on every machine and however often it was stopped. Only where
// that takes very long is it cut short.
const LIMITS = { nodes: 50_000, time: 10_000, fresh: true };
const BATCH = 8; // positions after which what was found is kept

/** Waits until the tab is shown or hidden: what nobody sees is not worth the battery. After an abort it waits for ever. */
const seen = (signal: AbortSignal) => new Promise((done) => document.addEventListener("visibilitychange", done, { once: true, signal }));

export type ReportStore = Store<{ report: Report }>;

/**
 * Keeps the report up to date with what the tree says, and returns what starts and stops it.
 *
 * @param makeEngine makes an engine
 */
export function createReport(store: PageStore, reports: ReportStore, controller: GameController, makeEngine: () => Engine) {
  const lines = new WeakMap<TreeNode, readonly string[]>(); // the best ones at a node, in BCN
  let engine: Engine | null = null;
  let running: { abort: AbortController; line: readonly TreeNode[] } | null = null;
  let error: string | null = null;

  /** Has the engine look at a position. Returns what is best there, in BCN. */
  async function look(node: TreeNode, signal: AbortSignal): Promise<readonly string[]> {
    const known = lines.get(node);
    if (known && node.eval) return known;
    const { record } = store.state;
    const best: Best = await (engine ??= makeEngine()).best({ fen: record.fen, actions: node.actions() }, { ...LIMITS, signal });
    signal.throwIfAborted();
    const line = best.info?.actions ?? [best.action];
    lines.set(node, line);
    if (!node.eval) {
      node.annotate({ eval: lineOf({ score: best.score, depth: 0, actions: [] }).score });
      node.wrote({ eval: true });
    }
    return line;
  }

  async function run(line: readonly TreeNode[]): Promise<void> {
    const mine = (running = { abort: new AbortController(), line });
    const { signal } = mine.abort;
    error = null;
    try {
      for (const [i, node] of line.entries()) {
        show();
        while (document.hidden) await seen(signal);
        if (!worthOf(node)) await look(node, signal);
        const mark = i > 0 ? markOf(node) : null;
        const isMarked = readingOf(line.slice(i - 1, i + 1)).moments[0]?.mark;
        if (mark && !isMarked) write(node, mark, await look(node.parent!, signal));
        if (mark || i % BATCH === 0) controller.goOn();
      }
    } catch (thrown) {
      if (running === mine) error = trouble("engine", thrown as BanChessError);
    }
    if (running !== mine) return;
    running = null;
    controller.goOn();
    show();
  }

  function stop(): void {
    running?.abort.abort();
    running = null;
    controller.goOn();
  }

  /** Brings the store up to what the tree says. */
  function show(): void {
    const { record, rules } = store.state;
    const reading = running ? readingOf(running.line) : rules ? reportIn(record) : null;
    const { line, looked } = reading ?? NO_REPORT;
    const state = running ? "running" : error ? "failed" : !reading ? "off" : looked < line.length ? "stopped" : "done";
    const elsewhere = line.length > 0 && line.at(-1) !== record.current.forwardEnd;
    reports.set({ report: { ...(reading ?? NO_REPORT), state, elsewhere, ...(error && { error }) } });
  }

  store.watch(["record", "revision", "settings"], ({ record, settings }, old) => {
    // What it is about may be gone, and in Play nobody wants it.
    const isThere = running?.line.at(-1)?.line()[0]?.parent === record.root && running.line[0] === record.root;
    if (running && (!isThere || settings.mode !== "analyse")) stop();
    if (old && old.record !== record) error = null;
  });
  store.watch(["record", "revision", "position", "rules", "settings"], ({ settings }) => {
    if (settings.mode === "analyse") show();
  });

  const start = () => {
    const { rules, record } = store.state, { report } = reports.state;
    if (running || !rules || isEmpty(record)) return;
    const again = report.state === "done" && !report.elsewhere;
    controller.edit(again ? words.analyse.reportAgain : "", () => { if (again) erase(record, report.line); });
    void run(report.elsewhere || report.line.length === 0 || again ? nodesOf(record) : report.line);
  };
  return { start, stop };
}
