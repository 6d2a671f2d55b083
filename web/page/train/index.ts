// The door of training: the record of a player's progress and how it is shown, and storms and
// races. It is loaded with Learn.

export { ask, type Known, type PuzzleEvent, type PuzzleScore } from "./rules.js";
export { Storm } from "./storm.js";
export { StormCard } from "./storm-view.js";
export { Training } from "./training.js";
export { Progress } from "./view.js";
