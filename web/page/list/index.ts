// The move list, and the functions of its entries.

export { createEntries } from "./entries.js";
export { createMoveList } from "./movelist.js";
