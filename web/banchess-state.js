// What the library knows of a game: the game is kept twice, in the WebAssembly,
// which knows the rules, and here as the plain list of what was played. When the
// instance is lost, the list is all it takes to go on in a fresh one.
import { BanChessError, fail, heed, running } from "./banchess-instance.js";
import { encode } from "./banchess-notation.js";

/** Makes an error object of the WebAssembly throw. */
export function unwrap(answer) {
  if (answer?.success === false) throw new BanChessError(answer);
  return answer;
}

/** What is needed to have the game again in another instance. */
export class State {
  instance = null;
  self = { handle: 0 }; // the this of the WebAssembly's methods
  start; // the FEN it began at, undefined for the start position
  codes = []; // what was played, and behind at what can be redone
  at = 0;
  ending = null; // {ended, winner?} of a game that did not end on the board
  tags = {};
  indicators = null; // where they are written, if not everywhere
  listeners = new Set();
  events = []; // that are still to be told
  telling = false;
  freed = false;

  /** The instance that has this game, after bringing the game there if need be. */
  live() {
    if (this.freed) throw fail("freed", "this game has been freed", "make a new one");
    const instance = running();
    if (this.instance !== instance) this.restore(instance);
    return instance;
  }

  restore(instance) {
    try {
      this.open(instance);
      unwrap(this.method("load", { fen: this.start, tags: this.tags, indicators: this.indicators }));
      if (playAll(this, this.codes) < this.codes.length) throw new BanChessError(instance.raw.lastError);
      for (let i = this.codes.length; i > this.at; i--) unwrap(this.method("undo"));
      if (this.ending) unwrap(this.method("endAs", this.ending.ended, this.ending.winner));
    } catch (e) {
      this.close(); // half a game is none: the next call tries again
      throw e;
    }
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
    const { fen, actions, ended, winner } = unwrap(this.method("record"));
    this.start = fen;
    this.codes = actions.map(encode);
    this.at = this.codes.length;
    this.ending = ended ? { ended, winner } : null;
    this.tags = unwrap(this.method("tags"));
    this.adoptIndicators();
  }

  /** Takes over where indicators are written, if that is not everywhere. */
  adoptIndicators() {
    const config = unwrap(this.method("getIndicatorConfig"));
    this.indicators = Object.values(config).every(Boolean) ? null : config;
  }

  /** Loads {fen, pgn, actions, ended, winner, tags, indicators}, or throws and changes nothing. */
  load(source) {
    this.live();
    unwrap(this.method("load", source));
    this.adopt();
  }

  /** Notes an action that was played. */
  push(code) {
    if (this.at < this.codes.length) this.codes.length = this.at;
    this.codes.push(code);
    this.at++;
  }

  /**
   * Tells the listeners. One of them may change the game: what that brings about is
   * told after the others have heard of this, so that all hear one order.
   */
  tell(event) {
    if (!this.listeners.size) return;
    this.events.push(event);
    if (this.telling) return;
    this.telling = true;
    while (this.events.length) {
      const next = this.events.shift();
      for (const listener of [...this.listeners]) {
        if (this.listeners.has(listener)) heed(listener, next);
      }
    }
    this.telling = false;
  }
}

/** Plays packed actions in a state's game and returns how many could be played. */
export function playAll(state, codes) {
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
