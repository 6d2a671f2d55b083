// The engine as JavaScript talks to it: UCI from the core program, and what
// engine.js makes of it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { commands, Engine, plyOf, readInfo } from "../engine.js";
import { needsSite, site, startCore } from "./site.mjs";

const MATING = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3".split(" ");

/** Opens a session and returns how to talk to it: until(word) waits for a line that begins so. */
function talk(banchess) {
  const lines = [];
  let wake = () => {};
  const session = banchess.uci((line) => {
    lines.push(line);
    wake();
  });
  async function until(word) {
    for (let i = 0; ; i++) {
      while (i >= lines.length) await new Promise((resolve) => (wake = resolve));
      if (lines[i].startsWith(word)) return lines.splice(0, i + 1);
    }
  }
  return { ...session, until, lines };
}

test("a request becomes UCI: actions without their kind and indicator", () => {
  assert.deepEqual(commands({ actions: ["b:e2e4", "m:d2d4+", "b:h1g1#"], level: 3, movetime: 50 }), [
    "setoption name Skill Level value 3",
    "setoption name MultiPV value 1",
    "position startpos moves e2e4 d2d4 h1g1",
    "go movetime 50",
  ]);
  assert.deepEqual(commands({ fen: "8/P6k/8/8/8/8/7K/8 w - - 0 1 2", depth: 4, lines: 3 }).slice(1), [
    "setoption name MultiPV value 3",
    "position fen 8/P6k/8/8/8/8/7K/8 w - - 0 1 2",
    "go depth 4",
  ]);
});

test("a line of the search reads with its bans and moves told apart", () => {
  const line = "info depth 3 seldepth 5 multipv 2 score mate -2 nodes 1234 nps 99 hashfull 0 time 12 pv d1f3 a7a6 h6h5";
  assert.deepEqual(readInfo(line, 2), {
    depth: 3, line: 2, score: { kind: "mate", value: -2 }, nodes: 1234, nps: 99, time: 12, pv: ["m:d1f3", "b:a7a6", "m:h6h5"],
  });
});

// Every form of FEN the engine takes, and the ply of the next action.
const BARE = "4k3/8/8/8/8/8/8/4K2R";
const PLIES = [
  [{}, 1],
  [{ actions: ["b:e2e4", "m:d2d4"] }, 3],
  [{ fen: `${BARE} w K - 0 1` }, 1],
  [{ fen: `${BARE} b K - 0 1` }, 3],
  [{ fen: `${BARE} w K - 0 12` }, 45],
  [{ fen: `${BARE} b K - 0 12`, actions: ["b:e8e7"] }, 48],
  [{ fen: `${BARE} w K - 0 1 1` }, 1],
  [{ fen: `${BARE} w K - 0 1 2:e1e2` }, 2],
  [{ fen: `${BARE} b K - 0 9 4:e8e7+`, actions: ["m:e8d7"] }, 5],
  [{ fen: `${BARE} w K - 0 1 b:e1e2` }, 2],
  [{ fen: `${BARE} b K - 0 3 b:e8e7=` }, 12],
  [{ fen: `  ${BARE}   w K - 0 7 ` }, 25],
];

test("the ply follows from every form of FEN", () => {
  for (const [request, ply] of PLIES) assert.equal(plyOf(request), ply, JSON.stringify(request));
});

