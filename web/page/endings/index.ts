// The door of the endings: positions to practise against the exact tables. It is loaded when they
// are first opened.

export { createEndings } from "./endings.js";
