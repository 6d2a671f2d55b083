import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import type { Action, BanChess as Game } from "../../banchess/banchess.js";
import { lessonAt, plainly, type Exercise } from "../../page/learn/exercise.js";
import { LESSONS, type Claim } from "../../page/learn/lessons.js";

const site = process.env["BANCHESS_SITE"];
const needsSite = { skip: site ? false : "BANCHESS_SITE does not name a built site" };

/** Reports whether an action, or the same player's ban after it, ends the game for a reason. */
function ends(game: Game, action: Action, reason: RegExp): boolean {
  game.play(action);
  const found = game.gameOver() ? reason.test(game.result().reason ?? "")
    : "move" in action && game.getLegalActions().some((ban) => ends(game, ban, reason));
  game.undo();
  return found;
}

/** The claims about the actions that a lesson accepts, checked by trying all actions. */
const holds: { readonly [C in Exclude<Claim, "game">]: (game: Game, action: Action) => boolean } = {
  any: () => true,
  mate: (game, action) => ends(game, action, /^checkmate/),
  stalemate: (game, action) => ends(game, action, /^stalemate/),
  safe(game, action) {
    game.play(action);
    const is = game.getLegalActions().every((move) => {
      const { flags, san } = game.play(move) as { flags?: object; san: string };
      game.undo();
      return flags !== undefined && !/[x=][A-Za-z]/.test(san);
    });
    game.undo();
    return is;
  },
  defend(game, action) {
    game.play(action);
    const is = !game.gameOver() && !game.getLegalActions().some((move) => ends(game, move, /^checkmate/));
    game.undo();
    return is;
  },
  capture(game, action) {
    const queens = (fen: string) => fen.split(" ")[0]!.replace(/[^qQ]/g, "").length;
    const before = queens(game.fen());
    game.play(action);
    const is = queens(game.fen()) < before;
    game.undo();
    return is;
  },
};

test("a beginner is told why an action is refused", () => {
  const pieces = Array.from({ length: 64 }, (_, i) => (i === 12 ? "wP" : i === 52 ? "bP" : null));
  const at = { pieces, mover: "white", result: null } as const;
  for (const [phase, from, text, words] of [
    ["move", "e7", "e7-e5 is not a legal move at ply 2: x; try a2a3", "That is a black pawn. Move a white piece."],
    ["ban", "e7", "White has a move banned next, and the pawn on e7 is Black's", "That is a black pawn. Ban one of White’s moves."],
    ["move", "e2", "e2-e5 is not a legal move at ply 2: White's pawn on e2 cannot go to e5; try e2e3, e2e4", "e2–e5 is not a legal move: White’s pawn on e2 cannot go to e5."],
    ["ban", "e2", "e2-e5 cannot be banned at ply 1: White's pawn on e2 cannot go to e5; ban a move that White could play; try e2e3", "e2–e5 cannot be banned: White’s pawn on e2 cannot go to e5."],
    ["move", "e2", "e2-e4 is banned at ply 2 (Black banned it); try e2e3", "e2–e4 is banned (Black banned it)."],
    ["move", undefined, "“zz” is not a move; write a move such as Nf3, or two squares; try e2e3", "“zz” is not a move."],
  ] as const) assert.equal(plainly({ kind: "refused", text, from: from ?? null }, { ...at, phase }), words);
});

test("the lessons say what a ban does to castling and to a check", () => {
  const said = LESSONS.map(({ task, done }) => `${task} ${done}`).join(" ");
  for (const words of [/ban castling/, /no ban takes it away/]) assert.match(said, words);
});

