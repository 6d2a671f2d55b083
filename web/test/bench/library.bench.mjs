// The speed of the library compared to ban-chess.ts, with the same games in the same process;
// and in standard chess compared to chess.js and chessops, which have no bans and half the
// plies. chessops is GPL: it is only compared here, and is not part of anything that is shipped.
import { Chess } from "chess.js";
import { Chess as Chessops } from "chessops/chess";
import { makeFen } from "chessops/fen";
import { makeSan } from "chessops/san";
import { parseUci } from "chessops/util";
import { BanChess as Original } from "ban-chess.ts";
import { join } from "node:path";
import { asked, measure, tell } from "./bench.mjs";
import { collect } from "../memory.mjs";
import { playRandomly, random } from "../random.mjs";
import { instanceOf, site } from "../site.mjs";

const { BanChess, initialize } = await import(join(site, "banchess.js"));
await initialize();

/** Plays a random game of that many actions that has not ended. */
function randomGame(next, length) {
  for (;;) {
    const game = new BanChess();
    if (playRandomly(game, next, length).length === length && !game.gameOver()) return game;
  }
}

const next = random(1), games = Array.from({ length: 3 }, () => randomGame(next, 120));
const played = games.map((game) => game.history().map(({ actionType, action }) => ({ [actionType]: action })));
const records = played.map((actions) => actions.map((action) => BanChess.serializeAction(action)));
const fens = games.flatMap((game) => game.history().map(({ fen }) => fen));
const total = fens.length;

/** Throws unless the condition is true: the libraries must give the same result. */
function sure(so) {
  if (!so) throw new Error("the games differ");
}

const legalAndPlay = (Class) => () => {
  for (const actions of played) {
    const game = new Class();
    for (const action of actions) sure(game.getLegalActions().length > 0 && game.play(action).success);
    game.free?.();
  }
};

const replay = (Class) => () => {
  for (const actions of records) Class.replayFromActions(actions).free?.();
};

const writePGN = (Class) => {
  const made = records.map((actions) => Class.replayFromActions(actions));
  return () => { for (const game of made) sure(game.pgn().length > 0); };
};

/** Returns a game whose PGN ban-chess.ts reads to the end, which it does with few games. */
function readable() {
  for (;;) {
    const record = randomGame(next, 120).getActionHistory();
    const { length } = new Original(undefined, Original.replayFromActions(record).pgn()).history();
    if (length === record.length) return record;
  }
}

const readPGN = (Class) => {
  whole ??= readable();
  const pgn = Class.replayFromActions(whole).pgn();
  return () => {
    for (let i = 0; i < games.length; i++) {
      const game = new Class(undefined, pgn);
      sure(game.getPly() === whole.length + 1);
      game.free?.();
    }
  };
};
let whole;

const writeFEN = (Class) => {
  const made = fens.map((fen) => new Class(fen));
  return () => { for (const game of made) sure(game.fen().length > 0); };
};

const readFEN = (Class) => () => {
  for (const fen of fens) new Class(fen).free?.();
};

for (const [group, work, few] of [
  ["JSLegalAndPlay", legalAndPlay], ["JSReplay", replay, { runs: 50 }], ["JSPGNOut", writePGN, { runs: 50 }], ["JSPGNIn", readPGN, { runs: 20 }],
  ["JSFENOut", writeFEN, { runs: 50 }], ["JSFENIn", readFEN],
]) {
  if (!asked(group)) continue;
  tell(`${group}/banchess`, measure(total, work(BanChess), few));
  tell(`${group}/peer=ban-chess.ts`, measure(total, work(Original), { rounds: 3, runs: 1 }));
}

/** Returns the moves of a list of games, each with the legal moves before it, its SAN, and the FEN after it. */
const ordinary = (begin) => () => {
  for (const actions of played) {
    const { step, end } = begin();
    for (const action of actions) step(action);
    end?.();
  }
};

const ours = () => {
  const game = new BanChess();
  return {
    step(action) {
      sure(game.getLegalActions().length > 0);
      const answer = game.play(action);
      sure(answer.success && answer.san && game.fen().length > 0);
    },
    end: () => game.free(),
  };
};

const chessJS = () => {
  const game = new Chess();
  return {
    step: ({ move }) => sure(!move || game.moves().length > 0 && game.move(move).san && game.fen().length > 0),
  };
};

const chessops = () => {
  const game = Chessops.default();
  return {
    step({ move }) {
      if (!move) return;
      const parsed = parseUci(move.from + move.to + (move.promotion ?? ""));
      sure([...game.allDests().values()].some((to) => to.nonEmpty()) && makeSan(game, parsed));
      game.play(parsed);
      sure(makeFen(game.toSetup()).length > 0);
    },
  };
};

if (asked("JSOrdinaryChess")) {
  const took = measure(total / 2, ordinary(ours));
  tell("JSOrdinaryChess/chess.js/banchess", took);
  tell("JSOrdinaryChess/chess.js/peer=chess.js", measure(total / 2, ordinary(chessJS), { rounds: 3, runs: 3 }));
  tell("JSOrdinaryChess/chessops/banchess", took);
  tell("JSOrdinaryChess/chessops/peer=chessops", measure(total / 2, ordinary(chessops)));
}

if (asked("JSMemoryGame")) {
  const { mem } = instanceOf(new BanChess()).exports;
  const held = () => {
    collect();
    return process.memoryUsage().heapUsed + mem.buffer.byteLength;
  };
  /** Returns the bytes per game, in JavaScript and in the WebAssembly including its reserve. */
  const holds = (Class, count) => {
    const kept = [], before = held();
    for (let i = 0; i < count; i++) kept.push(Class.replayFromActions(records[i % records.length]));
    const bytes = (held() - before) / count;
    for (const game of kept) game.free?.();
    return bytes;
  };
  tell("JSMemoryGame/banchess", holds(BanChess, 5000), "bytes");
  tell("JSMemoryGame/peer=ban-chess.ts", holds(Original, 50), "bytes");
}
