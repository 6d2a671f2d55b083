// An engine in its worker gets another position 64 times a second, and a client uses
// another worker. Meanwhile the workers are killed, send invalid messages, and get invalid
// options. Every search must end, every call must be answered or rejected, and later answers
// must be the same as those of an undisturbed engine and library.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { mortal } from "./mortal.mjs";
import { pick } from "../random.mjs";
import { site } from "../site.mjs";

const POSITIONS = 64; // per second
const MINUTE = 60; // the seconds of positions without a break in a round, unless there is less time
const ENDED = new Set(["superseded", "finished", "crashed"]);
const CALLS = 24; // calls of a client at the same time

const cyclic = {};
cyclic.self = cyclic;
const NO_NUMBERS = [0, -1, NaN, Infinity, -Infinity, 0.5, 1e300, 2 ** 53 + 2, 10n, "1", null, [], {}, cyclic];

/** An option of a search or an engine with an invalid value. */
const BAD_LIMITS = ["lines", "depth", "time", "nodes", "level"].flatMap((name) => NO_NUMBERS.map((value) => ({ [name]: value })))
  .concat(["fresh", "signal", "hash"].flatMap((name) => [-1, NaN, 1e300, cyclic].map((value) => ({ [name]: value }))), null, -1, "depth");
const BAD_ENGINES = ["wasmURL", "wasmModule", "workerURL", "threads"].flatMap((name) => [-1, NaN, 1e300, cyclic].map((value) => ({ [name]: value }))).concat(null, NaN, "x");

/** Those that can be sent to a worker, which treats null as absent. */
const BAD_SENT = BAD_LIMITS.filter((limits) => limits !== null && Object.values(limits)[0] !== null);

/** Returns the parts of an info that are compared, without times. */
const told = ({ depth, selectiveDepth, line, score, nodes, actions }) => ({ depth, selectiveDepth, line, score, nodes, actions });

/**
 * Returns the part, with an engine and a client that are disturbed, an engine that is not,
 * and the longest round in seconds of positions.
 */
