// All functions of the library, of globalThis.banchess and of the instance, each with a new
// object to call it on. The functions of banchess.board need a browser and are tested in
// wasm/testdata/hostile.js and TestTortureBoards.
import { Thrown, VALUES } from "../kinds.mjs";
import { pick, playRandomly } from "../random.mjs";

export const STARTS = [undefined, undefined, "8/P6k/8/8/8/8/7K/8 w - - 0 1 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 2:e1g1", "7k/8/6K1/8/8/8/8/R7 w - - 99 80 317"];
export const PGN = '[White "Ada"]\n\n1. {banning: e2e4} d4 {solid} $1 (1. c4 {[%csl Ra1]}) {banning: e7e5} d5 *';

const INSPECT = Symbol.for("nodejs.util.inspect.custom"); // called only by Node

/** The functions that only the library calls. */
const INTERNAL = new Set(["new TreeNode", "new Game", "new WorkerSession", "WorkerSession receive"]);

/** Returns the own properties of an object, including symbols. */
const descriptors = (object) => Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)]);

/**
 * Returns all functions that the modules export: kind, name, function, and for a method
 * its class. Constructors are included.
 */
export function ofLibrary(modules) {
  const all = [];
  const members = (kind, of, object) => {
    for (const [key, { value, get, set }] of descriptors(object)) {
      if (key === "constructor" || key === INSPECT) continue;
      for (const [prefix, f] of [["", value], ["get ", get], ["set ", set]]) {
        if (typeof f === "function") all.push({ kind, of, name: `${of} ${prefix}${String(key)}`, what: String(key), f });
      }
    }
  };
  for (const [name, exported] of modules.flatMap((module) => Object.entries(module))) {
    if (typeof exported !== "function") continue;
    if (!/^class\b/.test(Function.prototype.toString.call(exported))) {
      all.push({ kind: "function", name, what: name, f: exported });
      continue;
    }
    all.push({ kind: "constructor", name: `new ${name}`, what: name, f: exported });
    members("static", name, exported);
    members("method", name, exported.prototype);
  }
  return all.filter(({ name }) => !INTERNAL.has(name));
}

/** The makers of the objects in globalThis.banchess. Each call makes a new object. */
export const rawMakers = (raw) => ({
  "banchess": () => raw,
  "a game": (next) => raw.newGame({ fen: pick(next, STARTS), actions: next() < 0.5 ? [] : undefined }),
  "a tree": (next) => raw.newTree(next() < 0.5 ? { pgn: PGN } : { actions: ["b:e2e4", "m:d2d4"] }),
  "a reader": () => raw.readPGN(),
  "a session": () => raw.session(() => {}),
});

/** Frees what one of the makers, or a call of its object, returned. */
export function giveBackRaw(raw, made) {
  if (typeof made === "function") made(); // ends a search or a subscription
  if (typeof made !== "object" || made === null || made === raw || made === raw.game) return;
  if (typeof made.close === "function") made.close();
  if (typeof made.free === "function") made.free();
}

/** Returns the functions of these objects, and those of globalThis.banchess itself. */
export function ofRaw(raw) {
  const all = [];
  for (const [of, make] of Object.entries(rawMakers(raw))) {
    const made = make(() => 0);
    for (let object = made; object && object !== Object.prototype; object = Object.getPrototypeOf(object)) {
      for (const [key, { value }] of descriptors(object)) if (typeof value === "function") all.push({ kind: "raw", of, name: `${of} ${key}`, what: key });
    }
    giveBackRaw(raw, made);
  }
  return all;
}

/** Returns the exports of the instance. */
export const ofInstance = (exports) => Object.entries(exports).filter(([name]) => name.startsWith("banchess_")).map(([name, f]) => ({ kind: "export", name, what: name, f }));

