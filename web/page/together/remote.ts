// The game with somebody elsewhere that is on the board. Its log is the authority on what
// was done; what the user does on the board in Play is added to it, and what comes from the
// other player is shown on the board.

import { BanChess, type Player } from "../../banchess/banchess.js";
import { GameTree } from "../../banchess/tree.js";
import type { GameController } from "../play/index.js";
import { words } from "language/together";
import { keepGame, keptGame } from "../games/index.js";
import { LinkError, LONG } from "../share/index.js";
import { begunFrom, HUMANS, lineIn, makeMainLine, other, ownSide, remoteAs, sentence, unplayable, type Begun, type Players } from "../model/index.js";
import { changeRecord, GAME, mayPlay, takeBackTo, type Left, type PageStore, type State } from "../shell/index.js";
import { createStore, type Store } from "../view/index.js";
import { endingOf, isKept, newsOf, told, treeOf, type Kept } from "./kept.js";
import { compare, decodeLog, encodeLog, entryOf, isAction, Log, LogError } from "./log.js";

/** A question to the user. */
export type Question =
  | { readonly about: "fork"; readonly mine: Log; readonly theirs: Log; readonly common: number; answer(theirs: boolean): void }
  | { readonly about: "leave"; readonly isOpen: boolean; answer(leaves: boolean): void } // isOpen: the two are connected
  | { readonly about: "seat"; readonly log: Log; readonly seat: Player; answer(seat: Player | null): void }; // null: only look

/** The content of the box and the dialog. */
export interface Shown {
  readonly log: Log | null; // of the game on the board
  readonly text: string; // of the log, whose object stays the same
  readonly own: Player | null; // null if the user only watches
  readonly link: string | null | undefined; // of the log; undefined while it is made, null if it cannot be made
  readonly tellsEnd: boolean; // the link also has the end of the game before
  readonly question: Question | null;
}

/** The players of a game that the user watches. */
const WATCHED: Players = { white: { kind: "remote", name: words.names.white }, black: { kind: "remote", name: words.names.black } };

export class Remote {
  readonly shown: Store<Shown> = createStore<Shown>({ log: null, text: "", own: "white", link: undefined, tellsEnd: false, question: null });
  #store: PageStore;
  #controller: GameController;

