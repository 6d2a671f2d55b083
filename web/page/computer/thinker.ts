// The engine for the computer opponent and for hints. It answers one question at a time.
// Its state is the store's `computer`.

import type { BanChessError } from "../../banchess/banchess.js";
import { Engine, type Best, type Searchable, type SearchOptions } from "../../banchess/engine.js";
import type { TreeNode } from "../../banchess/tree.js";
import { trouble } from "../model/index.js";
import { type Computer, type PageStore, type State } from "../shell/index.js";

/** A question to the engine. Its answer is dropped if `where` returns another node by then, or the players have changed. */
export interface Question {
  readonly position: Searchable;
  readonly options: SearchOptions;
  readonly where: (state: State) => TreeNode | null;
  readonly pause?: number; // the least time before the answer, in milliseconds
}

export type Thinker = ReturnType<typeof createThinker>;

const aboutOf = ({ record, settings, players }: State, node: TreeNode | null) =>
  node && [record.fen, ...node.actions(), node.outcome?.ended, settings.mode, JSON.stringify(players)].join(" ");

/** Returns an engine. @param exact whether it knows the endings of four men, whose tables take seconds to load */
export const newEngine = (exact = true) => new Engine(exact ? { tables: new URL("./assets/tables/", import.meta.url) } : {});

export function createThinker(store: PageStore) {
  let engine: Engine | null = null; // not loaded before it is needed
  let task: { where: Question["where"]; about: string | null; abort: AbortController } | null = null;

  const say = (computer: Computer) => store.set({ computer });

  function start(): Engine {
    const made = newEngine();
    made.addEventListener("state", ({ state }) => {
      if (state === "loading" || state === "thinking") say({ ...store.state.computer, state });
    });
    made.addEventListener("restart", () => say({ ...store.state.computer, restarted: true }));
    return made;
  }

  return {
    /** Asks a question, and drops the earlier one. */
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

    /** Drops a question that is outdated. Reports whether there is one left. */
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
