// The log of a game whose players are not at one screen: its id, its start position, and
// all that the players did, numbered from 1. Whichever way the entries go from one player to
// the other, this module says which of them may follow, and how two copies of a log differ. It
// also makes and reads the link of a log.
//
// Entries are only ever added, so a copy that is older is the beginning of a newer one. An
// entry is one of these; White's begin with w, Black's with b:
//
//   e2e4, e7e8Q  a ban or a move: the number of the ply says whose and which
//   w=           offers a draw
//   w<3          asks to take back the last three actions
//   w+           agrees to the draw
//   w(3)         agrees to take back the last three actions, which the opponent asked for
//   w-           declines
//   w#           resigns
//   w!           White's time is up
//
// An offer is open until the opponent answers or acts. One that asks to take back actions also
// ends when the player who asked acts.

import { BanChess, BanChessError, START_FEN, type EndResult, type GameResult, type Player } from "../../banchess/banchess.js";
import { words } from "language/together";
import { hashOf, LinkError, pack, unpack } from "../share/index.js";
import { lineIn, other, unplayable } from "../model/index.js";

/** An offer that is open. */
export interface Offer {
  readonly by: Player;
  readonly back: number; // the number of actions to take back; 0 for an offer of a draw
}

/** The reason why a log cannot be read, or why an entry does not follow from it. */
export class LogError extends Error {
  /** @param code the code of the rules' error, or one of those of the language */
  constructor(readonly code: string, text = words.together.logErrors[code as keyof typeof words.together.logErrors]) {
    super(text);
  }
}

const LINK = 2; // the format of the link of a log, which is packed like that of a game

