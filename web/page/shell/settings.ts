// The user's choices.

import type { Player } from "../../banchess/banchess.js";
import { LEVEL_TABLE } from "../../banchess/engine.js";

export interface Settings {
  scheme: "system" | "light" | "dark";
  theme: "wood" | "slate" | "contrast";
  pieces: "classic" | "contrast";
  sound: boolean;
  coordinates: boolean;
  textBoard: boolean;
  orientation: Player;
  mode: "play" | "analyse";
  visited: boolean; // whether the first steps have been shown
  engine: boolean; // whether it looks at what is shown in Analyse
  lines: number; // of the engine
  danger: boolean; // whether moves are marked that allow a mate
  // What was chosen for the last new game.
  against: "friend" | "computer";
  level: number;
  side: Player | "either";
  timed: boolean;
  minutes: number;
  increment: number; // seconds
}

/** The choices, as they are before anybody made one. */
export const DEFAULTS: Settings = {
  scheme: "system", theme: "wood", pieces: "classic", sound: true, coordinates: true, textBoard: false, orientation: "white", mode: "play",
  visited: false, engine: false, lines: 3, danger: false,
  against: "computer", level: 4, side: "white", timed: false, minutes: 5, increment: 3,
};

/** What the choices among names may be; anything else that was stored is none. */
export const CHOICES: { [K in keyof Settings]?: Settings[K][] } = {
  scheme: ["system", "light", "dark"],
  theme: ["wood", "slate", "contrast"],
  pieces: ["classic", "contrast"],
  orientation: ["white", "black"],
  mode: ["play", "analyse"],
  against: ["friend", "computer"],
  side: ["white", "black", "either"],
  level: LEVEL_TABLE.map((_, i) => i + 1),
  lines: [1, 2, 3, 4, 5],
};
