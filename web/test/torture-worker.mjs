// The engine in its worker, given another position 64 times a second, while its worker
// is killed now and then: every search has an end, and what the engine says afterwards
// is what one says that was left in peace.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pick } from "./random.mjs";
import { site } from "./site.mjs";

const POSITIONS = 64; // of a round, which takes a second
const ENDED = new Set(["superseded", "finished", "crashed"]);

/** The part, with two engines. */
export async function worker() {
  const { BanChess, initialize } = await import(join(site, "banchess.js"));
  const { Engine } = await import(join(site, "engine.js"));
  await initialize();
  const dir = await mkdtemp(join(tmpdir(), "banchess-worker-")), mortal = join(dir, "worker.mjs");
  await writeFile(mortal, `new BroadcastChannel(${JSON.stringify(dir)}).onmessage = () => process.exit();
    await import(${JSON.stringify(pathToFileURL(join(site, "worker.js")).href)});`);
  const death = new BroadcastChannel(dir);
  const engine = new Engine({ workerURL: pathToFileURL(mortal) }), calm = new Engine();
  const seen = { answers: 0, kills: 0, restarts: 0 };
  engine.addEventListener("restart", () => { seen.restarts++; });

  /** Looks on at a search until it ends, and gives the code of what ended it. */
  async function watch(position) {
    try {
      for await (const { actions } of engine.analyze(position)) {
        assert.ok(actions.length > 0);
        seen.answers++;
      }
      return "finished"; // a forced mate, or the greatest depth
    } catch (error) {
      return error.code ?? error;
    }
  }

  /** Kills the worker when it has said something of a search, and waits until another has. */
  async function killInSearch(position) {
    const before = seen.restarts;
    let died = false;
    for await (const { actions } of engine.analyze(position)) {
      assert.ok(actions.length > 0);
      if (!died) death.postMessage("die");
      died = true;
      if (seen.restarts > before) return seen.kills++;
    }
  }

  return {
    name: "worker", unit: "positions",
    async round(next) {
      let game = new BanChess();
      const ends = [], begun = performance.now(), kill = next() < 0.5 ? Math.floor(next() * POSITIONS) : -1;
      for (let i = 0; i < POSITIONS; i++) {
        const action = pick(next, game.getLegalActions());
        if (!action || game.play(action).flags.gameOver) {
          game.free();
          game = new BanChess();
        }
        if (i === kill) await killInSearch(game.toJSON());
        ends.push(watch(game.toJSON()));
        await new Promise((resolve) => { setTimeout(resolve, begun + (i + 1) * 1000 / POSITIONS - performance.now()); });
      }
      const limits = { nodes: 1 + Math.floor(next() * 5000), fresh: true };
      const [best, expected] = await Promise.all([engine.best(game, limits), calm.best(game, limits)]);
      assert.deepEqual([best.action, best.score], [expected.action, expected.score], game.fen());
      assert.equal(game.play(best.action).success, true);
      for (const code of await Promise.all(ends)) assert.ok(ENDED.has(code) && (kill >= 0 || code !== "crashed"), `a search ended with ${code}`);
      game.free();
      return POSITIONS;
    },
    said: () => `${seen.answers} answers, ${seen.kills} workers killed in a search that another went on with`,
    enough: 20,
    missing: () => Object.keys(seen).filter((what) => seen[what] === 0),
    async end() {
      death.close();
      engine.close();
      calm.close();
      await rm(dir, { recursive: true });
    },
  };
}
