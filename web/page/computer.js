// The engine at the board: it plays one side's bans and moves, and gives hints.

import { Engine, LEVELS } from "../engine.js";
import { dashed, name } from "./words.js";
import { readAction } from "./position.js";

const HINT_TIME = 800; // milliseconds
const FULL_TIME = 1500; // of a move at full strength; weaker levels are done sooner
const PAUSE = 350; // the least between two actions, so that each is seen

/** Whether a person may act: not for the computer, unless that has failed. */
export const isLocked = (state) => isComputers(state) && state.computer.state !== "failed";

/** Whether it is for the computer to act, going by who plays what. */
export function isComputers({ settings, position, rules }) {
  return rules && !position.result && settings.opponent === position.active;
}

/**
 * @param $ finds an element by its id
 * @param store with computer: {state: "off" | "loading" | "thinking" | "failed",
 *   error?, restarted?}, and played: whether the position was just played to,
 *   not gone back to
 * @returns {{hint: () => void}}
 */
export function createComputer($, store, session, board) {
  let engine = null; // nothing is loaded before it is asked for
  let task = null; // {kind: "play" | "hint", key}
  let arrows = false;

  const say = (computer) => store.set({ computer: { ...store.state.computer, ...computer } });
  const keyOf = ({ record, settings }) =>
    [record.fen, ...record.actions(), record.current.outcome?.ended, settings.opponent, settings.level].join(" ");

  // In the middle of a line that is looked through, the computer keeps still;
  // at its end, or when a person has just played, it acts.
  const isDue = (state) => isComputers(state) && (state.played || state.record.next() === null);

  function search(options) {
    if (!engine) {
      engine = new Engine();
      engine.addEventListener("state", ({ detail }) => {
        if (detail.state === "loading") say({ state: "loading" });
        if (detail.state === "computing") say({ state: "thinking", error: null });
      });
      engine.addEventListener("restart", () => say({ restarted: true }));
    }
    const { record } = store.state;
    return engine.search({ fen: record.fen, actions: record.actions(), ...options });
  }

  async function run(kind, options, use) {
    const mine = (task = { kind, key: keyOf(store.state) });
    say({ state: engine?.state === "failed" ? "loading" : "thinking", error: null, restarted: false });
    try {
      const [answer] = await Promise.all([search(options), new Promise((done) => setTimeout(done, kind === "play" ? PAUSE : 0))]);
      if (task !== mine) return;
      task = null;
      say({ state: "off" });
      use(answer);
    } catch (error) {
      if (task !== mine) return;
      task = null;
      if (error.code === "superseded" || error.code === "stopped") say({ state: "off" });
      else say({ state: "failed", error: error.message });
    }
  }

  function play() {
    const level = Math.min(Math.max(store.state.settings.level, 1), LEVELS);
    run("play", { level, movetime: FULL_TIME }, ({ action }) => session.play(action));
  }

  function drop() {
    task = null;
    engine?.cancel();
    say({ state: "off", restarted: false });
  }

  function hint() {
    const { position, rules } = store.state;
    if (!rules || position.result || isDue(store.state)) return;
    store.set({ notice: { kind: "info", text: position.phase === "ban" ? "Looking for the best ban" : "Looking for the best move" } });
    run("hint", { movetime: HINT_TIME }, ({ action, info }) => {
      const { phase, from, to } = readAction(action);
      arrows = true;
      board.rules?.board.setArrows([{ from, to, kind: `hint-${phase}` }]);
      const what = `${phase === "ban" ? "ban" : "move"} ${dashed({ from, to })}`;
      store.set({ notice: { kind: "info", text: `Hint: ${what}${verdict(info, position.active)}`, hint: action } });
    });
  }

  store.watch(["position", "settings", "rules", "played"], (state) => {
    if (task && task.key !== keyOf(state)) drop();
    if (isDue(state) && !task && state.computer.state !== "failed") play();
  });
  store.watch(["position", "settings", "computer", "rules", "played"], (state) => {
    board.toggleAttribute("readonly", isLocked(state));
  });
  store.watch(["position"], () => {
    if (arrows) board.rules?.board.setArrows([]);
    arrows = false;
  });
  // A computer that failed is tried again when somebody asks for it.
  store.watch(["settings"], ({ settings, computer }, old) => {
    if (old && computer.state === "failed" && settings.opponent !== old.settings.opponent) retry();
  });

  function retry() {
    say({ state: "off", error: null });
    if (isDue(store.state)) play();
  }

  bind($, store, { hint, retry, isDue });
  return { hint };
}

/** The controls, and what is said of the engine. */
function bind($, store, { hint, retry, isDue }) {
  for (let level = 1; level <= LEVELS; level++) {
    $("level").append(new Option(`Level ${level}`, level));
  }
  const choose = (change) => store.set({ settings: { ...store.state.settings, ...change } });
  $("opponent").addEventListener("change", ({ target }) => choose({ opponent: target.value }));
  $("level").addEventListener("change", ({ target }) => choose({ level: Number(target.value) }));
  $("hint").addEventListener("click", hint);
  $("engine-retry").addEventListener("click", retry);

  store.watch(["settings", "position", "rules", "played"], (state) => {
    const { settings, position, rules } = state;
    $("opponent").value = settings.opponent;
    $("level").value = settings.level;
    $("level").disabled = settings.opponent === "nobody";
    $("hint").disabled = !rules || position.result !== null || isDue(state);
  });
  store.watch(["computer"], ({ computer }) => {
    const { state, error, restarted } = computer;
    document.body.dataset.engine = state;
    $("engine-status").textContent = {
      off: "",
      loading: "The engine is loading",
      thinking: restarted ? "The engine had to be restarted, and is thinking" : "The engine is thinking",
      failed: error ? `${error[0].toUpperCase()}${error.slice(1)}` : "The engine failed",
    }[state];
    $("engine-retry").hidden = state !== "failed";
  });
}

/** " – checkmate in 2", " (+0.4 for White)". */
function verdict(info, player) {
  if (!info) return "";
  const { kind, value } = info.score;
  if (kind === "cp") return ` (${value < 0 ? "−" : "+"}${(Math.abs(value) / 100).toFixed(1)} for ${name(player)})`;
  if (value > 0) return `: a forced win in ${value}`;
  return `: it holds out longest, ${Math.abs(value)} to go`;
}
