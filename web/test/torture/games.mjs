// Makes games and trees in every way, plays them, and frees or drops them. After each
// round, all resources must be freed.
import assert from "node:assert/strict";
import { join } from "node:path";
import { assertGivenBack, baseline } from "../memory.mjs";
import { pick, playRandomly, random } from "../random.mjs";
import { instanceOf, site } from "../site.mjs";

const GAMES = 1000; // of a round
const PGN = "1. {banning: e2e4} d4 {solid} $1 (1. c4) {banning: e7e5} d5 *";
const PLAYED = ["b:e2e4", "m:d2d4", "b:e7e5"];

/** Returns the part, in its own instance. */
export async function games() {
  const { BanChess, initialize } = await import(join(site, "banchess.js"));
  const { GameTree, parsePGN } = await import(join(site, "tree.js"));
  await initialize();
  const instance = instanceOf(new BanChess());
  const kept = BanChess.replayFromActions(PLAYED), pgn = kept.pgn();
  const MAKE = [
    () => new BanChess(), () => new BanChess("8/P6k/8/8/8/8/7K/8 w - - 0 1 1"), () => new BanChess(undefined, PGN), () => BanChess.replayFromActions(PLAYED), () => kept.clone(),
    () => BanChess.fromJSON(kept), () => BanChess.fromStandardFEN(kept.fen({ standard: true })), () => parsePGN(PGN), () => GameTree.of(kept), () => parsePGN(PGN).clone(), () => parsePGN(PGN).end.game(),
  ];
  const USE = [
    (game, next) => { playRandomly(game, next, 4); }, (game) => { game.subscribe(() => {}); game.undo(); }, (game) => { game.load({ pgn: PGN }); }, (game) => { game.resign(); },
    (game) => { game.loadFromSyncState(kept.getSyncState()); game.setTag("White", "Ada"); }, (game) => { game.history(); game.pgn(); },
  ];
  function some(next) {
    for (let i = 0; i < GAMES; i++) {
      const made = pick(next, MAKE)();
      if (made instanceof BanChess) for (let uses = Math.floor(3 * next()); uses > 0; uses--) pick(next, USE)(made, next);
      else made.end.add(["b:g1f3", "m:g1f3", "b:g8f6", "m:g8f6"][made.end.ply % 4]);
      if (next() < 0.5) made.free();
    }
  }
  some(random(0)); // parts that only grow, such as tables, have reached their size
  const before = await baseline(instance);
  return {
    name: "games", unit: "games",
    async round(next) {
      some(next);
      await assertGivenBack(instance, before);
      assert.equal(kept.pgn(), pgn);
      return GAMES;
    },
  };
}