const ENTRY = /[a-h][1-8][a-h][1-8][QRBN]?|[wb](?:[=+#!-]|<[1-9]\d{0,3}|\([1-9]\d{0,3}\))/y;

/** Returns the entries of a text. Throws a LogError if it has anything else in it. */
export function entriesIn(text: string): string[] {
  const entries: string[] = [];
  for (let at = 0; at < text.length; at += entries.at(-1)!.length) {
    ENTRY.lastIndex = at;
    const [entry] = ENTRY.exec(text) ?? [];
    if (!entry) throw new LogError("bad_log");
    entries.push(entry);
  }
  return entries;
}

/** Reports whether an entry is a ban or a move. */
export const isAction = (entry: string): boolean => /^.\d/.test(entry);

/** Reports whether an entry says that a player's time is up. Either player may add it. */
export const isFlag = (entry: string): boolean => entry.endsWith("!");

/** Returns an action in BCN as an entry. */
export const entryOf = (bcn: string): string => bcn.slice(2, 6) + bcn.slice(6, 7).toUpperCase();

export class Log {
  readonly id: string;
  readonly fen: string;
  #game: BanChess;
  #first: number; // the ply of the first action
  #entries: string[] = [];
  #players: Player[] = []; // of the entries
  #offer: Offer | null = null;

  /** Creates an empty log. Throws a BanChessError if the FEN is invalid. */
  constructor(id: string, fen = START_FEN) {
    this.id = id;
    this.#game = new BanChess(fen);
    this.fen = this.#game.fen();
    this.#first = this.#game.getPly();
  }

  /** Reads a log. Throws a LogError with the code of the first entry that may not be there, or a BanChessError if the FEN is invalid. */
  static read(id: string, fen: string, text: string): Log {
    const log = new Log(id, fen);
    try {
      for (const entry of entriesIn(text)) log.add(entry);
    } catch (error) {
      log.free();
      throw error;
    }
    return log;
  }

  /** All entries as a text, for read. */
  get text(): string { return this.#entries.join(""); }

  get entries(): readonly string[] { return this.#entries; }

  /** The hash of the whole log. It goes with each entry to the other player, whose log must have the same one then. */
  get hash(): string { return hashOf([this.id, this.fen, this.text].join(" ")); }

  /** The offer that is open, or null. */
  get offer(): Offer | null { return this.#offer; }

  /** The player of each entry. */
  get players(): readonly Player[] { return this.#players; }

  /** The player who bans or moves next. */
  get active(): Player { return this.#game.getActivePlayer(); }

  /** Returns the player whose entry it would be, were it added. */
  playerOf(entry: string): Player { return isAction(entry) ? this.active : entry.startsWith("w") ? "white" : "black"; }

  get result(): GameResult { return this.#game.result(); }

  /** The player who is to act or to answer, or null if the game is over. An offer of a draw goes with one's next action. */
  get turn(): Player | null {
    if (this.#game.gameOver()) return null;
    return this.#offer?.back ? other(this.#offer.by) : this.active;
  }

  /** Returns the actions that were not taken back, in BCN. */
  line(): string[] { return lineIn(this.text, this.#first); }

  /**
   * Adds an entry.
   *
   * Throws a LogError, and changes nothing: the codes of the rules, `bad_log`,
   * `open_offer` (an offer waits for an answer), `no_offer` (there is nothing to answer),
   * `bad_takeback` (so many actions were not played), `desync` (the hash is another).
   *
   * @param hash the hash of the log with this entry, from the player who sends it
   */
  add(entry: string, hash?: string): void {
    const [only, more] = entriesIn(entry);
    if (!only || more) throw new LogError("bad_log");
    if (hash !== undefined && hash !== hashOf([this.id, this.fen, this.text + entry].join(" "))) throw new LogError("desync");
    const player = this.playerOf(entry);
    if (isAction(entry)) this.#act(entry, player);
    else this.#say(player, entry.charAt(1), Number.parseInt(entry.slice(2), 10));
    this.#entries.push(entry);
    this.#players.push(player);
  }

  #act(entry: string, player: Player): void {
    const answer = this.#game.play(`${this.#game.getActionType().charAt(0)}:${entry.toLowerCase()}`);
    if (!answer.success) throw new LogError(answer.code, answer.error.replace(/; .*/, ""));
    if (this.#offer && (this.#offer.back || this.#offer.by !== player)) this.#offer = null;
  }

  #say(player: Player, what: string, back: number): void {
    const offer = this.#offer, isAsked = offer?.by === other(player);
    if (this.#game.gameOver()) throw new LogError("game_over");
    if (what === "=" || what === "<") {
      if (offer) throw new LogError("open_offer");
      if (what === "<" && !(back >= 1 && back <= this.#game.getPly() - this.#first)) throw new LogError("bad_takeback");
      this.#offer = { by: player, back: what === "<" ? back : 0 };
    } else if (what === "#") this.#end(this.#game.resign(player));
    else if (what === "!") this.#end(this.#game.timeOut(player));
    else {
      if (!isAsked || what === "+" && offer.back || what === "(" && offer.back !== back) throw new LogError("no_offer");
      if (what === "+") this.#end(this.#game.agreeDraw());
      if (what === "(") for (let i = 0; i < back; i++) this.#game.undo();
      this.#offer = null;
    }
  }

  #end(answer: EndResult): void {
    if (!answer.success) throw new LogError(answer.code, answer.error);
    this.#offer = null;
  }

  /** Frees the memory in the WebAssembly. */
  free(): void { this.#game.free(); }
}

/** The relation of a log from elsewhere to one's own. */
export interface Comparison {
  readonly is: "same" | "ahead" | "behind" | "forked" | "foreign"; // foreign: of another game
  readonly common: number; // the number of entries that both have from the start
  readonly actions: number; // the number of bans and moves by which one is ahead of the other
}

/** Compares a log from elsewhere with one's own. */
export function compare(theirs: Log, own: Log): Comparison {
  if (theirs.id !== own.id || theirs.fen !== own.fen) return { is: "foreign", common: 0, actions: 0 };
  const [a, b] = [theirs.entries, own.entries];
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  const is = common < a.length ? (common < b.length ? "forked" : "ahead") : common < b.length ? "behind" : "same";
  return { is, common, actions: [...a.slice(common), ...b.slice(common)].filter(isAction).length };
}

/** A log as JSON. */
interface LogData {
  readonly id: string; // 32 hexadecimal digits
  readonly fen?: string; // the start position, if it is not the usual one
  readonly log: string;
  readonly hash: string;
}

/** The content of the link of a log, as JSON. web/docs/links.md specifies it. */
interface Content extends LogData {
  readonly by: Player; // who sends it
  readonly last?: LogData; // the game before, which the sender has ended
}

const dataOf = ({ id, fen, text, hash }: Log): LogData => ({ id, ...fen !== START_FEN && { fen }, log: text, hash });

/** Returns the link of a log that a player sends, as the part of an address after the #. Returns null if it would be too long, or the browser cannot make links. */
export const encodeLog = (log: Log, by: Player, last: Log | null = null): Promise<string | null> =>
  pack({ ...dataOf(log), by, ...last && { last: dataOf(last) } } satisfies Content, LINK);

/** Reads a link. The rules must be loaded. Rejects with a LinkError. */
export async function decodeLog(text: string): Promise<{ log: Log; by: Player; last: Log | null }> {
  const { by, last, ...data } = ((await unpack(text, LINK)) ?? {}) as Partial<Content>;
  if (by !== "white" && by !== "black") throw new LinkError("bad_link");
  const log = logOf(data);
  try {
    return { log, by, last: last ? logOf(last) : null };
  } catch (error) {
    log.free();
    throw error;
  }
}

/** Reads a log. Throws a LinkError. */
function logOf({ id, fen = START_FEN, log: entries, hash }: Partial<LogData>): Log {
  const isGood = typeof id === "string" && /^[\da-f]{32}$/.test(id) && typeof fen === "string" && typeof entries === "string";
  if (!isGood) throw new LinkError("bad_link");
  try {
    const log = Log.read(id, fen, entries);
    if (log.hash === hash) return log;
    log.free();
  } catch (error) {
    if (error instanceof LogError || error instanceof BanChessError) throw new LinkError(error.code, unplayable(error).text);
    throw error;
  }
  throw new LinkError("bad_link");
}
