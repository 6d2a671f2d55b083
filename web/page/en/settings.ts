// The dialog of settings.

import { words as first } from "./first.js";

export const words = {
  ...first,
  shell: {
    ...first.shell,
    settings: {
      title: "Settings",
      scheme: { title: "Appearance", system: "System", light: "Light", dark: "Dark" },
      theme: { title: "Board", wood: "Wood", slate: "Slate", contrast: "High contrast" },
      pieces: { title: "Pieces", classic: "Classic", contrast: "High contrast" },
      sound: { title: "Sound", about: "Of bans, moves, captures, checks and the end" },
      danger: { title: "Danger", about: "Warns of moves that allow a mate" },
      coordinates: { title: "Coordinates", about: "" },
      textBoard: { title: "Text board", about: "Plain buttons instead of the drawn board" },
    },
  },
};
