// Who may act at this screen.

import type { State } from "./state.js";

/** Whether it is for the computer to act, going by who plays what. */
export const isComputers = ({ settings, position, rules }: State) => rules && settings.mode === "play" && !position.result && settings.opponent === position.active;

/** Whether nobody may act by hand: for the computer, unless that has failed, or beside an exercise. */
export const isLocked = (state: State) =>
  (isComputers(state) && state.computer.state !== "failed") || (state.learner !== null && state.learner !== state.position.active && !state.position.result);
