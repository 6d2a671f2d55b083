import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import type { Action, BanChess as Game } from "../../banchess/banchess.js";
import { dangers, pairKey } from "../../page/board/danger.js";

const site = process.env["BANCHESS_SITE"];
const needsSite = { skip: site ? false : "BANCHESS_SITE does not name a built site" };

/** Reports whether, for every possible ban, some reply mates, by itself or by the ban after it. */
function loses(game: Game): boolean {
  return game.getLegalActions().every((ban) => {
    const { flags } = game.play(ban);
    const mated = !flags?.gameOver && game.getLegalActions().some((reply) => {
      const { checkmate, check } = game.play(reply).flags ?? {};
      const mate = checkmate || (check && game.getLegalActions().some((last) => {
        const mate = game.play(last).flags?.checkmate;
        game.undo();
        return mate;
      }));
      game.undo();
      return mate === true;
    });
    game.undo();
    return mated;
  });
}

/** Returns a generator of pseudo-random numbers for a seed. */
function random(seed: number): (below: number) => number {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

test("the dangers shown are those that trying every action finds", needsSite, async () => {
  const library = pathToFileURL(join(site ?? "", "banchess.js")).href; // beside its WebAssembly
  const { BanChess, initialize } = (await import(library)) as typeof import("../../banchess/banchess.js");
  await initialize();
  const below = random(7);
  const positions = new Set<string>(); // the positions that were judged, each after a move
  let found = 0, roots = 0;
  for (let n = 0; positions.size < 500; n++) {
    // Few pieces around a king with little room, so that mates are close.
    const game = new BanChess(["6k1/5ppp/8/8/8/8/q4PPP/1r4K1 w - - 0 1 1", "k7/2Q5/8/8/8/2R5/8/K7 b - - 0 1 3", "3r2k1/5ppp/8/8/7q/8/5PPP/4R1K1 w - - 0 1 1"][n % 3]);
    for (let ply = 0; ply < 60 && !game.gameOver() && positions.size < 500; ply++) {
      const legal = game.getLegalActions();
      if (game.getActionType() === "move") {
        const before = JSON.stringify(game);
        const steps = [...dangers(game)];
        assert.equal(JSON.stringify(game), before);
        assert.equal(steps.length, legal.length);
        const keys = new Set(steps.filter((key) => key !== null));
        roots++;
        // Only some moves, because many of a position are alike.
        for (const move of [0, 1, 2, 3].map(() => legal[below(legal.length)]!)) {
          const over = game.play(move).flags?.gameOver;
          const after = game.fen();
          const expected = !over && !positions.has(after) && loses(game);
          game.undo();
          if (positions.has(after)) continue;
          positions.add(after);
          if (expected) found++;
          // A pair is marked if any of its promotions is a danger.
          if (expected || !("move" in move && move.move.promotion)) assert.equal(keys.has(pairKey(move)), expected, `${game.fen()} ${BanChess.serializeAction(move)}`);
        }
      }
      game.play(legal[below(legal.length)] as Action);
    }
    game.free();
  }
  assert.ok(found > 20 && roots > 120, `only ${found} dangers in ${positions.size} positions after ${roots} others show little`);
});
