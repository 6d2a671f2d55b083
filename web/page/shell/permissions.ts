// Who may act at this screen.

import type { State } from "./state.js";

/** Whether a person's own game is out of sight: Learn is open, and has nothing on the board yet. */
export const isAway = ({ place, aside }: State) => place !== null && aside === null;

/** Whether the computer may be one of the players: in Play, unless the clock has ended the game. */
export const mayPlay = (state: State) => state.rules && state.settings.mode === "play" && !state.clock?.over && !isAway(state);

/** Whether it is for the computer to act, going by who plays what. */
const isComputers = (state: State) => mayPlay(state) && !state.position.result && state.settings.opponent === state.position.active;

/** Whether nobody may act by hand: for the computer, unless that has failed, or beside an exercise. */
export const isLocked = (state: State) =>
  (isComputers(state) && state.computer.state !== "failed") || (state.learner !== null && state.learner !== state.position.active && !state.position.result);
