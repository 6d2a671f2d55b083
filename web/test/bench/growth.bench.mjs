// The cost of a ply in games of several lengths. It is constant if the total cost grows
// linearly.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { asked, measure, tell } from "./bench.mjs";
import { site } from "../site.mjs";

const { BanChess, initialize } = await import(join(site, "banchess.js"));

/** Each function returns the work to measure for a game's record. */
const work = {
  play: (record) => () => {
    const game = new BanChess();
    for (const action of record) if (!game.play(action).success) throw new Error(action);
    game.free();
  },
  undo: (record) => {
    const game = BanChess.replayFromActions(record);
    return () => {
      while (game.undo());
      while (game.redo());
    };
  },
  fen: (record) => {
    const game = BanChess.replayFromActions(record);
    return () => {
      while (game.undo()) game.fen();
      while (game.redo());
    };
  },
  repetition: (record) => {
    const game = BanChess.replayFromActions(record);
    return () => {
      while (game.undo()) if (game.inThreefoldRepetition()) throw new Error("the game had ended");
      while (game.redo());
    };
  },
  "pgn-out": (record) => {
    const game = BanChess.replayFromActions(record);
    return () => game.pgn();
  },
  "pgn-in": (record) => {
    const pgn = BanChess.replayFromActions(record).pgn();
    return () => new BanChess(undefined, pgn).free();
  },
};

if (asked("JSGrowth")) {
  await initialize();
  const long = (await readFile(process.env.BANCHESS_LONG, "utf8")).split(" ");
  for (const [name, of] of Object.entries(work)) {
    for (const plies of [10, 100, 1000, 5000]) {
      const runs = Math.max(1, 20_000 / plies);
      tell(`JSGrowth/${name}/${plies === 100 ? "peer=" : ""}${plies}plies`, measure(plies, of(long.slice(0, plies)), { rounds: 5, runs, warm: 3e5 }));
    }
  }
}
