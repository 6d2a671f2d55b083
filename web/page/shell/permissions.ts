// Who may act at this screen.

import type { State } from "./state.js";

/** Whether a person's own game is out of sight: Learn is open, and has nothing on the board yet. */
export const isAway = ({ place, aside }: State) => place !== null && aside === null;

/** Reports whether others than people at this screen may act: in Play, unless the clock has ended the game. */
export const mayPlay = (state: State) => state.rules && state.settings.mode === "play" && !state.clock?.over && !isAway(state);

/** Reports whether nobody at this screen may act: for the computer, unless that has failed, for somebody elsewhere, or beside an exercise. */
export function isLocked(state: State): boolean {
  const { position, players, computer, learner } = state;
  if (position.result) return false;
  const { kind } = players[position.active];
  const isOthers = kind === "remote" || (kind === "computer" && computer.state !== "failed");
  return (isOthers && mayPlay(state)) || (learner !== null && learner !== position.active);
}
