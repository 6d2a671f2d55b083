// The positions to practise, which the site has in a file. A line has the men, White's first, the
// number of moves in which White wins, or 0 where Black holds a draw, and the FEN.

/** The task: to win with White, or to hold the draw with Black. */
export type Task = "win" | "hold";

export interface Ending {
  readonly men: string; // "KRKN"
  readonly task: Task;
  readonly moves: number; // of the shortest win, 0 for a draw
  readonly fen: string;
}

let coming: Promise<readonly Ending[]> | null = null;

/** Loads the positions, once. Rejects if they cannot be had; the next call tries again. */
export const loadEndings = (): Promise<readonly Ending[]> => (coming ??= fetchEndings().catch((error: unknown) => {
  coming = null;
  throw error;
}));

async function fetchEndings(): Promise<readonly Ending[]> {
  const answer = await fetch(new URL("./assets/endings.txt", import.meta.url));
  if (!answer.ok) throw new Error(answer.statusText);
  return readEndings(await answer.text());
}

/** Returns the positions of a file. */
function readEndings(text: string): readonly Ending[] {
  return text.split("\n").filter(Boolean).map((line) => {
    const [men = "", moves = "", ...fen] = line.split(" ");
    return { men, task: Number(moves) > 0 ? "win" : "hold", moves: Number(moves), fen: fen.join(" ") };
  });
}

/** Returns another position of the same ending and task, at random, if there is one. */
export function another(all: readonly Ending[], { men, task, fen }: Pick<Ending, "men" | "task"> & { readonly fen?: string }): Ending | undefined {
  const others = all.filter((ending) => ending.men === men && ending.task === task && ending.fen !== fen);
  return others[Math.floor(Math.random() * others.length)];
}
