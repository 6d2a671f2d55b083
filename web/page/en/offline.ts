// The texts about the installed page and its new releases.

import { words as first } from "./first.js";

export const words = {
  ...first,
  offline: {
    ready: "A new version is ready.",
    load: "Load it",
    later: "Later",
    nothingCame: "What was shared did not arrive. Copy it, and paste it here.",
  },
};
