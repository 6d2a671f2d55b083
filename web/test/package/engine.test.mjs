// The engine in JavaScript: searches of a game by the core program, and the class Engine.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { instanceOf, needsSite, site, startCore } from "../site.mjs";

const MATING = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3".split(" ");

test("the bare program finds the mate by ban and the ban that prevents it, and the event loop goes on", needsSite, async () => {
  const { banchess } = await startCore();
  const best = (actions, depth) => new Promise((resolve) => {
    banchess.newGame({ actions }).analyze({ depth }, (what) => what.best && resolve(what.best));
    assert.equal(banchess.newGame().getLegalActions().length, 20); // other calls are answered in the meantime
  });
  const mating = await best([...MATING, "m:f3f7"], 1);
  assert.deepEqual([mating.action, mating.score], [{ ban: { from: "e8", to: "f7" } }, { for: "white", mate: 1 }]);
  assert.deepEqual((await best(MATING.slice(0, -1), 3)).action, { ban: { from: "f3", to: "f7" } });
});

test("a game is searched by the bare program, and the listener gets plain values", needsSite, async () => {
  const { banchess } = await startCore();
  const game = banchess.newGame({ actions: [...MATING, "m:f3f7"] });
  const said = [];
  await new Promise((resolve) => { game.analyze({ depth: 2 }, (what) => (said.push(what), what.best && resolve())); });
  const { best } = said.at(-1);
  assert.deepEqual(best.action, { ban: { from: "e8", to: "f7" } });
  assert.deepEqual(best.score, { for: "white", mate: 1 });
  assert.deepEqual(best.info, said.at(-2).info);
  assert.deepEqual([best.info.line, best.info.actions], [1, ["b:e8f7"]]);

  for (const bad of [{ depth: 0 }, { depth: 65 }, { depth: 1.5 }, { lines: -1 }, { time: 1e10 }, { level: 22 }, { nodes: 2 ** 60 }, { depth: "3" }, { movetime: 3 }]) {
    assert.equal(game.analyze(bad, () => {}).code, "bad_option", JSON.stringify(bad));
  }
  assert.equal(game.analyze({}).code, "bad_argument");
  game.play("b:e8f7");
  assert.equal(game.analyze({}, () => {}).code, "game_over");

  // Without a limit a search continues until it is stopped. Only one runs at a time, and other calls are answered in the meantime.
  const other = banchess.newGame();
  const last = await new Promise((resolve) => {
    const stop = other.analyze({}, ({ info, best }) => {
      if (info?.depth === 3) stop();
      if (best) resolve(best);
    });
    assert.equal(other.analyze({}, () => {}).code, "busy");
    assert.equal(other.play("b:e2e4").success, true);
  });
  assert.ok(last.action.ban && last.reply.move && last.info.depth >= 3);
});

const { Engine, LEVELS } = site ? await import(join(site, "engine.js")) : {};
const { BanChess, BanChessError, initialize } = site ? await import(join(site, "banchess.js")) : {};

/** Returns an engine that is closed when the test ends. */
function openEngine(t, options) {
  const engine = new Engine(options);
  t.after(() => engine.close());
  return engine;
}

/** Waits until the engine reaches a state, and then calls a function at once. */
const state = (engine, name, then = () => {}) => new Promise((resolve) => {
  engine.addEventListener("state", function heard(event) {
    if (event.state !== name) return;
    engine.removeEventListener("state", heard);
    resolve(then());
  });
});

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1";
const record = (...actions) => ({ fen: START, actions });
const MATED = [...MATING, "m:f3f7", "b:e8f7"];

