// Calls of everything that the library and the WebAssembly have, with values of every
// kind in every place: an answer every time, and the instance is alive after.
import assert from "node:assert/strict";
import { join } from "node:path";
import { isOurs, faultOf, shown, VALUES } from "./kinds.mjs";
import { pick, playRandomly } from "./random.mjs";
import { site } from "./site.mjs";

const MODULES = ["banchess.js", "client.js", "engine.js", "session.js", "tree.js"];
const CALLS = 500; // of a round
const INSPECT = Symbol.for("nodejs.util.inspect.custom"); // which Node alone calls
const PATIENCE = 20_000; // milliseconds that an answer may take

const STARTS = [undefined, undefined, "8/P6k/8/8/8/8/7K/8 w - - 0 1 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 2:e1g1", "7k/8/6K1/8/8/8/8/R7 w - - 99 80 317"];
const PGN = '[White "Ada"]\n\n1. {banning: e2e4} d4 {solid} $1 (1. c4 {[%csl Ra1]}) {banning: e7e5} d5 *';

/** What calls take, so that some get further than the first check. */
const GOOD = [
  ...STARTS, PGN, "b:e2e4", "m:d2d4", "e2", "a7", "e2e4", "Nf3", "a8=Q", "white", "black", "w", "resignation", "timeout", "White", "san", "pgn", { type: "q", color: "w" },
  { from: "e2", to: "e4" }, { ban: { from: "e2", to: "e4" } }, { move: { from: "a7", to: "a8", promotion: "q" } }, ["b:e2e4", "m:d2d4"], { verbose: true }, { standard: true },
  1, 2, 3, 4, 5, 64, 1e9, 2 ** 31, -(2 ** 31), 2 ** 53, 1.5, -0, new Uint8Array(8), new SharedArrayBuffer(8), new AbortController().signal, AbortSignal.abort(),
];
const HUGE = ["9".repeat(5 << 20), "x".repeat(1 << 23)]; // seldom: they take their time
const NAMES = [
  "fen", "pgn", "actions", "tags", "ended", "winner", "ban", "move", "from", "to", "promotion", "verbose", "standard", "depth", "lines", "time", "nodes", "level", "fresh", "signal", "ply",
  "past", "lastAction", "moveNumber", "comment", "nags", "drawings", "eval", "color", "type", "san", "serialization", "indicators", "comments", "onError", "onCrash", "wasmURL", "workerURL",
  "message_type", "id", "piece", "movetime_ms", "within", "error", "code", "faults", "message", "length", "__proto__", "then", "toJSON", "handle", "constructor", "square",
];
const MESSAGES = ["ban", "move", "promotion", "state", "undo", "redo", "reset", "load", "resign", "offer_draw", "best_action", "solve", "stop", "x"];

/** What is for the library alone. */
const INTERNAL = new Set(["new TreeNode", "new Game", "new WorkerSession", "WorkerSession receive"]);

/** A value of some kind, an object of some or a list of some. */
function value(next, depth = 0) {
  const dice = next();
  if (dice < 0.45) return pick(next, VALUES);
  if (dice < 0.75 || depth > 2) return next() < 0.01 ? pick(next, HUGE) : next() < 0.05 ? undefined : pick(next, GOOD);
  if (dice < 0.8) return { message_type: pick(next, MESSAGES), from: pick(next, ["E2", "D2", 1]), to: pick(next, ["E4", "D4"]), [pick(next, NAMES)]: value(next, depth + 1) };
  if (dice < 0.85) return Array.from({ length: Math.floor(3 * next()) }, () => value(next, depth + 1));
  const made = {};
  for (let left = 1 + Math.floor(3 * next()); left > 0; left--) {
    const name = pick(next, NAMES), inner = value(next, depth + 1);
    if (next() < 0.1) Object.defineProperty(made, name, { enumerable: true, configurable: true, get() { throw new Error(name); } });
    else Object.defineProperty(made, name, { enumerable: true, configurable: true, value: inner });
  }
  return made;
}

