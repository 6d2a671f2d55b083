// The computer that plays one side's bans and moves. It does so in a hidden tab too,
// as an opponent does: a person may wait elsewhere, and one ban or move is all that
// it thinks about.

import { BanChess, dueAt } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { LEVELS } from "../../banchess/engine.js";
import type { TreeNode } from "../../banchess/tree.js";
import type { GameController } from "./controller.js";
import { gameEnd, isLocked, mayPlay, type PageStore, type State } from "../shell/index.js";
import type { Thinker } from "./thinker.js";

const FULL_TIME = 1500; // milliseconds of an action at full strength
const MOST_TIME = 6000; // of one at another level, which takes this on a slow device alone
const PAUSE = 350; // the least between two actions, so that each is seen

/** Returns where the game goes on, wherever somebody looks. An exercise goes on where it is shown. */
function goingOn(state: State): TreeNode | null {
  const { aside, played, position, record } = state;
  if (!aside) return gameEnd(state);
  return !position.result && (played || record.current.forward === null) ? record.current : null;
}

/** Who acts after a node. */
const seatAt = ({ players }: State, node: TreeNode) => players[dueAt(node.ply + 1).active];

/** The node at which the computer is to act now. */
export function due(state: State): TreeNode | null {
  const node = mayPlay(state) ? goingOn(state) : null;
  return node && seatAt(state, node).kind === "computer" ? node : null;
}

/** Has it play, and returns what has it try again. */
export function runComputer(store: PageStore, controller: GameController, board: BanChessBoard, thinker: Thinker): () => void {
  function play(node: TreeNode): void {
    const { record } = store.state, seat = seatAt(store.state, node);
    if (seat.kind !== "computer") return;
    const { level } = seat;
    const position = { fen: record.fen, actions: node.actions() };
    void thinker.ask({ position, options: { level, time: level === LEVELS ? FULL_TIME : MOST_TIME }, where: due, pause: PAUSE }, ({ action }) => {
      const now = due(store.state);
      if (now) controller.playAt(now, BanChess.deserializeAction(action));
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
  store.watch(["position", "settings", "players", "computer", "rules", "played", "revision", "clock", "learner", "place", "aside"], (state) => {
    board.toggleAttribute("readonly", isLocked(state));
  });
  // A computer that failed is tried again when somebody asks for it.
  store.watch(["players"], ({ computer }, old) => {
    if (old && computer.state === "failed") retry();
  });
  return retry;
}
