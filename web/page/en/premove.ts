// Why a premove or a pre-ban was not chosen or not played.

import { words as first } from "./first.js";

export const words = {
  ...first,
  play: {
    ...first.play,
    premove: {
      typed: "No such premove. Type its two squares, such as g1f3.",
      banned: (pair: string) => `Your premove ${pair} is banned.`,
      noMove: (pair: string) => `Your premove ${pair} is not possible any more.`,
      noBan: (pair: string) => `Your pre-ban ${pair} is not possible any more.`,
    },
  },
};
