// Plays random games in ban-chess.ts and here, action by action, and compares all answers.
// Every difference must be listed in docs/differences.md.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pick, playRandomly } from "./random.mjs";
import { site } from "./site.mjs";

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1";

const BAN_ENDINGS = ["checkmate_by_ban", "stalemate_by_ban"];

/** The differences in answers about a game that a ban ended: flags that are true only here, and texts. */
const ENDED_BY_BAN = {
  ...Object.fromEntries(["inCheckmate", "inStalemate", "inDraw", "gameOver", "check", "draw"].map((asked) => [asked, ({ kind, ours }) => kind === asked && ours === true])),
  BCN: ({ kind, ours, theirs, last }) => kind === "BCN" && last && ours.slice(0, 6) === theirs.slice(0, 6), // except the indicator
  FEN: ({ kind, ours, theirs, loaded }) => kind.endsWith("fen") && loaded && bare(ours) === bare(theirs),
};

/** The listed differences. Each reports whether it explains a difference between answers of a kind. One that shows in several answers has a name for each. */
export const LISTED = {
  ...Object.fromEntries(Object.entries(ENDED_BY_BAN).map(([what, differs]) => [`ban-endings: ${what}`, (facts) => BAN_ENDINGS.includes(facts.reason) && differs(facts)])),

  "stalemate-indicator": ({ kind, ours, theirs, stalemate }) => stalemate && ["san", "log", "BCN", "movetext"].includes(kind) && ours === `${theirs}=`,

  "ban-indicators": ({ kind, ours, theirs, last }) => kind === "BCN" && !last && ours.startsWith("b:") && ours.slice(0, -1) === theirs,

  "fifty-move-flag": ({ kind, ours, threefold }) => kind === "fiftyMoveRule" && ours === false && threefold,

  "history-fen": ({ kind, ours, theirs, entry }) => kind === "history fen" && bare(theirs) === fenAtPly(ours, entry),

  "movetext-result": ({ kind, ours, theirs, reason, loaded }) =>
    kind === "movetext result" &&
    theirs === "" &&
    (loaded || reason !== "checkmate") &&
    (reason.startsWith("checkmate") ? ["1-0", "0-1"] : ["1/2-1/2"]).includes(ours),

  "movetext-number": ({ kind, ours, theirs, stalemate, finished }) => kind === "movetext" && !finished && plain(ours, stalemate) === plain(theirs),
};

/** Returns the FEN after an action, with the ply before it. */
function fenAtPly(after, { ply, bannedMove: ban }) {
  const board = after.split(" ").slice(0, 6).join(" ");
  return `${board} ${ply}${ban ? `:${ban.from}${ban.to}` : ""}`;
}

