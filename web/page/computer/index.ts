// The computer in Play: it is the opponent, and gives hints.

export { createHints, mayHint } from "./hint.js";
export { runComputer } from "./opponent.js";
export { createThinker, newEngine } from "./thinker.js";
