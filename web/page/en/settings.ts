// The dialog of settings.

import type { BoardOptions } from "../../banchess/board.js";
import { words as first } from "./first.js";

/** The names of the choices of a board option, and the title. */
type Choice<K extends keyof BoardOptions> = { readonly [V in BoardOptions[K] & string | "title"]: string };

export const words = {
  ...first,
  shell: {
    ...first.shell,
    settings: {
      title: "Settings",
      unkept: (why: string) => `${why}: what you choose lasts only as long as this page is open.`,
      scheme: { title: "Appearance", system: "System", light: "Light", dark: "Dark" },
      theme: {
        title: "Board", wood: "Wood", walnut: "Walnut", green: "Green", blue: "Blue", slate: "Slate", plum: "Plum", sand: "Sand", night: "Night", contrast: "Contrast",
      } satisfies Choice<"theme">,
      pieces: { title: "Pieces", classic: "Classic", flat: "Flat", line: "Line", geometric: "Geometric", contrast: "Contrast" } satisfies Choice<"pieces">,
      sound: { title: "Sound", about: "For bans, moves, captures, checks and the end" },
      premoves: { title: "Premoves", about: "Choose your next move and ban while the opponent thinks" },
      danger: { title: "Danger", about: "Warns of moves that allow a mate" },
      coordinates: { title: "Coordinates", about: "" },
      stun: {
        title: "STUN server",
        about: "A server that tells your browser its public address. Games by code between different networks need one. None is contacted unless you enter one. The page’s content security policy does not cover such connections.",
        none: "None",
      },
      textBoard: { title: "Text board", about: "Plain buttons instead of the drawn board" },
      letters: { title: "Letter keys", about: "Single-key shortcuts, such as f to turn the board" },
    },
  },
};