  constructor(store: PageStore, controller: GameController) {
    this.#store = store;
    this.#controller = controller;
    store.watch(["rules", "aside", "players", "begun", "record", "position", "revision", "settings"], (state, old) => this.#follow(state, old));
    // Another tab has stored what was done in it.
    addEventListener("storage", ({ key, newValue }) => {
      if (key === GAME && newValue) this.#goOn(begunFrom(JSON.parse(newValue).begun));
    });
  }

  get #log(): Log | null { return this.shown.state.log; }

  /** Returns an entry of the user, for the sign of what it says. */
  #own(sign: string): string { return `${(this.shown.state.own ?? "").charAt(0)}${sign}`; }

  /** Opens a link. Resolves when its game is shown, or when there is a question about it. Rejects with a LinkError, and then nothing has changed. */
  async open(text: string): Promise<void> {
    await this.rules();
    const { log, by, last } = await decodeLog(text);
    const kept = await this.kept(log.id);
    this.#store.set({ place: null });
    const end = last && await this.#noteEnd(last);
    if (!kept) return this.#meet(log, other(by), end ? `${words.together.lastGame(end)} ` : "");
    const own = ownSide(kept.players)!, mine = Log.read(log.id, kept.record.fen, kept.begun.log), { is, common, actions } = compare(log, mine);
    const { together } = words, isMine = log.players.at(-1) === own || log.entries.length === 0 && by === own;
    if (is === "foreign") throw new LinkError("foreign_link", together.foreign);
    if (kept.begun.room && (is === "ahead" || is === "forked")) throw new LinkError("foreign_link", together.inARoom);
    // Nobody but the user acts for the user, and the user has acted in this browser.
    if (is === "forked" || is === "ahead" && log.players.slice(common).includes(own)) return this.#ask(kept, mine, log, common);
    if (is === "ahead") this.show(kept, log, newsOf(log, common, own));
    else this.show(kept, mine, is === "behind" ? together.behind(actions) : isMine ? together.ownLink : together.known);
  }

  /** Offers a draw, or asks to take back what the game offers to take back. */
  offer(what: "draw" | "takeBack"): void {
    const log = this.#log, to = takeBackTo(this.#store.state);
    if (!log || !this.shown.state.own || what === "takeBack" && !to) return;
    this.#add(this.#own(what === "draw" ? "=" : `<${log.line().length - to!.line().length}`));
  }

  /** Answers the offer that is open. */
  answer(agrees: boolean): void {
    const { offer } = this.#log ?? {};
    if (!offer) return;
    if (!agrees) this.#add(this.#own("-"));
    else if (offer.back === 0) {
      if (this.#add(this.#own("+"))) this.#controller.agreeDraw();
    } else this.#addAndShow(this.#own(`(${offer.back})`), words.together.tookBack(offer.back));
  }

  /** Adds that a player's time is up. */
  flag(player: Player): void {
    if (this.#log?.turn) this.#addAndShow(`${player.charAt(0)}!`, words.together.timeUp);
  }

  /** Adds an entry of the other player, and shows what it does. Throws a LogError. */
  hear(entry: string, hash: string): void {
    const log = this.#log!, end = this.#store.state.record.find(log.line()), isHere = end === this.#store.state.record.current;
    if (/[#+!(]/.test(entry)) return this.#addAndShow(entry, null, hash);
    log.add(entry, hash);
    this.#put(log, this.shown.state.own);
    const text = isAction(entry) ? undefined : told(entry, this.shown.state.own);
    changeRecord(this.#store, { begun: { ...this.#store.state.begun!, log: log.text }, ...text && { notice: { kind: "info", text } } });
    if (!isAction(entry)) return;
    const action = log.line().at(-1)!;
    if (isHere) this.#controller.play(action);
    else this.#controller.playAt(end, BanChess.deserializeAction(action));
  }

  /** Puts a game that was left on the board. */
  reopen(kept: Kept, text: string): void {
    this.show(kept, Log.read(kept.begun.id, kept.record.fen, kept.begun.log), text);
  }

  /** Takes a log of the game on the board in place of its own one. */
  take(log: Log): void {
    const here = this.#here(), own = this.#log;
    if (here && own) this.show(here, log, newsOf(log, compare(log, own).common, this.shown.state.own));
    else log.free();
  }

  /** Asks which of two versions of the game on the board counts, unless another question is open. */
  askAbout(theirs: Log, common: number): void {
    const here = this.#here(), own = this.#log;
    if (here && own && !this.shown.state.question) this.#ask(here, Log.read(own.id, own.fen, own.text), theirs, common);
    else theirs.free();
  }

  /** Adds an entry that changes what is shown. The text is about it; without one, it is news of the other player. */
  #addAndShow(entry: string, text: string | null, hash?: string): void {
    const here = this.#here()!, log = this.#log!, next = Log.read(log.id, log.fen, log.text);
    next.add(entry, hash);
    this.show(here, next, text ?? newsOf(next, log.entries.length, this.shown.state.own));
  }

  /** Resolves when the rules are loaded. */
  rules(): Promise<void> {
    return new Promise((done) => {
      const stop = this.#store.watch(["rules"], ({ rules }) => {
        if (rules) setTimeout(() => (stop(), done())); // the stored game is put on the board first
      });
    });
  }

  /** Returns the game on the board if it is one with somebody elsewhere. */
  #here(): Kept | null {
    const { record, players, begun, clock, settings: { orientation } } = this.#store.state;
    return isKept({ record, players, begun, clock, orientation });
  }

  /** Returns the game with an id, from the board or from My games. */
  async kept(id: string): Promise<Kept | null> {
    const { aside } = this.#store.state, here = aside ? isKept(aside) : this.#here();
    if (here?.begun.id === id) return here;
    // Where nothing is stored, no game is known.
    return isKept(await keptGame(id).catch(() => null));
  }

  #follow(state: State, old: State | undefined): void {
    const { begun, record, rules, position, played } = state, own = ownSide(state.players);
    const here = rules && !state.aside ? this.#here() : null;
    if (old?.begun && old.begun.id !== begun?.id) this.#sayLeft(old.begun, state);
    if (!here) return this.#put(null);
    if (this.#log?.id !== here.begun.id || this.#log.text !== here.begun.log || this.shown.state.own !== own) {
      try {
        this.#put(Log.read(here.begun.id, record.fen, here.begun.log), own);
        if (old?.begun?.id !== begun?.id) void keptGame(here.begun.id).then((kept) => this.#goOn(kept?.begun), () => {}); // a tab that is loaded again may be behind
      } catch (error) {
        this.#put(null);
        this.#store.set({ notice: unplayable(error as Error) });
      }
    }
    const log = this.#log;
    if (!log || !own || !mayPlay(state)) return; // what is tried in Analyse is not done
    const line = log.line();
    let end = record.find(line);
    if (end.line().length < line.length) { // it was deleted in Analyse
      for (const action of line.slice(end.line().length)) end = end.add(action);
      this.#controller.touch();
    }
    const { current } = record, isNew = position !== old?.position;
    if (isNew && played && current.parent === end && current.player === own) {
      makeMainLine(current);
      this.#add(entryOf(current.bcn));
    } else if (end.outcome?.ended === "resignation" && end.outcome.winner !== own && log.turn) this.#add(this.#own("#"));
  }

  /** Says, after what else is said, how the user can come back to an unfinished game that was just left. */
  #sayLeft({ id, room, isGuest, control }: Begun, { live, aside }: State): void {
    const log = this.#log, { together } = words;
    if (aside || log?.id !== id || !log.turn || !this.shown.state.own || isGuest || !room && !live) return;
    queueMicrotask(() => {
      const { notice } = this.#store.state;
      this.#store.set({ notice: { kind: "info", offersRestore: true, ...notice, text: `${notice?.text ?? ""} ${room ? together.leftRoom(control !== "-") : together.leftByCode}`.trim() } });
    });
  }

  /** Adds an entry of the user to the log. Reports whether it follows; if not, says why. */
  #add(entry: string): boolean {
    try {
      this.#log!.add(entry);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.#store.set({ notice: { kind: "refused", code: error.code, text: sentence(error.message) } });
      return false;
    }
    this.#put(this.#log, this.shown.state.own);
    changeRecord(this.#store, { begun: { ...this.#store.state.begun!, log: this.#log!.text } });
    return true;
  }

  /** Shows a log in the box, and makes its link. */
  #put(log: Log | null, own = this.shown.state.own): void {
    const { state } = this.shown, text = log?.text ?? "";
    if (state.log === log && state.text === text && state.own === own) return;
    if (state.log !== log) state.log?.free();
    this.shown.set({ log, text, own, link: undefined, tellsEnd: false });
    if (log && own) void this.#makeLink(log, own);
  }

