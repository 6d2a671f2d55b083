// Games that leave and come in: links, files and the address.

export { followAddress, fromAddress } from "./address.js";
export { createShare } from "./share.js";