test("a position that the rules refuse fails in their words, and the next search works", needsSite, async (t) => {
  const engine = openEngine(t);
  const works = async () => {
    assert.equal(engine.state, "idle");
    const { action, score, info } = await engine.best(record(...MATING, "m:f3f7"), { depth: 1 });
    assert.equal(action, "b:e8f7");
    assert.deepEqual([score, info.score], [{ for: "white", mate: 1 }, { for: "white", mate: 1 }]);
  };
  await works();
  for (const [position, code] of [
    ["nonsense", "bad_fen"], ["8/8/8/8/8/8/8/K7 w - - 0 1 1", "bad_fen"], [record("b:e2e4", "m:e2e9"), "bad_bcn"], [record("b:e2e4", "m:a1a5"), "illegal_move"],
    [record("b:e2e4", "m:e2e4"), "banned"], [record(...MATED, "m:a2a3"), "game_over"], [record(...MATED), "game_over"], [{ fen: START }, "bad_argument"],
    [undefined, "bad_argument"], [null, "bad_argument"], ["", "bad_argument"], [5, "bad_argument"], [() => 1, "bad_argument"], [{ get fen() { throw 1; } }, "bad_argument"],
  ]) {
    await assert.rejects(engine.best(position, { depth: 1 }), (e) => e instanceof BanChessError && e.code === code, code);
    await works();
  }
});

test("with a folder of tables the engine knows endings of four men, and searches where a file is missing", needsSite, async (t) => {
  const fen = "8/8/8/8/8/1k6/4r3/1K5N w - - 0 1 2:h1g3", folder = new URL("../../../assets/tables", import.meta.url);
  const asked = async (tables, options) => (await openEngine(t, { tables }).best(fen, options)).info;
  const known = await asked(folder, { nodes: 1 });
  assert.deepEqual([known.exact, known.score], [true, { for: "white", mate: -3 }]);
  assert.deepEqual((await asked(`${folder}/`, { lines: 64, nodes: 1 })).exact, true);
  for (const tables of [undefined, "file:///nowhere/"]) assert.equal((await asked(tables, { depth: 3 })).exact, false);
});

test("an engine with tables needs no URL.canParse, which Safari 16 and Firefox 114 lack", (t) => {
  const { canParse } = URL;
  t.after(() => { URL.canParse = canParse; });
  URL.canParse = undefined;
  new Engine({ tables: "file:///tables" }).close();
  assert.throws(() => new Engine({ tables: "http://" }), { code: "bad_option" });
});

test("a wrong option is refused and named, and no search under way is touched by it", needsSite, async (t) => {
  const engine = openEngine(t);
  const under = engine.best(START, { depth: 2 });
  for (const [name, values] of Object.entries({ level: [0, LEVELS + 1, 1.5], lines: [0, 65], depth: [-1, 0, 65, "3"], time: ["x", NaN, 1e21, null], nodes: [0, 2 ** 60], signal: [{}, true], movetime: [5] })) {
    for (const value of values) await assert.rejects(engine.best(START, { [name]: value }), (e) => e.code === "bad_option" && e.message.includes(name), `${name}: ${value}`);
  }
  await assert.rejects(engine.best(START, { level: 22 }), /from 1 to 21/);
  await assert.rejects(engine.best(START, null), { code: "bad_option" });
  assert.throws(() => new Engine({ url: "x" }), { code: "bad_option" });
  for (const tables of [7, "http://", {}]) assert.throws(() => new Engine({ tables }), { code: "bad_option" });
  await assert.rejects(engine.analyze(START, { depth: 0 }).next(), { code: "bad_option" });
  assert.match((await under).action, /^b:/);
});

test("the largest values of the options are those of the program", needsSite, async (t) => {
  const engine = openEngine(t), signal = AbortSignal.abort();
  const { banchess } = await startCore();
  for (const name of ["lines", "depth", "time", "nodes", "level"]) {
    const most = Number(banchess.newGame().analyze({ [name]: 2 ** 60 }, () => {}).error.match(/from 1 to (\d+)$/)[1]);
    await assert.rejects(engine.best(START, { [name]: most, signal }), { code: "stopped" }, name);
    await assert.rejects(engine.best(START, { [name]: most + (name === "nodes" ? 2 : 1), signal }), { code: "bad_option" }, name);
    if (name === "level") assert.equal(most, LEVELS);
  }
});

// The engine accepts every form of FEN and answers for the ply of the next action.
const BARE = "4k3/8/8/8/8/8/8/4K2R";

