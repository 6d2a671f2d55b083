// What the library costs against ban-chess.ts, playing the same games in the
// same process; and, for a sense of scale, what chess.js and chessops take for
// ordinary chess, which has no bans and half the plies. Prints lines in the form
// of Go's benchmarks and fails if a promised ratio does not hold.
import { Chess } from "chess.js";
import { Chess as Chessops } from "chessops/chess";
import { makeSan } from "chessops/san";
import { makeFen } from "chessops/fen";
import { BanChess as Original } from "ban-chess.ts";
import { join } from "node:path";
import { pick, playRandomly, random } from "./random.mjs";
import { site } from "./site.mjs";

const PROMISED = 100;
const WARM_UP = 2e6; // microseconds

const { BanChess, initialize } = await import(join(site, "banchess.js"));
await initialize();

const next = random(1);
const games = Array.from({ length: 3 }, () => {
  const game = new BanChess();
  playRandomly(game, next, 120);
  const actions = game.history().map(({ actionType, action }) => ({ [actionType]: action }));
  return game.gameOver() ? actions.slice(0, -1) : actions; // the original does not see every ending
});
const total = games.reduce((sum, actions) => sum + actions.length, 0);

/**
 * Nanoseconds an action, the median of rounds of that many runs, after a warm-up
 * that lasts until the compilers in the engine are done. It is time on the
 * processor, which a busy machine does not distort as it does time on the wall.
 */
function measure(rounds, runs, run) {
  const warm = process.cpuUsage();
  do run(); while (process.cpuUsage(warm).user < WARM_UP);
  const times = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    for (let i = 0; i < runs; i++) run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) * 1000 / (runs * total);
  });
  return times.sort((a, b) => a - b)[rounds >> 1];
}

const legalAndPlay = (Class) => () => {
  for (const actions of games) {
    const game = new Class();
    for (const action of actions) {
      if (game.getLegalActions().length === 0 || !game.play(action).success) throw new Error("the games differ");
    }
    game.free?.();
  }
};

const records = games.map((actions) => actions.map((action) => BanChess.serializeAction(action)));
const replay = (Class) => () => {
  for (const actions of records) Class.replayFromActions(actions).free?.();
};

/** As many ordinary moves as there are actions, with the list of legal ones, the SAN and the FEN of each. */
const ordinary = (begin) => () => {
  const choose = random(2);
  let moves = 0;
  while (moves < total) {
    const game = begin();
    for (let i = 0; i < 120 && moves < total && game.step(choose); i++) moves++;
  }
};

const chessJS = () => {
  const game = new Chess();
  return {
    step(choose) {
      const moves = game.moves();
      if (moves.length === 0 || game.isGameOver()) return false;
      game.move(pick(choose, moves));
      return game.fen().length > 0;
    },
  };
};

const chessops = () => {
  const game = Chessops.default();
  return {
    step(choose) {
      const from = [...game.allDests()].filter(([, to]) => to.nonEmpty());
      if (from.length === 0 || game.isEnd()) return false;
      const [square, targets] = pick(choose, from);
      const move = { from: square, to: pick(choose, [...targets]) };
      if (game.board.getRole(square) === "pawn" && (move.to < 8 || move.to > 55)) move.promotion = "queen";
      makeSan(game, move);
      game.play(move);
      return makeFen(game.toSetup()).length > 0;
    },
  };
};

const results = {
  "JSLegalAndPlay/banchess": measure(9, 10, legalAndPlay(BanChess)),
  "JSLegalAndPlay/peer=ban-chess.ts": measure(3, 1, legalAndPlay(Original)),
  "JSReplay/banchess": measure(9, 50, replay(BanChess)),
  "JSReplay/peer=ban-chess.ts": measure(3, 1, replay(Original)),
  "JSOrdinaryChess/peer=chess.js": measure(3, 3, ordinary(chessJS)),
  "JSOrdinaryChess/chessops": measure(9, 10, ordinary(chessops)),
};
for (const [name, ns] of Object.entries(results)) console.log(`Benchmark${name} ${total} ${ns.toFixed(0)} ns/op`);

for (const group of ["JSLegalAndPlay", "JSReplay"]) {
  const ratio = results[`${group}/peer=ban-chess.ts`] / results[`${group}/banchess`];
  console.error(`${group}: ${ratio.toFixed(0)} times as fast as ban-chess.ts`);
  if (ratio < PROMISED) {
    console.error(`that is less than the ${PROMISED} times that are promised`);
    process.exitCode = 1;
  }
}
