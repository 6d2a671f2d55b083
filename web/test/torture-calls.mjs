// Calls of everything that the library and the WebAssembly have, with values of every
// kind in every place, and messages of the worker: an answer every time, and the
// instance is alive after.
import assert from "node:assert/strict";
import { join } from "node:path";
import { anyValue, FITTING, giveBackRaw, makers, ofInstance, ofLibrary, ofRaw, PGN, rawMakers, STARTS } from "./callables.mjs";
import { faultOf, isOurs, shown, Thrown, VALUES } from "./kinds.mjs";
import { turn } from "./memory.mjs";
import { answersWith, callsWith, farEnd, isSendable, NearWorker, noCallsWith } from "./messages.mjs";
import { pick } from "./random.mjs";
import { instanceOf, site } from "./site.mjs";

const MODULES = ["banchess.js", "client.js", "engine.js", "session.js", "tree.js"];
const ROUNDS = 100; // have each call with each kind of value
const CALLS = 250; // of a round, at random, besides those
const PATIENCE = 20_000; // milliseconds that an answer may take
const BAN = 1 << 15 | 12 << 6 | 28; // b:e2e4, as the exports have it

/** What the language makes or takes apart before the library sees it, or what passes on what its source fails with. */
const BY_LANGUAGE = new Set(["new EngineEvent", "new ReplyEvent", "new BanChessError", "new Client", "readPGN"]);

/** What gives no answer here: the one refuses always, the other is ended at once; each round ends with one that is not. */
const NO_ANSWER = new Set(["Client toJSON", "Engine best"]);

/** The kinds of calls that are called on something. */
const ON_SOMETHING = new Set(["method", "static", "raw"]);

/** What a conversion of a value throws, if anything. */
function thrownBy(convert) {
  try {
    convert();
    return null;
  } catch (e) {
    return String(e);
  }
}

/** Whether an error may come out of a call, or be what its promise is rejected with. */
function mayThrow(e, { kind, name, args, wrongThis, withoutNew }) {
  if (kind === "raw") return false; // Go cannot throw
  if (kind === "export") return e instanceof TypeError || args.some((arg) => thrownBy(() => +arg) === String(e)); // what is no number
  if (isOurs(e)) return true;
  if (wrongThis || withoutNew) return e instanceof TypeError || e instanceof Thrown;
  if (BY_LANGUAGE.has(name)) return e instanceof TypeError || e instanceof Thrown || args.some((arg) => thrownBy(() => `${arg}`) === String(e));
  return false;
}

/** The part; `missing` is what has not been called. */
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
  /** Each call with each kind of value, for an argument and as what it is called on. */
  const pairs = all.flatMap((callable) => VALUES.flatMap((_, kind) => [
    { callable, kind, place: "argument" }, ...ON_SOMETHING.has(callable.kind) ? [{ callable, kind, place: "this" }] : [],
  ]));
  const done = new Set(); // the pairs that have been called
  const worked = new Set(); // what has answered with more than a refusal
  /** What ends all, and is called on one that was made for it. */
  const ENDS = { "Engine close": () => new Engine(), "Client terminate": () => new Client(new NearWorker()) };

  /** Gives back what was made; it may have been already. */
  const drop = (made) => giveBack(made).catch((e) => assert.equal(e.code, "freed", e.stack));
  async function giveBack(made) {
    if (made === engine || made === client || made === witness || made === there) return;
    if (made instanceof BanChess || made instanceof GameTree) made.free();
    else if (made instanceof TreeNode) treeOf(made)?.free();
    else if (made instanceof Session || made instanceof Engine) made.close();
    else if (made instanceof Game) await made.free();
    else if (made instanceof WorkerSession) await made.close();
    else if (made instanceof Client) made.terminate(); // which Client.start gave
  }
  const treeOf = (node) => Object.getOwnPropertySymbols(node).map((s) => node[s]?.tree).find((tree) => tree);

  /** Waits for what a call promised, and says what is wrong with that. */
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

  /** Takes down that a call has answered with more than a refusal. */
  function note({ name }, answer) {
    if (answer?.success !== false && !(typeof answer === "number" && answer < 0)) worked.add(name);
  }

  /** Has a call take what fits it, half of the time, but for one place. */
  function fit({ name, args, place, value, wrongThis, next }, receiver) {
    if (!(name in FITTING) || wrongThis || next() < 0.5) return;
    args.splice(0, args.length, ...FITTING[name](receiver, next, witness));
    if (place || next() < 0.5) args[Math.floor(args.length * next())] = value;
  }

  /** Calls a function as a call says; gives the answer, or what is wrong. */
  function attempt(call, f, receiver) {
    try {
      const answer = call.construct ? Reflect.construct(f, call.args) : Reflect.apply(f, receiver, call.args);
      if (typeof answer?.then !== "function") note(call, answer);
      return { answer };
    } catch (e) {
      return { fault: mayThrow(e, call) ? null : `threw ${e?.stack ?? String(e)}` };
    }
  }

  /** A call of the library. */
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

  /** A call of globalThis.banchess or of what it makes, on one that was made for it. */
  async function ofTheObject(call) {
    const { of, what, wrongThis, next } = call;
    let own = makeRaw[of](next);
    for (; own.code === "busy"; own = makeRaw[of](next)) await turn(); // what was closed is not gone at once
    if (own.success === false) return `has nothing to be called on: ${own.error}`;
    fit(call, own);
    const { answer, fault = faultOf(answer) } = attempt(call, own[what], wrongThis ? call.receiver : own);
    giveBackRaw(raw, answer);
    giveBackRaw(raw, own);
    return fault;
  }

  /** A call of the instance, mostly with a game's handle for its first argument, or a tree's, and something in the input. */
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

  /** A message with a value in it, to either end; then a proper call is answered. */
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
    const depth = { perft: 0, banchess_perft: 1 }[callable.what]; // which takes as long as it takes
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
      console.error = () => {}; // a listener that throws is said there
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
    enough: 2 * ROUNDS, // for what is left to chance
    /** What has not been called yet with some kind of value, and what has done nothing but refuse. */
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
