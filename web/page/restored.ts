// The initial state: the game in the address, or the stored state. Reading a link is
// asynchronous, and the rest of the page waits for it.

import { fromAddress } from "./share/index.js";
import { CHOICES, DEFAULTS, restoreClock, restoreGame, restoreSettings } from "./shell/index.js";

export const restored = await fromAddress({ ...restoreGame(), clock: restoreClock(), settings: restoreSettings(DEFAULTS, CHOICES) });
