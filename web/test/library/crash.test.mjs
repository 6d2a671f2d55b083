// Crashes of the WebAssembly: games continue unchanged in a new instance, and no
// call stays pending.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { collect, turn } from "../memory.mjs";
import { pick, random } from "../random.mjs";
import { instanceOf, needsSite, site } from "../site.mjs";

const { BanChess, initialize } = site ? await import(join(site, "banchess.js")) : {};
const running = () => instanceOf(new BanChess());
const { Session } = site ? await import(join(site, "session.js")) : {};
const BARE = "8/8/4k3/8/8/4K3/P7/8 w - - 0 1 1"; // Black has a bare king
const PROMOTION = "8/P6k/8/8/8/8/7K/8 w - - 0 1 2";
const MATE = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7".split(" ");

/** Overwrites the program's memory, as a bug in it might. */
const smash = () => new Uint8Array(running().exports.mem.buffer).fill(0xff);

/** Crashes the instance, and calls it so that the crash is noticed. */
function crash() {
  smash();
  assert.throws(() => new BanChess(), { code: "crashed" });
}

/** Returns everything that a game can report, at each position from its beginning to the end of redo. */
function portrait(game) {
  const copy = game.clone();
  const now = () => [JSON.stringify(copy), copy.pgn(), copy.fen(), copy.result().text, copy.canUndo(), copy.canRedo(), JSON.stringify(copy.getIndicatorConfig())];
  const seen = [now()];
  while (copy.undo()) seen.push(now());
  while (copy.redo()) seen.push(now());
  copy.free();
  return seen;
}

test("after a crash live games go on in a fresh instance", needsSite, async () => {
  const crashes = [];
  await initialize({ onCrash: (e) => crashes.push(e) });
  const games = [
    BanChess.replayFromActions(MATE),
    new BanChess(PROMOTION),
    BanChess.replayFromActions(["b:e2e4", "m:d2d4", "b:e7e5"]),
    new BanChess(),
    BanChess.fromJSON({ fen: BARE, actions: [], ended: "timeout_insufficient_material" }),
    BanChess.fromJSON({ fen: "4k3/p7/8/8/8/8/8/4K3 w - - 0 1 1", actions: [], ended: "timeout_insufficient_material" }), // White has a bare king
    BanChess.fromJSON({ fen: BARE, actions: [], ended: "timeout", winner: "white" }),
    new BanChess(),
  ];
  games[1].play("m:a7a8n");
  games[2].undo();
  games[2].undo();
  games[2].resign(); // undo takes it back, and the two actions can be redone
  games[2].setTag("Event", "Crash");
  games[2].setIndicatorConfig({ san: false });
  games[3].resign("black");
  const heard = [];
  games[2].subscribe((e) => heard.push(e.type));
  const freed = new BanChess();
  freed.free();
  const before = games.map(portrait);
  smash();
  const answer = games.at(-1).play("b:e2e4");
  assert.equal(answer.code, "crashed");
  assert.throws(() => games[0].fen(), { code: "crashed" });
  assert.throws(() => new BanChess(), { code: "crashed" });
  assert.equal(games[0].play("b:e8f7").code, "crashed");
  games.pop().free(); // needs no instance
  before.pop();
  await initialize();
  assert.deepEqual(games.map(portrait), before);
  assert.equal(games[0].play("b:e8f7").flags.banCausedCheckmate, true);
  assert.deepEqual([games[2].canRedo(), games[2].undo(), games[2].redo(), games[2].redo(), games[2].redo()], [false, true, true, true, false]);
  assert.equal(games[2].getLastActionSerialized(), "b:e7e5");
  games[2].play("m:d7d5");
  assert.deepEqual(heard, ["change", "change", "change", "action"]);
  assert.throws(() => freed.fen(), { code: "freed" });
  assert.equal(crashes.length, 1, "onCrash is told once");
  assert.equal(crashes[0].code, "crashed");
});

test("a crash that a timer of the program notices ends its timers", needsSite, async () => {
  const crashed = new Promise((resolve) => { initialize({ onCrash: resolve }); });
  await initialize();
  const { go, exports } = running();
  const stack = exports.banchess_input(32); // the arguments and the answer of runtime.scheduleTimeoutEvent
  new DataView(exports.mem.buffer).setBigInt64(stack + 8, 1n, true);
  go.importObject.gojs["runtime.scheduleTimeoutEvent"](stack);
  go.exited = true;
  assert.equal((await crashed).code, "crashed");
  assert.equal(go._scheduledTimeouts.size, 0);
});

