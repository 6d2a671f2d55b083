// The entry of what an embedded board has beside the rooms of the page.

export { createMessages, placeOf } from "./messages.js";
export { parametersOf } from "./parameters.js";
export { gameIn, linked, textAfterHash, type Shown } from "./reading.js";
export { watchHeight } from "./size.js";
export { listenToKeys, showAround, turn } from "./view.js";
export { WireError, type Command, type Place } from "./wire.js";

/** Loads what asks for a ban. */
export const loadFinder = () => import("./find.js");
