// The live connection of the game on the board: it is invited by a code, or found in another
// tab of this browser, and brings what each side does to the other at once.

import type { Player } from "../../banchess/banchess.js";
import { words } from "language/together";
import { newId, other, ownSide, paused, timeLeft } from "../model/index.js";
import type { PageStore, State } from "../shell/index.js";
import { createStore, type Store } from "../view/index.js";
import { ANSWER, CodeError, decodeCode, encodeCode, INVITATION, markOf } from "./code.js";
import { clockBy, clockOf } from "./clocks.js";
import { markDue } from "./due.js";
import { isKept, type Kept } from "./kept.js";
import { Log } from "./log.js";
import { Peer } from "./peer.js";
import type { Remote } from "./remote.js";
import { Session, type Game, type Told, type Transport } from "./session.js";
import { Tabs, type Wanted } from "./tabs.js";

const PATIENCE = 15_000; // milliseconds in which a connection opens, or fails in words
const LATE = 120_000; // milliseconds in which a friend enters an answer, as a rule
const BEAT = 2000; // milliseconds between two beats

/** The way to a connection. */
export interface Way {
  /** making: the browser looks for its addresses; failed: nothing more comes of it; lost: the other side is not heard any more; gone: it has closed the connection; elsewhere: another tab of this browser has it */
  readonly state: "off" | "making" | "inviting" | "answering" | "connecting" | "failed" | "lost" | "gone" | "elsewhere";
  readonly isAnswer: boolean; // the code answers an invitation; otherwise it is one
  readonly code: string; // to send
  readonly seat: Player; // of the user
  readonly error: string;
  readonly next: "" | "answerThis" | "openGame"; // what can be done with what was entered in place of an answer
  readonly isLate: boolean; // the answer was shown long ago
  readonly isInstead: boolean; // the answer is made in place of an invitation that the user has made
}

/** A game for which a session begins. */
interface Table {
  readonly id: string;
  readonly own: Player | null; // null to watch
  readonly isHost?: boolean;
  readonly isGuest?: boolean; // if another tab keeps the game
  readonly seat?: Player | null; // of the other side, as far as it is known
}

/** The offers of another game, which are made over the connection. */
interface RematchState {
  readonly own: string; // the id of the game that the user offers, or ""
  readonly theirs: string; // that of the opponent's offer
  readonly declined: string; // that of the opponent's offer that the user has declined
}

const NO_REMATCH: RematchState = { own: "", theirs: "", declined: "" };

/** The states in which there is a code. */
export const OPEN: readonly Way["state"][] = ["inviting", "answering", "connecting"];

const OFF: Way = { state: "off", isAnswer: false, code: "", seat: "white", error: "", next: "", isLate: false, isInstead: false };

export class Live {
  readonly way: Store<Way> = createStore<Way>(OFF);
  readonly rematch: Store<RematchState> = createStore<RematchState>(NO_REMATCH);
  #store: PageStore;
  #remote: Remote;
  #tabs: Tabs;
  #peer: Peer | null = null;
  #sessions = new Set<Session>();
  #limit: ReturnType<typeof setTimeout> | undefined;
  #game = ""; // the id of the game on the board

