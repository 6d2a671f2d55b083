// Tells screen readers about the game, in a live region.

import { areHumans, name, ownSide, pieceName, pieceOn, TENTHS, timeLeft } from "../model/index.js";
import { toldTo, type PageStore, type State } from "../shell/index.js";
import { words } from "language/small";
import type { TreeNode } from "../../banchess/tree.js";
import { announcement, type Telling } from "./sentences.js";

export { aloud } from "./sentences.js";

const MOST = 1e9; // milliseconds that a timer of the browser can wait

/** Announces each ban and move once, the piece that is picked up, and that little time is left. */
export function createAnnouncer(store: PageStore, region: HTMLElement): void {
  let said: string[] = []; // what was played since the last task: a premove follows at once
  let shown: TreeNode | null = null; // the entry that was told last
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (text: string) => {
    if (text) region.textContent = text;
  };
  store.watch(["position"], (state, old) => {
    const { position, record: { current }, played } = state;
    const isEnd = !played && position.result !== null && current === shown;
    shown = current;
    if (!old?.rules) return; // what is there from the start was not just played
    if (!played) said = [];
    if (said.push(announcement(position, current, tellingOf(state, isEnd))) === 1) setTimeout(() => (said = []));
    say(said.filter(Boolean).join(" "));
  });
  store.watch(["promotion"], ({ promotion }) => {
    if (promotion) say(words.spoken.promoteTo);
  });
  store.watch(["selected"], ({ selected, position, premoves }, old) => {
    if (!old || !selected) return;
    const targets = new Set((premoves ?? position).legal?.flatMap(({ from, to }) => (from === selected ? to : [])));
    say(words.spoken.pickedUp(pieceName(pieceOn(position, selected) ?? ""), selected, [...targets]));
  });
  store.watch(["clock", "players", "settings", "place"], ({ clock, players, settings, place }) => {
    clearTimeout(timer);
    const player = clock?.running;
    if (!player || settings.mode !== "play" || place !== null || players[player].kind !== "human") return;
    const rest = timeLeft(clock, player) - TENTHS;
    if (rest > 0 && rest < MOST) timer = setTimeout(() => say(words.spoken.timeLeft(name(player), TENTHS / 1000)), rest);
  });
}

function tellingOf(state: State, isEnd: boolean): Telling {
  const { aside, players, position: { active }, played, settings, place } = state;
  return {
    how: played ? "played" : isEnd ? "ended" : "reached",
    own: toldTo(state),
    isTask: place === null && (settings.mode !== "play" || areHumans(players) || active === ownSide(players)),
    isLesson: aside !== null,
  };
}