test("a player who does not save the game in the lesson of the stalemate is mated", needsSite, async () => {
  const load = <M>(file: string) => import(pathToFileURL(join(site ?? "", file)).href) as Promise<M>;
  const { BanChess, initialize } = await load<typeof import("../../banchess/banchess.js")>("banchess.js");
  const { Engine } = await load<typeof import("../../banchess/engine.js")>("engine.js");
  await initialize();
  const engine = new Engine();
  try {
    const { fen } = LESSONS.find(({ claim }) => claim === "stalemate")!;
    const game = new BanChess(fen);
    for (const action of game.getLegalActions()) {
      game.play(action);
      const { score } = await engine.best(game, { depth: 14, time: 20_000 });
      if (!holds.stalemate(new BanChess(fen), action)) assert.ok((score.mate ?? 1) < 0, `${BanChess.serializeAction(action)} is ${JSON.stringify(score)}`);
      game.undo();
    }
    game.free();
  } finally {
    engine.close();
  }
});

/** Checks that the reply to a wrong action shows what the action missed. */
function shows(game: Game, claim: Claim, action: Action, reply: readonly string[]): void {
  const sans = [action, ...reply].map((one) => {
    const played = game.play(one);
    assert.ok(played.success, `${claim}: ${reply.join(" ")}`);
    return played.san;
  });
  if (claim === "safe") assert.match(sans.at(-1)!, /[x=][A-Za-z]/);
  else if (claim === "defend") assert.match(game.result().reason ?? "", /^checkmate/);
  else assert.match(sans.at(-1)!, /^Q/); // the queen can still move
  for (const _ of sans) game.undo();
}

test("every lesson takes the right actions only", needsSite, async () => {
  const library = pathToFileURL(join(site ?? "", "banchess.js")).href;
  const { BanChess, initialize } = (await import(library)) as typeof import("../../banchess/banchess.js");
  await initialize();
  assert.equal(LESSONS.length, 8);
  for (const [i, { title, fen, claim, reply, wrong }] of LESSONS.entries()) {
    const exercise = lessonAt(i + 1)!;
    const game = new BanChess(fen);
    assert.equal(game.fen(), fen, title);
    if (claim === "game") {
      assert.equal(exercise.next, null);
      continue;
    }
    let right = 0;
    const legal = game.getLegalActions();
    for (const action of legal) {
      const bcn = BanChess.serializeAction(action);
      const is = await exercise.next!([bcn]) !== null;
      assert.equal(is, holds[claim](game, action), `${title}: ${bcn}`);
      if (is) right++;
      else if (wrong) {
        assert.deepEqual(await exercise.refute!([], bcn), { line: reply, text: wrong });
        if (claim !== "capture") shows(game, claim, action, reply); // that the queen is still there needs no reply
      }
    }
    assert.ok(right > 0 && (claim === "any" || right < legal.length), `${title}: there is something to find`);
    game.free();
    await walk(BanChess, exercise, []);
  }
  assert.equal(lessonAt(0), null);
  assert.equal(lessonAt(9), null);

  /** Checks that every line can be played, with any action for "*", and ends as its claim says. */
  async function walk(Class: typeof BanChess, { fen, next }: Exercise, before: string[]): Promise<void> {
    const game = new Class(fen);
    for (const bcn of before) assert.ok(game.play(bcn).success, `${fen} ${before.join(" ")}`);
    const { claim } = LESSONS.find((lesson) => lesson.fen === fen && lesson.claim !== "game")!, right = await next!(before);
    if (right!.length === 0) {
      if (claim === "mate" || claim === "stalemate") assert.match(game.result().reason ?? "", claim === "mate" ? /^checkmate/ : /^stalemate/, before.join(" "));
      return game.free();
    }
    const all = game.getLegalActions().map((action) => Class.serializeAction(action)), isMine = game.getActivePlayer() === new Class(fen).getActivePlayer();
    game.free();
    for (const action of right!) {
      // Where any action of the opponent will do, or nothing follows, one is tried for all.
      const meant = action !== "*" ? [action] : all.filter((bcn) => !right!.includes(bcn)).slice(0, isMine && before.length === 0 ? undefined : 1);
      for (const bcn of meant) await walk(Class, { fen, next } as Exercise, [...before, bcn]);
    }
  }
});
