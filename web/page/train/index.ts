// The door of training: the record of a player's progress, and how it is shown. It is loaded
// with Learn.

export { type Known, type PuzzleScore } from "./rules.js";
export { Training } from "./training.js";
export { Progress } from "./view.js";