test("the ply of the FEN decides whether a ban or a move is searched, and scores say for whom", needsSite, async (t) => {
  const engine = openEngine(t);
  for (const [position, ply, active] of [
    [START, 1, "black"],
    [record("b:e2e4", "m:d2d4"), 3, "white"],
    [`${BARE} b K - 0 1 3`, 3, "white"],
    [`${BARE} w K - 0 12 45`, 45, "black"],
    [{ fen: `${BARE} b K - 0 12 47`, actions: ["b:e8e7"] }, 48, "black"],
    [`${BARE} w K - 0 1 1`, 1, "black"],
    [`${BARE} w K - 0 1 2:e1e2`, 2, "white"],
    [{ fen: `${BARE} b K - 0 9 36:e8e7`, actions: ["m:e8d7"] }, 37, "black"],
    [`${BARE} w K - 0 1 b:e1e2`, 2, "white"],
    [`${BARE} b K - 0 3 b:e8e7=`, 12, "black"],
  ]) {
    const { action, score, info } = await engine.best(position, { depth: 2 });
    const kinds = ply % 2 === 1 ? ["ban", "move"] : ["move", "ban"];
    assert.equal(action[0], kinds[0][0], JSON.stringify(position));
    assert.deepEqual(info.actions.slice(0, 2).map((a) => a[0]), kinds.map((kind) => kind[0]));
    assert.equal(info.actions[0], action);
    assert.deepEqual([score.for, info.score.for], [active, active], JSON.stringify(position));
    if (action[0] === "m" && String(position).includes("e1e2")) assert.notEqual(action, "m:e1e2", "the ban is in force");
  }
  await assert.rejects(engine.best(`${BARE} w K - 0 1`, { depth: 2 }), { code: "standard_fen" });
});

test("an analysis gives deeper and deeper lines until it is left", needsSite, async (t) => {
  await initialize();
  const engine = openEngine(t);
  const game = BanChess.replayFromActions(["b:e2e4"]);
  const seen = [];
  for await (const info of engine.analyze(game, { lines: 2 })) {
    seen.push(info);
    if (info.depth === 3 && info.line === 2) break;
  }
  assert.deepEqual(seen.filter((i) => i.depth === 2).map((i) => i.line), [1, 2]);
  for (const info of seen) {
    assert.equal(game.isLegal(info.actions[0]), true);
    assert.ok(info.selectiveDepth >= info.depth && info.nodes > 0 && info.time >= 0 && info.nodesPerSecond > 0 && Number.isFinite(info.score.centipawns ?? info.score.mate));
  }
  // Leaving the loop ended the search: another begins, and ends by its limit.
  const depths = [];
  for await (const { depth } of engine.analyze(game, { depth: 2 })) depths.push(depth);
  assert.deepEqual(depths, [1, 2]);
  assert.equal(engine.state, "idle");

  const control = new AbortController();
  const aborted = (async () => { for await (const { depth } of engine.analyze(START, { signal: control.signal })) if (depth === 2) control.abort(); })();
  await assert.rejects(aborted, { code: "stopped" });
  const stopped = [];
  for await (const { depth } of engine.analyze(START)) {
    stopped.push(depth);
    if (depth === 2) engine.stop(); // as if the limit was reached
  }
  assert.ok(stopped.length >= 2);
  // The error has the name that programs expect, and the reason that was given to abort.
  const reason = new Error("no longer of interest"), isAborted = (cause) => (e) => e instanceof BanChessError && e.code === "stopped" && e.name === "AbortError" && e.cause === cause;
  await assert.rejects(engine.best(START, { signal: AbortSignal.abort(reason) }), isAborted(reason));
  const later = new AbortController(), search = engine.best(START, { time: 1e9, signal: later.signal });
  later.abort();
  assert.equal(later.signal.reason.name, "AbortError");
  await assert.rejects(search, isAborted(later.signal.reason));
  game.free();
  await assert.rejects(engine.best(game), { code: "freed" });
});

test("a fresh search has the same answer whatever was searched before", needsSite, async (t) => {
  const limits = { nodes: 20_000, fresh: true };
  const answers = [];
  for (const before of [[], [MATING.slice(0, 4), MATING], [MATING.slice(0, 7)]]) {
    const engine = openEngine(t);
    for (const actions of before) await engine.best({ fen: START, actions }, { nodes: 3000 });
    const { info: { nodesPerSecond: _, time: __, ...info }, ...best } = await engine.best({ fen: START, actions: MATING.slice(0, 6) }, limits);
    answers.push({ ...best, info });
    await assert.rejects(engine.best(START, { fresh: 1 }), (e) => e.code === "bad_option" && e.message.includes("fresh"));
  }
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
});

