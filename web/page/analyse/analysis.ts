// The engine in Analyse: it searches the position shown while its switch is on, and
// its results are shown as lines.

import type { BanChessError } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { Engine, Info, Score } from "../../banchess/engine.js";
import { lineKey, lineOf, trouble, type Line } from "../model/index.js";
import { isUnaided, NO_ANALYSIS, type Analysis, type PageStore, type State } from "../shell/index.js";
import type { TreeNode } from "../../banchess/tree.js";

/** The engine's scores of positions, kept while their nodes exist. */
export class Scores {
  #kept = new WeakMap<TreeNode, Score>();

  get(node: TreeNode): Score | undefined {
    return this.#kept.get(node);
  }

  keep(node: TreeNode, score: Score): void {
    this.#kept.set(node, score);
  }

  /** Copies the scores to another tree with the same start, for the actions that both have. */
  carry(from: TreeNode, to: TreeNode): void {
    const pairs: [TreeNode, TreeNode][] = [[from, to]];
    for (let pair; (pair = pairs.pop()); ) {
      const [old, now] = pair, score = this.#kept.get(old);
      if (score) this.#kept.set(now, score);
      for (const child of now.children) {
        const same = old.children.find(({ bcn }) => bcn === child.bcn);
        if (same) pairs.push([same, child]);
      }
    }
  }
}

const TIME = 30_000; // the time for a position, in milliseconds; longer searches cost battery and gain little
const ALL = 64; // the lines that are asked for where a table knows all of them
const PAUSE = 60; // the least time between two updates of the lines, in milliseconds

/** Returns the key of the position shown. */
const keyOf = ({ record }: State) => lineKey(record.fen, record.current.actions());

/** Reports whether the analysis is about the position that is shown. */
export const isShown = (state: State) => state.analysis.state !== "off" && state.analysis.key === keyOf(state);

/** Reports whether the engine should search the position shown. */
const isWanted = (state: State) =>
  state.settings.mode === "analyse" && isOn(state) && state.rules && !state.position.result && !document.hidden;

/** Reports whether the engine's switch is on, and the engine allowed. */
export const isOn = (state: State) => state.settings.engine && !isUnaided(state);

/**
 * Runs the engine, and keeps the store's `analysis` and the scores.
 *
 * @param start makes an engine
 * @returns a function that tries again after a failure
 */
export function runAnalysis(store: PageStore, board: BanChessBoard, scores: Scores, start: () => Engine): () => void {
  let engine: Engine | null = null; // not loaded before it is needed
  let abort: AbortController | null = null;
  let question = "";

  function stop(): void {
    abort?.abort();
    abort = null;
    question = "";
  }

  function follow(): void {
    const { state } = store;
    if (!isWanted(state)) {
      stop();
      if (state.settings.mode !== "analyse") { // its worker has a WebAssembly, which would stay
        engine?.close();
        engine = null;
      }
      if (state.analysis.state !== "off") store.set({ analysis: NO_ANALYSIS });
      return;
    }
    const key = keyOf(state);
    const asked = `${state.settings.lines} ${key}`;
    if (asked === question) return;
    stop();
    question = asked;
    void search(key, state.settings.lines, (abort = new AbortController()));
  }

  async function search(key: string, lines: number, mine: AbortController): Promise<void> {
    const found: Line[] = [];
    const node = store.state.record.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isMine = () => abort === mine;
    const tell = (state: Analysis["state"]) => {
      clearTimeout(timer);
      timer = undefined;
      if (!isMine()) return;
      if (found[0]) scores.keep(node, found[0].score);
      store.set({ analysis: { state, key, lines: shortestMateFirst(found) } });
    };
    store.set({ analysis: { state: engine?.state === "idle" || engine?.state === "thinking" ? "thinking" : "loading", key, lines: [] } });
    try {
      engine ??= start();
      for (let asked = 0; asked === 0 || found[0]?.exact && asked < ALL; ) {
        asked = asked === 0 ? lines : ALL;
        for await (const info of engine.analyze(board.game, { lines: asked, time: TIME, signal: mine.signal })) {
          if (!isMine()) return;
          take(found, info);
          // The first result is shown at once, later ones at intervals.
          if (info.line === 1 && info.depth === 1) tell("thinking");
          else timer ??= setTimeout(() => tell("thinking"), PAUSE);
        }
      }
      tell("done");
    } catch (thrown) {
      clearTimeout(timer);
      if (!isMine()) return;
      const error = thrown as BanChessError;
      store.set({ analysis: { state: "failed", key, lines: [], error: trouble("engine", error) } });
    }
  }

  store.watch(["position", "settings", "rules", "begun"], follow);
  // Undoing an edit replaces the record.
  store.watch(["record"], ({ record }, old) => {
    if (old && old.record !== record && old.record.fen === record.fen) scores.carry(old.record.root, record.root);
  });
  document.addEventListener("visibilitychange", follow);

  return () => {
    stop();
    follow();
  };
}

/** Returns the lines. Of mates in the same number of turns, the one with fewer actions comes first. */
const shortestMateFirst = (lines: readonly Line[]): Line[] =>
  [...lines].sort((a, b) => (a.score.mate !== undefined && a.score.mate === b.score.mate ? a.actions.length - b.actions.length : 0));

/** Adds a result to the lines. A greater depth begins again with the best line. */
function take(found: Line[], info: Info): void {
  found[info.line - 1] = lineOf(info);
  // Removes an older, shallower line that begins with the same action.
  for (let i = found.length - 1; i >= info.line; i--) {
    if (found[i]?.actions[0] === info.actions[0]) found.splice(i, 1);
  }
}
