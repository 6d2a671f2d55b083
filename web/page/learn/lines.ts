// The lines of exercises that are not puzzles: lessons, mistakes, and positions of an embedded board.

/** Actions in BCN, "*" for any that no other line names there. */
export type Line = readonly string[];

/** Returns a function that returns the right actions after some: an empty list at the end, null if the actions leave all lines. */
export const along = (lines: readonly Line[]) => async (actions: readonly string[]): Promise<readonly string[] | null> => {
  let left = lines;
  for (const [i, action] of actions.entries()) {
    const named = left.filter((line) => line[i] === action);
    left = named.length > 0 ? named : left.filter((line) => line[i] === "*");
    if (left.length === 0) return null;
  }
  return [...new Set(left.flatMap((line) => line[actions.length] ?? []))];
};

/** Returns the ply of an extended FEN, from its seventh field. */
export const plyOf = (fen: string) => Number.parseInt(fen.split(" ")[6] ?? "", 10);
