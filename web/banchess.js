// The JavaScript library of Ban Chess: the rules that banchess-core.wasm holds,
// as a class. It works in pages, workers and Node alike.
//
// Calls that are made often go through exports of the instance that answer with
// packed bytes (wasm/lean.go); the others through the methods of
// globalThis.banchess (wasm/doc.go).
import { BanChessError, details, fail, initialize, running, VERSION } from "./banchess-instance.js";
import { decode, encode, fromCode, SQUARES, write } from "./banchess-notation.js";
import { playAll, State, unwrap } from "./banchess-state.js";

export { BanChessError, initialize, VERSION };

const STATE = Symbol("state"); // not a private field, which a Proxy around a game would hide
const text = new TextDecoder();

const FLAGS = [
  "check", "checkmate", "stalemate", "draw", "gameOver", "insufficientMaterial", "threefoldRepetition", "fiftyMoveRule",
  "banCausedCheckmate", "banCausedStalemate", "capture", "enPassant", "castle", "promotion",
];
const IN_CHECK = 1, IN_CHECKMATE = 2, IN_STALEMATE = 4, IN_DRAW = 8, IN_THREEFOLD = 16, INSUFFICIENT = 32, OVER = 64, CAN_UNDO = 128, CAN_REDO = 256;

/** The answer for an error where nothing is thrown. */
const refusal = (error) => ({ success: false, ...details(error) });

/** How a message quotes what a caller passed. Texts alone: to make one of anything else can throw. */
const quote = (value) => typeof value === "string" ? JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value) : `a value of type ${typeof value}`;

/** How the game stands: {ply, bits, from and to of the ban in force}. */
function look(state) {
  const instance = state.live();
  if (instance.lean(instance.exports.banchess_state, state.self.handle) < 0) throw new BanChessError(instance.raw.lastError);
  const bytes = instance.memory(), at = instance.answer;
  return {
    ply: bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16,
    bits: bytes[at + 4] | bytes[at + 5] << 8,
    from: bytes[at + 8],
    to: bytes[at + 9],
  };
}

/** encode of whatever a caller passes, which may throw when it is looked at. */
function read(action) {
  try {
    return encode(action);
  } catch {
    return -1;
  }
}

/** Why something that does not read is no action: what the WebAssembly says of it. */
function unreadable(instance, action) {
  const why = instance.call(instance.raw.serializeAction, instance.raw, [action]);
  if (why?.success === false) return why;
  return refusal(fail("bad_action", "the action is an object with more to it than its squares", 'pass { ban: { from: "e2", to: "e4" } } or { move: { from, to, promotion } }'));
}

const is = (game, bit) => (look(game[STATE]).bits & bit) !== 0;

/** Calls a method of the WebAssembly that answers and changes nothing. */
function ask(game, name, ...args) {
  const state = game[STATE];
  state.live();
  return unwrap(state.method(name, ...args));
}

/** The codes of the legal actions. */
function legal(game) {
  const state = game[STATE];
  const instance = state.live();
  const n = instance.lean(instance.exports.banchess_legal, state.self.handle);
  if (n < 0) throw new BanChessError(instance.raw.lastError);
  const bytes = instance.memory();
  const codes = new Array(n);
  for (let i = 0, at = instance.answer; i < n; i++, at += 2) codes[i] = bytes[at] | bytes[at + 1] << 8;
  return codes;
}

/** Takes what stands for a FEN or a PGN: a text, of which an empty one is none. */
function textOrNone(value, what) {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  throw fail("bad_argument", `the ${what} is ${quote(value)}`, "pass a text, or undefined for none");
}

/** Does what makes a game complete; one that stays incomplete is freed. */
function make(game, rest) {
  try {
    rest();
    return game;
  } catch (e) {
    game.free();
    throw e;
  }
}

export class BanChess {
  constructor(fen, pgn) {
    const instance = running();
    const source = { fen: textOrNone(fen, "FEN"), pgn: textOrNone(pgn, "PGN") };
    const state = new State();
    Object.defineProperty(this, STATE, { value: state });
    state.open(instance);
    if (source.fen || source.pgn) make(this, () => state.load(source));
  }

  static get VERSION() { return VERSION; }

  static serializeAction(action, indicator = "") {
    if (!["", "+", "#", "="].includes(indicator)) throw fail("bad_argument", `${quote(indicator)} is no indicator`, "pass +, # or =");
    const code = read(action);
    if (code < 0) throw fail("bad_action", "that is neither a ban nor a move between two squares", 'pass { ban: { from: "e2", to: "e4" } } or { move: { from, to, promotion } }');
    return write(fromCode(code)) + indicator;
  }

