// What the page begins with: the game in the address, or as everything was left. To
// read a link takes a moment, and nothing else begins before.

import { fromAddress } from "./share/index.js";
import { CHOICES, DEFAULTS, restoreClock, restoreGame, restoreSettings } from "./shell/index.js";

export const restored = await fromAddress({ ...restoreGame(), clock: restoreClock(), settings: restoreSettings(DEFAULTS, CHOICES) });
