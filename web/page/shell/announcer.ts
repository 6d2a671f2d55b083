// Tells screen readers about the game.

import { announcement, pieceName, pieceOn } from "../model/index.js";
import { words } from "language/first";
import { toldTo } from "./permissions.js";
import type { PageStore } from "./state.js";

/** Announces each action once, in a live region. */
export function createAnnouncer(store: PageStore, region: HTMLElement): void {
  let said: string[] = []; // what was played since the last task: a premove follows at once
  store.watch(["position"], (state, old) => {
    const { position, record, played, players } = state;
    if (!old?.rules) return; // what is there from the start was not just played
    if (!played) said = [];
    if (said.push(announcement(position, record.current, played, toldTo(state), players)) === 1) setTimeout(() => (said = []));
    region.textContent = said.join(" ");
  });
  store.watch(["promotion"], ({ promotion }) => {
    if (promotion) region.textContent = words.shell.promoteTo;
  });
  store.watch(["selected"], ({ selected, position, premoves }, old) => {
    if (!old || !selected) return;
    const targets = new Set((premoves ?? position).legal?.flatMap(({ from, to }) => (from === selected ? to : [])));
    region.textContent = words.shell.pickedUp(pieceName(pieceOn(position, selected) ?? ""), selected, [...targets]);
  });
}
