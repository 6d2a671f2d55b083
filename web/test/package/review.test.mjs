// A player's mistakes: found in reported games, tried again, and given back by a schedule.
import assert from "node:assert/strict";
import { join } from "node:path";
import test, { before } from "node:test";
import { needsSite, site } from "../site.mjs";

const { initialize } = site ? await import(join(site, "banchess.js")) : {};
const { parsePGN } = site ? await import(join(site, "tree.js")) : {};
const { dayOf, review, tryAction } = site ? await import(join(site, "review.js")) : {};
const { Engine } = site ? await import(join(site, "engine.js")) : {};

const JUDGED = `{[%eval 0.2]} 1. {banning: a2a3} {[%eval 0.2]} e4 {[%eval 0.2]} {banning: a7a6} {[%eval 0.2]} h6 {[%eval 0.2]}
2. {banning: a2a3} {[%eval 0.2]} Qf3 {[%eval 0.2]} {banning: a7a6} {[%eval 0.2]} h5 {[%eval 0.2]}
3. {banning: a2a3 $4} {[%eval #1] Lets White mate with Qxf7+, ban e8–f7#.} ( 3. {banning: f3f7 $142} {[%eval 0.2]} a4 )
a4 $4 {[%eval 0.2]} ( 3. Qxf7+ $142 {[%eval #1]} {banning: e8f7#} ) *`;

before(() => initialize?.());

test("the mistakes of a reported game are exercises", needsSite, () => {
  const tree = parsePGN(JUDGED);
  const [ban, move, ...rest] = tree.exercises({ game: "g1" });
  assert.deepEqual(rest, []);
  const { id, ...others } = ban;
  assert.match(id, /^[0-9a-z]+$/);
  assert.deepEqual(others, {
    game: "g1", fen: tree.mainLine()[7].fen, played: "b:a2a3", mark: 4, best: { centipawns: 20 }, better: ["b:f3f7", "m:a2a4"], text: "Lets White mate with Qxf7+, ban e8–f7#.",
  });
  assert.deepEqual([move.game, move.best, move.better, move.text], ["g1", { mate: 1 }, ["m:f3f7", "b:e8f7"], undefined]);
  assert.deepEqual(tree.exercises({ player: "black" }).map(({ played, game }) => [played, game]), [["b:a2a3", undefined]]);
  assert.deepEqual(tree.exercises({ player: "white" }).map(({ played }) => played), ["m:a2a4"]);
  assert.throws(() => tree.exercises({ player: "grey" }), (e) => e.code === "bad_player");
});

test("a program can mark a mistake as a report does", needsSite, () => {
  const tree = parsePGN("1. {banning: e2e4} d4 {banning: e7e5} g5 *"), [, , ban, mistake] = tree.mainLine();
  mistake.annotate({ nags: [2] });
  ban.add("e6").annotate({ nags: [142] });
  assert.deepEqual(tree.exercises(), []);
  ban.annotate({ eval: { centipawns: 20 } });
  assert.deepEqual(tree.exercises().map(({ played, mark, best, better }) => [played, mark, best, better]), [["m:g7g5", 2, { centipawns: 20 }, ["m:e7e6"]]]);
});

test("exercises come by the schedule, and two states are merged", needsSite, () => {
  const add = parsePGN(JUDGED).exercises(), [ban, move] = add;
  const day = dayOf(new Date(2026, 10, 24, 23, 59));
  assert.equal(day, 20781);
  for (const bad of [null, 7, {}, new Date(NaN)]) assert.throws(() => dayOf(bad), (e) => e.code === "bad_argument", String(bad));
  const first = review({ add, day, new: 1 });
  assert.deepEqual([first.added, first.counted, first.due.length, first.next], [2, false, 1, day + 1]);
  const answered = (state, id, grade, at = day) => {
    const { state: next, counted } = review({ state, day: at, answer: { id, grade } });
    assert.ok(counted);
    return next;
  };
  const wrong = answered(first.state, ban.id, 1), right = answered(first.state, move.id, 3);
  assert.equal(review({ state: wrong, day, answer: { id: ban.id, grade: 3 } }).counted, false);
  assert.deepEqual(review({ state: wrong, day: day + 1, new: 0 }).due, [ban.id]);
  const { state, due, next } = review({ state: wrong, merge: right, day });
  assert.deepEqual([due, next], [[], day + 1]);
  assert.deepEqual(state, review({ state: right, merge: wrong }).state);
  assert.deepEqual(state.cards.find(({ id }) => id === ban.id).answers, [[day, 1]]);
  const late = (ply, id) => ({ ...move, id, fen: move.fen.replace(/\d+( \d+)(:\w+)?$/, (_, _n, banned = "") => `${Math.ceil(ply / 4)} ${ply}${banned}`) });
  assert.deepEqual(review({ add: [late(38, "early"), late(42, "late")], day, opening: true }).due, ["early"], "the first 40 plies");
  assert.deepEqual(review({ state: JSON.parse(JSON.stringify(state)), drop: ban.id, day: day + 30, opening: true }).due, [move.id]);
  for (const bad of [undefined, null, 7, "x", { state: {} }, { add: [{}] }, { day: -1 }, { answer: { id: "x", grade: 4 } }]) {
    assert.throws(() => review(bad), (e) => e.code === "bad_argument" && !e.hint.includes(".go"), JSON.stringify(bad));
  }
  const cycle = {};
  cycle.state = cycle;
  assert.throws(() => review(cycle), (e) => e.code === "bad_argument");
});

test("an action that is tried is right if it keeps as much, and is refuted if not", needsSite, async (t) => {
  const [ban, move] = parsePGN(JUDGED).exercises();
  const engine = new Engine();
  t.after(() => engine.close());
  const tried = ({ fen, best, better }, action, more) => tryAction(engine, { fen, action, best: { score: best, actions: better }, ...more });
  const wrong = await tried(ban, "b:b1c3");
  assert.deepEqual([wrong.keeps, wrong.score, wrong.actions], [false, { mate: 1 }, ["m:f3f7", "b:e8f7"]]);
  assert.equal((await tried(ban, "b:f3f7")).keeps, true);
  const { keeps, score } = await tried(move, "m:f3f7");
  assert.deepEqual([keeps, score], [true, { mate: 1 }]);
  assert.equal((await tried(move, "m:a2a4")).keeps, false);
  // The end of the game needs no search.
  assert.deepEqual(await tried(move, "b:e8f7", { actions: ["m:f3f7"] }), { keeps: true, score: { mate: 1 }, actions: [] });
  await assert.rejects(tried(move, "m:e2e4"), (e) => e.name === "BanChessError" && e.code === "illegal_move");
  for (const args of [[], [engine], [engine, {}], [{}, { fen: move.fen, action: "m:a2a4", best: { score: move.best, actions: move.better } }]]) {
    await assert.rejects(tryAction(...args), (e) => e.code === "bad_argument", JSON.stringify(args[1]));
  }
  await assert.rejects(tried(ban, "b:b1c3", { signal: AbortSignal.abort() }), (e) => e.name === "AbortError");
});