  static deserializeAction(serialized) {
    const action = decode(serialized);
    if (action) return action;
    throw fail("bad_bcn", `${quote(serialized)} is not an action in Ban Chess Notation`, "write b:e2e4 for a ban, m:d2d4 for a move, m:e7e8q for a promotion");
  }

  static replayFromActions(actions, startingFen) {
    const codes = [];
    let bad; // {action}, the first that does not read
    try {
      if (!Array.isArray(actions)) throw new TypeError("no list");
      for (let i = 0; i < actions.length && !bad; i++) {
        const action = actions[i], code = read(action);
        if (code < 0) bad = { action };
        else codes.push(code);
      }
    } catch {
      throw fail("bad_argument", "the actions are not a list", 'pass BCN such as ["b:e2e4", "m:d2d4"]');
    }
    const game = new BanChess(startingFen);
    return make(game, () => {
      const state = game[STATE], { instance } = state;
      if (playAll(state, codes) < codes.length) throw new BanChessError(instance.raw.lastError);
      state.codes = codes;
      state.at = codes.length;
      if (!bad) return;
      const why = unreadable(instance, bad.action), ply = game.getPly();
      throw new BanChessError({ ...why, error: `ply ${ply}: ${why.error}`, ply });
    });
  }

  static fromStandardFEN(fen) {
    const instance = running();
    return new BanChess(unwrap(instance.call(instance.raw.fromStandardFEN, instance.raw, [fen])));
  }

  static fromJSON(json) {
    let record;
    try {
      record = JSON.parse(typeof json === "string" ? json : JSON.stringify(json)); // plain data, whatever it was
    } catch { /* what does not read is no record either */ }
    if (typeof record?.fen !== "string" || !Array.isArray(record.actions)) throw fail("bad_argument", "that is not the record of a game, which has a fen and actions", "pass what toJSON gave");
    const game = new BanChess();
    return make(game, () => game.load(record));
  }

  play(action) {
    try {
      const state = this[STATE];
      const instance = state.live();
      const code = read(action);
      if (code < 0) return unreadable(instance, action);
      const n = instance.lean(instance.exports.banchess_play, state.self.handle, code);
      if (n < 0) return { ...instance.raw.lastError };
      state.push(code);
      const bytes = instance.memory(), at = instance.answer;
      const answer = played(code, bytes[at] | bytes[at + 1] << 8, bytes[at + 2], text.decode(bytes.subarray(at + 3, at + n)));
      state.tell({ type: "action", action: answer.action, san: answer.san, flags: answer.flags });
      return answer;
    } catch (e) {
      return refusal(e);
    }
  }

  playSerializedAction(serialized) {
    if (typeof serialized === "string") return this.play(serialized);
    return refusal(fail("bad_bcn", `${quote(serialized)} is not an action in Ban Chess Notation`, "pass a text such as b:e2e4"));
  }

  getLegalActions() { return legal(this).map(fromCode); }

  legalActionsFrom(square) {
    const from = SQUARES.indexOf(square);
    if (from < 0) throw fail("bad_square", `${quote(square)} is not a square`, "write it as in e2");
    return legal(this).filter((code) => (code >> 6 & 63) === from).map(fromCode);
  }

  isLegal(action) {
    const state = this[STATE];
    const instance = state.live();
    const code = read(action);
    return code >= 0 && instance.lean(instance.exports.banchess_is_legal, state.self.handle, code) === 1;
  }

  getPly() { return look(this[STATE]).ply; }
  getActivePlayer() { return (this.getPly() & 3) < 2 ? "black" : "white"; }
  getActionType() { return this.getPly() & 1 ? "ban" : "move"; }
  nextMoveColor() { return (this.getPly() + 3 & 3) < 2 ? "white" : "black"; }

  get currentBannedMove() {
    const { from, to } = look(this[STATE]);
    return from < 64 ? { from: SQUARES[from], to: SQUARES[to] } : null;
  }

  fen() {
    const state = this[STATE];
    const instance = state.live();
    const n = instance.lean(instance.exports.banchess_fen, state.self.handle);
    if (n < 0) throw new BanChessError(instance.raw.lastError);
    return text.decode(instance.memory().subarray(instance.answer, instance.answer + n));
  }

  pgn() { return ask(this, "pgn"); }
  movetext() { return ask(this, "movetext"); }
  ascii() { return ask(this, "ascii"); }
  history() { return ask(this, "history"); }
  getActionLog() { return ask(this, "getActionLog"); }
  getActionHistory() { return ask(this, "getActionHistory"); }
  getLastActionSerialized() { return ask(this, "getLastActionSerialized"); }
  getSyncState() { return ask(this, "getSyncState"); }

  loadFromSyncState(syncState) {
    const state = this[STATE];
    state.live();
    unwrap(state.method("loadFromSyncState", syncState));
    state.adopt();
    state.tell({ type: "change" });
  }

