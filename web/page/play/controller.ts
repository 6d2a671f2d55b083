// The controller of the game. The game on the board knows the position and the legal
// actions; the record keeps all actions. All changes of the game, by the user, a button
// or a script, arrive as the board's events. Each time the record is updated from the
// game, and the store's position with it. There is no other way to change them.

import { BanChess, BanChessError, START_FEN, dueAt, type Action, type EndResult, type GameRecord, type GameSource, type Player, type Square } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { GameTree, type TreeNode } from "../../banchess/tree.js";
import {
  areHumans, begins, Edits, extend, HUMANS, isEmpty, isFresh, isStudy, isUntouched, nodeName, ownSide, paused, pieceOn, positionBefore, positionOf, slipText, tagsOf, unplayable, withTags, type Position,
} from "../model/index.js";
import { changeRecord, gameEnd, lastNode, takeBackTo, updateSettings, words, type Left, type PageStore, type Settings, type State } from "../shell/index.js";
import { clockAfter } from "./runclock.js";

export class GameController {
  #store: PageStore;
  #board: BanChessBoard;
  #edits = new Edits();
  #loading = false; // true while this loads a game: the board's event is then ignored

  constructor(store: PageStore, board: BanChessBoard) {
    this.#store = store;
    this.#board = board;
    board.addEventListener("action", ({ detail: { action } }) => this.#sync(action));
    board.addEventListener("change", () => this.#sync());
    board.addEventListener("refused", ({ detail }) => this.#refuse(detail));
  }

  get #record(): GameTree {
    return this.#store.state.record;
  }

  /** The game, or null before the rules are loaded. */
  get #game(): BanChess | null {
    return this.#board.loaded ? this.#board.game : null;
  }

  /** Plays an action, or a text that stands for one. Shows a message if it is illegal. Reports whether it was played. */
  play(action: Action | string): boolean {
    const answer = this.#game?.play(action);
    if (answer?.success === false) this.#refuse(answer);
    return answer?.success === true;
  }

  /**
   * Goes back by one action. If two people play without a clock, this takes it back. In any
   * other game use takeBack for that. How the players ended the game stays as it is.
   */
  undo(): void {
    const { record, previous } = this.#store.state, { parent, outcome } = record.current;
    if (!this.#game) return;
    if (isUntouched(record) && previous) this.restore();
    else if (outcome) this.goTo(parent ?? record.root);
    else this.#game.undo();
  }

  /**
   * Plays an action after a node that need not be shown. The position shown stays the same,
   * unless the action ends the game.
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

  /** Plays the next action of the line. */
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
   * Changes the record as one undo step.
   *
   * @param text the message about the change, or "" if the change is visible
   */
  edit(text: string, act: (record: GameTree) => void): void {
    const before = JSON.stringify(this.#record);
    if (!this.#try(() => act(this.#record))) return;
    this.touch();
    if (!this.#store.state.aside) this.#edits.did(before, this.#store.state.revision); // what is drawn in Learn is not kept
    if (text) this.#store.set({ notice: { kind: "info", text, offersUndo: true } });
  }

  /** Announces that the content of the record has changed. */
  touch(): void {
    changeRecord(this.#store);
  }

  /** Like edit, but adds to the last undo step. Call it after the change. */
  goOn(): void {
    this.#edits.goOn(this.#store.state.revision);
    this.touch();
  }

  /** Undoes the last edit, or repeats it, unless something else was changed since. Reports whether there was one. */
  undoEdit(again = false): boolean {
    // In Learn it would replace the exercise.
    const game = this.#store.state.aside ? null : this.#game;
    const record = game && this.#edits.undo(() => JSON.stringify(this.#record), this.#store.state.revision, again);
    if (!record) return false;
    if (!this.#try(() => this.#load(gameAt(record, record.current)))) return true; // the rules have crashed
    const { linked } = this.#store.state;
    this.#sync("", { record, linked: linked === this.#record ? record : linked, notice: { kind: "info", text: again ? words.play.redone : words.play.undone } });
    this.#edits.undid(this.#store.state.revision);
    return true;
  }

  /** Starts a new game; the old one can be restored. If the FEN is invalid, throws a BanChessError and changes nothing. */
  newGame(fen = START_FEN): void {
    if (!this.#game || (fen === START_FEN && isFresh(this.#record) && !this.#store.state.begun)) return;
    const note = this.#replace({ fen });
    this.#store.set({ notice: { kind: "info", text: `${words.play.newGame} ${note}`.trim(), offersRestore: true } });
  }

  /** Exchanges the game with the one that it replaced last. */
  restore(): void {
    const { previous } = this.#store.state;
    if (previous) this.resume(previous, words.play.restored);
  }

  /** Goes on with a game that was left, in place of this one. Reports whether the rules accept it. */
  resume({ record, players, orientation, clock, begun }: Left, text: string, settings: Partial<Settings> = {}): boolean {
    if (!this.#game || !this.#try(() => this.#replace(gameAt(record, record.current), record, { players, clock, begun }))) return false;
    updateSettings(this.#store, { orientation, ...settings }, { notice: { kind: "info", text, offersRestore: true } });
    return true;
  }

  /** Goes on from a position in which the players have ended the game: in a copy, since the game that was played stays as it is. */
  playOn(): void {
    const record = this.#record.clone();
    record.current.endAs(null);
    this.resume({ record, players: HUMANS, orientation: this.#store.state.settings.orientation, clock: null, begun: null }, words.play.copied);
  }

  /**
   * Loads a game in place of this one; the old one can be restored. The players become two
   * people. If the game is invalid, throws a BanChessError and changes nothing.
   */
  load(source: Pick<GameSource, "fen" | "actions"> | GameTree): void {
    const note = source instanceof GameTree ? this.#replace(gameAt(source, source.current), source) : this.#replace(source);
    const text = [note || words.play.loaded, areHumans(this.#store.state.players) ? "" : words.play.withoutComputer].join(" ").trim();
    updateSettings(this.#store, source instanceof GameTree && isStudy(source) ? { mode: "analyse" } : {}, { players: HUMANS, notice: { kind: "info", text, offersRestore: true } });
  }

  /** Shows a game before the rules are loaded. They check it later. */
  expect(record: GameTree): void {
    const { record: before, position, previous, players, settings, clock, begun, replaced } = this.#store.state;
    const shown = { record: before, position, previous, players, settings, clock, begun };
    changeRecord(this.#store, { ...this.#successor(record), position: positionBefore(record), replaced: replaced ?? shown });
  }

  /** Shows a game without a message. */
  put(source: GameSource | GameTree): void {
    if (!(source instanceof GameTree)) this.#replace(source);
    else if (this.#game) this.#replace(gameAt(source, source.current), source);
    else this.expect(source);
  }

  resign(): void {
    this.toGame();
    const { position, players } = this.#store.state;
    // The button makes the user resign, not the opponent.
    this.#judge(this.#game?.resign(ownSide(players) ?? position.active));
  }

  /** Ends the game because a player's time is up after a line in BCN, whichever position is shown. */
  timeOut(player: Player, line: readonly string[]): void {
    this.goTo(this.#record.find(line));
    this.#judge(this.#game?.timeOut(player));
  }

  agreeDraw(): void {
    this.toGame();
    this.#judge(this.#game?.agreeDraw());
  }

  /** Returns the whole record as PGN, or "" if the rules have crashed. */
  pgn(): string {
    try {
      const { players, begun } = this.#store.state;
      return withTags(this.#record.pgn(), tagsOf(begun ?? { players }));
    } catch (error) {
      if (error instanceof BanChessError) return "";
      throw error;
    }
  }

  /** Goes to the last position of the game against an opponent or with a clock. */
  toGame(): void {
    const end = lastNode(this.#store.state);
    if (end) this.goTo(end);
  }

  /**
   * Takes back to the node of takeBackTo, with the variations from there: one of them would
   * become the game. Without a clock this can be undone.
   */
  takeBack(): void {
    const { state } = this.#store, { clock } = state;
    const to = takeBackTo(state), [first, ...others] = gameEnd(state)?.line().slice(to?.line().length) ?? [];
    if (!to || !first) return;
    const { children } = to, text = words.play.tookBack(nodeName(first), Boolean(others[0] ?? children[1]));
    const cut = () => {
      this.goTo(to);
      for (const node of [...children]) node.delete();
    };
    if (!clock) return this.edit(text, cut);
    cut();
    const turn = to.parent ? dueAt(to.ply + 1).active : null;
    changeRecord(this.#store, { clock: { ...paused(clock), turn, line: to.actions() }, notice: { kind: "info", text } });
  }

  #judge(answer: EndResult | undefined): void {
    if (answer?.success === false) this.#refuse(answer);
  }

  /** Calls a function that the rules may refuse. Shows a refusal and reports whether there was none. */
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
    // The user sees the ply on the board.
    const text = slipText(this.#store.state.position, refusal) ?? error.replace(/ at ply \d+/, "");
    this.#store.set({ notice: { kind: "refused", code, text, ...(from && { from }) } });
  }

  /** Loads the shown game after the rules were loaded or restarted. */
  arrive(): void {
    const { record, previous, replaced } = this.#store.state;
    try {
      record.result();
      this.#load(gameAt(record, record.current));
      this.#sync();
      // Now the rules have checked the game of the link.
      if (replaced) changeRecord(this.#store, { replaced: null });
    } catch (error) {
      if (replaced) {
        // The game of the link is invalid: everything is as it was before.
        const { settings: { mode, orientation }, ...before } = replaced;
        updateSettings(this.#store, { mode, orientation }, { ...before, linked: null, replaced: null, notice: null });
        changeRecord(this.#store);
        this.arrive();
        this.#store.set({ notice: this.#store.state.notice ?? unplayable(error as Error) });
        return;
      }
      // The stored game is invalid, so nothing is lost with it.
      this.newGame();
      this.#store.set({ previous, notice: { kind: "error", text: words.play.broken((error as Error).message), offersRestore: true } });
    }
  }

  /**
   * Loads a game into another record, which replaces the current one. Returns the message
   * for a FEN of six fields: the game then begins at the ban before the next move.
   *
   * @param others further changes of the store
   */
  #replace(source: GameSource, record?: GameTree, others: Partial<State> = {}): string {
    const { fen } = source, whole = fen && extended(fen), six = whole !== fen, { record: old, revision } = this.#store.state;
    record?.result(); // throws if the rules refuse the record
    this.#load(six ? { fen: whole! } : source);
    this.#sync("", { ...this.#successor(record ?? GameTree.of(this.#board.game)), ...others });
    this.#edits.replaced(old, revision, this.#record, this.#store.state.revision);
    return six ? words.play.sixFields(this.#store.state.position.active) : "";
  }

  /** Loads another game on the board. If it is invalid, throws a BanChessError and changes nothing. */
  #load(source: GameSource): void {
    this.#loading = true;
    try {
      this.#board.game.load(source);
    } finally {
      this.#loading = false;
    }
  }

  /** Returns the changes of the store for the next record, without a clock. The current game can be restored unless it is empty. */
  #successor(record: GameTree): Partial<State> {
    const { record: old, players, settings: { orientation }, clock, begun, previous } = this.#store.state;
    // An empty game does not replace the game to restore.
    const left = isUntouched(old) ? previous : { record: old, players, orientation, clock: clock && paused(clock), begun };
    return { record, previous: left?.record === record ? null : left, clock: null, begun: null };
  }

  /**
   * Updates the record from the game on the board, and the store from both.
   *
   * @param played the action that was just played, or ""
   * @param others further changes of the store, such as the record
   */
  #sync(played = "", others: Partial<State> = {}): void {
    const game = this.#game;
    if (!game || this.#loading) return;
    let { record = this.#record } = others;
    const { current: before } = record;
    // An action after the position shown is added to it. Only what else has changed needs the whole game, which may be long.
    const isNext = played !== "" && game.getPly() === before.ply + 2;
    const { fen, actions, ended, winner }: GameRecord = isNext ? { fen: record.fen, actions: [played] } : game.toJSON();
    if (record.fen !== fen || (isEmpty(record) && actions.length > 1)) { // a script loaded a game
      record = GameTree.of(game);
      others = this.#successor(record);
    }
    const isOther = record !== this.#record;
    const added = record.follow(actions, isNext ? before : record.root);
    const { outcome } = record.current;
    // The players have already ended the game at this node.
    if (played && !added && !ended && outcome) return void this.#try(() => game.load(gameAt(record, record.current)));
    const hasEnded = ended !== outcome?.ended || winner !== outcome?.winner;
    if (hasEnded) record.current.endAs(ended ?? null, winner);
    const isSame = !isOther && !hasEnded && before === record.current;
    const position = positionOf(game, isNext ? [before.bcn, played] : actions);
    const change = { position, played: played !== "", selected: inHand(this.#store.state, position), ...!isSame && { notice: null }, ...played && added && beginning(this.#store.state), ...others };
    if (isOther || added || hasEnded) changeRecord(this.#store, change);
    else this.#store.set(change);
  }
}

/** Returns the square of the piece that stays picked up in the next position: one that was picked up ahead of the turn, and is still there. */
const inHand = ({ premoves, selected, position }: State, next: Position): Square | null =>
  premoves && selected && pieceOn(position, selected) === pieceOn(next, selected) ? selected : null;

/** Returns how the game begins, in which an action was just played. Exercises, analyses and the end of the tour are not games. */
const beginning = ({ begun, players, clock, settings, aside, tour }: State): Partial<State> =>
  begun || aside || tour === "mate" || settings.mode !== "play" ? {} : { begun: begins(players, clock) };

/** Returns the game of a record up to a node. */
function gameAt(record: GameTree, node: TreeNode): GameSource {
  return { fen: record.fen, actions: node.actions(), tags: record.tags(), ...node.outcome };
}

/** Returns a FEN with the field of bans, which one of six fields lacks. Throws a BanChessError if that one is invalid. */
export function extended(fen: string): string {
  if (fen.trim().split(/\s+/).length !== 6) return fen;
  const game = BanChess.fromStandardFEN(fen), whole = game.fen();
  game.free();
  return whole;
}
