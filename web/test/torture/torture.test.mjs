// Short runs of the parts of `go run ./scripts torture` that are written in
// JavaScript.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { lastRound, run } from "./rounds.mjs";
import { needsSite } from "../site.mjs";
import { calls } from "./calls.mjs";
import { games } from "./games.mjs";
import { links } from "./links.mjs";
import { predecessor } from "./predecessor.mjs";
import { sync } from "./sync.mjs";
import { worker as inSeconds } from "./worker.mjs";

for (const [make, rounds] of [[calls, 3], [games, 1], [links, 2], [predecessor, 25], [sync, 3], [function worker() { return inSeconds(1); }, 4]]) {
  test(`a short torture: ${make.name}`, needsSite, async (t) => {
    const part = await make(), said = [];
    t.after(() => part.end?.());
    const total = await run(part, { rounds, write: (line) => said.push(line) });
    assert.deepEqual([total.rounds, total.failed], [rounds, 0], said.join("\n"));
    assert.ok(total.count >= rounds);
  });
}

test("faults that torture found do not come back", needsSite, async () => {
  const said = [], part = await predecessor();
  const total = await run(part, { first: 899, rounds: 1, write: (line) => said.push(line) }); // covers a mate by a move, loaded from a sync state
  assert.equal(total.failed, 0, said.join("\n"));
});

test("a round that fails says how it is run again, and the others go on", async () => {
  const said = [];
  const part = { name: "odd", unit: "numbers", round: async (next) => { if (next() < 0.5) throw new Error("it is less"); return 1; } };
  const total = await run(part, { first: 7, rounds: 12, write: (line) => said.push(line) });
  assert.ok(total.rounds === 12 && total.failed > 0 && total.failed < 12, JSON.stringify(total));
  assert.equal(total.count, 12 - total.failed);
  const [, seed] = /torture odd --seed (\d+) --rounds 1/.exec(said[1]);
  assert.equal((await run(part, { first: Number(seed), rounds: 1, write() {} })).failed, 1);
});

test("while a round runs a file says how it is run again, which is gone after the last", async () => {
  const rounds = [];
  const part = { name: "noting", unit: "rounds", round: async () => rounds.push(readFileSync(lastRound("noting"), "utf8")) };
  await run(part, { first: 7, rounds: 2, write() {} });
  assert.deepEqual(rounds, [7, 8].map((seed) => `go run ./scripts torture noting --seed ${seed} --rounds 1\n`));
  assert.equal(existsSync(lastRound("noting")), false);
});
