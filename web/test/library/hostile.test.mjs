// Calls every member of the library with every kind of value. The result must be an
// answer, a refusal or a BanChessError.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { faultOf, isOurs, shown, throwing, VALUES } from "../kinds.mjs";
import { needsSite, site, startCore } from "../site.mjs";

const { BanChess, dueAt, initialize, piecesOf } = site ? await import(join(site, "banchess.js")) : {};
const { Client } = site ? await import(join(site, "client.js")) : {};
const { Session } = site ? await import(join(site, "session.js")) : {};

/** Calls a function. Returns the fault of its result, if there is one. */
function attempt(name, call) {
  let answer;
  try {
    answer = call();
  } catch (e) {
    return isOurs(e) ? [] : [`${name} threw ${e?.stack ?? "something"}`];
  }
  const fault = faultOf(answer);
  return fault ? [`${name}: ${fault}`] : [];
}

test("no value of any kind gets a foreign error out of the class", needsSite, async () => {
  await initialize();
  const faults = [];
  const methods = Object.entries(Object.getOwnPropertyDescriptors(BanChess.prototype)).filter(([name, d]) => typeof d.value === "function" && name !== "constructor");
  const statics = Object.entries(Object.getOwnPropertyDescriptors(BanChess)).filter(([, d]) => typeof d.value === "function");
  assert.ok(methods.length > 40 && statics.length > 4);
  for (const value of VALUES) {
    for (const args of [[value], ["White", value], [undefined, value], [value, value]]) {
      const what = args.map(shown).join(", ");
      faults.push(...attempt(`new BanChess(${what})`, () => new BanChess(...args).free()));
      for (const [name, { value: f }] of statics) faults.push(...attempt(`${name}(${what})`, () => Reflect.apply(f, BanChess, args)));
      for (const [name, { value: f }] of methods) {
        if (name === "free") continue;
        const game = new BanChess();
        faults.push(...attempt(`game.${name}(${what})`, () => Reflect.apply(f, game, args)));
        if (game.fen().length < 20) faults.push(`after game.${name}(${what}) the game is ${game.fen()}`);
        game.free();
      }
    }
  }
  assert.deepEqual(faults, []);
});

test("no value of any kind gets a foreign error out of a session or of initialize", needsSite, async () => {
  await initialize();
  const session = new Session();
  const faults = [];
  for (const value of VALUES) {
    faults.push(...attempt(`send(${shown(value)})`, () => session.send(value)));
    await session.request(value).then(() => {}, (e) => { if (!isOurs(e)) faults.push(`request(${shown(value)}) rejected with ${e?.stack}`); });
    await initialize(value).then(() => {}, (e) => { if (!isOurs(e)) faults.push(`initialize(${shown(value)}) rejected with ${e?.stack}`); });
  }
  session.close();
  assert.deepEqual(faults, []);
});

test("anything but a text is refused as an action, a FEN or a PGN", needsSite, async () => {
  await initialize();
  const game = new BanChess();
  for (const bad of [["b:e2e4"], new String("b:e2e4"), { toString: () => "b:e2e4" }, JSON.parse('{"toString":1}'), Object.create(null), Symbol(), 5, undefined]) {
    assert.equal(game.playSerializedAction(bad).code, "bad_bcn");
  }
  assert.equal(game.play({ ban: { from: new String("e2"), to: "e4" } }).success, false);
  assert.equal(game.play({ toJSON: () => ({ ban: { from: "e2", to: "e4" } }) }).code, "bad_action");
  assert.equal(game.getPly(), 1);
  for (const bad of [Symbol(), () => 1, Infinity, NaN, 0, false, true, 10n, {}, [], class {}, new Date(NaN)]) {
    for (const make of [() => new BanChess(bad), () => new BanChess(undefined, bad), () => BanChess.replayFromActions([], bad)]) {
      assert.throws(make, (e) => e.code === "bad_argument" && /the (FEN|PGN) is a value of type/.test(e.message));
    }
  }
  for (const none of [undefined, null, ""]) assert.equal(new BanChess(none, none).getPly(), 1);
});

test("an error of an option names it", needsSite, async () => {
  await initialize();
  const game = new BanChess();
  const naming = (name) => (e) => e.code === "bad_option" && e.message.includes(name);
  assert.throws(() => game.load({ fen: 5 }), naming("the option fen has"));
  assert.throws(() => game.load({ actions: [], winner: {} }), naming("the option winner has"));
  assert.throws(() => game.setIndicatorConfig({ san: true, pgn: "yes" }), naming("the option pgn has"));
  assert.throws(() => game.setIndicatorConfig([]), naming("a list"));
  assert.throws(() => game.loadFromSyncState({ fen: game.fen(), ply: "1" }), naming("the option ply has"));
});

test("anything but a game, a ply, a FEN or a tree is refused, and so is an unknown call", needsSite, async (t) => {
  await initialize();
  for (const value of [...VALUES, BanChess.prototype]) {
    const what = shown(value);
    for (const name of ["play", "playSerializedAction", "resign", "timeOut"]) assert.equal(BanChess.prototype[name].call(value, "b:e2e4").code, "bad_argument", `${name} on ${what}`);
    for (const name of ["fen", "getPly", "history", "clone", "free"]) assert.throws(() => BanChess.prototype[name].call(value), { code: "bad_argument" }, `${name} on ${what}`);
    if (!Number.isInteger(value)) assert.throws(() => dueAt(value), { code: "bad_ply" }, what);
    assert.equal(piecesOf(value), null, what);
  }
  const client = await Client.start();
  t.after(() => client.terminate());
  await client.initialize();
  const game = await client.create();
  for (const bad of [throwing({}), throwing(() => {}), { toJSON() { throw new Error("json"); } }]) await assert.rejects(client.writePGN(bad), { code: "bad_argument" });
  for (const bad of ["x".repeat(1e5), new Array(4e9), Object.create(null), { toString: 1 }, "constructor", null]) {
    for (const call of [() => client.call(bad, undefined, []), () => game.call(bad)]) await assert.rejects(call, (e) => e.code === "bad_argument" && e.message.length < 1000, shown(bad));
  }
});

test("no value of any kind ends the bare program by being read as bytes", needsSite, async () => {
  const { banchess } = await startCore();
  for (const value of VALUES) {
    const reader = banchess.readPGN(), answers = [reader.feed(value), banchess.addTable(value), banchess.missingTables(value)];
    for (const answer of answers) assert.ok(answer === undefined || answer.success === true || typeof answer.code === "string" || Array.isArray(answer), shown(value));
    reader.free();
  }
});
