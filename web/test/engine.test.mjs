// The engine as JavaScript talks to it: UCI from the core program, and what
// engine.js makes of it.
import assert from "node:assert/strict";
import test from "node:test";
import { commands, readInfo } from "../engine.js";
import { needsSite, startCore } from "./site.mjs";

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
  assert.deepEqual(readInfo(line, { actions: ["b:a2a3"] }), {
    depth: 3, line: 2, score: { kind: "mate", value: -2 }, nodes: 1234, nps: 99, time: 12, pv: ["m:d1f3", "b:a7a6", "m:h6h5"],
  });
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