/** Returns for each class a function that makes an object of it. */
export const makers = ({ BanChess, BanChessError, Setup, parsePGN, Session, ReplyEvent, EngineEvent }, client, engine) => ({
  BanChess(next) {
    const made = new BanChess(pick(next, STARTS));
    playRandomly(made, next, Math.floor(8 * next()));
    return made;
  },
  BanChessError: () => new BanChessError({ error: "x", code: "crashed" }),
  Setup: (next) => new Setup(pick(next, STARTS)),
  GameTree: () => parsePGN(PGN),
  TreeNode: (next) => pick(next, [...parsePGN(PGN)]),
  Session: () => new Session(),
  ReplyEvent: () => new ReplyEvent({}),
  Engine: () => engine,
  EngineEvent: () => new EngineEvent("state", "idle"),
  Client: () => client,
  Game: (next) => client.create(pick(next, STARTS)),
  WorkerSession: () => client.session(),
});

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1", STANDARD = START.slice(0, -2);
const RECORD = { fen: START, actions: ["b:e2e4"] };
const legal = (game, next) => pick(next, game.getLegalActions()) ?? { ban: { from: "e2", to: "e4" } };

/** Returns the same arguments for several names. */
const each = (names, args) => Object.fromEntries(names.map((name) => [name, args]));
const ofGames = (what, args) => each([`BanChess ${what}`, `Game ${what}`], args);

/**
 * Valid arguments that random values seldom are: they depend on the object, on random
 * numbers, and on a game.
 */
export const FITTING = {
  ...each(["BanChess fromStandardFEN", "Client fromStandardFEN", "banchess fromStandardFEN"], () => [STANDARD]),
  ...each(["BanChess fromStandardPGN", "Client fromStandardPGN", "banchess fromStandardPGN"], () => ["1. e4 e5 *"]),
  ...each(["BanChess fromJSON", "Client fromJSON"], () => [RECORD]),
  ...each(["BanChess replayFromActions", "Client replayFromActions"], () => [RECORD.actions]),
  ...each(["BanChess serializeAction", "banchess serializeAction"], () => [{ ban: { from: "e2", to: "e4" } }]),
  ...each(["parsePGN", "Client parsePGN"], () => [PGN]),
  judge: () => [[{ player: "white", type: "ban", before: { centipawns: 0 }, after: { mate: -1 }, better: true }]],
  explain: () => [{ fen: START, actions: [], action: "b:a2a3", before: { score: { centipawns: 0 }, actions: ["b:e2e4"] }, after: { score: { centipawns: 90 }, actions: ["m:e2e4"] } }],
  look: (_, next, witness, engine) => [engine, { fen: START, actions: ["b:a2a3"] }, { nodes: 100 }],
  review: () => [{ day: 20781, new: 3 }],
  tryAction: (_, next, witness, engine) => [engine, { fen: START, action: "b:a2a3", best: { score: { centipawns: 0 }, actions: ["b:a2a3"] } }],
  "banchess review": () => [`{"day":20781}`],
  "GameTree exercises": () => [{ game: "g1", player: "white" }],
  "a tree exercises": () => ["g1", "white"],
  "banchess judge": () => ["white ban 0 #-1 better"],
  "banchess explain": () => [`${START}\n\nb:a2a3\n0 b:e2e4\n90 m:e2e4`],
  ...each(["BanChess subscribe", "Game subscribe", "banchess subscribe", "banchess session"], () => [() => {}]),
  ...each(["BanChess", "Game", "GameTree", "a game", "a tree"].map((of) => `${of} setTag`), () => ["White", "Ada"]),
  ...each(["squareColor", "BanChess squareColor", "Game squareColor", "Setup get", "Setup remove", "BanChess get", "Game get"], () => ["e2"]),
  ...ofGames("findPiece", () => [{ type: "k", color: "white" }]),
  ...ofGames("attackers", () => ["e4", "white"]),
  ...ofGames("legalActionsFrom", () => ["e2"]),
  ...ofGames("perft", () => [1]),
  ...ofGames("loadFromSyncState", (_, next, game) => [game.getSyncState()]),
  "new BanChess": (_, next) => [pick(next, STARTS)],
  "BanChess deserializeAction": () => ["b:e2e4"],
  "BanChess play": (game, next) => [legal(game, next)],
  "BanChess playSerializedAction": (game, next) => [game.constructor.serializeAction(legal(game, next))],
  "Setup put": () => [{ type: "q", color: "white" }, "e4"],
  "Client call": () => ["parsePGN", undefined, [PGN]],
  "Client writePGN": () => [{ fen: START, nodes: [] }],
  "Game call": () => ["fen"],
  ...each(["Game play", "Game playSerializedAction"], () => ["b:e2e4"]),
  "GameTree of": (_, next, game) => [game],
  "GameTree fromJSON": () => [{ fen: START, nodes: [{ action: "b:e2e4" }] }],
  "TreeNode add"(node, next) {
    const at = node.game(), action = legal(at, next);
    at.free();
    return [action];
  },
  "banchess play": (raw, next) => [legal(raw, next)],
  "a game play": (game, next) => [legal(game, next)],
  "a game parseInput": (game, next) => [JSON.stringify(legal(game, next)).match(/[a-h][1-8]/g).join("")],
  "a game endAs": () => ["resignation", "white"],
  "a game loadFromSyncState": (game) => [game.getSyncState()],
  "a game setComments": () => [[]],
  "a game analyze": () => [{ depth: 1 }, () => {}],
  "a tree grow": () => ["0 b:d2d4"],
  "a tree annotate": () => [1, { comment: "x" }],
};

