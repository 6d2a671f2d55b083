// The JavaScript library of Ban Chess: the rules that banchess-core.wasm holds,
// as a class. It works in pages, workers and Node alike.
//
// The game is kept twice: in the WebAssembly, which knows the rules, and here as
// the plain list of what was played. When the instance is lost, the list is all
// it takes to go on in a fresh one. Calls that are made often go through exports
// of the instance that answer with packed bytes (wasm/lean.go); the others
// through the methods of globalThis.banchess (wasm/doc.go).
import { BanChessError, fail, initialize, running, VERSION } from "./banchess-instance.js";
import { decode, encode, fromCode, SQUARES, write } from "./banchess-notation.js";

export { BanChessError, initialize, VERSION };

const STATE = Symbol("state"); // not a private field, which a Proxy around a game would hide
const text = new TextDecoder();

const FLAGS = [
  "check", "checkmate", "stalemate", "draw", "gameOver", "insufficientMaterial", "threefoldRepetition", "fiftyMoveRule",
  "banCausedCheckmate", "banCausedStalemate", "capture", "enPassant", "castle", "promotion",
];
const IN_CHECK = 1, IN_CHECKMATE = 2, IN_STALEMATE = 4, IN_DRAW = 8, IN_THREEFOLD = 16, INSUFFICIENT = 32, OVER = 64, CAN_UNDO = 128, CAN_REDO = 256;

/** Makes an error object of the WebAssembly throw. */
function unwrap(answer) {
  if (answer?.success === false) throw new BanChessError(answer);
  return answer;
}

/** The error object of an error. */
function refusal(error) {
  const { code = "internal", mend, line, column, token, ply, faults } = error;
  return Object.fromEntries(Object.entries({ success: false, error: error.message, code, mend, line, column, token, ply, faults }).filter(([, v]) => v !== undefined));
}

/** What is needed to have the game again in another instance. */
class State {
  instance = null;
  self = { handle: 0 }; // the this of the WebAssembly's methods
  start = {}; // {fen?, ended?, winner?} as load takes it
  codes = []; // what was played, and behind at what can be redone
  at = 0;
  tags = new Map();
  indicators = null;
  listeners = new Set();
  freed = false;

  /** The instance that has this game, after bringing the game there if need be. */
  live() {
    if (this.freed) throw fail("freed", "this game has been freed", "make a new one");
    const instance = running();
    if (this.instance !== instance) this.restore(instance);
    return instance;
  }

  restore(instance) {
    this.open(instance);
    if (this.start.fen) unwrap(this.method("load", { fen: this.start.fen }));
    playAll(this, this.codes);
    for (let i = this.codes.length; i > this.at; i--) this.method("undo");
    const { ended, winner } = this.start;
    if (ended) unwrap(this.method("load", { fen: this.start.fen, actions: this.codes.slice(0, this.at).map(bcn), ended, winner }));
    if (this.indicators) unwrap(this.method("setIndicatorConfig", this.indicators));
    for (const [name, value] of this.tags) unwrap(this.method("setTag", name, value));
  }

  /** Has the game under a new handle, at the start position or as a copy. */
  open(instance, of) {
    this.close();
    const handle = of ? instance.lean(instance.exports.banchess_clone, of) : instance.lean(instance.exports.banchess_new);
    if (handle < 0) throw new BanChessError(instance.raw.lastError);
    this.instance = instance;
    this.self = { handle };
    instance.freed.register(this, handle, this);
  }

  close() {
    if (this.instance && !this.instance.dead) {
      this.instance.freed.unregister(this);
      this.instance.lean(this.instance.exports.banchess_free, this.self.handle);
    }
    this.instance = null;
  }

  /** Calls a method of the WebAssembly in the instance that has the game. */
  method(name, ...args) {
    return this.instance.call(this.instance.methods[name], this.self, args);
  }

  /** Takes over what the WebAssembly has, after a load. */
  adopt() {
    const record = unwrap(this.method("record"));
    this.start = { fen: record.fen, ended: record.ended, winner: record.winner };
    this.codes = record.actions.map(encode);
    this.at = this.codes.length;
    this.tags = new Map(Object.entries(unwrap(this.method("tags"))));
  }

  push(code) {
    if (this.at < this.codes.length) this.codes.length = this.at;
    this.codes.push(code);
    this.at++;
  }

  tell(event) {
    for (const listener of [...this.listeners]) {
      try {
        listener(event);
      } catch (e) {
        console.error(e);
      }
    }
  }
}

const bcn = (code) => write(fromCode(code));

/** Plays packed actions and returns how many could be played. */
function playAll(state, codes) {
  if (!codes.length) return 0;
  const { instance } = state;
  const address = instance.lean(instance.exports.banchess_input, 2 * codes.length);
  if (!address) throw fail("bad_argument", `${codes.length} actions are too many`, "play them in several parts");
  const bytes = instance.memory();
  for (let i = 0, at = address; i < codes.length; i++, at += 2) {
    bytes[at] = codes[i];
    bytes[at + 1] = codes[i] >> 8;
  }
  return instance.lean(instance.exports.banchess_play_all, state.self.handle, codes.length);
}

/** Loads {fen, pgn, actions, ended, winner} into a game, or throws and changes nothing. */
function load(state, source) {
  state.live();
  unwrap(state.method("load", source));
  state.adopt();
}

/** How the game stands: [ply, bits, from and to of the ban in force]. */
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

