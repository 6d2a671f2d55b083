// What the page's one store holds, and how the settings in it change.

import type { Ban, Player, Square } from "../../banchess/banchess.js";
import type { GameTree, TreeNode } from "../../banchess/tree.js";
import type { Clock } from "./clock.js";
import { words } from "language/first";
import type { Position } from "./position.js";
import type { Line } from "./score.js";
import type { Players } from "./players.js";
import type { Settings } from "./settings.js";
import type { Store } from "./store.js";

export interface Notice {
  kind: "refused" | "info" | "error";
  text: string;
  code?: string;
  from?: Square | null; // of what was tried on the board
  offersRestore?: boolean; // the game before
  offersUndo?: boolean; // of an edit
}

/** What the engine is doing. */
export interface Computer {
  state: "off" | "loading" | "thinking" | "failed";
  error?: string;
  restarted?: boolean;
}

/** What the engine says of one position. */
export interface Analysis {
  readonly state: "off" | "loading" | "thinking" | "done" | "failed";
  readonly key: string; // of the position
  readonly lines: readonly Line[];
  readonly error?: string;
}

export const NO_ANALYSIS: Analysis = { state: "off", key: "", lines: [] };

/** An action that an arrow points at while the position is shown that it is for. */
export interface Pointer {
  readonly by: "hint" | "threat" | "learn";
  readonly action: string; // in BCN
  readonly at: TreeNode;
}

/** Where a first visitor is: off, banning, moving, before the mate, at it, done. */
export type Tour = "off" | "ban" | "move" | "offer" | "mate" | "done";

/** A game that was left, with what it takes to go on with it. */
export interface Left {
  readonly record: GameTree;
  readonly players: Players;
  readonly orientation: Player; // the side below
  readonly clock: Clock | null;
}

/** A person's own game while Learn shows positions of its own. */
export interface Aside extends Left {
  readonly mode: Settings["mode"];
  readonly previous: Left | null;
}

/** What is shown of a game, and with what choices. */
export type Shown = Pick<State, "record" | "position" | "previous" | "players" | "settings" | "clock">;

export interface State {
  boot: { phase: "loading" | "ready" | "text" | "failed"; message?: string };
  progress: string; // of the loading, in words
  rules: boolean; // whether there are rules to ask
  canvas: boolean; // whether the drawn board is the one that is seen
  record: GameTree;
  previous: Left | null; // the game before, which can be restored
  linked: GameTree | null; // the game that came in the address
  replaced: Shown | null; // what was there before it, until the rules have read it
  link: { text: string; whole: boolean } | null | undefined; // what an address says of the game, as it was a moment ago; null if none can, undefined before it was made
  unkept: string; // why the browser does not store the game; "" if it does
  revision: number; // counts changes of what the record holds; only changeRecord does
  players: Players; // in Play; nobody plays in Analyse
  position: Position;
  played: boolean; // whether that position was just played to, not gone back to
  computer: Computer;
  analysis: Analysis;
  tour: Tour; // of a first visit
  pointer: Pointer | null; // what an arrow points at, at the position that is shown
  dangers: ReadonlySet<string>; // pairs that allow a mate, such as "e2e4"
  clock: Clock | null; // of a game that is played with one
  selected: Square | null;
  promotion: boolean; // whether the drawn board asks for a promotion
  choosing: Ban | null; // what the text board asks a promotion for
  notice: Notice | null; // what was refused or done
  title: string | null; // what the window is named by; null for whose turn it is
  settings: Settings;
  place: string | null; // what of Learn is shown, as the address says it: "learn/3"; null outside of it
  aside: Aside | null; // what Learn has put aside
  learner: Player | "nobody" | null; // who alone may act in an exercise; null for no such bounds
}

export type PageStore = Store<State>;

/** What the page begins with, but for what is restored. */
export const FIRST_STATE: Omit<State, keyof Shown | "linked" | "replaced" | "notice" | "place" | "tour"> = {
  boot: { phase: "loading" },
  progress: words.shell.loading(),
  rules: false,
  canvas: false,
  link: undefined,
  unkept: "",
  revision: 0,
  played: false,
  computer: { state: "off" },
  analysis: NO_ANALYSIS,
  pointer: null,
  dangers: new Set(),
  selected: null,
  promotion: false,
  choosing: null,
  title: null,
  aside: null,
  learner: null,
};

/** Says that the record holds something else, or is another, with whatever else changes at once. */
export function changeRecord(store: PageStore, others: Partial<State> = {}): void {
  store.set({ ...others, revision: store.state.revision + 1 });
}

/** Makes choices, with whatever else changes at once. */
export function updateSettings(store: PageStore, choices: Partial<Settings>, others: Partial<State> = {}): void {
  store.set({ ...others, settings: { ...store.state.settings, ...choices } });
}
