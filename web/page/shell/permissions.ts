// Who may act at this screen, and where.

import { dueAt } from "../../banchess/banchess.js";
import type { TreeNode } from "../../banchess/tree.js";
import { areHumans, ownSide } from "./players.js";
import type { State } from "./state.js";

/** Reports whether a person's own game is out of sight: Learn is open, and has nothing on the board yet. */
export const isAway = ({ place, aside }: State) => place !== null && aside === null;

/** Reports whether others than people at this screen may act: in Play, unless the clock has ended the game. */
export const mayPlay = (state: State) => state.rules && state.settings.mode === "play" && !state.clock?.over && !isAway(state);

/**
 * Returns the last node of a game that is being played against the computer, against
 * somebody elsewhere or with a clock. Returns null if there is no such game.
 */
export function gameEnd(state: State): TreeNode | null {
  const { record, players, clock, aside } = state;
  if (aside || !mayPlay(state) || (areHumans(players) && !clock?.turn)) return null;
  const end = clock?.turn ? record.find(clock.line) : record.end;
  return end.outcome || end.flags?.gameOver ? null : end;
}

/** Reports whether an earlier position than the game's last one is shown, or a variation. */
export function isLookingBack(state: State): boolean {
  const end = gameEnd(state);
  return end !== null && end !== state.record.current;
}

/**
 * Returns the node that taking back leads to: from the end of the game the last decision
 * of a person at this screen, otherwise the node that is shown, or the last such decision
 * before it. Returns null if nothing can be taken back.
 */
export function takeBackTo(state: State): TreeNode | null {
  const { record, players } = state, end = gameEnd(state);
  if (!end || Object.values(players).some(({ kind }) => kind === "remote")) return null;
  const line = [record.root, ...end.line()], own = ownSide(players);
  let node = record.current === end ? end.parent : record.current;
  while (node && (!line.includes(node) || (own && dueAt(node.ply + 1).active !== own))) node = node.parent;
  return node;
}

/** Reports whether nobody at this screen may act: for the computer, unless that has failed, for somebody elsewhere, in a game that is looked back in, or beside an exercise. */
export function isLocked(state: State): boolean {
  const { position, players, computer, learner } = state;
  if (position.result) return false;
  const { kind } = players[position.active];
  const isOthers = kind === "remote" || (kind === "computer" && computer.state !== "failed");
  return (isOthers && mayPlay(state)) || (learner !== null && learner !== position.active) || isLookingBack(state);
}