  async #makeLink(log: Log, own: Player): Promise<void> {
    const { text, players } = log, { after } = this.#store.state.begun ?? {};
    const last = after && !players.includes(other(own)) ? await this.#endedHere(after) : null;
    const both = last && await encodeLog(log, own, last), tellsEnd = both !== null && both.length <= LONG;
    const link = tellsEnd ? both : await encodeLog(log, own);
    last?.free();
    if (this.#log === log && log.text === text) this.shown.set({ link, tellsEnd });
  }

  /** Returns the log of a game that the user has ended, of which the other player may not know; null if it is not one. */
  async #endedHere(id: string): Promise<Log | null> {
    const kept = await this.kept(id), log = kept && Log.read(id, kept.record.fen, kept.begun.log);
    if (!log || log.turn === null && log.players.at(-1) === ownSide(kept.players)) return log;
    log.free();
    return null;
  }

  /** Takes what the other player has done in the game before, up to its end. Returns it in words, or null if the user knows it, or does not have the game. */
  async #noteEnd(last: Log): Promise<string | null> {
    const kept = await this.kept(last.id), own = kept && ownSide(kept.players), mine = kept && Log.read(last.id, kept.record.fen, kept.begun.log);
    const { is, common } = mine ? compare(last, mine) : { is: "foreign", common: 0 };
    mine?.free();
    if (!kept || !own || kept.begun.room || is !== "ahead" || last.players.slice(common).includes(own)) {
      last.free();
      return null;
    }
    const news = newsOf(last, common, own), log = last.text;
    if (kept.begun.id === this.#log?.id) this.show(kept, last, news);
    else {
      bring(kept.record, kept.begun.log, last);
      last.free();
      await keepGame({ ...kept, begun: { ...kept.begun, log } }).catch(() => {}); // My games says that nothing can be stored
    }
    return news;
  }

  /** Goes on with what was done in the same game in another tab. */
  #goOn(begun: Begun | null | undefined): void {
    const here = this.#here();
    if (!begun?.log || begun.id !== here?.begun.id || begun.isGuest || here.begun.isGuest || begun.log === here.begun.log || !begun.log.startsWith(here.begun.log)) return;
    const log = Log.read(begun.id, here.record.fen, begun.log);
    this.show(here, log, newsOf(log, this.#log!.entries.length, this.shown.state.own));
  }

  /** Takes a seat in a game that this browser does not have, or asks. */
  #meet(log: Log, seat: Player, news: string): void {
    if (!log.players.includes(seat)) return this.join(log, seat, news + words.together.joined(seat));
    this.shown.set({ question: { about: "seat", log, seat, answer: (seat) => {
      this.shown.set({ question: null });
      if (seat) return this.join(log, seat, words.together.joined(seat));
      this.#controller.load(treeOf(log));
      log.free();
    } } });
  }

  /** Takes a seat in a game that this browser does not have, or watches it. */
  join(log: Log, own: Player | null, text: string, { clock = null, ...how }: Partial<Begun> & Pick<Partial<Left>, "clock"> = {}): void {
    const players = own ? remoteAs(other(own), words.play.friend) : WATCHED;
    const begun = { id: log.id, date: Date.now(), players, control: "-", ...how, log: "" };
    this.show({ record: new GameTree(log.fen), players, orientation: own ?? "white", clock, begun }, log, text);
  }

  /** Asks which of two versions is the game. The other one is kept in My games. */
  #ask(kept: Kept, mine: Log, theirs: Log, common: number): void {
    this.shown.set({ question: { about: "fork", mine, theirs, common, answer: (isTheirs) => {
      this.shown.set({ question: null });
      const other = isTheirs ? { log: mine, record: kept.record.clone() } : { log: theirs, record: treeOf(theirs) };
      void this.#keepBeside(kept, other.log, other.record);
      other.log.free();
      if (isTheirs) this.show({ ...kept, record: kept.record.clone() }, theirs, words.together.tookTheirs);
      else this.show(kept, mine, words.together.keptMine);
    } } });
  }

  /** Keeps a version of a game as a game of its own, which is listed below the game. */
  async #keepBeside({ begun, orientation, players }: Kept, log: Log, record: GameTree): Promise<void> {
    const names = (player: Player) => (players[player].kind === "remote" ? words.play.friend : words.play.you);
    record.setTag("White", names("white"));
    record.setTag("Black", names("black"));
    const id = `${log.id}-${log.hash}`;
    await keepGame({ record, players: HUMANS, orientation, clock: null, begun: { id, date: begun.date - 1, players: HUMANS, control: "-" } }).catch(() => {}); // My games says that nothing can be stored
  }

  /** Puts a game on the board as its log says, at its end. */
  show(kept: Kept, log: Log, text: string): void {
    const { record } = kept, { previous, record: shown } = this.#store.state;
    bring(record, kept.begun.log, log);
    const isShown = record === shown;
    this.#controller.resume({ ...kept, begun: { ...kept.begun, log: log.text } }, text, { mode: "play" });
    if (isShown) changeRecord(this.#store, { previous, notice: { kind: "info", text } });
    scrollTo(0, 0); // to the board
    log.free();
  }
}

/** Brings a record from one log to another one, at its end. */
function bring(record: GameTree, from: string, log: Log): void {
  const line = log.line(), before = lineIn(from, record.root.ply + 1), ended = endingOf(log);
  let end = record.root;
  for (const action of line) end = end.add(action);
  // An action that was taken back is deleted. If something else was played instead, it is a variation.
  if (line.every((action, i) => action === before[i])) end.children.find(({ bcn }) => bcn === before[line.length])?.delete();
  makeMainLine(end);
  if (ended || end.outcome) end.endAs(ended, log.result.winner ?? undefined);
  record.goTo(end);
}
