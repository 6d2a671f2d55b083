// Dangerous moves: the other player can mate after them, by the move or by the ban after
// it, whatever is banned in between.

import { type Action, type BanChess } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { isRemote, pairOf } from "../model/index.js";
import { isLocked, type PageStore, type State } from "../shell/index.js";

/** Returns the pair of an action, as in the set of dangers. */
export const pairKey = (action: Action): string => `${pairOf(action).from}${pairOf(action).to}`;

/**
 * Yields each legal move that allows a mate at the other player's next turn, as a pair,
 * and null for each other move. A ban stops one pair, so two pairs must mate. The game
 * must be at a move ply; it is unchanged after each step and when the generator ends.
 */
export function* dangers(game: BanChess): Generator<string | null> {
  if (game.getActionType() !== "move") return;
  for (const action of game.getLegalActions()) {
    const played = game.play(action);
    let found = 0;
    if (!played.flags?.gameOver) {
      const [first, second, ...others] = game.getLegalActions();
      // A single pair can be banned. Of several, each is tried while another is banned.
      if (first && second) found = mating(game, first, [second, ...others]) + mating(game, second, [first]);
    }
    game.undo();
    yield found > 1 ? pairKey(action) : null;
  }
}

/** Returns the number of pairs that mate while another is banned, at most two. */
function mating(game: BanChess, banned: Action, replies: readonly Action[]): number {
  let n = 0;
  game.play(banned);
  for (const reply of replies) {
    const key = pairKey(reply);
    // Each promotion is a separate move.
    const roles = game.legalActionsFrom(pairOf(reply).from).filter((move) => pairKey(move) === key);
    if (roles.some((move) => mates(game, move)) && ++n === 2) break;
  }
  game.undo();
  return n;
}

/** Reports whether a move mates, or leaves a single way out of check, which can be banned. */
function mates(game: BanChess, move: Action): boolean {
  const { flags } = game.play(move);
  const mate = flags?.checkmate === true || (flags?.check === true && !flags.gameOver && game.getLegalActions().length === 1);
  game.undo();
  return mate;
}

const SLICE = 8; // the longest step in milliseconds, so that the page stays responsive

const isWanted = (state: State) =>
  state.settings.danger && state.rules && !state.aside && state.position.phase === "move" && !state.position.result && !isLocked(state) && !isRemote(state.players);

/** Keeps the store's `dangers` up to date while the user wants them. */
export function watchDangers(store: PageStore, board: BanChessBoard): void {
  const none: State["dangers"] = new Set();
  let run = 0;

  async function look(mine: number): Promise<void> {
    const game = board.game.clone();
    const found = new Set<string>();
    let until = performance.now() + SLICE;
    try {
      for (const key of dangers(game)) {
        if (key) found.add(key);
        if (performance.now() < until) continue;
        await new Promise((resolve) => setTimeout(resolve));
        if (mine !== run) return;
        until = performance.now() + SLICE;
      }
    } finally {
      game.free();
    }
    store.set({ dangers: found });
  }

  store.watch(["position", "settings", "rules", "aside"], (state, old) => {
    if (old && old.position === state.position && old.rules === state.rules && isWanted(old) === isWanted(state)) return;
    const mine = ++run;
    if (state.dangers.size > 0) store.set({ dangers: none });
    if (isWanted(state)) void look(mine).catch(() => {}); // the board may have been removed
  });
}
