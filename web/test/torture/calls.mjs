// Calls all functions of the library and the WebAssembly with values of every kind in every
// place, and sends messages to and from the worker. Every call must be answered, and the
// instance must survive.
import assert from "node:assert/strict";
import { join } from "node:path";
import { anyValue, FITTING, giveBackRaw, makers, ofInstance, ofLibrary, ofRaw, PGN, rawMakers, STARTS } from "./callables.mjs";
import { faultOf, isOurs, shown, Thrown, VALUES } from "../kinds.mjs";
import { turn } from "../memory.mjs";
import { answersWith, callsWith, farEnd, isSendable, NearWorker, noCallsWith } from "../messages.mjs";
import { pick } from "../random.mjs";
import { instanceOf, site } from "../site.mjs";

const MODULES = ["banchess.js", "client.js", "engine.js", "session.js", "tree.js", "review.js"];
const ROUNDS = 100; // to call each function with each kind of value
const CALLS = 250; // additional random calls of a round
const PATIENCE = 20_000; // the longest time for an answer, in milliseconds
const BAN = 1 << 15 | 12 << 6 | 28; // b:e2e4, as the exports encode it

/** Functions in which the language itself converts arguments, or which pass on errors of their source. */
const BY_LANGUAGE = new Set(["new EngineEvent", "new ReplyEvent", "new BanChessError", "new Client", "readPGN"]);

/** Functions without an answer here: the first always refuses, the others are ended at once. Each round ends with a search that is not. */
const NO_ANSWER = new Set(["Client toJSON", "Engine best", "look", "tryAction"]);

/** The kinds of functions that are called on an object. */
const ON_SOMETHING = new Set(["method", "static", "raw"]);

/** Returns the error that a conversion throws, if any. */
function thrownBy(convert) {
  try {
    convert();
    return null;
  } catch (e) {
    return String(e);
  }
}

/** Reports whether a call may throw, or reject with, an error. */
function mayThrow(e, { kind, name, args, wrongThis, withoutNew }) {
  if (kind === "raw") return false; // Go cannot throw
  if (kind === "export") return e instanceof TypeError || args.some((arg) => thrownBy(() => +arg) === String(e)); // a value that is not a number
  if (isOurs(e)) return true;
  if (wrongThis || withoutNew) return e instanceof TypeError || e instanceof Thrown;
  if (BY_LANGUAGE.has(name)) return e instanceof TypeError || e instanceof Thrown || args.some((arg) => thrownBy(() => `${arg}`) === String(e));
  return false;
}