// The steps that a game can go through, by name. Each takes a game, random numbers and
// the list of all games.
const STEPS = {
  play: (game, next) => { if (!game.gameOver()) assert.ok(game.play(pick(next, game.getLegalActions())).success); },
  undo: (game) => { game.undo(); },
  redo: (game) => { game.redo(); },
  reset: (game) => { game.reset(); },
  load: (game, next) => { game.load(pick(next, [{}, { fen: PROMOTION }, { actions: MATE.slice(0, 5) }, { fen: BARE, ended: "resignation", winner: "black", tags: { White: "Ada" } }])); },
  loadRecord: (game, next, games) => { game.load(pick(next, games).toJSON()); },
  loadPGN: (game, next, games) => { game.load({ pgn: pick(next, games).pgn() }); },
  loadFromSyncState: (game, next, games) => { game.loadFromSyncState(pick(next, games).getSyncState()); },
  resign: (game) => { game.resign(); },
  agreeDraw: (game) => { game.agreeDraw(); },
  timeOut: (game, next) => { game.timeOut(pick(next, ["white", "black"])); },
  setTag: (game, next) => { game.setTag(pick(next, ["White", "Black", "Event", "__proto__"]), pick(next, ["Ada", "Bob", "\ud800", ""])); },
  setIndicatorConfig: (game, next) => { game.setIndicatorConfig({ [pick(next, ["pgn", "serialization", "san"])]: next() < 0.5 }); },
  clone: (game, next, games) => { games[Math.floor(next() * games.length)] = game.clone(); },
};
const OFTEN = ["play", "play", "play", "play", "undo", "undo", "redo"];

test("a crash changes nothing in games, whatever was done with them", needsSite, async () => {
  await initialize();
  const next = random(3);
  let endings = 0, redoable = 0;
  for (let round = 0; round < 12; round++) {
    const games = [new BanChess(), new BanChess(PROMOTION), BanChess.replayFromActions(MATE), new BanChess(BARE), new BanChess(), new BanChess()];
    const done = [];
    for (let i = 0; i < 150; i++) {
      const name = pick(next, next() < 0.6 ? OFTEN : Object.keys(STEPS));
      const game = pick(next, games);
      done.push(`${games.indexOf(game)} ${name}`);
      STEPS[name](game, next, games);
    }
    const before = games.map(portrait);
    endings += games.filter((g) => g.toJSON().ended).length;
    redoable += games.filter((g) => { const copy = g.clone(); copy.undo(); return g.toJSON().ended && copy.canRedo(); }).length;
    crash();
    await initialize();
    for (const [i, game] of games.entries()) assert.deepEqual(portrait(game), before[i], `game ${i} in round ${round}: ${done.join(", ")}`);
    games.forEach((g) => g.free());
  }
  assert.ok(endings > 5 && redoable > 1, `${endings} games had ended, ${redoable} of them with something to redo`);
});

test("a crash, and a close, reject the requests of a session", needsSite, async () => {
  const crashes = [];
  await initialize({ onCrash: (e) => crashes.push(e) });
  const lost = new Session(), closed = new Session();
  const pending = [lost.request({ message_type: "best_action", movetime_ms: 600_000 }), closed.request({ message_type: "best_action", movetime_ms: 600_000 })];
  closed.close();
  await assert.rejects(pending[1], { code: "freed" });
  await turn(); // the other search begins, with its own timers and messages
  await turn();
  crash();
  await assert.rejects(pending[0], { code: "crashed" });
  assert.throws(() => lost.send({ message_type: "state" }), { code: "crashed" });
  assert.equal(crashes.length, 1, "onCrash is told once, whoever calls the dead program");
  lost.close();
  // The callbacks that the dead program had scheduled are called, and do not throw.
  await new Promise((resolve) => { setTimeout(resolve, 50); });
  await initialize();
});

test("a crash in a timer of the program is noticed without a call", needsSite, async () => {
  const crashed = new Promise((resolve) => { initialize({ onCrash: resolve }); });
  await initialize();
  const session = new Session();
  const pending = session.request({ message_type: "best_action", movetime_ms: 600_000 });
  await turn();
  smash();
  await assert.rejects(pending, { code: "crashed" });
  assert.equal((await crashed).code, "crashed");
  await initialize();
});

test("a program that ends counts as crashed, and one that ends at once as never started", needsSite, async () => {
  const crashed = new Promise((resolve) => { initialize({ onCrash: resolve }); });
  await initialize();
  const game = BanChess.replayFromActions(["b:e2e4"]);
  const runtime = Object.getPrototypeOf(running().go), { run } = runtime;
  /** Makes programs end right after their start. */
  async function trap(during) {
    runtime.run = function (instance) {
      run.call(this, instance);
      return Promise.reject(new Error("a trap"));
    };
    await during();
    runtime.run = run;
  }
  running().go._resolveExitPromise();
  assert.equal((await crashed).code, "crashed");
  assert.equal(game.play("m:d2d4").code, "crashed");
  await trap(() => assert.rejects(initialize(), { code: "crashed" }));
  await initialize();
  assert.equal(game.play("m:d2d4").success, true);
});

test("dropped games in a crashed instance throw nothing", needsSite, async () => {
  const crashes = [];
  await initialize({ onCrash: (e) => crashes.push(e) });
  (() => { for (let i = 0; i < 1000; i++) new BanChess(); })();
  smash(); // the crash has not been noticed yet
  for (let i = 0; i < 1000 && !crashes.length; i++) {
    collect();
    await turn();
  }
  assert.equal(crashes.length, 1);
  await initialize();
});

test("the global banchess of another program stays, that of a crashed instance does not", needsSite, async () => {
  await initialize();
  const first = globalThis.banchess;
  assert.equal(first, running().raw);
  crash();
  await initialize();
  assert.notEqual(globalThis.banchess, first);
  assert.equal(globalThis.banchess, running().raw);
  crash();
  const another = { another: true };
  globalThis.banchess = another;
  await initialize();
  assert.equal(globalThis.banchess, another);
  assert.equal(new BanChess().getPly(), 1);
  delete globalThis.banchess;
});
