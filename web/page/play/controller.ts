// The game as the page has it: the game on the board says what the position is
// and what may be played, the record remembers all that was played. Whatever
// changes the game, a hand on the board, a button or a script calling it, is told
// by the board's events; from the game the record is then brought up to date, and
// the position of the store with it. There is no other way in.

import { BanChess, BanChessError, START_FEN, dueAt, type Action, type EndResult, type GameSource, type Player, type Square } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { GameTree, type TreeNode } from "../../banchess/tree.js";
import {
  areHumans, changeRecord, Edits, extend, gameEnd, HUMANS, isEmpty, isFresh, isStudy, isUntouched, nodeName, ownSide, paused, positionBefore,
  positionOf, seatName, slipText, takeBackTo, unplayable, updateSettings, words, type PageStore, type State,
} from "../shell/index.js";
import { clockAfter } from "./runclock.js";

export class GameController {
  #store: PageStore;
  #board: BanChessBoard;
  #edits = new Edits();
  #loading = false; // a game, of which the board need not tell

  constructor(store: PageStore, board: BanChessBoard) {
    this.#store = store;
    this.#board = board;
    board.addEventListener("action", () => this.#sync(true));
    board.addEventListener("change", () => this.#sync(false));
    board.addEventListener("refused", ({ detail }) => this.#refuse(detail));
  }

  get #record(): GameTree {
    return this.#store.state.record;
  }

  /** The game, once there are rules. */
  get #game(): BanChess | null {
    return this.#board.loaded ? this.#board.game : null;
  }

  /** Plays an action, or what is written for one. What is not legal is refused in words. Returns whether it was played. */
  play(action: Action | string): boolean {
    const answer = this.#game?.play(action);
    if (answer?.success === false) this.#refuse(answer);
    return answer?.success === true;
  }

  /**
   * Goes back by one action. Where two people play without a clock, that takes it back,
   * or the end they gave the game; in any other game takeBack does.
   */
  undo(): void {
    const { record, previous, clock, players } = this.#store.state;
    const { parent } = record.current, outcome = record.current.outcome;
    if (!this.#game) return;
    if (isUntouched(record) && previous) this.restore();
    else if (parent && outcome && (outcome.ended.startsWith("timeout") || clock?.over || !areHumans(players))) this.goTo(parent);
    else this.#game.undo();
  }

  /**
   * Plays an action at a node that need not be shown. Who looks elsewhere goes on
   * looking, unless the game is over by it.
   */
  playAt(node: TreeNode, action: Action): void {
    const { state } = this.#store, { record } = state;
    if (node === record.current) return void this.play(action);
    const added = extend(record, node, BanChess.serializeAction(action));
    const over = added.flags?.gameOver === true;
    const clock = clockAfter(state, over ? null : dueAt(added.ply + 1).active, added.actions());
    changeRecord(this.#store, { clock, notice: { kind: "info", text: words.play.wasPlayed(nodeName(added)) } });
    if (over) this.goTo(added);
  }

  /** Plays the next action of the line again. */
  redo(): void {
    const next = this.#record.current.forward;
    if (next) this.goTo(next);
  }

  /** Shows the position after a node's action. */
  goTo(node: TreeNode): void {
    if (this.#game && node !== this.#record.current) this.#try(() => this.#game?.load(gameAt(this.#record, node)));
  }

  start(): void {
    this.goTo(this.#record.root);
  }

  end(): void {
    this.goTo(this.#record.current.forwardEnd);
  }

  /**
   * Changes what the record says, or the order in it, so that it can be undone.
   *
   * @param text what was done, in words; without them it is to be seen
   */
  edit(text: string, act: (record: GameTree) => void): void {
    const before = JSON.stringify(this.#record);
    if (!this.#try(() => act(this.#record))) return;
    this.touch();
    this.#edits.did(before, this.#store.state.revision);
    if (text) this.#store.set({ notice: { kind: "info", text, offersUndo: true } });
  }

  /** Says that the record holds something else now. */
  touch(): void {
    changeRecord(this.#store);
  }

  /** The same of what goes on with the last edit, and is undone with it. */
  goOn(): void {
    this.#edits.goOn(this.#store.state.revision);
    this.touch();
  }

  /** Undoes the last edit, or does it again, if nothing else was changed since. Returns whether there was one. */
  undoEdit(again = false): boolean {
    // Another record in the place of an exercise would be a game that somebody loaded.
    const game = this.#store.state.aside ? null : this.#game;
    const record = game && this.#edits.undo(() => JSON.stringify(this.#record), this.#store.state.revision, again);
    if (!record) return false;
    this.#load(gameAt(record, record.current));
    const { linked } = this.#store.state;
    this.#sync(false, { record, linked: linked === this.#record ? record : linked, notice: { kind: "info", text: again ? words.play.redone : words.play.undone } });
    this.#edits.undid(this.#store.state.revision);
    return true;
  }

  /** Starts a new game, or throws a BanChessError for the FEN and changes nothing; the old one can be restored. */
  newGame(fen = START_FEN): void {
    if (!this.#game || (fen === START_FEN && isFresh(this.#record))) return;
    const note = this.#replace({ fen });
    this.#store.set({ notice: { kind: "info", text: `${words.play.newGame} ${note}`.trim(), offersRestore: true } });
  }

  /** Puts back the game that was replaced last, and that in its place. */
  restore(): void {
    const { previous } = this.#store.state;
    if (!previous || !this.#game) return;
    const { record, players, orientation, clock } = previous;
    if (!this.#try(() => this.#replace(gameAt(record, record.current), record))) return;
    updateSettings(this.#store, { orientation }, { players, clock, notice: { kind: "info", text: words.play.restored, offersRestore: true } });
  }

  /**
   * Loads a game in the place of this one, or throws a BanChessError and changes
   * nothing; the old one can be restored. Nobody asked the computer to play on in it.
   */
  load(source: Pick<GameSource, "fen" | "actions"> | GameTree): void {
    const note = source instanceof GameTree ? this.#replace(gameAt(source, source.current), source) : this.#replace(source);
    const text = [note || words.play.loaded, areHumans(this.#store.state.players) ? "" : words.play.withoutComputer].join(" ").trim();
    updateSettings(this.#store, source instanceof GameTree && isStudy(source) ? { mode: "analyse" } : {}, { players: HUMANS, notice: { kind: "info", text, offersRestore: true } });
  }

  /** Shows a game that no rules have read, to be loaded when there are rules. */
  expect(record: GameTree): void {
    const { record: before, position, previous, players, settings, clock, replaced } = this.#store.state;
    const shown = { record: before, position, previous, players, settings, clock };
    changeRecord(this.#store, { ...this.#successor(record), position: positionBefore(record), replaced: replaced ?? shown });
  }

  /** Shows a game and says nothing of it. */
  put(source: GameSource | GameTree): void {
    if (!(source instanceof GameTree)) this.#replace(source);
    else if (this.#game) this.#replace(gameAt(source, source.current), source);
    else this.expect(source);
  }

  resign(): void {
    this.toGame();
    const { position, players } = this.#store.state;
    // Nobody else resigns because a person presses the button.
    this.#judge(this.#game?.resign(ownSide(players) ?? position.active));
  }

  /** A player's time is up after a line in BCN, wherever somebody is looking. */
  timeOut(player: Player, line: readonly string[]): void {
    this.goTo(this.#record.find(line));
    this.#judge(this.#game?.timeOut(player));
  }

  agreeDraw(): void {
    this.toGame();
    this.#judge(this.#game?.agreeDraw());
  }

  /** All that was played and written, as PGN; "" if the rules are gone. */
  pgn(): string {
    try {
      const pgn = this.#record.pgn(), { players } = this.#store.state;
      if (areHumans(players)) return pgn;
      // Who plays is not in the tree, as nobody has written it.
      return pgn.replace(/^\[(White|Black) "\?"\]$/gm, (_, side: string) => `[${side} "${seatName(players[side === "White" ? "white" : "black"])}"]`);
    } catch (error) {
      if (error instanceof BanChessError) return "";
      throw error;
    }
  }

  /** Shows the last position of the game that is played against somebody or with a clock. */
  toGame(): void {
    const end = gameEnd(this.#store.state);
    if (end) this.goTo(end);
  }

  /** Takes back what takeBackTo says. Without a clock that can be undone. */
  takeBack(): void {
    const { state } = this.#store, { clock } = state;
    const to = takeBackTo(state), [first, ...others] = gameEnd(state)?.line().slice(to?.line().length) ?? [];
    if (!to || !first) return;
    const text = words.play.tookBack(nodeName(first), others.length > 0);
    this.goTo(to);
    if (!clock) return this.edit(text, () => first.delete());
    first.delete();
    const turn = to.parent ? dueAt(to.ply + 1).active : null;
    changeRecord(this.#store, { clock: { ...paused(clock), turn, line: to.actions() }, notice: { kind: "info", text } });
  }

  #judge(answer: EndResult | undefined): void {
    if (answer?.success === false) this.#refuse(answer);
  }

  /** Does what may be refused, and says whether it was not. */
  #try(act: () => void): boolean {
    try {
      act();
      return true;
    } catch (thrown) {
      if (!(thrown instanceof BanChessError)) throw thrown;
      this.#refuse({ code: thrown.code, error: thrown.message });
      return false;
    }
  }

  #refuse(refusal: { code: string; error: string; from?: Square | null; to?: Square | null }): void {
    const { code, error, from } = refusal;
    // Whoever has the board in sight knows the ply.
    const text = slipText(this.#store.state.position, refusal) ?? error.replace(/ at ply \d+/, "");
    this.#store.set({ notice: { kind: "refused", code, text, ...(from && { from }) } });
  }

  /** The rules are here, or here again after a crash. */
  arrive(): void {
    const { record, previous, replaced } = this.#store.state;
    try {
      record.result();
      this.#load(gameAt(record, record.current));
      this.#sync(false);
      // The rules know how the moves of a link are written.
      if (replaced) changeRecord(this.#store, { replaced: null });
    } catch (error) {
      if (replaced) {
        // What came in a link is no game: all is as it was before it.
        const { settings: { mode, orientation }, ...before } = replaced;
        updateSettings(this.#store, { mode, orientation }, { ...before, linked: null, replaced: null, notice: null });
        changeRecord(this.#store);
        this.arrive();
        this.#store.set({ notice: this.#store.state.notice ?? unplayable(error as Error) });
        return;
      }
      // What was stored is no game, so nothing is lost with it.
      this.newGame();
      this.#store.set({ previous, notice: { kind: "error", text: words.play.broken((error as Error).message), offersRestore: true } });
    }
  }

  /**
   * Loads a game into another record, which takes the place of the present one.
   * Returns what is to be said of how it was taken: a person may give a FEN of six
   * fields, which stands at the ban before the next move.
   */
  #replace(source: GameSource, record?: GameTree): string {
    const six = source.fen?.trim().split(/\s+/).length === 6;
    record?.result(); // throws what the rules refuse
    this.#load(six ? { fen: standard(source.fen!) } : source);
    this.#sync(false, this.#successor(record ?? GameTree.of(this.#board.game)));
    return six ? words.play.sixFields(this.#store.state.position.active) : "";
  }

  /** Has the board's game load another, or throws a BanChessError and changes nothing. */
  #load(source: GameSource): void {
    this.#loading = true;
    try {
      this.#board.game.load(source);
    } finally {
      this.#loading = false;
    }
  }

  /** What changes with the record that is played next, without a clock. The one before, if it is worth it, can be restored. */
  #successor(record: GameTree): Partial<State> {
    const { record: old, players, settings: { orientation }, clock, previous } = this.#store.state;
    // A position that was only looked at does not push out a game that was played.
    const left = isUntouched(old) ? previous : { record: old, players, orientation, clock: clock && paused(clock) };
    return { record, previous: left?.record === record ? null : left, clock: null };
  }

  /**
   * Brings the record up to the game on the board, and the store up to both.
   *
   * @param played whether an action was just played
   * @param others is what else changes, such as the record
   */
  #sync(played: boolean, others: Partial<State> = {}): void {
    const game = this.#game;
    if (!game || this.#loading) return;
    const { fen, actions, ended, winner } = game.toJSON();
    let { record = this.#record } = others;
    if (record.fen !== fen || (isEmpty(record) && actions.length > 1)) { // somebody loaded a game by script
      record = GameTree.of(game);
      others = this.#successor(record);
    }
    const isOther = record !== this.#record;
    const before = record.current;
    const added = record.follow(actions);
    const { outcome } = record.current;
    // Where the players have ended the game before, it has ended.
    if (played && !added && !ended && outcome) return void this.#try(() => game.load(gameAt(record, record.current)));
    const hasEnded = ended !== outcome?.ended || winner !== outcome?.winner;
    if (hasEnded) record.current.endAs(ended ?? null, winner);
    const isSame = !isOther && !hasEnded && before === record.current;
    const change = { position: positionOf(game, actions), played, selected: null, ...!isSame && { notice: null }, ...others };
    if (isOther || added || hasEnded) changeRecord(this.#store, change);
    else this.#store.set(change);
  }
}

/** A game as the library loads it: from a record, up to a node. */
function gameAt(record: GameTree, node: TreeNode): GameSource {
  return { fen: record.fen, actions: node.actions(), tags: record.tags(), ...node.outcome };
}

/** The extended FEN of one of six fields; throws a BanChessError. */
function standard(fen: string): string {
  const game = BanChess.fromStandardFEN(fen);
  const extended = game.fen();
  game.free();
  return extended;
}
