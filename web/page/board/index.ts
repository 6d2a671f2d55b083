// What is drawn on the board, and the board of text.

export { lead, takenBy } from "./material.js";
