// Actions in words: play accepts SAN; lists, history and events name the piece and the
// captured piece, as in chess.js.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { Chess } from "chess.js";
import { pick, playRandomly, random } from "../random.mjs";
import { needsSite, site } from "../site.mjs";

const { BanChess, BanChessError, initialize } = site ? await import(join(site, "banchess.js")) : {};
const { Client } = site ? await import(join(site, "client.js")) : {};
const code = (expected) => (e) => e instanceof BanChessError && e.code === expected && e.message.length > 10;
const STARTS = [undefined, undefined, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3", "4k3/8/8/8/3pPp2/8/8/4K3 b - e3 0 1 4"];

test("the detailed list is that of chess.js without banned moves, and each action can be played by its SAN", needsSite, async () => {
  await initialize();
  const next = random(21);
  let captures = 0, passing = 0, promotions = 0, castlings = 0;
  for (let i = 0; i < 20; i++) {
    const game = new BanChess(STARTS[i % STARTS.length]);
    playRandomly(game, next, Math.floor(next() * [80, 80, 1, 10, 0][i % STARTS.length]));
    for (let k = 0; k < 2 && !game.gameOver(); k++) {
      const list = game.getLegalActions({ verbose: true });
      assert.deepEqual(list.map(({ ban, move }) => ban ? { ban } : { move }), game.getLegalActions());
      const chess = new Chess(game.fen().split(" ").slice(0, 6).join(" "), { skipValidation: true });
      const theirs = chess.moves({ verbose: true });
      if (game.getActionType() === "move") {
        const { from, to } = game.currentBannedMove ?? {};
        const open = theirs.filter((m) => m.from !== from || m.to !== to);
        const said = ({ from, to, promotion, san, piece, captured }) => JSON.stringify([from, to, promotion ?? "", san.replace("=", "").replace("=", ""), piece, captured ?? ""]);
        assert.deepEqual(list.map((m) => said({ ...m, ...m.move })).sort(), open.map(said).sort(), game.fen());
      } else {
        for (const { ban, san, piece, ...rest } of list) {
          assert.equal(san.slice(0, 4), ban.from + ban.to);
          assert.equal(piece, theirs.find((m) => m.from === ban.from && m.to === ban.to).piece);
          assert.deepEqual(rest, {}, "a ban captures nothing");
        }
      }
      const heard = [];
      game.subscribe((event) => heard.push(event));
      for (const { ban, move, ...details } of list) {
        const action = ban ? { ban } : { move };
        assert.ok(game.isLegal(details.san), `${details.san} at ${game.fen()}`);
        const answer = game.play(details.san);
        assert.deepEqual(answer.action, action, `${details.san}: ${answer.error}`);
        for (const of of [answer, game.history().at(-1), heard.at(-1)]) {
          const { san, piece, captured } = of;
          assert.deepEqual({ san, piece, ...captured && { captured } }, details);
          assert.equal("captured" in of, "captured" in details);
          assert.equal(of.flags.capture, captured !== undefined);
        }
        captures += answer.flags.capture;
        passing += answer.flags.enPassant;
        promotions += answer.flags.promotion;
        castlings += answer.flags.castle;
        game.undo();
      }
      const from = (list[0].ban ?? list[0].move).from;
      assert.deepEqual(game.legalActionsFrom(from, { verbose: true }), list.filter((a) => (a.ban ?? a.move).from === from));
      assert.equal(game.play(pick(next, list)).success, true, "a detailed action is played as it is");
    }
    game.free();
  }
  assert.ok(captures > 30 && passing > 0 && promotions > 10 && castlings > 0, `${captures} captures, ${passing} en passant, ${promotions} promotions, ${castlings} castlings`);
});

test("texts that people write are played, and illegal actions are refused", needsSite, async () => {
  await initialize();
  for (const [before, text, played] of [
    ["", "e2e4", "b:e2e4"], ["", "e2-e4", "b:e2e4"], ["", "Nf3", "b:g1f3"], ["", "e4", "b:e2e4"], ["", "b:e2e4", "b:e2e4"], ["", " e2e4 ", "b:e2e4"],
    ["b:e2e4", "Nf3", "m:g1f3"], ["b:e2e4", "g1f3", "m:g1f3"], ["b:e2e4", "Ng1-f3!?", "m:g1f3"], ["b:e2e4", "d4", "m:d2d4"], ["b:e2e4", "m:d2d4", "m:d2d4"],
    ["", "nonsense", "bad_pair"], ["", "", "bad_pair"], ["", "Nf4", "illegal_ban"], ["", "m:e2e4", "wrong_phase"], ["", "b:e2e9", "bad_bcn"], ["", "m:", "bad_bcn"],
    ["b:e2e4", "nonsense", "bad_san"], ["b:e2e4", "e4", "banned"], ["b:e2e4", "Nf4", "illegal_move"], ["b:e2e4", "O-O", "illegal_move"], ["b:e2e4", "b:d2d4", "wrong_phase"],
    ["", "e".repeat(5e6), "bad_argument"], ["", "e".repeat(4e6), "bad_pair"],
  ]) {
    const game = BanChess.replayFromActions(before ? [before] : []);
    const fen = game.fen(), answer = game.play(text);
    if (played.includes(":")) {
      assert.equal(answer.success && game.getLastActionSerialized(), played, text);
    } else {
      assert.deepEqual([answer.success, answer.code, game.fen()], [false, played, fen], text.slice(0, 80));
      assert.equal(game.isLegal(text), false);
    }
    game.free();
  }
  const game = new BanChess("8/P6k/8/8/8/8/7K/8 w - - 0 1 2");
  assert.equal(game.play("a8").code, "promotion_required");
  game.resign();
  assert.equal(game.play("a8=Q").code, "game_over");
  assert.deepEqual(game.getLegalActions({ verbose: true }), []);
  assert.equal(new BanChess("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 2").play("Rd1").success, true);
  assert.equal(new BanChess("R6R/8/4k3/8/8/8/8/4K3 w - - 0 1 2").play("Rd8").code, "ambiguous_move");
});

test("the options of a list are checked", needsSite, () => {
  const game = new BanChess();
  assert.deepEqual(game.getLegalActions({}), game.getLegalActions());
  assert.deepEqual(game.getLegalActions({ verbose: false }), game.getLegalActions());
  for (const bad of [null, true, "e2", { verbose: 1 }, { square: "e2" }]) {
    assert.throws(() => game.getLegalActions(bad), code("bad_option"));
    assert.throws(() => game.legalActionsFrom("e2", bad), code("bad_option"));
  }
  assert.throws(() => game.legalActionsFrom("e9", { verbose: true }), code("bad_square"));
});

test("a game in a worker says the same", needsSite, async (t) => {
  const client = await Client.start();
  t.after(() => client.terminate());
  await client.initialize();
  const here = new BanChess(), there = await client.create();
  for (const [call, ...args] of [["getLegalActions", { verbose: true }], ["legalActionsFrom", "e2", { verbose: true }], ["isLegal", "e2e4"], ["play", "e2e4"], ["play", "Nf3"], ["play", "e5"], ["play", "d5"], ["history"]]) {
    assert.deepEqual(await there[call](...args), here[call](...args), `${call} ${args}`);
  }
});
