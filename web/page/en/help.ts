// The rules and the keys.

import { words as first } from "./first.js";

export const words = {
  ...first,
  play: {
    ...first.play,
    help: {
      title: "How Ban Chess is played",
      about: "Chess, but before every move the opponent bans one.",
      rules: [
        ["Black bans first.", "Black names one of White’s moves by its two squares. White has to play a different one."],
        ["", "Then White bans one of Black’s moves, Black plays another, and so on. Nobody may skip a ban, and a ban is gone after one move."],
        ["", "A ban covers every move from one square to the other: banning a pawn’s step to the last rank bans all four promotions."],
        ["Checkmate by ban:", "a king in check with a single way out is mated when that way is banned. If the king is not in check, it is stalemate by ban."],
      ],
      modes: (levels: number) =>
        `Play a friend, here or elsewhere, or the computer at one of ${levels} levels. Analyse the game: the engine judges every ban and move. Learn has lessons and puzzles.`,
      board: "To ban or move, drag a piece, or choose it and then its square. When you ban, pick up a piece of the side that moves next.",
      ahead: "Against the computer, choose your next move, and the ban after it, while it thinks. They are played when your turn comes. To cancel them, press elsewhere on the board, the right button or Esc.",
      known: "What is known about Ban Chess",
      tour: "Show the first steps again",
      keysTitle: "Keys",
      /** The shortcut keys: a list of keys that work together or alternatively, and their function. */
      keys: [
        [["←", "→"], "Back, forward"],
        [["Home", "End"], "To the start, to the end"],
        [["Wheel"], "Over the board: back, forward"],
        [["↑", "↓"], "To the variation above, below; without variations, to the start, to the end"],
        [["Shift", "←", "→"], "To the previous, to the next branch"],
        [["Ctrl", "Z", "Y"], "Undo, redo a change of the list, or else a ban or move"],
        [["/", "Enter"], "Type a ban or move: Nf3, e2e4 or b:e2e4"],
        [["c"], "Write a comment"],
        [["Enter"], "On the current entry of the list: glyphs, comment, order of the variations"],
        [["f"], "Turn the board"],
        [["l"], "Switch the engine on or off, in Analyse"],
        [["Space"], "Play the engine’s best ban or move, in Analyse"],
        [["x"], "The threat: what the other side would play if nothing were banned"],
        [["h"], "A hint: the best ban or move"],
        [["p", "t"], "Have a screen reader say where the pieces are, and the time on the clocks"],
        [["n", "r"], "In Learn: next, try again"],
        [["Right button"], "Drag for an arrow, click for a circle; with Shift red, with Alt blue, with both yellow; the same again removes it"],
        [["Esc"], "Put the piece back, cancel a promotion or a premove"],
        [["?"], "This help"],
        [["Tab"], "To the board: then the arrows go from square to square, and Enter picks up and plays. A text board is in the settings."],
      ] as [string[], string][],
    },
  },
};
