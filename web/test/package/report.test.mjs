// Reports: judgements, explanations, and the same report as on the command line.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { before } from "node:test";
import { needsSite, root, site } from "../site.mjs";

const { BanChess, initialize, START_FEN } = site ? await import(join(site, "banchess.js")) : {};
const { explain, judge, look, readPGN } = site ? await import(join(site, "tree.js")) : {};
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
    [{ mate: 2 }, { centipawns: 2000 }, 6, true], [{ mate: 2 }, { centipawns: 900 }, 2, true], [{ mate: 2 }, even, 4, true], [{ mate: 2 }, { mate: -3 }, 4, true],
    [{ mate: 2 }, { mate: 5 }, 0, false], [{ mate: -2 }, { mate: -1 }, 0, false], [even, lost, 4, false], [{ centipawns: -2000 }, { mate: -1 }, 6, false],
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
  assert.equal(said.text, "Lets White mate with Qxf7+, ban e8–f7#. Black’s winning chances fall from 48% to 0%. Better: ban f3–f7, which keeps them at 48%.");
  assert.deepEqual([said.kind, said.turns, said.line, said.better, said.after], ["allows_mate", 1, ["m:f3f7", "b:e8f7"], ["b:f3f7", "m:a2a4"], { mate: 1 }]);
  const ban = { ...MISTAKE, actions: [], before: { score: { centipawns: 20 }, actions: ["b:e2e4", "m:d2d4"] }, after: { score: { centipawns: 90 }, actions: ["m:e2e4"] } };
  const { kind, look } = explain(ban);
  assert.deepEqual([kind, look], ["leaves_threat", { fen: ban.fen, actions: ["b:e2e4", "m:a2a3"], nodes: 50_000 }]);
  const further = [{ score: { centipawns: -160 }, actions: [] }];
  assert.deepEqual(explain({ ...ban, further }).look, { fen: ban.fen, actions: [], nodes: 200_000 });
  const { kind: wasted, look: none } = explain({ ...ban, further: [...further, ban.before, ...further] });
  assert.deepEqual([wasted, none], ["wastes_ban", undefined]);
  const refused = (call, code) => assert.throws(call, (e) => e.code === code && e.message.length > 10);
  for (const bad of [undefined, null, 7, "x", {}, { ...MISTAKE, before: null }, { ...MISTAKE, actions: 7 }, { ...MISTAKE, after: {} }]) refused(() => explain(bad), "bad_argument");
  for (const bad of [undefined, 7, [null], [{}], [{ player: "grey", type: "ban", before: { mate: 1 }, after: { mate: 1 } }]]) refused(() => judge(bad), "bad_argument");
  refused(() => explain({ ...MISTAKE, action: "m:e2e4" }), "bad_argument");
  refused(() => explain({ ...MISTAKE, fen: "x" }), "bad_argument");
});

// Looks at a position that may be over: White's score and the best line.
async function lookAt(engine, fen, actions, nodes) {
  const game = BanChess.replayFromActions(actions, fen);
  if (game.gameOver()) {
    const { winner } = game.result();
    return { score: winner ? { mate: winner === "white" ? 1 : -1 } : { centipawns: 0 }, actions: [] };
  }
  return look(engine, game, { nodes });
}

// Makes the report of a main line as the page does.
async function reportOf(engine, tree) {
  const { fen } = tree, line = tree.mainLine(), played = line.map(({ bcn }) => bcn);
  const looks = [], moments = [], all = [];
  for (let n = 0; n <= played.length; n++) looks.push(await lookAt(engine, fen, played.slice(0, n)));
  for (const [i, { ply, player, actionType: type, bcn: action }] of line.entries()) {
    const actions = played.slice(0, i), [before, after] = [looks[i], looks[i + 1]], further = [];
    const judged = { player, type, before: before.score, after: after.score, better: before.actions[0] !== action };
    const { mark, missedMate, loss } = judge([judged]).judgements[0];
    if (mark) {
      const mistake = { fen, actions, action, before, after };
      let why = explain(mistake);
      while (why.look) {
        further.push(await lookAt(engine, why.look.fen, why.look.actions, why.look.nodes));
        why = explain({ ...mistake, further });
      }
      const again = { ...judged, after: why.after };
      if (judge([again]).judgements[0].mark) moments.push({ ply, player, action, mark, missed_mate: missedMate, loss: +loss.toFixed(4), ...why });
      else { // a larger search found that the mate is still there
        looks[i + 1] = { ...after, score: why.after };
        all.push(again);
        continue;
      }
    }
    all.push(judged);
  }
  const { tally, turningPoint } = judge(all);
  return { actions: played.length, tally, turning_point: turningPoint === null ? null : line[turningPoint].ply, moments };
}

test("the reports of games are the command line's, moment by moment", needsSite, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "banchess-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const command = join(folder, "banchess"), file = join(folder, "games.pgn");
  const games = readFileSync(join(root, "game", "report", "testdata", "games.pgn"), "utf8").split(/(?=\[Event )/).slice(0, 3); // the page makes the reports of all of them
  // After the move of the last one a larger search finds again the mate that seemed to be gone.
  writeFileSync(file, [...games, '[FEN "2b3k1/1p2P1pp/2Rp2p1/3p4/p2Pr3/P4R2/1P3nPP/3K4 w - - 3 28 110:d1c2"]\n\n28. Rxf2 *\n'].join(""));
  execFileSync("go", ["build", "-o", command, "./game/cmd/banchess"], { cwd: root });
  const engine = new Engine();
  t.after(() => engine.close());
  const kinds = new Set();
  let number = 0;
  for await (const tree of readPGN(readFileSync(file, "utf8"))) {
    const { line, ...report } = JSON.parse(execFileSync(command, ["report", "--json", "--game", `${++number}`, file], { encoding: "utf8" }));
    const made = await reportOf(engine, tree);
    assert.equal(line.text.split(",")[0], "Main line");
    // The command line names the action before the explanation.
    for (const [i, moment] of report.moments.entries()) {
      const { text } = made.moments[i] ?? {};
      if (text && moment.text.endsWith(text.slice(1))) moment.text = text;
      kinds.add(moment.kind);
    }
    assert.deepEqual(made, report, `game ${number}`);
  }
  assert.equal(number, 4);
  assert.ok(kinds.size >= 5, [...kinds].join());
});