/** Returns a FEN without its indicator. */
const bare = (fen) => fen.replace(/[+#=]$/, "");

/** Returns movetext without its numbers, and optionally without the = of a stalemate, which is a listed difference. */
const plain = (movetext, stalemate = false) => movetext.replace(/(^| )\d+\.+(?= )/g, "").trim().replace(stalemate ? /=$/ : /$/, "");

/** Returns movetext and the result at its end. */
const withoutResult = (movetext) => [movetext.replace(/(^| )(1-0|0-1|1\/2-1\/2)$/, "").trim(), movetext.match(/(?:^| )(1-0|0-1|1\/2-1\/2)$/)?.[1] ?? ""];

const FLAGS = ["check", "checkmate", "stalemate", "draw", "gameOver", "insufficientMaterial", "threefoldRepetition", "fiftyMoveRule", "banCausedCheckmate", "banCausedStalemate"];
const QUESTIONS = ["inCheck", "inCheckmate", "inStalemate", "inDraw", "inThreefoldRepetition", "insufficientMaterial", "gameOver", "getPly", "getActivePlayer", "getActionType", "nextMoveColor"];

/** Methods of ban-chess.ts that have another name here. */
const RENAMED = { turn: "getActivePlayer", nextActionType: "getActionType", currentPlayer: "getActivePlayer" };

const pairs = (list) => list.map(({ from, to, promotion = "" }) => from + to + promotion).sort().join(" ");

/** Returns both libraries, the statistics of their comparison, and the class that compares a game. */
export async function versus() {
  const { BanChess: Theirs } = await import("ban-chess.ts");
  const { BanChess: Ours, initialize } = await import(join(site, "banchess.js"));
  await initialize();
  const bcn = (action) => Ours.serializeAction(action);
  const set = (list) => list.map(bcn).sort().join(" ");
  /** The number of occurrences of each listed difference, and of each reason for the end of a game. */
  const seen = Object.fromEntries(Object.keys(LISTED).map((name) => [name, 0])), reasons = {};

  /** A game in both libraries. */
  class Pair {
    fens = [];
    flags = [];
    #reason = null;
    #stalemate = false;
    #threefold = false;
    #own = new Map(); // the last move of each side, which a shuffling player reverses

    constructor(start) {
      this.start = start;
      this.theirs = new Theirs(start);
      this.ours = new Ours(start);
      this.#compare("fen", this.theirs.fen(), this.ours.fen());
    }

    /** Compares two answers. */
    #compare(kind, theirs, ours, more) {
      if (theirs === ours) return;
      const facts = { kind, theirs, ours, reason: this.#reason, stalemate: this.#stalemate, threefold: this.#threefold, loaded: this.fens.length === 0, ...more };
      const name = Object.keys(LISTED).find((name) => LISTED[name](facts));
      if (!name) assert.fail(`${kind}: ban-chess.ts has ${theirs}, here it is ${ours}, after ${this.ours.getActionHistory().join(" ")} from ${this.start}`);
      seen[name]++;
    }

    /** Reports whether both libraries have the same legal actions, and there are any. */
    goesOn() {
      const legal = this.ours.getLegalActions();
      this.#compare("legal actions", set(this.theirs.getLegalActions()), set(legal));
      return legal.length > 0;
    }

    /** Returns a random legal action; with `shuffles`, the reverse of the side's last move if it is legal. */
    choose(next, shuffles = false) {
      const legal = this.ours.getLegalActions(), before = this.#own.get(this.ours.getActivePlayer());
      const back = before && shuffles && legal.find(({ move }) => move && move.from === before.to && move.to === before.from);
      const action = back || pick(next, legal);
      if (action.move) this.#own.set(this.ours.getActivePlayer(), action.move);
      return action;
    }

    /** Plays an action in both libraries. Returns true if the game continues. */
    play(action) {
      const { theirs, ours, fens, flags } = this;
      const a = theirs.play(action), b = ours.play(action);
      assert.ok(b.success, b.error);
      this.#reason = ours.result().reason;
      ({ stalemate: this.#stalemate, threefoldRepetition: this.#threefold } = b.flags);
      this.#compare("success", a.success, b.success);
      this.#compare("san", a.san, b.san);
      this.#compare("fen", a.newFen, b.newFen);
      this.#compare("newFen", b.newFen, ours.fen());
      for (const flag of FLAGS) this.#compare(flag, a.flags[flag] ?? false, b.flags[flag]);
      this.#ask();
      this.#compare("BCN", theirs.getLastActionSerialized(), ours.getLastActionSerialized(), { last: true });
      fens.push(b.newFen);
      flags.push(b.flags);
      // SAN and the FEN before imply the flags that ban-chess.ts does not have.
      const capture = b.san.includes("x") && !!action.move, field = (fens.at(-2) ?? this.start).split(" ")[3];
      assert.deepEqual([b.flags.capture, b.flags.castle, b.flags.promotion, b.flags.enPassant],
        [capture, b.san.startsWith("O-O"), /=[QRBN]/.test(b.san), capture && action.move.to === field && /^[a-h]/.test(b.san)], b.san);
      return !b.flags.gameOver;
    }

    /** Compares the answers about the state of the game. */
    #ask() {
      const answer = (game, name) => (typeof game[name] === "function" ? game[name]() : game[name]);
      for (const [name, own] of [...QUESTIONS.map((name) => [name, name]), ...Object.entries(RENAMED)]) this.#compare(name, answer(this.theirs, name), answer(this.ours, own));
      this.#compare("currentBannedMove", JSON.stringify(this.theirs.currentBannedMove), JSON.stringify(this.ours.currentBannedMove));
    }

    /** Compares the answers about the whole game. */
    look() {
      const { theirs, ours, fens, flags } = this;
      const log = theirs.getActionLog(), serialized = theirs.getActionHistory(), history = theirs.history(), stalemate = this.#stalemate;
      ours.getActionLog().forEach((entry, k, all) => this.#compare("log", log[k], entry, { stalemate: stalemate && k === all.length - 1 }));
      ours.getActionHistory().forEach((entry, k, all) => this.#compare("BCN", serialized[k], entry, { last: k === all.length - 1, stalemate: stalemate && k === all.length - 1 }));
      ours.history().forEach((entry, k, all) => {
        const last = k === all.length - 1;
        for (const field of ["ply", "player", "actionType"]) this.#compare(`history ${field}`, history[k][field], entry[field]);
        this.#compare("san", history[k].san, entry.san, { stalemate: stalemate && last });
        this.#compare("history action", bcn({ [entry.actionType]: history[k].action }), bcn({ [entry.actionType]: entry.action }));
        this.#compare("history ban", JSON.stringify(history[k].bannedMove), JSON.stringify(entry.bannedMove));
        this.#compare("history fen", history[k].fen, entry.fen, { entry });
        assert.equal(entry.fen, fens[k]);
        assert.deepEqual(entry.flags, flags[k]);
      });
      assert.equal(ours.history().length, history.length);
      const [theirText, theirResult] = withoutResult(theirs.pgn()), [ourText, ourResult] = withoutResult(ours.movetext());
      this.#compare("movetext result", theirResult, ourResult);
      const [, wrapped] = ours.pgn().split("\n\n");
      assert.equal(wrapped.replaceAll("\n", " ").trim(), ourResult ? ours.movetext() : `${ours.movetext()} *`.trim());
      assert.ok(wrapped.split("\n").every((line) => line.length <= 80), wrapped);
      this.#compare("movetext", theirText, ourText, { finished: fens.length % 2 === 0 && ours.getPly() % 4 === 1 && this.start.includes(" w ") });
      const legal = (kind) => ours.getLegalActions().flatMap((action) => action[kind] ?? []);
      this.#compare("legalMoves", pairs(theirs.legalMoves()), pairs(legal("move")));
      this.#compare("legalBans", pairs(theirs.legalBans()), pairs(legal("ban")));
      const { moveNumber, past, ...state } = ours.getSyncState(), old = theirs.getSyncState();
      this.#compare("sync fen", old.fen, state.fen);
      this.#compare("sync ply", old.ply, state.ply);
      const lastAction = ours.getLastActionSerialized();
      assert.deepEqual(state, { fen: ours.fen(), ply: ours.getPly(), ...lastAction && { lastAction } });
      assert.equal(moveNumber, Number(ours.fen().split(" ")[5]));
      const received = new Ours();
      received.loadFromSyncState(ours.getSyncState());
      assert.deepEqual([received.fen(), received.result()], [ours.fen(), ours.result()]);
      assert.deepEqual(received.getActionHistory(), past ? ours.getActionHistory().slice(-past.actions.length) : []);
      received.loadFromSyncState(old);
      assert.equal(bare(received.fen()), bare(old.fen));
      received.free();
    }

    /** Takes an action back in both libraries. Returns false if there was none. */
    undo() {
      const a = this.theirs.undo(), b = this.ours.undo();
      this.#compare("undo", a, b);
      this.#compare("fen", this.theirs.fen(), this.ours.fen());
      if (!b) return false;
      this.fens.pop();
      this.flags.pop();
      this.#reason = null;
      this.#stalemate = this.#threefold = false;
      this.#own.clear();
      return true;
    }

    /** Continues in new games, both loaded from the sync state of ban-chess.ts. */
    sync() {
      const state = this.theirs.getSyncState(), ours = new Ours(), theirs = new Theirs();
      theirs.loadFromSyncState(state);
      ours.loadFromSyncState(state);
      this.ours.free();
      Object.assign(this, { theirs, ours, start: state.fen, fens: [], flags: [] });
      this.#stalemate = this.#threefold = false;
      this.#reason = ours.result().reason;
      this.#compare("fen", theirs.fen(), ours.fen());
      this.#ask();
    }

    /** Counts the reason for the end of the game. */
    count() {
      const result = this.ours.result().reason ?? "goes on";
      reasons[result] = (reasons[result] ?? 0) + 1;
    }
  }

  /** Returns a position of a random game that has not ended. */
  function entered(next, most) {
    const game = new Ours();
    playRandomly(game, next, 2 + Math.floor(next() * most));
    while (game.gameOver()) game.undo();
    const fen = game.fen();
    game.free();
    return fen;
  }

  return { Theirs, Ours, Pair, entered, seen, reasons };
}
