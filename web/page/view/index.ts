// The one way to draw, and what every page needs: the store, dialogs, menus and layers.

export { createDialog, DialogHead, type Dialog } from "./dialogs.js";
export { $, refocus, save, styled, textOf } from "./dom.js";
export { isLayered, watchHistory, whenFlat } from "./layers.js";
export { bindList } from "./menu.js";
export { copyFrom, send, type Copied } from "./sending.js";
export { createStore, type Store } from "./store.js";
export { draw, Fragment, h, show, type Child } from "./view.js";
export { Icon } from "./icon.js";
