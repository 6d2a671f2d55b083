// The parameters in the address of an embedded board, between the ? and the #. Unknown
// parameters and values are ignored, so that an address lives as long as the site.

import type { Player } from "../../banchess/banchess.js";
import { CHOICES, DEFAULTS, type Settings } from "../shell/index.js";

/** The part of a reader: to play both sides, look at the game, or find the ban or move of one position. */
export type Mode = "play" | "readonly" | "find";

export interface Parameters {
  readonly mode: Mode;
  readonly orientation: Player | null; // null for that of the link
  readonly settings: Settings;
}

const MODES: readonly Mode[] = ["play", "readonly", "find"];

export function parametersOf(search: string): Parameters {
  const given = new URLSearchParams(search);
  const one = <T>(name: string, values: readonly T[], otherwise: T): T => values.find((value) => value === given.get(name)) ?? otherwise;
  const setting = <K extends "scheme" | "theme" | "pieces">(name: K): Settings[K] => one(name, CHOICES[name]!, DEFAULTS[name]);
  return {
    mode: one("mode", MODES, "play"),
    orientation: one<Player | null>("orientation", ["white", "black"], null),
    settings: {
      ...DEFAULTS, scheme: setting("scheme"), theme: setting("theme"), pieces: setting("pieces"), coordinates: given.get("coordinates") !== "off", visited: true,
    },
  };
}
