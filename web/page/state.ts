// What the page's one store holds.

import type { GameResult } from "./rules.js";
import type { Action, Pair, Placement } from "./position.js";
import type { Record } from "./record.js";
import type { Settings } from "./settings.js";
import type { Store } from "./store.js";

/** A position as it is shown. */
export interface Position extends Placement {
  fen: string;
  last: Pair | null; // the last move
  check: boolean;
  legal: Action[] | null; // null before there are rules to ask
  result: GameResult | null;
}

export interface Notice {
  kind: "refused" | "info" | "error";
  text: string;
  code?: string;
  offersRestore?: boolean;
}

/** What the engine is doing. */
export interface Computer {
  state: "off" | "loading" | "thinking" | "failed";
  error?: string | null;
  restarted?: boolean;
}

export interface State {
  boot: { phase: "loading" | "ready" | "text" | "failed"; code?: string; message?: string };
  rules: boolean; // whether there are rules to ask
  canvas: boolean; // whether the drawn board is the one that is seen
  record: Record;
  previous: Record | null; // the game before, which can be restored
  revision: number; // counts changes of what the record holds
  position: Position;
  played: boolean; // whether that position was just played to, not gone back to
  computer: Computer;
  selected: string | null; // a square
  promotion: boolean; // whether the drawn board asks for a promotion
  choosing: Pair | null; // what the text board asks a promotion for
  notice: Notice | null; // what was refused or done
  settings: Settings;
}

export type PageStore = Store<State>;