test("a search that is stopped, dropped or replaced", needsSite, async (t) => {
  const engine = openEngine(t);
  const early = engine.best(START);
  engine.stop();
  await assert.rejects(early, { code: "stopped" }); // it had not begun
  let stopped = state(engine, "thinking", () => engine.stop());
  const answer = await engine.best(START, { depth: 64, time: 1e9, nodes: Number.MAX_SAFE_INTEGER }); // the largest values are also accepted
  await stopped;
  assert.match(answer.action, /^b:/);
  const control = new AbortController();
  stopped = state(engine, "thinking", () => control.abort());
  const idle = state(engine, "idle");
  await assert.rejects(engine.best(START, { time: 1e9, signal: control.signal }), { code: "stopped" });
  await idle;
  const first = engine.best("nonsense"), analysis = engine.analyze(START), third = engine.analyze(START);
  const second = engine.best(START, { level: 1, lines: 64, depth: 1 });
  await assert.rejects(first, { code: "superseded" });
  await assert.rejects(analysis.next(), { code: "superseded" });
  await assert.rejects(third.next(), { code: "superseded" });
  assert.match((await second).action, /^b:/);
  const closed = [engine.best(START), engine.best(START)];
  engine.close();
  engine.close();
  await assert.rejects(closed[0], { code: "superseded" });
  await assert.rejects(closed[1], { code: "freed" });
  await assert.rejects(engine.best(START), { code: "freed" });
  assert.equal(engine.state, "closed");
});

/** Returns the address of a worker that runs a script and then worker.js. In the script, `run` is the number of the worker. */
async function workerThat(t, script) {
  const dir = await mkdtemp(join(tmpdir(), "banchess-engine-"));
  t.after(() => rm(dir, { recursive: true }));
  const file = join(dir, "worker.mjs");
  await writeFile(file, `import { appendFileSync, readFileSync } from "node:fs";
    import { parentPort } from "node:worker_threads";
    appendFileSync(${JSON.stringify(join(dir, "runs"))}, "x");
    const run = readFileSync(${JSON.stringify(join(dir, "runs"))}, "utf8").length;
    const { BanChess } = await import(${JSON.stringify(pathToFileURL(join(site, "banchess.js")).href)});
    await import(${JSON.stringify(pathToFileURL(join(site, "worker.js")).href)});
    while (!parentPort.listenerCount("message")) await new Promise((resolve) => { setImmediate(resolve); });
    ${script}`);
  return pathToFileURL(file);
}

test("a worker that crashes in a search is replaced once, and the search begun again", needsSite, async (t) => {
  const said = [];
  const listen = (engine) => {
    for (const type of ["state", "restart"]) engine.addEventListener(type, ({ state, error }) => said.push(type === "state" ? state : `${type} ${error.code}`));
    return engine;
  };
  const fault = 'parentPort.on("message", ({ call }) => { if (call === "search") throw new Error("a fault for the test"); });';
  const once = listen(openEngine(t, { workerURL: await workerThat(t, `if (run === 1) ${fault}`) }));
  assert.match((await once.best(START, { depth: 1 })).action, /^b:/);
  assert.deepEqual(said.splice(0), ["loading", "thinking", "restart crashed", "loading", "thinking", "idle"]);
  const always = listen(openEngine(t, { workerURL: await workerThat(t, fault) }));
  await assert.rejects(always.analyze(START).next(), (e) => e.code === "crashed" && /a fault for the test/.test(e.message));
  assert.deepEqual(said.splice(0), ["loading", "thinking", "restart crashed", "loading", "thinking", "failed"]);

  // A crash of the WebAssembly in the worker counts too, also when no search runs.
  const trap = `const instanceOf = ${instanceOf};
  if (run === 1) parentPort.on("message", ({ call }) => {
    if (call === "search") instanceOf(new BanChess()).crash(new Error("a fault for the test"));
  });`;
  const wasm = listen(openEngine(t, { workerURL: await workerThat(t, trap) }));
  const failed = state(wasm, "idle");
  assert.match((await wasm.best(START, { depth: 3 })).action, /^b:/);
  await failed;
  assert.deepEqual(said.splice(0), ["loading", "thinking", "restart crashed", "loading", "thinking", "idle"]);
});

