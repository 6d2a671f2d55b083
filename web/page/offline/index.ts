// Offline: the page opens without a network, and a new release of it is offered. The page loads
// this when the board is there. worker.ts is the other half, and says what is promised.
//
// It does nothing in a site whose files are not named by their content, because that has no
// manifest, and in a frame on another page.

import type { PageStore } from "../shell/index.js";
import { takeGiven } from "./given.js";
import { Releases } from "./releases.js";
import { showOffer } from "./offer.js";

/** @param load loads a text or a file into the page */
export function keepOffline(store: PageStore, load: (given: string | File) => void): void {
  if (!document.querySelector("link[rel=manifest]") || self !== top) return;
  takeGiven(store, load);
  const releases = new Releases();
  showOffer(store, releases);
  void releases.start();
}