test("a wrong argument is refused and named", () => {
  const FEN = `${BARE} w K - 0 1 1`;
  for (const [request, words] of [
    [undefined, /object/],
    [null, /object/],
    [{ level: 9 }, /^level .* 1 to 8$/],
    [{ level: 0 }, /^level /],
    [{ level: 1.5 }, /^level /],
    [{ lines: 0 }, /^lines /],
    [{ lines: 65 }, /^lines /],
    [{ depth: -1 }, /^depth /],
    [{ depth: 0 }, /^depth /],
    [{ depth: "3" }, /^depth /],
    [{ movetime: "x" }, /^movetime /],
    [{ movetime: NaN }, /^movetime /],
    [{ movetime: 1e21 }, /^movetime /],
    [{ movetime: null }, /^movetime /],
    [{ fen: 7 }, /^fen /],
    [{ fen: "" }, /^fen /],
    [{ fen: `${FEN}\ngo infinite` }, /^fen /],
    [{ fen: `${FEN}\r` }, /^fen /],
    [{ fen: `${FEN}\u0085moves\u0085e1e2` }, /^fen /],
    [{ fen: `${BARE} w K - 0 1 moves` }, /^fen /],
    [{ actions: "e2e4" }, /^actions /],
    [{ actions: {} }, /^actions /],
    [{ actions: [7] }, /^actions\[0\] /],
    [{ actions: ["b:e2e4", , "b:e7e5"] }, /^actions\[1\] /],
    [{ actions: ["b:e2e4\nquit"] }, /^actions\[0\] /],
    [{ actions: ["e2e4 d2d4"] }, /^actions\[0\] /],
    [{ actions: ["b:e2e4", ""] }, /^actions\[1\] /],
    [{ actions: ["b:"] }, /^actions\[0\] /],
    [{ actions: ["m:e2e4"] }, /^actions\[0\], m:e2e4, stands where a ban is due$/],
    [{ fen: `${BARE} w K - 0 1 b:e1e2`, actions: ["b:e1d1"] }, /^actions\[0\], .* a move is due$/],
    [{ actions: Array(250_000).fill("e2e4") }, /characters$/],
  ]) {
    assert.throws(() => commands(request), { name: "EngineError", code: "bad_request", message: words }, JSON.stringify(request)?.slice(0, 100));
  }
});

test("the core program finds the mate by ban and the ban that prevents it", needsSite, async () => {
  const { banchess } = await startCore();
  const engine = talk(banchess);
  engine.send("uci");
  await engine.until("uciok");
  const uci = (actions) => actions.map((action) => action.slice(2)).join(" ");
  engine.send(`position startpos moves ${uci(MATING)} f3f7`);
  engine.send("go depth 1");
  const found = await engine.until("bestmove");
  assert.match(found.at(-1), /^bestmove e8f7/);
  assert.ok(found.some((line) => line.includes("score mate 1")), found.join("\n"));
  engine.send(`position startpos moves ${uci(MATING.slice(0, -1))}`);
  engine.send("go depth 3");
  assert.match((await engine.until("bestmove")).at(-1), /^bestmove f3f7/);
  engine.close();
});

test("stop is obeyed while the engine searches, and the event loop goes on", needsSite, async () => {
  const { banchess } = await startCore();
  const engine = talk(banchess);
  engine.send("go infinite");
  await engine.until("info depth 3");
  assert.equal(banchess.newGame().getLegalActions().length, 20); // other calls are answered meanwhile
  engine.send("stop");
  assert.match((await engine.until("bestmove")).at(-1), /^bestmove [a-h][1-8][a-h][1-8]/);
  engine.close();
});

test("junk changes nothing and sessions are counted", needsSite, async () => {
  const { banchess } = await startCore();
  assert.equal(banchess.uci().code, "bad_argument");
  const sessions = Array.from({ length: 4 }, () => talk(banchess));
  assert.equal(banchess.uci(() => {}).code, "busy");
  const [engine] = sessions;
  assert.equal(engine.send(7).code, "bad_argument");
  for (const junk of ["", "xyzzy", "position fen nonsense", "position startpos moves e2e9", "go depth x", "setoption name Hash value 99999", "go movetime"]) {
    assert.equal(engine.send(junk).success, true);
  }
  engine.send("d");
  engine.send("isready");
  const said = (await engine.until("readyok")).join("\n");
  assert.match(said, /info string/);
  assert.match(said, /rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w KQkq - 0 1 1/);
  for (const session of sessions) session.close();
  await new Promise((resolve) => setImmediate(resolve));
  const again = talk(banchess);
  again.send("isready");
  await again.until("readyok");
  again.close();
  assert.equal(sessions[0].send("isready").code, "freed");
});

/** A page's Worker, in Node: engine-worker.js with what it needs of a page. */
class PageWorker extends Worker {
  static sent = []; // all lines, of every worker

  constructor(url) {
    super(`
      const { readFileSync } = require("node:fs");
      const { parentPort, workerData } = require("node:worker_threads");
      const { runInThisContext } = require("node:vm");
      const run = (file) => runInThisContext(readFileSync(file, "utf8"), file);
      globalThis.self = globalThis;
      globalThis.postMessage = (message) => parentPort.postMessage(message);
      globalThis.importScripts = (name) => run(workerData.site + "/" + name);
      run(workerData.script);
      parentPort.on("message", (data) => self.onmessage({ data }));
    `, { eval: true, workerData: { site, script: fileURLToPath(url) } });
    this.on("message", (data) => this.onmessage({ data }));
    this.on("error", ({ message }) => this.onerror({ message, preventDefault() {} }));
  }