/** Returns the part. `missing` lists what has not been called. */
export async function calls() {
  const modules = await Promise.all(MODULES.map((name) => import(join(site, name))));
  const library = Object.assign({}, ...modules);
  const { BanChess, initialize, Client, Game, WorkerSession, Engine, Session, GameTree, TreeNode } = library;
  const crashes = [];
  await initialize({ onCrash: (e) => crashes.push(e) });
  const instance = instanceOf(new BanChess()), { exports, raw } = instance;
  const client = await Client.start(), far = await farEnd(), near = new NearWorker(), nearClient = new Client(near);
  await client.initialize();
  const engine = new Engine();
  await engine.best(new BanChess(), { nodes: 1 });
  const witness = BanChess.replayFromActions(["b:e2e4", "m:d2d4"]), seen = [witness.pgn(), JSON.stringify(witness)];
  const there = await client.replayFromActions(["b:e2e4", "m:d2d4"]);
  const make = makers(library, client, engine), makeRaw = rawMakers(raw);
  const all = [...ofLibrary(modules), ...ofRaw(raw), ...ofInstance(exports), { kind: "message", name: "a message to the worker" }, { kind: "message", name: "a message from the worker" }];
  /** Each function with each kind of value, as an argument and as `this`. */
  const pairs = all.flatMap((callable) => VALUES.flatMap((_, kind) => [
    { callable, kind, place: "argument" }, ...ON_SOMETHING.has(callable.kind) ? [{ callable, kind, place: "this" }] : [],
  ]));
  const done = new Set(); // the pairs that have been called
  const worked = new Set(); // functions that have answered with more than a refusal
  /** Functions that end their object, so they are called on a new one. */
  const ENDS = { "Engine close": () => new Engine(), "Client terminate": () => new Client(new NearWorker()) };

  /** Frees an object, which may already be freed. */
  const drop = (made) => giveBack(made).catch((e) => assert.equal(e.code, "freed", e.stack));
  async function giveBack(made) {
    if (made === engine || made === client || made === witness || made === there) return;
    if (made instanceof BanChess || made instanceof GameTree) made.free();
    else if (made instanceof TreeNode) treeOf(made)?.free();
    else if (made instanceof Session || made instanceof Engine) made.close();
    else if (made instanceof Game) await made.free();
    else if (made instanceof WorkerSession) await made.close();
    else if (made instanceof Client) made.terminate(); // made by Client.start
  }
  const treeOf = (node) => Object.getOwnPropertySymbols(node).map((s) => node[s]?.tree).find((tree) => tree);

  /** Waits for a call's promise. Returns the fault of the result, if there is one. */
  async function settled(answer, call) {
    let timer;
    const late = new Promise((resolve) => { timer = setTimeout(() => resolve("no answer came"), PATIENCE); });
    const came = Promise.resolve(answer).then(async (value) => {
      const fault = faultOf(value);
      note(call, value);
      await drop(value);
      return fault;
    }, (e) => (mayThrow(e, call) ? null : `rejected with ${e?.stack ?? String(e)}`));
    try {
      return await Promise.race([came, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Notes that a function has answered with more than a refusal. */
  function note({ name }, answer) {
    if (answer?.success !== false && !(typeof answer === "number" && answer < 0)) worked.add(name);
  }

  /** Returns arguments: half of the time valid ones, except in one place. */
  function fit({ name, args, place, value, wrongThis, next }, receiver) {
    if (!(name in FITTING) || wrongThis || next() < 0.5) return;
    args.splice(0, args.length, ...FITTING[name](receiver, next, witness, engine));
    if (place || next() < 0.5) args[Math.floor(args.length * next())] = value;
  }

  /** Calls a function. Returns the answer or the fault. */
  function attempt(call, f, receiver) {
    try {
      const answer = call.construct ? Reflect.construct(f, call.args) : Reflect.apply(f, receiver, call.args);
      if (typeof answer?.then !== "function") note(call, answer);
      return { answer };
    } catch (e) {
      return { fault: mayThrow(e, call) ? null : `threw ${e?.stack ?? String(e)}` };
    }
  }

  /** Calls a function of the library. */
  async function ofTheLibrary(call) {
    const { kind, of, name, what, f, wrongThis, next } = call;
    let receiver;
    if (wrongThis) receiver = call.receiver;
    else if (name in ENDS) receiver = ENDS[name]();
    else if (kind === "method") receiver = await make[of](next);
    else if (kind === "static") receiver = library[of];
    fit(call, receiver);
    let { answer, fault = null } = attempt(call, f, receiver);
    if (typeof answer?.then === "function" && typeof answer.catch === "function") {
      engine.stop();
      if (of === "Session" && !wrongThis) receiver.close();
      fault ??= await settled(answer, call);
    } else if (typeof answer?.[Symbol.asyncIterator] === "function") {
      const step = answer.next();
      engine.stop();
      fault ??= await settled(step.then(async () => answer.return?.()), call);
    } else {
      fault ??= faultOf(answer);
      if (typeof answer === "function" && what === "subscribe") answer();
      if (!BY_LANGUAGE.has(name)) await drop(answer);
    }
    if (!wrongThis) await drop(receiver);
    return fault;
  }

  /** Calls a function of globalThis.banchess or of an object that it made. */
  async function ofTheObject(call) {
    const { of, what, wrongThis, next } = call;
    let own = makeRaw[of](next);
    for (; own.code === "busy"; own = makeRaw[of](next)) await turn(); // closed sessions are freed with a delay
    if (own.success === false) return `has nothing to be called on: ${own.error}`;
    fit(call, own);
    const { answer, fault = faultOf(answer) } = attempt(call, own[what], wrongThis ? call.receiver : own);
    giveBackRaw(raw, answer);
    giveBackRaw(raw, own);
    return fault;
  }

  /** Calls an export of the instance, mostly with the handle of a game or a tree as its first argument, and with text in the input. */
  function ofTheInstance(call) {
    const { name, args, value, place, f, next } = call;
    const own = name === "banchess_tree_game" ? raw.newTree({ pgn: PGN }) : raw.newGame({ fen: pick(next, STARTS) });
    if (next() < 0.8) {
      args[0] = own.handle;
      if (place === "argument") args[1] = value;
    }
    const input = next() < 0.5 ? new TextEncoder().encode(pick(next, STARTS) ?? "x") : Array.from({ length: 1 + Math.floor(100 * next()) }, () => 256 * next());
    if (!place && next() < 0.5) args[1] = name === "banchess_play" ? BAN : input.length;
    const at = exports.banchess_input(input.length);
    new Uint8Array(exports.mem.buffer, at, input.length).set(input);
    const { answer, fault } = attempt(call, f);
    own.free();
    if (fault !== undefined) return fault;
    if (/_(new|clone|tree_game)$/.test(name) && answer > 0) exports.banchess_free(answer);
    if (name === "banchess_free" ? answer !== undefined : !Number.isInteger(answer)) return `answered ${String(answer)}`;
    return answer === -1 && raw.lastError.code === "internal" ? raw.lastError.error : null;
  }

  /** Sends a message with a value to either end. After it, a valid call must be answered. */
  async function message({ name, value, next }) {
    if (!isSendable(value)) return null;
    if (name === "a message from the worker") {
      const calling = nearClient.call("fen", 1, []);
      for (const said of answersWith(value, near.call)) if (said?.id !== near.call) near.say(said);
      near.say({ id: near.call, answer: "x" });
      note({ name });
      return await calling === "x" ? null : "the answer is another";
    }
    for (const said of noCallsWith(value)) far.post(said);
    const { answer, error } = await far.ask(pick(next, callsWith(value)));
    await far.works(answer);
    if (!error) note({ name });
    return error && !isOurs({ name: "BanChessError", ...error, message: error.error }) ? `${error.code}: ${error.error}` : null;
  }

  async function one(next, { callable = pick(next, all), kind, place } = {}) {
    const args = Array.from({ length: [0, 1, 1, 1, 2, 2, 3, 4][Math.floor(8 * next())] }, () => anyValue(next));
    const value = kind === undefined ? anyValue(next) : VALUES[kind];
    if (place === "argument") args[Math.floor(args.length * next())] = value;
    const wrongThis = place ? place === "this" : ON_SOMETHING.has(callable.kind) && next() < 0.1;
    const call = { ...callable, next, args, value, place, wrongThis, receiver: place ? value : pick(next, VALUES) };
    if (callable.kind === "constructor") call.withoutNew = !(call.construct = next() < 0.9);
    const depth = { perft: 0, banchess_perft: 1 }[callable.what]; // limits the time
    if (thrownBy(() => +args[depth]) === null && +args[depth] > 2) args[depth] = 2;
    const fault = callable.kind === "message" ? await message(call) : callable.kind === "export" ? ofTheInstance(call) : callable.kind === "raw" ? await ofTheObject(call) : await ofTheLibrary(call);
    const said = () => `${callable.name}(${args.map(shown).join(", ")})${wrongThis ? ` on ${shown(call.receiver)}` : ""}`;
    if (fault) throw new Error(`${said()} ${fault}`);
    if (crashes.length > 0 || instance.dead) throw new Error(`${said()} crashed it: ${crashes[0]?.stack}`);
    if (witness.pgn() !== seen[0]) throw new Error(`${said()} changed another game`);
  }

  return {
    name: "calls", unit: "calls",
    async round(next, seed) {
      const quiet = console.error;
      console.error = () => {}; // errors of listeners are logged there
      let count = 0;
      try {
        for (let i = seed % ROUNDS; i < pairs.length; i += ROUNDS) {
          await one(next, pairs[i]);
          done.add(i);
          count++;
        }
        for (let i = 0; i < CALLS; i++) await one(next);
      } finally {
        console.error = quiet;
      }
      assert.deepEqual([witness.pgn(), JSON.stringify(witness)], seen);
      assert.deepEqual([await there.pgn(), JSON.stringify(await there.toJSON())], seen);
      const { action } = await engine.best(witness, { nodes: 10 });
      assert.ok(witness.isLegal(action));
      return count + CALLS;
    },
    enough: 2 * ROUNDS, // rounds for the random part
    /** Returns the functions that have not been called with some kind of value, and those that have only refused. */
    missing() {
      const left = new Map();
      pairs.forEach(({ callable: { name } }, i) => { if (!done.has(i)) left.set(name, (left.get(name) ?? 0) + 1); });
      const refused = all.filter(({ name }) => !worked.has(name) && !NO_ANSWER.has(name));
      return [...[...left].map(([name, n]) => `${name} with ${n} kinds of values`), ...refused.map(({ name }) => `${name} with an answer that is no refusal`)];
    },
    said: () => `${done.size} of ${pairs.length} calls with a kind of value in a place, ${all.length} members`,
    end() {
      engine.close();
      client.terminate();
      far.end();
    },
  };
}
