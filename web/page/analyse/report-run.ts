// Runs the report of a game in the background. It can be stopped and continued, also at
// the next visit.

import type { BanChessError } from "../../banchess/banchess.js";
import type { Engine } from "../../banchess/engine.js";
import { words } from "language/analyse";
import { endOf, nodesOf, readingOf, reportIn, worthOf, type Mark } from "../games/index.js";
import { isEmpty, trouble } from "../model/index.js";
import { isUnaided, type PageStore } from "../shell/index.js";
import { type Store } from "../view/index.js";
import type { GameController } from "../play/index.js";
import { explain, look as lookAt, type Look, type TreeNode } from "../../banchess/tree.js";
import { NO_REPORT, erase, markOf, write, type Report } from "./report.js";

const BATCH = 8; // the number of positions after which the results are saved

/** Resolves when the tab is next shown or hidden, because the report pauses in hidden tabs. Never resolves after an abort. */
const seen = (signal: AbortSignal) => new Promise((done) => document.addEventListener("visibilitychange", done, { once: true, signal }));

/** A position, and how many positions a search of it visits, if not as many as usual. */
interface Searched {
  readonly fen: string;
  readonly actions: readonly string[];
  readonly nodes?: number;
}

export type ReportStore = Store<{ report: Report }>;

/**
 * Keeps the report up to date with the tree. Returns the functions that start and stop it.
 *
 * @param makeEngine makes an engine
 */
export function createReport(store: PageStore, reports: ReportStore, controller: GameController, makeEngine: () => Engine) {
  const looks = new WeakMap<TreeNode, Look>(); // what the engine here found at a node
  let engine: Engine | null = null;
  let running: { abort: AbortController; line: readonly TreeNode[] } | null = null;
  let error: string | null = null;

  /** Searches a position. */
  async function search({ nodes, ...position }: Searched, signal: AbortSignal): Promise<Look> {
    const found = await lookAt(engine ??= makeEngine(), position, { nodes, signal });
    signal.throwIfAborted();
    return found;
  }

  /** Returns what the engine finds at a node, and writes its score into the tree. */
  async function look(node: TreeNode, signal: AbortSignal): Promise<Look> {
    const end = endOf(node);
    if (end) return { score: end, actions: [] };
    const found = looks.get(node) ?? await search({ fen: store.state.record.fen, actions: node.actions() }, signal);
    if (!node.eval) {
      node.annotate({ eval: found.score as TreeNode["eval"] });
      node.wrote({ eval: true });
    }
    const own = { ...found, score: node.eval! }; // which may be of a larger search
    looks.set(node, own);
    return own;
  }

  /** Explains a mistake and writes that into the tree, unless nothing was better. */
  async function judge(node: TreeNode, mark: Mark, signal: AbortSignal): Promise<void> {
    const parent = node.parent!, before = await look(parent, signal);
    if (before.actions[0] === node.bcn) return;
    const after = await look(node, signal);
    const mistake = { fen: store.state.record.fen, actions: parent.actions(), action: node.bcn, before, after };
    const further: Look[] = [];
    let why = explain(mistake);
    while (why.look) {
      further.push(await search(why.look, signal));
      why = explain({ ...mistake, further });
    }
    if (markOf(node, before.score, why.after)) return write(node, mark, why.better, why.text);
    looks.set(node, { ...after, score: why.after }); // a larger search found that the mate is still there
    if (node.written?.eval) node.annotate({ eval: why.after as TreeNode["eval"] });
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
        if (mark && !isMarked) await judge(node, mark, signal);
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

  /** Updates the store from the tree. */
  function show(): void {
    const { record, rules } = store.state;
    const reading = running ? readingOf(running.line) : rules ? reportIn(record) : null;
    const { line, looked } = reading ?? NO_REPORT;
    const state = running ? "running" : error ? "failed" : !reading ? "off" : looked < line.length ? "stopped" : "done";
    reports.set({ report: { ...(reading ?? NO_REPORT), state, ...(error && { error }) } });
  }

  store.watch(["record", "revision", "settings"], ({ record, settings }, old) => {
    // The record may have been replaced or the node deleted, and Play has no report.
    const isThere = running?.line.at(-1)?.line()[0]?.parent === record.root && running.line[0] === record.root;
    if (running && (!isThere || settings.mode !== "analyse")) stop();
    if (settings.mode !== "analyse") {
      engine?.close();
      engine = null;
    }
    if (old && old.record !== record) error = null;
  });
  store.watch(["record", "revision", "position", "rules", "settings"], ({ settings }) => {
    if (settings.mode === "analyse") show();
  });

  const start = () => {
    const { rules, record } = store.state, { report } = reports.state;
    if (running || !rules || isEmpty(record) || isUnaided(store.state)) return;
    const line = nodesOf(record), again = report.state === "done" || line.some((node) => node.eval && !node.written?.eval);
    controller.edit(again ? words.analyse.reportAgain : "", () => { if (again) erase(record, line); });
    void run(line);
  };
  return { start, stop };
}
