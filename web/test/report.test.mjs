// Reports: judgements, explanations, and the same report as on the command line.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import test, { before } from "node:test";
import { needsSite, root, site } from "./site.mjs";

const { BanChess, initialize, START_FEN } = site ? await import(join(site, "banchess.js")) : {};
const { explain, judge } = site ? await import(join(site, "tree.js")) : {};
const { Engine } = site ? await import(join(site, "engine.js")) : {};

const GAME = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7 b:e8f7".split(" ");
const MISTAKE = {
  fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1", actions: GAME.slice(0, 8), action: "b:a2a3",
  before: { score: { centipawns: 20 }, actions: ["b:f3f7", "m:a2a4"] }, after: { score: { mate: 2 }, actions: ["m:f3f7", "b:e8f7"] },
};

before(() => initialize?.());

test("bans and moves are judged by the winning chances that they lost", needsSite, () => {
  const [even, lost, won] = [{ centipawns: 0 }, { centipawns: -600 }, { centipawns: 600 }];
  const of = (player, ...rows) => judge(rows.map(([before, after, better = true]) => ({ player, type: "move", before, after, better })));
  const marks = (player, ...rows) => of(player, ...rows).judgements.map(({ mark }) => mark);
  assert.deepEqual(marks("white", [even, even], [even, { centipawns: -60 }], [even, { centipawns: -120 }], [even, lost], [lost, lost], [even, won], [even, lost, false]), [0, 6, 2, 4, 0, 0, 0]);
  assert.deepEqual(marks("black", [even, won], [even, lost]), [4, 0]);
  for (const [before, after, mark, missed] of [
    [{ mate: 2 }, { centipawns: 2000 }, 2, true], [{ mate: 2 }, even, 4, true], [{ mate: 2 }, { mate: -3 }, 4, true],
    [{ mate: 2 }, { mate: 5 }, 0, false], [{ mate: -2 }, { mate: -1 }, 0, false], [even, lost, 4, false],
  ]) {
    const [judgement] = of("white", [before, after]).judgements;
    assert.deepEqual([judgement.mark, judgement.missedMate], [mark, missed], JSON.stringify([before, after]));
  }
  const { judgements, tally } = of("white", [even, even], [even, lost]);
  assert.ok(judgements[0].accuracy > 99.9 && judgements[1].accuracy < 25 && judgements[1].loss > 0.3);
  const none = { actions: 0, accuracy: null, inaccuracies: 0, mistakes: 0, blunders: 0 };
  const { accuracy, ...moves } = tally.white.moves;
  assert.ok(accuracy > 50 && accuracy < 65);
  assert.deepEqual([moves, tally.white.bans, tally.black], [{ actions: 2, inaccuracies: 0, mistakes: 0, blunders: 1 }, none, { bans: none, moves: none }]);
  assert.deepEqual(judge([]).judgements, []);
});

test("a mistake is explained, and what cannot be read is refused", needsSite, () => {
  const said = explain(MISTAKE);
  assert.equal(said.text, "Lets White mate with Qxf7+, ban e8–f7#. Black's winning chances fall from 48 % to 0 %. Better: ban f3–f7, which keeps +0.2.");
  assert.deepEqual([said.kind, said.turns, said.line, said.better, said.after], ["allows_mate", 1, ["m:f3f7", "b:e8f7"], ["b:f3f7", "m:a2a4"], { mate: 1 }]);
  const ban = { ...MISTAKE, actions: [], before: { score: { centipawns: 20 }, actions: ["b:e2e4", "m:d2d4"] }, after: { score: { centipawns: 90 }, actions: ["m:e2e4"] } };
  assert.deepEqual([explain(ban).kind, explain(ban).threat], ["leaves_threat", ["b:e2e4", "m:a2a3"]]);
  const threat = { score: { centipawns: -160 }, actions: [] };
  assert.deepEqual([explain({ ...ban, threat }).kind, explain({ ...ban, threat }).threat], ["wastes_ban", undefined]);
  const refused = (call, code) => assert.throws(call, (e) => e.code === code && e.message.length > 10);
  for (const bad of [undefined, null, 7, "x", {}, { ...MISTAKE, before: null }, { ...MISTAKE, actions: 7 }, { ...MISTAKE, after: {} }]) refused(() => explain(bad), "bad_argument");
  for (const bad of [undefined, 7, [null], [{}], [{ player: "grey", type: "ban", before: { mate: 1 }, after: { mate: 1 } }]]) refused(() => judge(bad), "bad_argument");
  refused(() => explain({ ...MISTAKE, action: "m:e2e4" }), "bad_argument");
  refused(() => explain({ ...MISTAKE, fen: "x" }), "bad_argument");
});

test("the report of a game is the command line's", needsSite, async (t) => {
  const { report } = JSON.parse(execFileSync("go", ["run", "./game/cmd/banchess", "report", "--json", "-"], { cwd: root, input: GAME.join(" "), encoding: "utf8" }));
  const engine = new Engine();
  t.after(() => engine.close());
  const white = ({ for: player, mate, centipawns }) => (mate === undefined ? { centipawns: player === "white" ? centipawns : -centipawns } : { mate: player === "white" ? mate : -mate });
  const looks = [];
  for (let n = 0; n <= GAME.length; n++) {
    const game = BanChess.replayFromActions(GAME.slice(0, n));
    if (game.gameOver()) {
      looks.push({ score: { mate: 1 }, actions: [] });
      continue;
    }
    const best = await engine.best(game, { nodes: 50_000, fresh: true });
    looks.push({ score: white(best.score), actions: best.info.actions });
  }
  const { judgements, tally } = judge(GAME.map((action, i) => ({
    player: i % 4 === 0 || i % 4 === 3 ? "black" : "white", type: action[0] === "b" ? "ban" : "move", before: looks[i].score, after: looks[i + 1].score, better: looks[i].actions[0] !== action,
  })));
  assert.deepEqual(tally, report.tally);
  const marked = judgements.flatMap(({ mark }, i) => (mark ? [[i, mark]] : []));
  assert.deepEqual(marked.map(([i, mark]) => [GAME[i], mark]), report.moments.map(({ action, mark }) => [action, mark]));
  assert.ok(marked.length >= 3);
  for (const [n, [i]] of marked.entries()) {
    const { text, kind, better } = explain({ fen: START_FEN, actions: GAME.slice(0, i), action: GAME[i], before: looks[i], after: looks[i + 1] }), moment = report.moments[n];
    assert.deepEqual([kind, better], [moment.kind, moment.better]);
    assert.ok(moment.text.endsWith(text.slice(1)), `${moment.text}\n${text}`);
  }
});
