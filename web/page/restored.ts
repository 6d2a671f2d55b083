// What the page begins with: the game in the address, or as everything was left. To
// read a link takes a moment, and nothing else begins before.

import { fromAddress } from "./share/address.js";
import { CHOICES, DEFAULTS } from "./shell/settings.js";
import { restoreClock, restoreGame, restoreSettings } from "./shell/storage.js";

export const restored = await fromAddress({ ...restoreGame(), clock: restoreClock(), settings: restoreSettings(DEFAULTS, CHOICES) });