/** All that can be called of the library: whose it is, what it is called, and the function. */
function callables(modules) {
  const all = [];
  for (const [name, exported] of modules.flatMap((module) => Object.entries(module))) {
    if (typeof exported !== "function" || name === "internal") continue;
    const members = (of, object) => {
      for (const [key, { value: f, get, set }] of Object.entries(Object.getOwnPropertyDescriptors(object)).concat(Object.getOwnPropertySymbols(object).map((s) => [s, Object.getOwnPropertyDescriptor(object, s)]))) {
        for (const [kind, one] of [["", f], ["get ", get], ["set ", set]]) if (typeof one === "function" && key !== "constructor" && key !== INSPECT) all.push({ of, what: `${kind}${String(key)}`, f: one });
      }
    };
    const isClass = /^class\b/.test(Function.prototype.toString.call(exported));
    all.push({ of: isClass ? "new" : "", what: name, f: exported });
    if (!isClass) continue;
    members(`${name}.`, exported);
    members(name, exported.prototype);
  }
  return all;
}

/** Those of globalThis.banchess, which throw nothing at all. */
function rawCallables(raw) {
  const all = [];
  for (const object of [raw, raw.newGame(), raw.newTree({ actions: ["b:e2e4"] }), raw.readPGN()]) {
    for (let o = object; o && o !== Object.prototype; o = Object.getPrototypeOf(o)) {
      for (const [what, { value: f }] of Object.entries(Object.getOwnPropertyDescriptors(o))) if (typeof f === "function" && what !== "perft") all.push({ of: "raw", what, f, self: object });
    }
  }
  return all;
}

