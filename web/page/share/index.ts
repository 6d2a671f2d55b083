// The door of sharing: the address of the page, and the dialog through which games leave
// and come in.

export { AddressBar, fromAddress } from "./address.js";
export { createShare } from "./share.js";
