// Endings to practise.

import { words as first } from "./first.js";

const { several } = first;

const PIECES: Readonly<Record<string, string>> = { Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

/** Returns a side's pieces without the king: "two knights", "rook and pawn", or "king" alone. */
function side(letters: string): string {
  const [a, b] = letters;
  if (!a) return "king";
  if (!b) return PIECES[a]!;
  return a === b ? `two ${PIECES[a]}s` : `${PIECES[a]} and ${PIECES[b]}`;
}

/** Returns an ending in words: "Rook against knight". */
function men(name: string): string {
  const [, white = "", black = ""] = name.split("K"), text = `${side(white)} against ${side(black)}`;
  return text[0]!.toUpperCase() + text.slice(1);
}

export const words = {
  ...first,
  endings: {
    title: "Practise endings",
    about: "Play positions with three or four pieces against the computer. It knows them exactly and makes no mistakes.",
    task: "Your task",
    tasks: { win: "Win with White", hold: "Hold the draw with Black" },
    positions: "The endings",
    men,
    begins: (task: "win" | "hold", moves: number) => (task === "win" ? `You win, whatever is banned. The shortest way takes ${several(moves, "move")}.` : "You hold the draw if you begin with the right ban."),
    won: (played: number, moves: number) => (played <= moves ? `You won in ${several(played, "move")}, the shortest way.` : `You won in ${several(played, "move")}. The shortest way takes ${moves}.`),
    notWon: (moves: number) => `You could have won in ${several(moves, "move")}.`,
    held: "You held the draw.",
    notHeld: "With the right bans and moves, this was a draw.",
    way: { win: "The shortest way", hold: "How to hold it" },
    again: "Again",
    another: "Another",
  },
};