  constructor(store: PageStore, remote: Remote) {
    this.#store = store;
    this.#remote = remote;
    this.#tabs = new Tabs({
      seat: (game, wanted) => this.#seatFor(game, wanted),
      joined: (transport, seat) => this.#begin(transport, { id: this.#game, own: ownSide(store.state.players), isHost: true, seat }),
      isHere: (game) => {
        if (game === this.#game && store.state.begun?.isGuest && !store.state.live) void this.#rejoin();
        return game === this.#game && this.#isKept;
      },
      isKept: (game) => {
        if (game === this.#game && !this.#isKept && !store.state.begun?.isGuest) this.way.set({ ...OFF, state: "elsewhere" });
      },
      take: (answer) => {
        if (!this.#isAnswered(answer)) return false;
        void this.accept(answer);
        return true;
      },
    });
    store.watch(["begun", "aside", "rules"], (state, old) => {
      this.#follow(state);
      if (state.aside && !old?.aside) this.#mark(isKept(state.aside));
      else if (!state.aside) markDue(this, false);
    });
    store.watch(["live"], () => this.#sayKept());
    this.way.watch(["state"], () => this.#sayKept());
    remote.shown.watch(["log", "text"], () => {
      for (const session of this.#sessions) session.announce();
    });
    addEventListener("pagehide", () => this.#closeAll());
    setInterval(() => {
      for (const session of this.#sessions) session.beat();
      if (this.#sessions.size > 0) this.#tell();
    }, BEAT);
  }

  /** Reports whether this tab is connected in the game on the board, or on the way there. A guest's game is kept by another tab. */
  get #isKept(): boolean {
    const { live, begun } = this.#store.state;
    return !begun?.isGuest && (live || OPEN.includes(this.way.state.state));
  }

  #sayKept(): void {
    if (this.#game && this.#isKept) this.#tabs.keep(this.#game);
  }

  /** Makes an invitation to the game on the board. */
  async invite(): Promise<void> {
    const { own } = this.#remote.shown.state;
    if (!own || !this.#game) return;
    await this.#describe(own, "inviting", async (peer) => encodeCode({ format: INVITATION, sdp: await peer.offer(), id: this.#game, by: own }));
  }

  /** Opens a code that was followed or pasted: an invitation, or the answer to one. Rejects with a CodeError. */
  async open(text: string): Promise<void> {
    const code = decodeCode(text);
    await this.#remote.rules();
    this.#store.set({ place: null });
    if (code.format === ANSWER) {
      if (this.#isAnswered(text)) return this.accept(text);
      if (!await this.#tabs.give(text)) throw new CodeError("no_invitation");
      this.#store.set({ notice: { kind: "info", text: words.together.inOtherTab } });
      return;
    }
    if (this.way.state.code && code.text === this.way.state.code) throw new CodeError("own_code");
    const seat = other(code.by), near = await this.#tabs.join(code.id, seat);
    if (near) return this.#begin(near.transport, { id: code.id, own: near.seat, isGuest: true });
    const kept = await this.#remote.kept(code.id), own = kept && ownSide(kept.players);
    if (own === code.by) throw new CodeError("own_code");
    if (kept && this.#game !== code.id) this.#remote.reopen(kept, words.together.goesOn);
    await this.#describe(seat, "answering", async (peer) => encodeCode({ format: ANSWER, sdp: await peer.answer(code.sdp), to: markOf(code.text) }), code.id);
  }

  /**
   * Takes the answer to the invitation. What is wrong with it is shown. An invitation is
   * answered: where each player has the other's, only one of the two pages does so.
   *
   * @param mayGiveUp the user wants to answer an invitation, even if the other page may do so
   */
  async accept(text: string, mayGiveUp = false): Promise<void> {
    const peer = this.#peer, own = this.way.state.code;
    try {
      const code = decodeCode(text);
      if (code.format === INVITATION) {
        if (code.text > own && !mayGiveUp) throw new CodeError("two_invitations");
        return await this.open(text);
      }
      if (code.to !== markOf(own)) throw new CodeError("other_answer");
      await peer?.accept(code.sdp);
    } catch (error) {
      if (!(error instanceof CodeError)) throw error;
      if (peer === this.#peer) this.way.set({ error: error.message, next: error.code === "game_link" ? "openGame" : error.code === "two_invitations" ? "answerThis" : "" });
      return;
    }
    if (peer !== this.#peer) return; // it is connected already
    this.way.set({ state: "connecting", error: "" });
    this.#limit = setTimeout(() => this.#fail("no_connection"), PATIENCE);
  }

  /** Gives up the way to a connection. The game stays. */
  cancel(): void {
    this.#dropPeer();
    this.way.set(OFF);
  }

  /** Asks the user before the connection of an unfinished game ends, or the way to it. Resolves with whether the user wants that. */
  mayLeave(): Promise<boolean> {
    const { state: { state } } = this.way, { log, own } = this.#remote.shown.state, { live: isOpen, begun } = this.#store.state;
    const isUnfinished = log?.turn && own && !begun?.room && !begun?.isGuest && isOpen || OPEN.includes(state);
    if (!isUnfinished) return Promise.resolve(true);
    return new Promise((done) => {
      this.#remote.shown.set({ question: { about: "leave", isOpen, answer: (leaves) => {
        this.#remote.shown.set({ question: null });
        done(leaves);
      } } });
    });
  }

  /** Offers another game to the opponent, or agrees to it. */
  offerRematch(): void {
    const { own, theirs } = this.rematch.state;
    if (theirs) this.#goTo(theirs);
    else if (!own) this.#tellRematch({ own: newId() });
  }

  /** Says no to another game. */
  declineRematch(): void {
    this.#tellRematch({ theirs: "", declined: this.rematch.state.theirs });
  }

  #tellRematch(change: Partial<RematchState>): void {
    this.rematch.set(change);
    for (const session of this.#sessions) session.beat();
  }

  /** Makes the code of this side. The session begins when the connection is open. */
  async #describe(seat: Player, state: "inviting" | "answering", make: (peer: Peer) => Promise<string>, game = this.#game): Promise<void> {
    this.#dropPeer();
    this.way.set({ ...OFF, state: "making", seat, isAnswer: state === "answering", isInstead: state === "answering" && this.way.state.state === "inviting" });
    let peer: Peer | undefined;
    try {
      peer = this.#peer = new Peer(this.#store.state.settings.stun);
      const made = peer, code = await make(made);
      if (made !== this.#peer) return;
      this.way.set({ state, code });
      // The invited side cannot know when its answer is entered.
      if (state === "answering") this.#limit = setTimeout(() => this.way.set({ isLate: !made.isReached }), LATE);
      void made.opened.then((transport) => {
        if (made !== this.#peer) return transport.close();
        this.#peer = null;
        clearTimeout(this.#limit);
        this.#begin(transport, { id: game, own: seat, isHost: state === "inviting" });
      });
    } catch (error) {
      if (peer && peer !== this.#peer) return; // it was given up
      this.#fail(error instanceof CodeError ? error.code : "no_webrtc");
    }
  }

  #fail(code: string): void {
    this.#dropPeer();
    this.way.set({ state: "failed", error: errorOf(code) });
  }

  #dropPeer(): void {
    clearTimeout(this.#limit);
    this.#peer?.close();
    this.#peer = null;
  }

  #isAnswered(text: string): boolean {
    const { state, code } = this.way.state;
    if (state !== "inviting") return false;
    try {
      const answer = decodeCode(text);
      return answer.format === ANSWER && answer.to === markOf(code);
    } catch (error) {
      if (error instanceof CodeError) return false;
      throw error;
    }
  }

  /** Begins a session for a game. The host has the game on the board. */
  #begin(transport: Transport, table: Table): void {
    this.#add(transport, table);
    this.#tell();
  }

  #add(transport: Transport, table: Table): Session {
    const session: Session = new Session(transport, this.#gameOf(table, () => session), table.isHost === true);
    session.side = table.seat ?? null;
    this.#sessions.add(session);
    return session;
  }

  /**
   * Goes to the next game of the same players, over the connections of the last one. The colours are exchanged.
   *
   * @param from the session in which the other side has begun it, if it was not the user
   */
  #goTo(id: string, from: Session | null = null): void {
    const { own: last } = this.#remote.shown.state, { begun, record: { fen } } = this.#store.state, { control = "-", isGuest = false } = begun ?? {};
    const own = last && other(last), sessions = [...this.#sessions];
    this.#sessions.clear();
    this.#game = id;
    this.rematch.set(NO_REMATCH);
    this.#join(new Log(id, fen), own, words.together.rematchAs(own), { side: null, control }, isGuest);
    for (const session of sessions) {
      const { side, isHost } = session;
      this.#add(session.leave(), { id, own, isHost, isGuest, seat: side && other(side) }).isAhead = session !== from;
    }
  }

  /** Reports whether the other side may begin a game: one that the user has offered, or any after the last one if the user watches. */
  #mayGoTo(id: string): boolean {
    const { own, log } = this.#remote.shown.state;
    return own ? id === this.rematch.state.own : !log?.turn;
  }

  /** Hears what the opponent says about another game. If both offer one, the host begins its own. */
  async #hearRematch(session: Session, { rematch = "", declined }: Told): Promise<void> {
    const { own, log } = this.#remote.shown.state, { state } = this.rematch;
    if (!own || session.side !== other(own) || log?.id !== this.#game || log.turn) return;
    if (declined && declined === state.own) {
      this.rematch.set({ own: "" });
      this.#store.set({ notice: { kind: "info", text: words.together.rematchDeclined } });
    }
    const theirs = rematch === state.declined ? "" : rematch;
    if (theirs === state.theirs) return;
    // It would take the place of another game. A guest keeps none, and finds what the host's tab keeps already.
    if (theirs && !this.#store.state.begun?.isGuest && await this.#remote.kept(theirs)) return session.close("foreign_code");
    if (!this.#sessions.has(session)) return;
    const mine = this.rematch.state.own;
    if (theirs && mine && session.isHost) return this.#goTo(mine);
    this.rematch.set({ theirs, own: theirs && mine ? theirs : mine });
  }

  /** Returns what a session needs of a game. */
  #gameOf({ id, own, isGuest = false }: Table, session: () => Session): Game {
    const remote = this.#remote, store = this.#store, offers = this.rematch;
    const logHere = () => (this.#game === id && remote.shown.state.own === own ? remote.shown.state.log : null);
    return {
      id,
      get log() { return logHere(); },
      get told(): Told {
        const { begun, clock } = store.state, isHere = begun?.id === id;
        const { own: rematch, declined } = offers.state;
        return { side: own, ...rematch && { rematch }, ...declined && { declined }, ...isHere && { control: begun.control, ...clock && { left: { white: timeLeft(clock, "white"), black: timeLeft(clock, "black") } } } };
      },
      add: (entry, hash, told) => {
        remote.hear(entry, hash);
        this.#hear(session(), told);
      },
      take: (log, told) => {
        if (store.state.aside) { // it is asked for again when the game is back
          markDue(this, own !== null && log.turn === own);
          return log.free();
        }
        if (logHere()) remote.take(log);
        else {
          this.#closeAll(session());
          this.#game = id;
          this.#join(log, own, toldOf(own), told, isGuest);
        }
        this.#hear(session(), told);
      },
      hear: (told) => this.#hear(session(), told),
      mayFlag: () => own !== null && store.state.clock !== null && timeLeft(store.state.clock, own) === 0,
      goTo: (next) => {
        const may = this.#mayGoTo(next);
        if (may && !store.state.aside) this.#goTo(next, session()); // otherwise the other side says it again
        return may;
      },
      ask: (theirs, common) => remote.askAbout(theirs, common),
      closed: (code) => this.#lost(session(), code),
    };
  }

  #join(log: Log, own: Player | null, text: string, { control = "-", left }: Told, isGuest: boolean): void {
    this.#remote.join(log, own, text, { clock: clockOf(control, left), control, live: true, ...isGuest && { isGuest: true } });
  }

  #hear(session: Session, told: Told): void {
    this.#hearClock(told);
    void this.#hearRematch(session, told);
    if (this.#sessions.has(session)) this.#tell();
  }

  #hearClock({ side, left }: Told): void {
    const { clock } = this.#store.state;
    if (clock && left) this.#store.set({ clock: clockBy(clock, left, this.#remote.shown.state.own ? side : null) });
  }

  /** Tells the page whether the other player is connected. */
  #tell(): void {
    const { own } = this.#remote.shown.state, { begun, live: was } = this.#store.state;
    const sessions = [...this.#sessions].filter(({ side }) => own === null || side === other(own)), live = sessions.some(({ isHeard }) => isHeard);
    if (live === was) return;
    if (!live) return this.#pause(Math.max(0, ...sessions.map(({ heard }) => heard)));
    this.#dropPeer();
    this.way.set(OFF);
    this.#store.set({ live, ...begun && !begun.live && { begun: { ...begun, live: true } }, notice: { kind: "info", text: toldOf(own) } });
  }

  /** Pauses the game because the other player is not heard: the clock stands from when the last text came. */
  #pause(heard: number): void {
    const { clock } = this.#store.state, { running } = clock ?? {};
    this.#store.set({ live: false, ...clock && running && heard && { clock: paused(clock, Math.max(heard, clock.since)) } });
    this.way.set({ ...OFF, state: "lost" });
  }

  #lost(session: Session, code: string | null): void {
    if (!this.#sessions.delete(session)) return;
    const was = this.#store.state.live;
    this.#tell();
    if (this.#sessions.size === 0) this.rematch.set(NO_REMATCH);
    if (was && !this.#store.state.live) this.way.set(code ? { error: errorOf(code) } : { state: "gone" });
    else if (this.way.state.state === "connecting" && !this.#peer) this.#fail(code ?? "no_connection");
  }

  #closeAll(but: Session | null = null): void {
    for (const session of [...this.#sessions]) {
      if (session !== but) session.close();
    }
  }

  /** Follows the game on the board: a connection is for that game alone. While Learn uses the board, it stays. */
  #follow({ begun, aside, rules, players }: State): void {
    if (aside || !rules) return;
    const game = begun?.log === undefined || begun.room ? "" : begun.id;
    if (game !== this.#game) {
      this.#game = game;
      this.#closeAll();
      this.rematch.set(NO_REMATCH);
      this.cancel();
      if (!game) return;
      if (begun?.isGuest) void this.#rejoin();
      else if (ownSide(players)) this.#tabs.tell(game);
    } else {
      for (const session of this.#sessions) session.announce();
    }
  }

  /** Marks Play if it is the user's turn in a game that is connected, while Learn uses the board. */
  #mark(kept: Kept | null): void {
    if (kept?.begun.id !== this.#game || this.#sessions.size === 0) return;
    const log = Log.read(kept.begun.id, kept.record.fen, kept.begun.log);
    markDue(this, log.turn !== null && log.turn === ownSide(kept.players));
    log.free();
  }

  /** Joins the game again that another tab keeps. */
  async #rejoin(): Promise<void> {
    const game = this.#game, near = await this.#tabs.join(game, ownSide(this.#store.state.players), PATIENCE);
    if (near && game === this.#game) this.#begin(near.transport, { id: game, own: near.seat, isGuest: true });
  }

  /** Returns the seat for another tab; undefined if this tab does not keep the game. */
  #seatFor(game: string, wanted: Wanted): Player | null | undefined {
    const { begun, live } = this.#store.state, own = ownSide(this.#store.state.players);
    if (game !== this.#game || !own || begun?.isGuest || wanted === own) return undefined;
    return live ? null : wanted;
  }
}

const toldOf = (own: Player | null) => (own ? words.together.connectedAs(own) : words.together.watching);

/** Returns the words for the code of an error. */
const errorOf = (code: string): string => words.together.codeErrors[code as keyof typeof words.together.codeErrors] ?? words.together.codeErrors.bad_message;