export async function worker(seconds = MINUTE) {
  const { BanChess, initialize } = await import(join(site, "banchess.js"));
  const { Client } = await import(join(site, "client.js"));
  const { Engine } = await import(join(site, "engine.js"));
  await initialize();
  const dir = await mkdtemp(join(tmpdir(), "banchess-worker-"));
  const ofEngine = await mortal(dir, "engine"), ofClient = await mortal(dir, "client");
  const engine = new Engine({ workerURL: ofEngine.url }), calm = new Engine();
  const seen = { answers: 0, kills: 0, restarts: 0, "kills among positions": 0, "calls of a client that died": 0, refusals: 0 };
  engine.addEventListener("restart", () => { seen.restarts++; });

  /** Follows a search until it ends. Returns the code of its error. */
  async function watch(position) {
    try {
      for await (const { actions } of engine.analyze(position)) {
        assert.ok(actions.length > 0);
        seen.answers++;
      }
      return "finished"; // a forced mate, or the maximum depth
    } catch (error) {
      return error.code ?? error;
    }
  }

  /** Kills the worker during a search, and waits until a new worker has results. */
  async function killInSearch(position) {
    const before = seen.restarts;
    let died = false;
    for await (const { actions } of engine.analyze(position)) {
      assert.ok(actions.length > 0);
      if (!died) ofEngine.die();
      died = true;
      if (seen.restarts > before) return seen.kills++;
    }
  }

  /** Searches when the worker has loaded. If it was killed while loading, the next search starts another. */
  async function steady() {
    for (let tries = 5; ; tries--) {
      try {
        return await engine.best(new BanChess(), { nodes: 1 });
      } catch (error) {
        assert.ok(error.code === "crashed" && tries > 0, error);
      }
    }
  }

  /** Returns all results of a search, and disturbs the engine's worker in the middle. */
  async function allOf(which, position, limits, trouble = () => {}) {
    const infos = [];
    for await (const info of which.analyze(position, limits)) {
      if (infos.push(told(info)) === 1) trouble();
    }
    return infos;
  }

  /** Passes invalid options to an engine. Its current search continues. */
  async function refuse(next, position) {
    const limits = pick(next, BAD_LIMITS);
    await assert.rejects(engine.best(position, limits), { code: "bad_option" });
    await assert.rejects(engine.analyze(position, limits).next(), { code: "bad_option" });
    await assert.rejects(engine.best(pick(next, [-1, NaN, null, "", cyclic, [cyclic]])), { code: "bad_argument" });
    assert.throws(() => new Engine(pick(next, BAD_ENGINES)), { code: "bad_option" });
    seen.refusals++;
  }

  /** Compares a client's answers to those of the library here, while its worker is disturbed. */
  async function clientRound(client, next, game, end) {
    await client.initialize();
    const there = await client.fromJSON(game.toJSON()), limits = { nodes: 3000, fresh: true };
    ofClient.babble();
    const search = client.call("search", undefined, [game.toJSON(), limits]);
    const answers = await Promise.all([search, there.fen(), there.getLegalActions(), there.pgn(), there.toJSON()]);
    const { action, score } = await calm.best(game, limits);
    assert.deepEqual([BanChess.serializeAction(answers[0].action), answers[0].score, ...answers.slice(1)], [action, score, game.fen(), game.getLegalActions(), game.pgn(), game.toJSON()]);
    await assert.rejects(client.call("search", undefined, [game.toJSON(), pick(next, BAD_SENT)]), { code: "bad_option" });
    await assert.rejects(client.initialize(pick(next, BAD_ENGINES)), { code: "bad_option" });
    assert.equal(await there.fen(), game.fen());
    const pending = Array.from({ length: CALLS }, () => (next() < 0.2 ? client.call("search", undefined, [game.toJSON(), { depth: 64 }]) : there.fen()));
    const ended = Promise.allSettled(pending);
    end(client);
    for (const { reason, value } of await ended) {
      if (typeof value === "string") assert.equal(value, game.fen());
      if (!reason) continue;
      assert.ok(["crashed", "busy"].includes(reason.code), reason.stack); // the number of searches at the same time is limited
      if (reason.code === "crashed") seen["calls of a client that died"]++;
    }
    await assert.rejects(there.fen(), { code: "crashed" });
  }

  return {
    name: "worker", unit: "positions",
    async round(next, seed, isOver = () => false) {
      let game = new BanChess(), kills = false, killed = false, kill = -1, positions = 0;
      const ends = [], begun = performance.now();
      for (; positions < seconds * POSITIONS; positions++) {
        const i = positions % POSITIONS;
        if (i === 0) {
          if (positions > 0 && isOver()) break;
          kills = next() < 0.7;
          killed ||= kills;
          kill = kills ? Math.floor(next() * POSITIONS) : -1;
        }
        const action = pick(next, game.getLegalActions());
        if (!action || game.play(action).flags.gameOver) {
          game.free();
          game = new BanChess();
        }
        if (i === kill) await killInSearch(game.toJSON());
        ends.push(watch(game.toJSON()));
        if (next() < 0.2) ofEngine.babble();
        if (next() < 0.2) await refuse(next, game.toJSON());
        if (kills && next() < 0.04) {
          ofEngine.die();
          seen["kills among positions"]++;
        }
        await new Promise((resolve) => { setTimeout(resolve, begun + (positions + 1) * 1000 / POSITIONS - performance.now()); });
      }
      await steady();
      const limits = { nodes: 1 + Math.floor(next() * 20_000), lines: 1 + Math.floor(next() * 3), fresh: true }, expected = await allOf(calm, game, limits);
      for (const trouble of [() => {}, ofEngine.babble, ...killed ? [ofEngine.die] : []]) {
        if (trouble === ofEngine.babble) trouble(); // before the search begins, and during it
        const infos = await allOf(engine, game, limits, trouble);
        assert.deepEqual(infos.slice(-expected.length), expected, game.fen()); // after a crash it begins again
        await steady();
      }
      const [best, other] = await Promise.all([engine.best(game, limits), calm.best(game, limits)]);
      assert.deepEqual([best.action, best.score], [other.action, other.score], game.fen());
      for (const end of [(client) => client.terminate(), ofClient.die]) {
        const client = new Client(new Worker(ofClient.url));
        try {
          await clientRound(client, next, game, end);
        } finally {
          client.terminate();
        }
      }
      assert.equal(game.play(best.action).success, true);
      for (const code of await Promise.all(ends)) assert.ok(ENDED.has(code) && (killed || code !== "crashed"), `a search ended with ${code}`);
      game.free();
      return positions;
    },
    said: () => `${JSON.stringify(seen)}; strange things were said in the middle of ${JSON.stringify(ofEngine.babbled)} by the engine's worker, ${JSON.stringify(ofClient.babbled)} by the client's`,
    enough: seconds < MINUTE ? 20 : 1,
    missing: () => [
      ...Object.keys(seen).filter((what) => seen[what] === 0),
      ...["engine", "client"].filter((_, i) => !([ofEngine, ofClient][i].babbled.search > 0)).map((what) => `what is strange in a search of the ${what}'s worker`),
    ],
    async end() {
      ofEngine.end();
      ofClient.end();
      engine.close();
      calm.close();
      await rm(dir, { recursive: true });
    },
  };
}
