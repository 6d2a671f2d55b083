// The base of all parts: the state of the page, its texts and figures, the storage and keys.

export { watchBoot } from "./boot.js";
export { BanFigure, Glyph, PieceImage, unbroken } from "./figures.js";
export { isElsewhere, keyOf, listenToKeys } from "./keys.js";
export { words } from "language/first";
export { read, whyUnstored, write } from "./localstore.js";
export { applySettings, scaleBoard } from "./looks.js";
export { onDemand } from "./ondemand.js";
export { gameEnd, isAfterGame, isAway, isLocked, isLookingBack, isUnaided, lastNode, isReadOnly, mayEnd, mayPlay, toldTo, takeBackTo } from "./permissions.js";
export { cancelQueue, dropQueue, enqueue } from "./queue.js";
export { CHOICES, DEFAULTS, type Settings } from "./settings.js";
export { changeRecord, FIRST_STATE, NO_ANALYSIS, updateSettings, type Analysis, type Aside, type Computer, type Left, type Notice, type PageStore, type Shown, type State, type Tour } from "./state.js";
export { GAME, keep, leftFrom, restFrom, restoreClock, restoreGame, restoreSettings } from "./storage.js";
export { channelOf, watchTabs } from "./tabs.js";
