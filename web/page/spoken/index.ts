// Tells screen readers about the game, in a live region.

import { areHumans, clockText, errorText, name, ownSide, pieceName, pieceOn, TENTHS, timeLeft } from "../model/index.js";
import { isAway, isElsewhere, keyOf, toldTo, type PageStore, type State } from "../shell/index.js";
import { words } from "language/small";
import type { TreeNode } from "../../banchess/tree.js";
import { announcement, piecesText, type Telling } from "./sentences.js";

export { aloud } from "./sentences.js";

const MOST = 1e9; // milliseconds that a timer of the browser can wait

/** Announces each ban and move once, the piece that is picked up or put down, and that little time is left; pieces and clocks when a key asks for them. */
export function createAnnouncer(store: PageStore, region: HTMLElement): void {
  const grid = document.getElementById("grid")!, pieces = Object.assign(document.createElement("p"), { id: "pieces", className: "hidden" });
  grid.after(pieces); // to read there, without going through 64 squares
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
    if (said.push(announcement(position, current, tellingOf(state, isEnd, old))) === 1) setTimeout(() => (said = []));
    say(said.filter(Boolean).join(" "));
  });
  store.watch(["settings"], ({ settings }) => void (grid.ariaDescription = words.spoken.grid(settings.letters)));
  store.watch(["position"], ({ position }) => void (pieces.textContent = piecesText(position)));
  store.watch(["promotion"], ({ promotion }) => {
    if (promotion) say(words.spoken.promoteTo);
  });
  store.watch(["selected"], ({ selected, position, premoves }, old) => {
    if (!old) return;
    if (!selected) {
      setTimeout(() => { // what was put down may be played, or be promoted first
        const { state } = store;
        if (!state.selected && !state.promotion && state.position === old.position && state.queue === old.queue) say(words.spoken.putDown);
      });
      return;
    }
    const targets = new Set((premoves ?? position).legal?.flatMap(({ from, to }) => (from === selected ? to : [])));
    say(words.spoken.pickedUp(pieceName(pieceOn(position, selected) ?? ""), selected, [...targets]));
  });
  // The line that shows a message does not change for the same one again, and is not spoken then.
  store.watch(["notice"], ({ notice }, old) => {
    if (notice && notice !== old?.notice && notice.text === old?.notice?.text) say(errorText(notice.text));
  });
  const keys: Record<string, () => string> = {
    p: () => piecesText(store.state.position),
    t: () => clocksText(store.state),
  };
  document.addEventListener("keydown", (event) => {
    const { state } = store, text = !event.ctrlKey && !event.metaKey && keys[keyOf(event)];
    if (text && !isElsewhere(event, state) && !isAway(state)) say(text());
  });
  store.watch(["clock", "players", "settings", "place"], ({ clock, players, settings, place }) => {
    clearTimeout(timer);
    const player = clock?.running;
    if (!player || settings.mode !== "play" || place !== null || players[player].kind !== "human") return;
    const rest = timeLeft(clock, player) - TENTHS;
    if (rest > 0 && rest < MOST) timer = setTimeout(() => say(words.spoken.timeLeft(name(player), TENTHS / 1000)), rest);
  });
}

const clocksText = ({ clock }: State) =>
  !clock ? words.spoken.noClock : (["white", "black"] as const).map((player) => words.spoken.clock(name(player), clockText(timeLeft(clock, player)))).join(" ");

function tellingOf(state: State, isEnd: boolean, { record: before }: State): Telling {
  const { aside, players, position: { active }, played, settings, place, record } = state;
  return {
    how: played ? "played" : isEnd ? "ended" : "reached",
    own: toldTo(state),
    isTask: place === null && (settings.mode !== "play" || areHumans(players) || active === ownSide(players)),
    isLesson: aside !== null,
    isAgain: before === record,
  };
}