  load(source) {
    const state = this[STATE];
    state.load(source);
    state.tell({ type: "change" });
  }

  undo() { return step(this, "undo", -1); }
  redo() { return step(this, "redo", 1); }
  canUndo() { return is(this, CAN_UNDO); }
  canRedo() { return is(this, CAN_REDO); }

  reset() {
    const state = this[STATE];
    state.live();
    unwrap(state.method("reset"));
    state.codes = [];
    state.at = 0;
    state.ending = null;
    state.tell({ type: "change" });
  }

  resign(player) { return end(this, "resign", player); }
  agreeDraw() { return end(this, "agreeDraw"); }
  timeOut(player) { return end(this, "timeOut", player); }

  inCheck() { return is(this, IN_CHECK); }
  inCheckmate() { return is(this, IN_CHECKMATE); }
  inStalemate() { return is(this, IN_STALEMATE); }
  inDraw() { return is(this, IN_DRAW); }
  inThreefoldRepetition() { return is(this, IN_THREEFOLD); }
  insufficientMaterial() { return is(this, INSUFFICIENT); }
  gameOver() { return is(this, OVER); }
  result() { return ask(this, "result"); }

  setIndicatorConfig(config) {
    const state = this[STATE];
    state.live();
    unwrap(state.method("setIndicatorConfig", config));
    state.adoptIndicators();
    state.tell({ type: "change" });
  }

  getIndicatorConfig() { return ask(this, "getIndicatorConfig"); }

  setTag(name, value) {
    const state = this[STATE];
    state.live();
    unwrap(state.method("setTag", name, value));
    state.tags = unwrap(state.method("tags")); // as they are there: what is no valid Unicode was replaced
    state.tell({ type: "change" });
  }

  tags() { return ask(this, "tags"); }

  clone() {
    const mine = this[STATE];
    const instance = mine.live();
    const copy = Object.assign(new State(), {
      start: mine.start, codes: mine.codes.slice(), at: mine.at, ending: mine.ending, tags: mine.tags, indicators: mine.indicators,
    });
    copy.open(instance, mine.self.handle);
    return Object.defineProperty(Object.create(BanChess.prototype), STATE, { value: copy });
  }

  subscribe(listener) {
    if (typeof listener !== "function") throw fail("bad_argument", "the listener is not a function", "pass a function that takes an event");
    const { listeners } = this[STATE];
    const mine = (event) => listener(event); // the same function twice is two listeners
    listeners.add(mine);
    return () => { listeners.delete(mine); };
  }

  toJSON() {
    const record = ask(this, "record");
    const { tags, indicators } = this[STATE];
    if (Object.keys(tags).length) record.tags = { ...tags };
    if (indicators) record.indicators = { ...indicators };
    return record;
  }

  free() {
    const state = this[STATE];
    state.freed = true;
    state.listeners.clear();
    state.events = [];
    state.close();
  }

  *[Symbol.iterator]() { yield* this.history(); }

  get turn() { return this.getActivePlayer(); }
  nextActionType() { return this.getActionType(); }
  currentPlayer() { return this.getActivePlayer(); }
  legalMoves() { return this.getActionType() === "move" ? this.getLegalActions().map((a) => a.move) : []; }
  legalBans() { return this.getActionType() === "ban" ? this.getLegalActions().map((a) => a.ban) : []; }
}

// Symbol.dispose is younger than some of the engines this runs in.
Object.defineProperty(BanChess.prototype, Symbol.dispose ?? Symbol.for("Symbol.dispose"), { value() { this.free(); }, writable: true, configurable: true });

/** The answer of play. */
function played(code, bits, sanLength, sanAndFen) {
  const flags = {};
  for (let i = 0; i < FLAGS.length; i++) flags[FLAGS[i]] = (bits >> i & 1) === 1;
  return {
    success: true,
    action: fromCode(code),
    san: sanAndFen.slice(0, sanLength),
    newFen: sanAndFen.slice(sanLength),
    flags,
    check: flags.check,
    checkmate: flags.checkmate,
    stalemate: flags.stalemate,
    gameOver: flags.gameOver,
    draw: flags.draw,
  };
}

function step(game, name, by) {
  const state = game[STATE];
  state.live();
  if (!unwrap(state.method(name))) return false;
  if (state.ending) state.ending = null; // undo takes back how it ended first
  else state.at += by;
  state.tell({ type: "change" });
  return true;
}

function end(game, name, ...args) {
  try {
    const state = game[STATE];
    state.live();
    const answer = state.method(name, ...args);
    if (!answer.success) return answer;
    const { ended, winner } = state.method("record");
    state.ending = { ended, winner };
    state.tell({ type: "change" });
    return answer;
  } catch (e) {
    return refusal(e);
  }
}