test("a search that waits for the end of a replaced one outlives a crash in that one, and has an answer", needsSite, async (t) => {
  const deaths = { throws: 'throw new Error("a fault for the test")', ends: "process.exit()" };
  for (const [name, death] of Object.entries(deaths)) {
    const workerURL = await workerThat(t, `if (run === 1) parentPort.on("message", (message) => { if ("cancel" in message) ${death}; });`);
    const engine = openEngine(t, { workerURL });
    let restarts = 0;
    engine.addEventListener("restart", () => { restarts++; });
    const thinking = state(engine, "thinking");
    const replaced = engine.analyze(START);
    await thinking;
    const [second, third] = [engine.best(START, { depth: 1 }), engine.best(record(...MATING, "m:f3f7"), { depth: 1 })];
    await assert.rejects(replaced.next(), { code: "superseded" }, name);
    await assert.rejects(second, { code: "superseded" }, name);
    assert.equal((await third).action, "b:e8f7", name);
    assert.deepEqual([restarts, engine.state], [1, "idle"], name);
  }

  // If no search waits, none is repeated: the next search starts a new worker.
  const alone = openEngine(t, { workerURL: await workerThat(t, `if (run === 1) parentPort.on("message", (message) => { if ("cancel" in message) ${deaths.throws}; });`) });
  const dropped = new AbortController(), thinking = state(alone, "thinking", () => dropped.abort()), failed = state(alone, "failed");
  await assert.rejects(alone.best(START, { signal: dropped.signal }), { code: "stopped" });
  await Promise.all([thinking, failed]);
  assert.match((await alone.best(START, { depth: 1 })).action, /^b:/);
});

test("whatever a worker says in the middle of a search, the search has its answer", needsSite, async (t) => {
  const strange = `const cyclic = {};
    cyclic.self = cyclic;
    const values = [null, undefined, 0, NaN, 10n, "x", [], {}, cyclic, new Map(), new Error("e")];
    parentPort.on("message", ({ call, id }) => {
      if (call !== "search") return;
      for (const value of values) {
        const messages = [value, [value], { value }, { id: value }, { id, value }, { id }];
        for (const other of [value, id + 1, 1e9]) messages.push({ id: other, answer: value }, { id: other, error: value }, { id: other, event: value });
        for (const message of messages) parentPort.postMessage(message);
      }
    });`;
  const engine = openEngine(t, { workerURL: await workerThat(t, strange) });
  engine.addEventListener("restart", ({ error }) => { assert.fail(error); });
  for (let i = 0; i < 2; i++) {
    const seen = [];
    for await (const { depth, actions } of engine.analyze(START, { depth: 3 })) {
      assert.ok(actions.length > 0);
      seen.push(depth);
    }
    assert.deepEqual(seen, [1, 2, 3]);
    assert.match((await engine.best(START, { depth: 1 })).action, /^b:/);
  }
});

test("an engine that cannot be had says so, and can be tried again", needsSite, async (t) => {
  for (const options of [
    { wasmURL: new URL("file:///nowhere/banchess-core.wasm") },
    { workerURL: new URL("file:///nowhere/worker.js") },
    { workerURL: "https://example.org/worker.js" }, // Node starts no worker of another place than the disk
  ]) {
    const missing = openEngine(t, options), [name] = Object.keys(options);
    for (let i = 0; i < 2; i++) {
      await assert.rejects(missing.best(START), (e) => e.name === "BanChessError" && e.code === "load_failed" && e.hint.includes(name), String(options[name]));
      assert.equal(missing.state, "failed");
    }
  }
  const wasmModule = await WebAssembly.compile(await readFile(join(site, "banchess-core.wasm")));
  assert.match((await openEngine(t, { wasmModule }).best(START, { nodes: 1000, level: 2 })).action, /^b:/);
});