  postMessage(data) {
    PageWorker.sent.push(...(data.lines ?? []));
    super.postMessage(data);
  }
}

/** An Engine as a page has it, closed when the test ends. */
async function openEngine(t) {
  const program = await readFile(join(site, "banchess-core.wasm"));
  const { fetch } = globalThis;
  globalThis.Worker = PageWorker;
  globalThis.fetch = async () => new Response(program, { headers: { "Content-Type": "application/wasm" } });
  PageWorker.sent.length = 0;
  const engine = new Engine();
  t.after(() => {
    engine.close();
    globalThis.fetch = fetch;
    delete globalThis.Worker;
  });
  return engine;
}

/** Waits for the next state of a name; what then is called at once. */
const state = (engine, name, then = () => {}) => new Promise((resolve) => {
  engine.addEventListener("state", function heard({ detail }) {
    if (detail.state !== name) return;
    engine.removeEventListener("state", heard);
    resolve(then());
  });
});

test("a search the engine refuses is rejected in its words, and the next one works", needsSite, async (t) => {
  const engine = await openEngine(t);
  const MATED = [...MATING, "m:f3f7", "b:e8f7"];
  const works = async () => {
    assert.equal(engine.state, "idle");
    const { action, info } = await engine.search({ actions: [...MATING, "m:f3f7"], depth: 1 });
    assert.equal(action, "b:e8f7");
    assert.deepEqual(info.score, { kind: "mate", value: 1 });
  };
  await works();
  for (const [request, words] of [
    [{ fen: "nonsense" }, /^the FEN "nonsense" is not possible: it has 1 field /],
    [{ fen: "8/8/8/8/8/8/8/K7 w - - 0 1 1" }, /^the FEN .*Black has 0 kings/],
    [{ actions: ["b:e2e4", "m:e2e9"] }, /^action 2, "e2e9": "e2e9" is not a move;/],
    [{ actions: ["b:e2e4", "m:e2e4"] }, /^action 2, "e2e4": e2-e4 is banned at ply 2/],
    [{ actions: [...MATED, "m:a2a3"] }, /^action \d+, "a2a3": the game is over/],
  ]) {
    await assert.rejects(engine.search({ depth: 1, ...request }), { name: "EngineError", code: "bad_request", message: words });
    await works();
  }
  // Said before anything is sent, and no search under way is touched by it.
  const under = engine.search({ depth: 2 });
  await assert.rejects(engine.search({ level: 9 }), { code: "bad_request" });
  assert.match((await under).action, /^b:/);
  // What the engine says beside an answer refuses nothing.
  await assert.rejects(engine.search({ actions: MATED }), { code: "no_action" });
  await works();
});

test("the answer is a ban or a move as the FEN's form has it", needsSite, async (t) => {
  const engine = await openEngine(t);
  for (const [request, ply] of PLIES) {
    const { action, info } = await engine.search({ ...request, depth: 2 });
    const kinds = ply % 2 === 1 ? ["b", "m"] : ["m", "b"];
    assert.equal(action[0], kinds[0], JSON.stringify(request));
    assert.deepEqual(info.pv.slice(0, 2).map((a) => a[0]), kinds);
    if (action[0] === "m" && request.fen?.includes("e1e2")) assert.ok(!action.startsWith("m:e1e2"), "the ban is in force");
  }
});

test("a search that is stopped, dropped or replaced before go", needsSite, async (t) => {
  const engine = await openEngine(t);
  let stopped = state(engine, "computing", () => engine.stop());
  const answer = await engine.search({ depth: 64, movetime: 1e9 }); // the largest of all is taken too
  await stopped;
  assert.match(answer.action, /^b:/);
  stopped = state(engine, "computing", () => engine.cancel());
  const before = PageWorker.sent.filter((line) => line.startsWith("go")).length;
  const idle = state(engine, "idle");
  await assert.rejects(engine.search({ movetime: 1e9 }), { code: "stopped" });
  await idle;
  assert.equal(PageWorker.sent.filter((line) => line.startsWith("go")).length, before, "what was dropped is not searched");
  const first = engine.search({ fen: "nonsense" });
  const second = engine.search({ level: 1, lines: 64, depth: 1 });
  await assert.rejects(first, { code: "superseded" });
  assert.match((await second).action, /^b:/);
});
