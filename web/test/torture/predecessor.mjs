// Random games in ban-chess.ts and here, with shuffling, undo, and sync states that are
// taken and loaded during and after the game.
import { versus, START } from "../predecessor.mjs";
import { pick } from "../random.mjs";

const NEAR = [
  "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3", "4k3/pppp4/8/4P3/8/8/4PPPP/4K3 b - - 0 7 27", "8/P6k/8/8/8/8/7K/8 w - - 0 1 2",
  "8/8/8/3k4/8/3K4/8/1Q6 w - - 97 80 317", "7k/5Q2/8/8/8/8/8/K7 w - - 0 1 1", "7k/8/6K1/8/8/8/8/R7 w - - 0 1 1", "k7/2K5/8/8/8/8/1R6/8 b - - 0 1 3",
  "8/8/8/8/4k3/8/4p3/4K3 w - - 0 1 1", "8/8/8/2k5/8/2K5/3p4/8 b - - 0 1 3", "7k/7p/8/8/8/8/r7/7K b - - 0 1 3",
];

/** Returns the part. `missing` lists the listed differences that have not occurred. */
export async function predecessor() {
  const { Pair, entered, seen, reasons } = await versus();
  return {
    name: "predecessor", unit: "actions",
    async round(next) {
      const dice = next();
      const [start, most] = dice < 0.02 ? [START, 200] : dice < 0.2 ? [entered(next, 160), 4] : [pick(next, NEAR), 40];
      const shuffles = next() < 0.5, often = next();
      const pair = new Pair(start);
      let actions = 0;
      while (actions < most && pair.goesOn()) {
        actions++;
        const on = pair.play(pair.choose(next, shuffles && next() < 0.95));
        if (next() < 0.05 * often) pair.look();
        if (next() < 0.05 * often) for (let back = 1 + 3 * next(); back >= 1 && pair.undo(); back--);
        else if (next() < 0.05 * often) pair.sync();
        else if (!on) break;
      }
      pair.look();
      pair.count();
      if (next() < 0.3) {
        pair.sync(); // of a game that may be over
        pair.look();
      }
      for (let k = 0; k < 3; k++) pair.undo();
      pair.ours.free();
      return actions;
    },
    enough: 200,
    missing: () => Object.keys(seen).filter((name) => seen[name] === 0),
    said: () => JSON.stringify({ ...seen, ...reasons }),
  };
}
