import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import type { Action, BanChess as Game } from "../../banchess/banchess.js";
import { choices } from "../../page/play/premove.js";
import { pairOf } from "../../page/model/position.js";

const site = process.env["BANCHESS_SITE"];
const needsSite = { skip: site ? false : "BANCHESS_SITE does not name a built site" };

const keyOf = ({ from, to }: { from: string; to: string }) => from + to;

/** Returns the pairs of the legal actions after each line of the opponent's up to its ban, and after a chosen move. */
function tried(game: Game, chosen: Action | undefined): Set<string> {
  const found = new Set<string>();
  const phase = game.getActionType();
  for (const action of game.getLegalActions()) {
    const { gameOver } = game.play(action).flags!;
    if (!gameOver && phase === "move") for (const key of tried(game, chosen)) found.add(key);
    else if (!gameOver && !chosen) for (const own of game.getLegalActions()) found.add(keyOf(pairOf(own)));
    else if (!gameOver && game.play(chosen!).success) {
      for (const ban of game.getLegalActions()) found.add(keyOf(pairOf(ban)));
      game.undo();
    }
    game.undo();
  }
  return found;
}

test("the premoves and pre-bans offered are those that trying every action finds", needsSite, async () => {
  const library = pathToFileURL(join(site ?? "", "banchess.js")).href; // beside its WebAssembly
  const { BanChess, START_FEN, initialize } = (await import(library)) as typeof import("../../banchess/banchess.js");
  await initialize();
  let seed = 5, checks = 0, known = 0, positions = 0;
  const below = (n: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const sorted = (keys: Iterable<string>) => [...keys].sort().join(" ");
  for (const fen of [START_FEN, "6k1/5ppp/8/8/8/8/q4PPP/1r4K1 w - - 0 1 1", "r3k2r/1P4p1/8/3pP3/3Pp3/8/1p4P1/R3K2R w KQkq d6 0 1 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1 3", "4k3/8/8/1b6/8/8/4r3/R3K2R w KQ - 0 1 2"]) {
    for (let n = 0; n < 2; n++) {
      const game = new BanChess(fen);
      for (let ply = 0; ply < 14 && !game.gameOver(); ply++) {
        const before = JSON.stringify(game), offered = choices(game);
        const isCheck = game.inCheck() && game.getActionType() === "move";
        if (isCheck) checks++;
        positions++;
        assert.equal(sorted(offered.map(keyOf)), sorted(tried(game, undefined)), `${game.fen()}: premoves`);
        const pair = offered[below(offered.length)];
        // A pawn that is to promote is left out: the pair does not say to what.
        if (pair && !/[18]$/.test(pair.to)) {
          const chosen = { move: pair }, bans = choices(game, chosen);
          if (bans.length > 0) known++;
          assert.equal(sorted(bans.map(keyOf)), sorted(tried(game, chosen)), `${game.fen()}: bans after ${keyOf(pair)}`);
        }
        assert.equal(JSON.stringify(game), before);
        const legal = game.getLegalActions();
        game.play(legal[below(legal.length)]!);
      }
      game.free();
    }
  }
  assert.ok(checks > 3 && known > 80, `${checks} checks and ${known} bans in ${positions} positions show little`);
});
