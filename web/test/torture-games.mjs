// Games and trees made in every way, played, and given back or dropped: after each
// round everything is back where it was.
import assert from "node:assert/strict";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { pick, playRandomly } from "./random.mjs";
import { site } from "./site.mjs";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

const GAMES = 1000; // of a round
const PGN = "1. {banning: e2e4} d4 {solid} $1 (1. c4) {banning: e7e5} d5 *";
const PLAYED = ["b:e2e4", "m:d2d4", "b:e7e5"];

/** The part, in an instance of its own. */
export async function games() {
  const { BanChess, initialize, internal } = await import(join(site, "banchess.js"));
  const { GameTree, parsePGN } = await import(join(site, "tree.js"));
  await initialize();
  const { exports, go } = internal.shared.running();
  const kept = BanChess.replayFromActions(PLAYED), before = kept.pgn(), open = exports.banchess_live();
  const MAKE = [
    () => new BanChess(), () => new BanChess("8/P6k/8/8/8/8/7K/8 w - - 0 1 1"), () => new BanChess(undefined, PGN), () => BanChess.replayFromActions(PLAYED), () => kept.clone(),
    () => BanChess.fromJSON(kept), () => BanChess.fromStandardFEN(kept.fen({ standard: true })), () => parsePGN(PGN), () => GameTree.of(kept), () => parsePGN(PGN).clone(), () => parsePGN(PGN).end.game(),
  ];
  const USE = [
    (game, next) => { playRandomly(game, next, 4); }, (game) => { game.subscribe(() => {}); game.undo(); }, (game) => { game.load({ pgn: PGN }); }, (game) => { game.resign(); },
    (game) => { game.loadFromSyncState(kept.getSyncState()); game.setTag("White", "Ada"); }, (game) => { game.history(); game.pgn(); },
  ];
  /** The games that are open once what was dropped has been given back: collection is not at once. */
  async function settled() {
    for (let i = 0; i < 1000 && exports.banchess_live() > open; i++) {
      collect();
      await new Promise((resolve) => { setImmediate(resolve); });
    }
    return exports.banchess_live();
  }
  function some(next) {
    for (let i = 0; i < GAMES; i++) {
      const made = pick(next, MAKE)();
      if (made instanceof BanChess) for (let uses = Math.floor(3 * next()); uses > 0; uses--) pick(next, USE)(made, next);
      else made.end.add(["b:g1f3", "m:g1f3", "b:g8f6", "m:g8f6"][made.end.ply % 4]);
      if (next() < 0.5) made.free();
    }
  }
  const sizes = [], values = [];
  return {
    name: "games", unit: "games",
    async round(next) {
      some(next);
      const left = await settled(); // fewer, where something from before was given back too
      assert.ok(left <= open, `${left} games are open after all that was made was given back, ${open} before`);
      assert.equal(kept.pgn(), before);
      sizes.push(exports.mem.buffer.byteLength);
      values.push(go._values.length); // of JavaScript, that the program has held, callbacks too
      // Neither ever shrinks; they stop growing, but for where their parts lie.
      for (const all of [sizes, values]) {
        if (all.length > 5) assert.ok(all.at(-1) <= 1.5 * all[4], `the memory has ${sizes.at(-1)} bytes for ${values.at(-1)} values, after five rounds it had ${sizes[4]} for ${values[4]}`);
      }
      return GAMES;
    },
  };
}
