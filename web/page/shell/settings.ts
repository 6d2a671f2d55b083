// The user's settings.

import type { Player } from "../../banchess/banchess.js";
import type { BoardOptions } from "../../banchess/board.js";
import { LEVEL_TABLE } from "../../banchess/engine.js";

export interface Settings {
  scheme: "system" | "light" | "dark";
  theme: BoardOptions["theme"];
  pieces: BoardOptions["pieces"];
  size: number; // of the board, in percent of the largest that the window has room for
  sound: boolean;
  coordinates: boolean;
  textBoard: boolean;
  letters: boolean; // whether letters and signs are shortcuts
  orientation: Player;
  mode: "play" | "analyse";
  visited: boolean; // true if the first steps have been shown
  engine: boolean; // true if the engine searches the position shown in Analyse
  lines: number; // of the engine
  tab: "lines" | "report" | "explore"; // what Analyse shows above the list
  danger: boolean; // true if moves that allow a mate are marked
  premoves: boolean; // true if actions may be chosen ahead of the turn
  // The choices for the last new game.
  against: "friend" | "link" | "code" | "room" | "computer"; // a friend at this screen, or elsewhere by link, by code or in a room
  level: number;
  side: Player | "either" | "turns"; // at the bottom; "turns" for the player to act, with a friend at this screen
  timed: boolean;
  minutes: number;
  increment: number; // seconds
  stun: string; // the address of a STUN server, which is asked how others see this computer; "" for none
}

/** The default settings. */
export const DEFAULTS: Settings = {
  scheme: "system", theme: "wood", pieces: "classic", size: 100, sound: true, coordinates: true, textBoard: false, letters: true, orientation: "white", mode: "play",
  visited: false, engine: false, lines: 3, tab: "lines", danger: false, premoves: true,
  against: "computer", level: 1, side: "white", timed: false, minutes: 5, increment: 3, stun: "",
};

/** The possible values of the settings with several choices; other stored values are ignored. */
export const CHOICES: { [K in keyof Settings]?: Settings[K][] } = {
  scheme: ["system", "light", "dark"],
  theme: ["wood", "walnut", "green", "blue", "slate", "plum", "sand", "night", "contrast"],
  pieces: ["classic", "flat", "line", "geometric", "contrast"],
  orientation: ["white", "black"],
  mode: ["play", "analyse"],
  against: ["friend", "link", "code", "room", "computer"],
  side: ["white", "black", "either", "turns"],
  level: LEVEL_TABLE.map((_, i) => i + 1),
  lines: [1, 2, 3, 4, 5],
  tab: ["lines", "report", "explore"],
};
