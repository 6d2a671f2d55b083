// The engine at the board: it plays one side's bans and moves, and gives hints. It
// does so in a hidden tab too, as an opponent does: a person may wait elsewhere, and
// one ban or move is all that it thinks about.

import { BanChess, dueAt, type BanChessError } from "../banchess/banchess.js";
import type { BanChessBoard } from "../banchess/board.js";
import { Engine, LEVELS, type Best, type Position, type SearchOptions } from "../banchess/engine.js";
import type { GameController } from "./controller.js";
import { $ } from "./dom.js";
import { pairOf, threatening } from "./position.js";
import type { Node } from "./record.js";
import { scoreText } from "./score.js";
import type { Computer, PageStore, State } from "./state.js";
import { isLocked, mayPlay } from "./turn.js";
import { dashed, name, sentence, trouble } from "./words.js";

const HINT_TIME = 800; // milliseconds
const FULL_TIME = 1500; // of an action at full strength
const MOST_TIME = 6000; // of one at another level, which takes this on a slow device alone
const PAUSE = 350; // the least between two actions, so that each is seen

/**
 * Where the game goes on: with a clock that runs, wherever somebody looks; without
 * one it waits in the middle of a line that is looked through, and goes on at its
 * end, or when a person has just played.
 */
function goingOn({ record, clock, played, position }: State): Node | null {
  if (!played && clock?.turn) return record.find(clock.line);
  return !position.result && (played || record.next() === null) ? record.current : null;
}

/** The node at which the computer is to act now. */
function due(state: State): Node | null {
  const node = mayPlay(state) ? goingOn(state) : null;
  return node && dueAt(node.ply + 1).active === state.settings.opponent ? node : null;
}

/** What a search is asked for: another answer is of no use after it has changed. */
const questionOf = ({ record, settings }: State, node: Node | null) =>
  node && [record.fen, ...record.actions(node), record.outcome(node)?.ended, settings.mode, settings.opponent, settings.level].join(" ");

export function createComputer(store: PageStore, controller: GameController, board: BanChessBoard): { hint: () => void; threat: () => void } {
  let engine: Engine | null = null; // nothing is loaded before it is asked for
  let task: { about: (state: State) => string | null; question: string | null; abort: AbortController } | null = null;

  const point = (by: "hint" | "threat", { action }: Best) =>
    store.set({ pointer: { by, action: BanChess.serializeAction(action), at: store.state.record.current } });
  const say = (computer: Partial<Computer>) => store.set({ computer: { ...store.state.computer, ...computer } });

  function search(options: SearchOptions, position: Position): Promise<Best> {
    if (!engine) {
      engine = new Engine();
      engine.addEventListener("state", ({ state }) => {
        if (state === "loading") say({ state });
        if (state === "thinking") say({ state, error: null });
      });
      engine.addEventListener("restart", () => say({ restarted: true }));
    }
    return engine.best(position, options);
  }

  async function run(options: SearchOptions, pause: number, use: (best: Best) => void, position: Position = board.game, where = (state: State): Node | null => state.record.current): Promise<void> {
    const about = (state: State) => questionOf(state, where(state));
    const mine = (task = { about, question: about(store.state), abort: new AbortController() });
    say({ state: engine?.state === "failed" ? "loading" : "thinking", error: null, restarted: false });
    try {
      const found = search({ ...options, signal: mine.abort.signal }, position);
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
  }

  function play(node: Node): void {
    const { record, settings } = store.state;
    const game = { fen: record.fen, actions: record.actions(node) };
    void run({ level: settings.level, time: settings.level === LEVELS ? FULL_TIME : MOST_TIME }, PAUSE, ({ action }) => {
      const now = due(store.state);
      if (now) controller.playAt(now, action);
    }, game, due);
  }

  function drop(): void {
    const dropped = task;
    task = null;
    dropped?.abort.abort();
    say({ state: "off", restarted: false });
  }

  function hint(): void {
    const { position, rules } = store.state;
    if (!rules || position.result || store.state.aside || store.state.settings.mode !== "play" || due(store.state)) return;
    const { phase } = position;
    store.set({ notice: { kind: "info", text: `Looking for the best ${phase}` } });
    run({ time: HINT_TIME }, 0, (best) => {
      const pair = pairOf(best.action);
      point("hint", best);
      store.set({ notice: { kind: "info", text: `Hint: ${phase} ${dashed(pair)}${outlook(best)}` } });
    });
  }

  /** Shows what the other side would play if nothing were banned and it could move now. */
  function threat(): void {
    const { position, rules } = store.state;
    if (!rules || position.result || store.state.aside || due(store.state)) return;
    if (store.state.pointer?.by === "threat") return store.set({ pointer: null, notice: null });
    const fen = threatening(position);
    if (!fen) return store.set({ notice: { kind: "info", text: `${name(position.mover)} is in check: that is the threat.` } });
    store.set({ notice: { kind: "info", text: "Looking for the threat" } });
    void run({ time: HINT_TIME }, 0, (best) => {
      const pair = pairOf(best.action);
      point("threat", best);
      store.set({ notice: { kind: "info", text: `Threat: ${dashed(pair)}${outlook(best)}` } });
    }, fen);
  }

  function retry(): void {
    say({ state: "off", error: null });
    const node = due(store.state);
    if (node) play(node);
  }

  store.watch(["position", "settings", "rules", "played", "revision", "clock", "place", "aside"], () => {
    const { state } = store; // what this change came with may be over
    if (task && task.question !== task.about(state)) drop();
    const node = task || state.computer.state === "failed" ? null : due(state);
    if (node) play(node);
  });
  store.watch(["position", "settings", "computer", "rules", "played", "clock", "learner", "place", "aside"], (state) => {
    board.toggleAttribute("readonly", isLocked(state));
  });
  // A computer that failed is tried again when somebody asks for it.
  store.watch(["settings"], ({ settings, computer }, old) => {
    if (old && computer.state === "failed" && settings.opponent !== old.settings.opponent) retry();
  });

  $("hint").addEventListener("click", hint);
  $("engine-retry").addEventListener("click", retry);
  bindControls(store);
  return { hint, threat };
}

/** The button of the hint, and what is said of the engine. */
function bindControls(store: PageStore): void {
  store.watch(["settings", "position", "rules", "played", "clock"], (state) => {
    $<HTMLButtonElement>("hint").disabled = !state.rules || state.position.result !== null || state.settings.mode !== "play" || due(state) !== null;
  });
  store.watch(["computer"], ({ computer: { state, error, restarted } }) => {
    document.body.dataset.engine = state;
    $("engine-status").textContent = {
      off: "",
      loading: "The engine is loading",
      thinking: restarted ? "The engine had to be restarted, and is thinking" : "The engine is thinking",
      failed: `${sentence(error ?? "the engine failed")} You can play for it.`,
    }[state];
    $("engine-retry").hidden = state !== "failed";
  });
}

/** ": a forced win in 2", " (+0.4 for White)". */
function outlook({ score, info }: Best): string {
  if (!info) return "";
  if (score.mate === undefined) return ` (${scoreText(score)} for ${name(score.for)})`;
  return score.mate > 0 ? `: a forced win in ${score.mate}` : `: it holds out longest, ${-score.mate} to go`;
}
