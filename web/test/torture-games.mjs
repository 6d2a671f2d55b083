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
  const kept = BanChess.replayFromActions(PLAYED), before = kept.pgn();
  const MAKE = [
    () => new BanChess(), () => new BanChess("8/P6k/8/8/8/8/7K/8 w - - 0 1 1"), () => new BanChess(undefined, PGN), () => BanChess.replayFromActions(PLAYED), () => kept.clone(),
    () => BanChess.fromJSON(kept), () => BanChess.fromStandardFEN(kept.fen({ standard: true })), () => parsePGN(PGN), () => GameTree.of(kept), () => parsePGN(PGN).clone(), () => parsePGN(PGN).end.game(),
  ];
  const USE = [
    (game, next) => { playRandomly(game, next, 4); }, (game) => { game.subscribe(() => {}); game.undo(); }, (game) => { game.load({ pgn: PGN }); }, (game) => { game.resign(); },
    (game) => { game.loadFromSyncState(kept.getSyncState()); game.setTag("White", "Ada"); }, (game) => { game.history(); game.pgn(); },
  ];
  /** Games that are open, and values of JavaScript that the program holds. */
  const held = () => ({ games: exports.banchess_live(), values: go._values.length - go._idPool.length });
  /** The same once what was dropped has been given back: collection is not at once. */
  async function settled(want) {
    for (let i = 0; i < 2000; i++) {
      const now = held();
      if (now.games <= want.games && now.values <= want.values) return now;
      collect();
      await new Promise((resolve) => { setImmediate(resolve); });
    }
    return held();
  }
  function some(next) {
    for (let i = 0; i < GAMES; i++) {
      const made = pick(next, MAKE)();
      if (made instanceof BanChess) for (let uses = Math.floor(3 * next()); uses > 0; uses--) pick(next, USE)(made, next);
      else made.end.add(["b:g1f3", "m:g1f3", "b:g8f6", "m:g8f6"][made.end.ply % 4]);
      if (next() < 0.5) made.free();
    }
  }
  let start; // after the first round: what is there once is made with the first game
  const sizes = [];
  return {
    name: "games", unit: "games",
    async round(next) {
      some(next);
      start ??= await settled({ games: 1, values: 0 });
      assert.equal(start.games, 1, "every game but one was given back");
      const now = await settled(start);
      assert.ok(now.games <= start.games && now.values <= start.values, `there are ${JSON.stringify(now)}, there were ${JSON.stringify(start)}`);
      assert.equal(kept.pgn(), before);
      sizes.push(exports.mem.buffer.byteLength);
      // The memory never shrinks; it stops growing, but for where its parts lie.
      if (sizes.length > 5) assert.ok(sizes.at(-1) <= 1.5 * sizes[4], `the memory has ${sizes.at(-1)} bytes, after five rounds it had ${sizes[4]}`);
      return GAMES;
    },
  };
}