/** The part; `missing` are those that have not been called. */
export async function calls() {
  const modules = await Promise.all(MODULES.map((name) => import(join(site, name))));
  const { BanChess, BanChessError, Setup, initialize, internal, Client, Game, WorkerSession, Engine, EngineEvent, Session, ReplyEvent, GameTree, TreeNode, parsePGN } = Object.assign({}, ...modules);
  const crashes = [];
  await initialize({ onCrash: (e) => crashes.push(e) });
  const instance = internal.shared.running(), { exports, raw } = instance;
  const client = await Client.start();
  await client.initialize();
  const engine = new Engine();
  await engine.best(new BanChess(), { nodes: 1 });
  const witness = BanChess.replayFromActions(["b:e2e4", "m:d2d4"]), seen = [witness.pgn(), JSON.stringify(witness)];
  const there = await client.replayFromActions(["b:e2e4", "m:d2d4"]);
  const all = [
    ...callables(modules).filter(({ of, what }) => !INTERNAL.has(`${of} ${what}`)), ...rawCallables(raw),
    ...Object.entries(exports).filter(([name]) => name.startsWith("banchess_") && name !== "banchess_free").map(([what, f]) => ({ of: "exports", what, f })),
  ];
  const called = new Set();

  const game = (next) => {
    const made = new BanChess(pick(next, STARTS));
    playRandomly(made, next, Math.floor(8 * next()));
    return made;
  };
  /** What the methods of a class are called on. */
  const makers = {
    BanChess: game,
    BanChessError: () => new BanChessError({ error: "x", code: "crashed" }),
    Setup: (next) => new Setup(pick(next, STARTS)),
    GameTree: () => parsePGN(PGN),
    TreeNode: (next) => pick(next, [...parsePGN(PGN)]),
    Session: () => new Session(),
    ReplyEvent: () => new ReplyEvent({}),
    Engine: () => engine,
    EngineEvent: () => new EngineEvent("state", "idle"),
    Client: () => client,
    Game: (next) => client.create(pick(next, STARTS)),
    WorkerSession: () => client.session(),
  };
  /** What ends all, and is called on one that was made for it. */
  const ENDS = {
    "Engine close": () => new Engine(),
    "Client terminate": () => new Client({ postMessage() {}, terminate() {} }),
  };
  // What the language makes or takes apart before the library sees it, or what passes on what its source fails with.
  const BY_LANGUAGE = new Set(["new EngineEvent", "new ReplyEvent", "new BanChessError", "new Client", " readPGN"]);

  /** Gives back what was made; it may have been already. */
  const drop = (made) => giveBack(made).catch((e) => assert.equal(e.code, "freed", e.stack));
  async function giveBack(made) {
    if (made === engine || made === client || made === witness || made === there || made === raw || made === raw.game) return;
    if (made instanceof BanChess || made instanceof GameTree) made.free();
    else if (made instanceof TreeNode) treeOf(made)?.free();
    else if (made instanceof Session || made instanceof Engine) made.close();
    else if (made instanceof Game) await made.free();
    else if (made instanceof WorkerSession) await made.close();
    else if (made instanceof Client) made.terminate(); // which Client.start gave
    else if (made && typeof made === "object") for (const end of ["free", "close"]) if (Object.getPrototypeOf(made) !== Object.prototype && typeof made[end] === "function") made[end]();
  }
  const treeOf = (node) => Object.getOwnPropertySymbols(node).map((s) => node[s]?.tree).find((tree) => tree);

  /** Waits for what a call promised, and says what is wrong with that. */
  async function settled(answer, astray) {
    let timer;
    const late = new Promise((resolve) => { timer = setTimeout(() => resolve("no answer came"), PATIENCE); });
    const done = Promise.resolve(answer).then(async (value) => {
      const fault = faultOf(value);
      await drop(value);
      return fault;
    }, (e) => (isOurs(e) || astray && e instanceof Error ? null : `rejected with ${e?.stack ?? String(e)}`));
    try {
      return await Promise.race([done, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function one(next) {
    const { of, what, f, self } = pick(next, all);
    const name = `${of} ${what}`;
    called.add(name);
    const args = Array.from({ length: [0, 1, 1, 1, 2, 2, 3, 4][Math.floor(8 * next())] }, () => value(next));
    if (what === "perft" && typeof args[0] === "number" && args[0] > 2) args[0] = 2; // which takes as long as it takes
    const astray = of !== "" && of !== "new" && next() < 0.1;
    let receiver = self;
    if (astray) receiver = pick(next, VALUES);
    else if (name in ENDS) receiver = ENDS[name]();
    else if (of in makers) receiver = await makers[of](next);
    else if (of.endsWith(".")) receiver = { BanChess, GameTree, Client, Setup }[of.slice(0, -1)];
    const sayWhat = () => `${name}(${args.map(shown).join(", ")})${astray ? ` on ${shown(receiver)}` : ""}`;
    let answer, fault = null;
    try {
      answer = of === "new" && next() < 0.9 ? Reflect.construct(f, args) : Reflect.apply(f, receiver, args);
    } catch (e) {
      const language = astray || of === "new" || of === "exports" || BY_LANGUAGE.has(name);
      if (!isOurs(e) && !(language && (e instanceof TypeError || astray || of === "exports" || BY_LANGUAGE.has(name)))) fault = `threw ${e?.stack ?? String(e)}`;
    }
    if (typeof answer?.then === "function" && typeof answer.catch === "function") {
      engine.stop();
      if (of === "Session" && !astray) receiver.close();
      fault ??= await settled(answer, astray);
    } else if (typeof answer?.[Symbol.asyncIterator] === "function") {
      const step = answer.next();
      engine.stop();
      fault ??= await settled(step.then(async () => answer.return?.()), astray || BY_LANGUAGE.has(name));
    } else {
      fault ??= faultOf(answer);
      if (typeof answer === "function" && what === "subscribe") answer();
      if (!BY_LANGUAGE.has(name)) await drop(answer);
    }
    if (!astray) await drop(receiver);
    if (fault) throw new Error(`${sayWhat()} ${fault}`);
    if (crashes.length > 0 || internal.shared.running() !== instance) throw new Error(`${sayWhat()} crashed it: ${crashes[0]?.stack}`);
    if (witness.pgn() !== seen[0]) throw new Error(`${sayWhat()} changed another game`);
  }

  return {
    name: "calls", unit: "calls",
    async round(next) {
      const quiet = console.error;
      console.error = () => {}; // a listener that throws is said there
      try {
        for (let i = 0; i < CALLS; i++) await one(next);
      } finally {
        console.error = quiet;
      }
      assert.deepEqual([witness.pgn(), JSON.stringify(witness)], seen);
      assert.deepEqual([await there.pgn(), JSON.stringify(await there.toJSON())], seen);
      const { action } = await engine.best(witness, { nodes: 10 });
      assert.ok(witness.isLegal(action));
      return CALLS;
    },
    /** What has not been called yet. */
    missing: () => all.map(({ of, what }) => `${of} ${what}`).filter((name) => !called.has(name)),
    end() {
      engine.close();
      client.terminate();
    },
  };
}
