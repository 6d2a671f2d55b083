// The state in the page's store, and the functions that change settings and the record.

import type { Action, Ban, Player, Square } from "../../banchess/banchess.js";
import type { GameTree, TreeNode } from "../../banchess/tree.js";
import type { Begun, Clock, Position, Line, Players } from "../model/index.js";
import { words } from "language/first";
import type { Settings } from "./settings.js";
import type { Store } from "../view/index.js";

export interface Notice {
  kind: "refused" | "info" | "error";
  text: string;
  code?: string;
  from?: Square | null; // the start square of the refused action
  offersRestore?: boolean; // true if the previous game can be restored
  offersUndo?: boolean; // true if an edit can be undone
}

/** The state of the engine in Play. */
export interface Computer {
  state: "off" | "loading" | "thinking" | "failed";
  error?: string;
  restarted?: boolean;
}

/** The engine's analysis of a position. */
export interface Analysis {
  readonly state: "off" | "loading" | "thinking" | "done" | "failed";
  readonly key: string; // of the position
  readonly lines: readonly Line[];
  readonly error?: string;
}

export const NO_ANALYSIS: Analysis = { state: "off", key: "", lines: [] };

/** An action that an arrow shows while its position is shown. */
export interface Pointer {
  readonly by: "hint" | "threat" | "learn" | "explore";
  readonly action: string; // in BCN
  readonly at: TreeNode;
}

/** The step of the tour for a first visitor: off, banning, moving, before the mate, at the mate, done. */
export type Tour = "off" | "ban" | "move" | "offer" | "mate" | "done";

/** A game that was left, with everything needed to continue it. */
export interface Left {
  readonly record: GameTree;
  readonly players: Players;
  readonly orientation: Player; // the side at the bottom
  readonly clock: Clock | null;
  readonly begun: Begun | null;
}

/** The user's own game while Learn uses the board. */
export interface Aside extends Left {
  readonly mode: Settings["mode"];
  readonly previous: Left | null;
  readonly notice: Notice | null; // the offer to undo the last edit
}

/** The parts of the state that belong to the game shown. */
export type Shown = Pick<State, "record" | "position" | "previous" | "players" | "settings" | "clock" | "begun">;

export interface State {
  boot: { phase: "loading" | "ready" | "text" | "failed"; message?: string };
  progress: string; // the progress of loading, in words
  rules: boolean; // true if the rules are loaded
  canvas: boolean; // true if the drawn board is visible
  record: GameTree;
  previous: Left | null; // the previous game, which can be restored
  linked: GameTree | null; // the record that came in the address
  replaced: Shown | null; // the state before the linked game, until the rules have accepted that
  link: { text: string; whole: boolean } | null | undefined; // the link of the game at the last update; null if the game is too long, undefined before the first link was made
  unkept: string; // the reason why the browser does not store the game or the settings, as words without a full stop; "" if it does
  unlisted: string; // the reason why the last change of a game did not get into My games; "" if it did
  revision: number; // counts the changes of the record; only changeRecord increases it
  players: Players; // the players in Play; Analyse has none
  begun: Begun | null; // how the game was begun; null before its first action is played in Play
  position: Position;
  premoves: Position | null; // the position with what may be chosen ahead of the turn, while somebody else acts; null if nothing may
  queue: readonly Action[]; // what was chosen ahead: a move, and the ban after it
  played: boolean; // true if the position was reached by playing and not by going back
  computer: Computer;
  analysis: Analysis;
  tour: Tour; // the step of the tour
  pointer: Pointer | null; // the arrow's action at the position shown
  dangers: ReadonlySet<string>; // pairs that allow a mate, such as "e2e4"
  clock: Clock | null; // the clock of a game with a clock
  live: boolean; // true while a player elsewhere is connected
  selected: Square | null;
  promotion: boolean; // true if the drawn board asks for a promotion
  choosing: Ban | null; // the pawn's squares if the text board asks for a promotion
  notice: Notice | null; // the last refusal or message
  title: string | null; // the window's title; null for the player to act
  settings: Settings;
  place: string | null; // the place in Learn, as in the address: "learn/3"; null outside Learn
  aside: Aside | null; // the game that Learn has set aside
  learner: Player | "nobody" | null; // the only player who may act in an exercise; null outside exercises
}

export type PageStore = Store<State>;

/** The initial state, without the restored parts. */
export const FIRST_STATE: Omit<State, keyof Shown | "linked" | "replaced" | "notice" | "place" | "tour"> = {
  boot: { phase: "loading" },
  progress: words.shell.loading(),
  rules: false,
  canvas: false,
  link: undefined,
  unkept: "",
  unlisted: "",
  revision: 0,
  premoves: null,
  queue: [],
  played: false,
  computer: { state: "off" },
  analysis: NO_ANALYSIS,
  pointer: null,
  dangers: new Set(),
  live: false,
  selected: null,
  promotion: false,
  choosing: null,
  title: null,
  aside: null,
  learner: null,
};

/** Announces that the record's content has changed, or that it was replaced. Sets other parts of the state at the same time. */
export function changeRecord(store: PageStore, others: Partial<State> = {}): void {
  store.set({ ...others, revision: store.state.revision + 1 });
}

/** Changes settings. Sets other parts of the state at the same time. */
export function updateSettings(store: PageStore, choices: Partial<Settings>, others: Partial<State> = {}): void {
  store.set({ ...others, settings: { ...store.state.settings, ...choices } });
}
