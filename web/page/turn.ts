// Who may act at this screen.

import type { State } from "./state.js";

/** Whether the computer may be one of the players: in Play, unless the clock has ended the game. */
export const isOn = ({ settings, rules, clock }: State) => rules && settings.mode === "play" && !clock?.over;

/** Whether it is for the computer to act, going by who plays what. */
const isComputers = (state: State) => isOn(state) && !state.position.result && state.settings.opponent === state.position.active;

/** Whether nobody may act by hand: for the computer, unless that has failed, or beside an exercise. */
export const isLocked = (state: State) =>
  (isComputers(state) && state.computer.state !== "failed") || (state.learner !== null && state.learner !== state.position.active && !state.position.result);
