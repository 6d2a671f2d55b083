// The entry of sharing: the address of the page, and the dialog that exports and loads
// games.

export { AddressBar, fromAddress } from "./address.js";
export { createShare } from "./share.js";
