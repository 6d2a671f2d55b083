// The list of what was played, and what can be done with its entries.

export { createEntries } from "./entries.js";
export { createMoveList } from "./movelist.js";