/** Valid arguments, so that some calls pass the first check. */
const GOOD = [
  ...STARTS, PGN, "b:e2e4", "m:d2d4", "e2", "a7", "e2e4", "Nf3", "a8=Q", "white", "black", "resignation", "timeout", "White", "san", "pgn", { type: "q", color: "white" },
  { from: "e2", to: "e4" }, { ban: { from: "e2", to: "e4" } }, { move: { from: "a7", to: "a8", promotion: "q" } }, ["b:e2e4", "m:d2d4"], { verbose: true }, { standard: true },
  1, 2, 3, 4, 5, 64, 1e9, 2 ** 31, -(2 ** 31), 2 ** 53, 1.5, -0, new Uint8Array(8), new SharedArrayBuffer(8), new AbortController().signal, AbortSignal.abort(),
  '{"message_type":"state"}', '{"message_type":"best_action","depth":1}', () => {},
];
const HUGE = ["9".repeat(5 << 20), "x".repeat(1 << 23)]; // used seldom, because they are slow
const NAMES = [
  "fen", "pgn", "actions", "tags", "ended", "winner", "ban", "move", "from", "to", "promotion", "verbose", "standard", "depth", "lines", "time", "nodes", "level", "fresh", "signal", "ply",
  "past", "lastAction", "moveNumber", "comment", "nags", "drawings", "eval", "color", "type", "san", "serialization", "indicators", "comments", "onError", "onCrash", "wasmURL", "workerURL",
  "message_type", "id", "piece", "movetime_ms", "within", "error", "code", "faults", "message", "length", "__proto__", "then", "toJSON", "handle", "constructor", "square",
];
const MESSAGES = ["ban", "move", "promotion", "state", "undo", "redo", "reset", "load", "resign", "offer_draw", "best_action", "solve", "stop", "x"];

/** Returns a value of some kind, or an object or a list of such values. */
export function anyValue(next, depth = 0) {
  const dice = next();
  if (dice < 0.45) return pick(next, VALUES);
  if (dice < 0.75 || depth > 2) return next() < 0.01 ? pick(next, HUGE) : next() < 0.05 ? undefined : pick(next, GOOD);
  const inner = () => anyValue(next, depth + 1);
  if (dice < 0.8) return { message_type: pick(next, MESSAGES), from: pick(next, ["E2", "D2", 1]), to: pick(next, ["E4", "D4"]), [pick(next, NAMES)]: inner() };
  if (dice < 0.85) return Array.from({ length: Math.floor(3 * next()) }, inner);
  const made = {};
  for (let left = 1 + Math.floor(3 * next()); left > 0; left--) {
    const name = pick(next, NAMES), value = inner();
    if (next() < 0.1) Object.defineProperty(made, name, { enumerable: true, configurable: true, get() { throw new Thrown(name); } });
    else Object.defineProperty(made, name, { enumerable: true, configurable: true, value });
  }
  return made;
}