export class BanChess {
  constructor(fen, pgn) {
    const state = new State();
    Object.defineProperty(this, STATE, { value: state });
    state.open(running());
    if (fen || pgn) {
      try {
        load(state, { fen: fen || undefined, pgn: pgn || undefined });
      } catch (e) {
        this.free();
        throw e;
      }
    }
  }

  static get VERSION() { return VERSION; }

  static serializeAction(action, indicator = "") {
    if (!["", "+", "#", "="].includes(indicator)) throw fail("bad_argument", `${JSON.stringify(String(indicator))} is no indicator`, "pass +, # or =");
    const code = encode(action);
    if (code < 0) throw fail("bad_action", "that is neither a ban nor a move between two squares", 'pass { ban: { from: "e2", to: "e4" } } or { move: { from, to, promotion } }');
    return bcn(code) + indicator;
  }

  static deserializeAction(serialized) {
    const action = decode(serialized);
    if (action) return action;
    throw fail("bad_bcn", `${JSON.stringify(String(serialized).slice(0, 80))} is not an action in Ban Chess Notation`, "write b:e2e4 for a ban, m:d2d4 for a move, m:e7e8q for a promotion");
  }

  static replayFromActions(actions, startingFen) {
    if (!Array.isArray(actions)) throw fail("bad_argument", "the actions are not a list", 'pass BCN such as ["b:e2e4", "m:d2d4"]');
    const game = new BanChess(startingFen);
    const state = game[STATE];
    try {
      const codes = actions.map(encode);
      const unreadable = codes.indexOf(-1);
      const readable = unreadable < 0 ? codes : codes.slice(0, unreadable);
      const { raw } = state.instance;
      if (playAll(state, readable) < readable.length) throw new BanChessError(raw.lastError);
      if (unreadable >= 0) unwrap(state.method("play", actions[unreadable]));
      state.codes = codes;
      state.at = codes.length;
    } catch (e) {
      game.free();
      throw e;
    }
    return game;
  }

  static fromStandardFEN(fen) {
    const instance = running();
    return new BanChess(unwrap(instance.call(instance.raw.fromStandardFEN, instance.raw, [fen])));
  }

  static fromJSON(json) {
    let record = json;
    try {
      if (typeof json === "string") record = JSON.parse(json);
    } catch { /* a text is no object either */ }
    if (typeof record !== "object" || record === null) throw fail("bad_argument", "that is not the record of a game", "pass what toJSON gave");
    const { fen, actions, ended, winner, tags = {}, indicators } = record;
    const game = new BanChess();
    try {
      load(game[STATE], { fen, actions, ended, winner });
      for (const [name, value] of Object.entries(tags)) game.setTag(name, value);
      if (indicators) game.setIndicatorConfig(indicators);
    } catch (e) {
      game.free();
      throw e;
    }
    return game;
  }

  play(action) {
    try {
      const state = this[STATE];
      const instance = state.live();
      const code = read(action);
      if (code < 0) return refused(state, action);
      const n = instance.lean(instance.exports.banchess_play, state.self.handle, code);
      if (n < 0) return { ...instance.raw.lastError };
      state.push(code);
      const bytes = instance.memory(), at = instance.answer;
      const answer = played(code, bytes[at] | bytes[at + 1] << 8, bytes[at + 2], text.decode(bytes.subarray(at + 3, at + n)));
      if (state.listeners.size) state.tell({ type: "action", action: answer.action, san: answer.san, flags: answer.flags });
      return answer;
    } catch (e) {
      return refusal(e);
    }
  }

  playSerializedAction(serialized) {
    return this.play(typeof serialized === "string" ? serialized : String(serialized));
  }

  getLegalActions() { return legal(this).map(fromCode); }

  legalActionsFrom(square) {
    const from = SQUARES.indexOf(square);
    if (from < 0) throw fail("bad_square", `${JSON.stringify(String(square))} is not a square`, "write it as in e2");
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
    load(this[STATE], source);
    this[STATE].tell({ type: "change" });
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
    state.start = { fen: state.start.fen };
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
    state.indicators = unwrap(state.method("getIndicatorConfig"));
    state.tell({ type: "change" });
  }

  getIndicatorConfig() { return ask(this, "getIndicatorConfig"); }

  setTag(name, value) {
    const state = this[STATE];
    state.live();
    unwrap(state.method("setTag", name, value));
    if (value) state.tags.set(name, value);
    else state.tags.delete(name);
    state.tell({ type: "change" });
  }

  tags() { return ask(this, "tags"); }

  clone() {
    const mine = this[STATE];
    const instance = mine.live();
    const copy = Object.assign(new State(), {
      start: { ...mine.start }, codes: mine.codes.slice(), at: mine.at, tags: new Map(mine.tags), indicators: mine.indicators,
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
    if (tags.size) record.tags = Object.fromEntries(tags);
    if (indicators) record.indicators = { ...indicators };
    return record;
  }

  free() {
    const state = this[STATE];
    state.freed = true;
    state.listeners.clear();
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

/** An action that does not read at once: the WebAssembly says why, or takes it. */
function refused(state, action) {
  const answer = state.method("play", action);
  if (answer?.success) {
    state.push(encode(answer.action));
    state.tell({ type: "action", action: answer.action, san: answer.san, flags: answer.flags });
  }
  return answer;
}

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
  if (state.start.ended) state.start = { fen: state.start.fen }; // undo takes back how it ended first
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
    state.start = { fen: state.start.fen, ended, winner };
    state.tell({ type: "change" });
    return answer;
  } catch (e) {
    return refusal(e);
  }
}
