// The computer opponent. It also plays while the tab is hidden, because the user may be
// waiting elsewhere, and it thinks about only one ban or move.

import { BanChess, dueAt, type Action } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { LEVELS } from "../../banchess/engine.js";
import type { TreeNode } from "../../banchess/tree.js";
import { isRemote, timeLeft, type Clock } from "../model/index.js";
import { gameEnd, isLookingBack, isReadOnly, mayPlay, type PageStore, type State } from "../shell/index.js";
import type { Thinker } from "./thinker.js";

const FULL_TIME = 3000; // the time for a move and the ban after it at full strength, in milliseconds
const MOST_TIME = 12_000; // the limit at other levels, which only slow devices reach
const PAUSE = 350; // the least time between two actions, so that the user sees each

/** Returns the node where the game continues, also if another is shown. An exercise continues at the node shown. */
function goingOn(state: State): TreeNode | null {
  const { aside, played, position, record } = state;
  if (!aside) return gameEnd(state);
  return !position.result && (played || record.current.forward === null) ? record.current : null;
}

/** Returns the seat of the player who acts after a node. */
const seatAt = ({ players }: State, node: TreeNode) => players[dueAt(node.ply + 1).active];

/** Returns the node after which the computer should act now, or null. */
export function due(state: State): TreeNode | null {
  const node = mayPlay(state) ? goingOn(state) : null;
  return node && seatAt(state, node).kind === "computer" ? node : null;
}

/** Returns the time for an action, in milliseconds. A move has more than the ban after it, whose search begins with what the move's has found. A clock leaves less. */
export function timeFor(level: number, clock: Clock | null, ply: number): number {
  const { active, phase } = dueAt(ply), left = clock ? timeLeft(clock, active) / 30 + clock.increment * 0.8 : Infinity;
  return Math.ceil(Math.min(level === LEVELS ? FULL_TIME : MOST_TIME, left + 1) * (phase === "ban" ? 0.3 : 0.7));
}

/** Reports whether a person is to act in their own game, who may be shown a threat. */
export const mayLook = (state: State): boolean => state.rules && !state.position.result && !state.aside && !due(state) && !isRemote(state.players);

/** Reports whether a hint can be given. */
export const mayHint = (state: State): boolean => mayLook(state) && state.settings.mode === "play" && !isLookingBack(state);

/**
 * Lets the computer play. Returns a function that tries again after a failure.
 *
 * @param playAt plays an action after a node
 */
export function runComputer(store: PageStore, playAt: (node: TreeNode, action: Action) => void, board: BanChessBoard, thinker: Thinker): () => void {
  function play(node: TreeNode): void {
    const { record, clock } = store.state, seat = seatAt(store.state, node);
    if (seat.kind !== "computer") return;
    const { level } = seat, time = timeFor(level, clock, node.ply + 1);
    const position = { fen: record.fen, actions: node.actions() };
    void thinker.ask({ position, options: { level, time }, where: due, pause: Math.min(PAUSE, time) }, ({ action }) => {
      const now = due(store.state);
      if (now) playAt(now, BanChess.deserializeAction(action));
    });
  }

  function retry(): void {
    store.set({ computer: { state: "off" } });
    const node = due(store.state);
    if (node) play(node);
  }

  store.watch(["position", "settings", "players", "rules", "played", "revision", "clock", "place", "aside"], (state) => {
    const node = thinker.isAsked() || state.computer.state === "failed" ? null : due(state);
    if (node) play(node);
  });
  store.watch(["position", "premoves", "settings", "players", "computer", "rules", "played", "revision", "clock", "learner", "place", "aside"], (state) => {
    board.toggleAttribute("readonly", isReadOnly(state));
  });
  // Choosing the players again also restarts a computer that has failed.
  store.watch(["players"], ({ computer }, old) => {
    if (old && computer.state === "failed") retry();
  });
  return retry;
}
