// The engine at the board: it answers one question at a time, for the computer that
// plays and for whoever wants a hint. What it does is the store's `computer`.

import type { BanChessError } from "../../banchess/banchess.js";
import { Engine, type Best, type Searchable, type SearchOptions } from "../../banchess/engine.js";
import type { TreeNode } from "../../banchess/tree.js";
import { trouble, type Computer, type PageStore, type State } from "../shell/index.js";

/** What is asked. The answer is of no use after another node is what `where` says, or somebody else plays. */
export interface Question {
  readonly position: Searchable;
  readonly options: SearchOptions;
  readonly where: (state: State) => TreeNode | null;
  readonly pause?: number; // milliseconds, the least that an answer takes
}

export type Thinker = ReturnType<typeof createThinker>;

const aboutOf = ({ record, settings, players }: State, node: TreeNode | null) =>
  node && [record.fen, ...node.actions(), node.outcome?.ended, settings.mode, JSON.stringify(players)].join(" ");

export function createThinker(store: PageStore) {
  let engine: Engine | null = null; // nothing is loaded before it is asked for
  let task: { where: Question["where"]; about: string | null; abort: AbortController } | null = null;

  const say = (computer: Computer) => store.set({ computer });

  function start(): Engine {
    const made = new Engine();
    made.addEventListener("state", ({ state }) => {
      if (state === "loading" || state === "thinking") say({ ...store.state.computer, state });
    });
    made.addEventListener("restart", () => say({ ...store.state.computer, restarted: true }));
    return made;
  }

  return {
    /** Asks it, in place of what was asked before. */
    async ask({ position, options, where, pause = 0 }: Question, use: (best: Best) => void): Promise<void> {
      const mine = (task = { where, about: aboutOf(store.state, where(store.state)), abort: new AbortController() });
      say({ state: engine?.state === "failed" ? "loading" : "thinking" });
      try {
        engine ??= start();
        const found = engine.best(position, { ...options, signal: mine.abort.signal });
        const [best] = await Promise.all([found, new Promise((done) => setTimeout(done, pause))]);
        if (task !== mine) return;
        task = null;
        say({ state: "off" });
        use(best);
      } catch (thrown) {
        if (task !== mine) return;
        task = null;
        const error = thrown as BanChessError;
        if (error.code === "superseded" || error.code === "stopped") say({ state: "off" });
        else say({ state: "failed", error: trouble("engine", error) });
      }
    },

    /** Drops what has become another question, and returns whether there is one left. */
    isAsked(): boolean {
      const { state } = store;
      if (task && task.about !== aboutOf(state, task.where(state))) {
        const { abort } = task;
        task = null;
        abort.abort();
        say({ state: "off" });
      }
      return task !== null;
    },
  };
}
