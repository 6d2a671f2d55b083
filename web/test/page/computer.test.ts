import assert from "node:assert/strict";
import { test } from "node:test";

import { LEVELS } from "../../banchess/engine.js";
import { timeFor } from "../../page/computer/opponent.js";
import { newClock } from "../../page/model/clock.js";

const LOST = 60; // milliseconds that an answer takes beside the search

test("the computer's move has more time than its ban, and both together what they had before", () => {
  for (const level of [1, LEVELS]) {
    const [ban, move] = [1, 2].map((ply) => timeFor(level, null, ply)) as [number, number];
    assert.ok(ban > 0 && move > ban);
    assert.equal(ban + move, level === LEVELS ? 3000 : 12_000);
  }
});

test("the computer does not lose on time, however long the game is", () => {
  for (const [minutes, increment] of [[0.25, 1], [1, 0], [3, 2], [90, 0]] as const) {
    let clock = newClock(minutes, increment);
    for (let ply = 2; ply < 240; ply += 4) { // White's moves, and the bans after them
      for (const at of [ply, ply + 1]) {
        const time = timeFor(LEVELS, clock, at);
        assert.ok(Number.isInteger(time) && time >= 1 && time <= 2100, `${minutes}+${increment}, ply ${at}: ${time}`);
        clock = { ...clock, white: clock.white - time - LOST };
        assert.ok(clock.white > 0, `${minutes}+${increment}: the time is up at ply ${at}`);
      }
      clock = { ...clock, white: clock.white + clock.increment };
    }
  }
  const none = { ...newClock(1, 0), white: 0 };
  assert.deepEqual([timeFor(LEVELS, none, 2), timeFor(LEVELS, none, 3)], [1, 1]);
});
