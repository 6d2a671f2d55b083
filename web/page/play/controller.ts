// The game as the page has it: the game on the board says what the position is
// and what may be played, the record remembers all that was played. Whatever
// changes the game, a hand on the board, a button or a script calling it, is told
// by the board's events; from the game the record is then brought up to date, and
// the position of the store with it. There is no other way in.

import { BanChess, BanChessError, START_FEN, dueAt, type Action, type EndResult, type GameSource, type Player, type Square } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { GameTree, type TreeNode } from "../../banchess/tree.js";
import { isEmpty, isUntouched, isFresh, isStudy, extend, makeMainLine } from "../shell/record.js";
import { newRecord } from "../shell/stored-record.js";
import { clockAfter } from "./runclock.js";
import { paused } from "../shell/clock.js";
import { other, positionBefore, positionOf } from "../shell/position.js";
import { Edits } from "../shell/edits.js";
import { playersOf } from "../shell/settings.js";
import { updateSettings, type Left, type PageStore } from "../shell/state.js";
import { name, nodeName, unplayable } from "../shell/words.js";

export class GameController {
  #store: PageStore;
  #board: BanChessBoard;
  #record: GameTree; // the one being played; the store's is the same, seen from outside
  #edits = new Edits();

  constructor(store: PageStore, board: BanChessBoard) {
    this.#store = store;
    this.#board = board;
    this.#record = store.state.record;
    board.addEventListener("action", () => this.#sync(true));
    board.addEventListener("change", () => this.#sync(false));
    board.addEventListener("refused", ({ detail }) => this.#refuse(detail));
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

  /** Takes back one action, or the end the players gave the game. */
  undo(): void {
    const { record, previous, clock } = this.#store.state;
    const { parent } = record.current, outcome = record.current.outcome;
    if (!this.#game) return;
    if (isUntouched(record) && previous) this.restore();
    // A flag that fell, and an end while the clocks ran, are not taken back.
    else if (parent && outcome && (outcome.ended.startsWith("timeout") || clock?.over)) this.goTo(parent);
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
    this.#promote(added);
    const over = added.flags?.gameOver === true;
    const clock = clockAfter(state, over ? null : dueAt(added.ply + 1).active, added.actions());
    this.#store.set({ revision: state.revision + 1, clock, notice: { kind: "info", text: `${nodeName(added)} was played.` } });
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
    this.#store.set({ revision: this.#store.state.revision + 1 });
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
    if (this.#store.state.linked === this.#record) this.#store.set({ linked: record });
    this.#record = record;
    game.load(gameAt(record, record.current));
    this.touch();
    this.#edits.undid(this.#store.state.revision);
    this.#store.set({ notice: { kind: "info", text: again ? "Done again." : "Undone." } });
    return true;
  }

  /** Starts a new game, or throws a BanChessError for the FEN and changes nothing; the old one can be restored. */
  newGame(fen = START_FEN): void {
    if (!this.#game || (fen === START_FEN && isFresh(this.#record))) return;
    const note = this.#replace({ fen });
    this.#store.set({ notice: { kind: "info", text: `A new game. ${note}`.trim(), offersRestore: true } });
  }

  /** Puts back the game that was replaced last, and that in its place. */
  restore(): void {
    const { previous } = this.#store.state;
    if (!previous || !this.#game) return;
    const { record, players, clock } = previous;
    if (!this.#try(() => this.#replace(gameAt(record, record.current), record))) return;
    updateSettings(this.#store, players, { clock, notice: { kind: "info", text: "The previous game is back.", offersRestore: true } });
  }

  /**
   * Loads a game in the place of this one, or throws a BanChessError and changes
   * nothing; the old one can be restored. Nobody asked the computer to play on in it.
   */
  load(source: Pick<GameSource, "fen" | "actions"> | GameTree): void {
    const note = source instanceof GameTree ? this.#replace(gameAt(source, source.current), source) : this.#replace(source);
    const text = `${note || "Loaded."}${this.#store.state.settings.opponent === "nobody" ? "" : " The computer does not play in it."}`;
    updateSettings(this.#store, { opponent: "nobody", ...source instanceof GameTree && isStudy(source) && { mode: "analyse" } }, { notice: { kind: "info", text, offersRestore: true } });
  }

  /** Shows a game that no rules have read, to be loaded when there are rules. */
  expect(record: GameTree): void {
    const { record: before, position, previous, settings, clock, replaced } = this.#store.state;
    this.#adopt(record, before);
    this.#store.set({ position: positionBefore(record), replaced: replaced ?? { record: before, position, previous, settings, clock } });
  }

  /** Shows a game and says nothing of it. */
  put(source: GameSource | GameTree): void {
    if (!(source instanceof GameTree)) this.#replace(source);
    else if (this.#game) this.#replace(gameAt(source, source.current), source);
    else this.expect(source);
  }

  resign(): void {
    this.#toGame();
    const { position, settings } = this.#store.state;
    // The computer does not resign because a person presses the button.
    const who = settings.opponent === "nobody" ? position.active : other(settings.opponent);
    this.#judge(this.#game?.resign(who));
  }

  /** A player's time is up after a line in BCN, wherever somebody is looking. */
  timeOut(player: Player, line: readonly string[]): void {
    this.goTo(this.#record.find(line));
    this.#judge(this.#game?.timeOut(player));
  }

  agreeDraw(): void {
    this.#toGame();
    this.#judge(this.#game?.agreeDraw());
  }

  /** All that was played and written, as PGN; "" if the rules are gone. */
  pgn(): string {
    try {
      const pgn = this.#record.pgn(), { opponent, level } = this.#store.state.settings;
      if (opponent === "nobody") return pgn;
      // Who plays is not in the tree, as nobody has written it.
      return pgn.replace(/^\[(White|Black) "\?"\]$/gm, (_, side: string) => `[${side} "${side === name(opponent) ? `Computer, level ${level}` : "You"}"]`);
    } catch (error) {
      if (error instanceof BanChessError) return "";
      throw error;
    }
  }

  /** Shows where the game is that is played with a clock. */
  #toGame(): void {
    const { clock } = this.#store.state;
    if (clock?.turn) this.goTo(this.#record.find(clock.line));
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

  #refuse({ code, error, from = null }: { code: string; error: string; from?: Square | null }): void {
    // Whoever has the board in sight knows the ply.
    this.#store.set({ notice: { kind: "refused", code, text: error.replace(/ at ply \d+/, ""), ...(from && { from }) } });
  }

  /** The rules are here, or here again after a crash. */
  arrive(): void {
    const { record, previous, replaced, revision } = this.#store.state;
    try {
      record.result();
      this.#board.game.load(gameAt(record, record.current));
      // The rules know how the moves of a link are written.
      if (replaced) this.#store.set({ replaced: null, revision: revision + 1 });
    } catch (error) {
      if (replaced) {
        // What came in a link is no game: all is as it was before it.
        this.#record = replaced.record;
        const { mode } = replaced.settings;
        updateSettings(this.#store, { mode, ...playersOf(replaced.settings) }, { ...replaced, linked: null, replaced: null, revision: revision + 1, notice: null });
        this.arrive();
        this.#store.set({ notice: this.#store.state.notice ?? unplayable(error as Error) });
        return;
      }
      // What was stored is no game, so nothing is lost with it.
      this.newGame();
      this.#store.set({ previous, notice: { kind: "error", text: `The saved game could not be restored: ${(error as Error).message}`, offersRestore: true } });
    }
  }

  /**
   * Loads a game into another record, which takes the place of the present one.
   * Returns what is to be said of how it was taken: a person may give a FEN of six
   * fields, which stands at the ban before the next move.
   */
  #replace(source: GameSource, record = newRecord()): string {
    const six = source.fen?.trim().split(/\s+/).length === 6;
    const old = this.#record, left = this.#left();
    record.result();
    this.#record = record;
    try {
      this.#board.game.load(six ? { fen: standard(source.fen!) } : source);
    } catch (error) {
      this.#record = old;
      throw error;
    }
    this.#adopt(this.#record, old, left); // which is another if the game came from elsewhere
    const { ply, active } = this.#store.state.position;
    return six ? `The FEN has six fields: taken at ply ${ply}, ${name(active)}'s ban.` : "";
  }

  /** The game that is played, to be gone on with later. */
  #left(): Left {
    const { settings, clock } = this.#store.state;
    return { record: this.#record, players: playersOf(settings), clock: clock && paused(clock) };
  }

  /** Makes a record the one that is played, without a clock; one worth it can be restored. */
  #adopt(record: GameTree, old: GameTree, left = this.#left()): void {
    // A position that was only looked at does not push out a game that was played.
    const previous = isUntouched(old) ? this.#store.state.previous : left;
    this.#record = record;
    this.#store.set({ record, previous: previous?.record === record ? null : previous, clock: null, revision: this.#store.state.revision + 1 });
  }

  /** What is played in a game against the computer is the game, and what was taken back a variation; until it has ended. */
  #promote(node: TreeNode): void {
    const { settings, aside } = this.#store.state;
    if (settings.mode === "play" && settings.opponent !== "nobody" && !aside && !this.#record.result().over) makeMainLine(node);
  }

  /**
   * Brings record and position up to the game on the board.
   *
   * @param played whether an action was just played
   */
  #sync(played: boolean): void {
    const game = this.#game;
    if (!game) return;
    const { fen, actions, ended, winner } = game.toJSON();
    let record = this.#record;
    // Somebody loaded another game by script, or #replace did.
    const loaded = record.fen !== fen || (isEmpty(record) && actions.length > 1);
    if (loaded) {
      const other = GameTree.of(game);
      if (isEmpty(record)) this.#record = other;
      else this.#adopt(other, record);
      record = this.#record;
    }
    const before = record.current;
    const added = record.follow(actions);
    if (played && added) this.#promote(record.current);
    // Where the players have ended the game before, it has ended.
    if (played && !added && !ended && record.current.outcome) return void this.#try(() => game.load(gameAt(record, record.current)));
    const outcome = record.current.outcome, changed = ended !== outcome?.ended || winner !== outcome?.winner;
    if (changed) record.current.endAs(ended ?? null, winner);
    const { revision, notice } = this.#store.state;
    this.#store.set({
      record,
      revision: revision + (added || changed || loaded ? 1 : 0),
      position: positionOf(game, actions),
      played,
      selected: null,
      notice: before === record.current && !changed ? notice : null,
    });
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
