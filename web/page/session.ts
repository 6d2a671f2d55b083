// The game as the page has it: the rules in the board's frame say what the
// position is and what may be played, the record remembers all that was played.
// Whatever changes the game, a hand on the board, a button or a script calling
// the exports, is told by the board's events; from the game the record is then
// brought up to date, and the position of the store with it. There is no other
// way in.

import { START_FEN, lastMove, other, readAction, readFen, type Action, type Placement } from "./position.js";
import { Record, type Node, type Outcome } from "./record.js";
import { isFailure, type Answer, type Board, type Failure, type Game, type GameSource } from "./rules.js";
import type { PageStore, Position } from "./state.js";

export class Session {
  #store: PageStore;
  #board: Board;
  #record: Record; // the one being played; the store's is the same, seen from outside

  constructor(store: PageStore, board: Board) {
    this.#store = store;
    this.#board = board;
    this.#record = store.state.record;
    board.addEventListener("rules", () => this.#arrive());
    board.addEventListener("action", () => this.#sync(true));
    board.addEventListener("change", () => this.#sync(false));
    board.addEventListener("refused", (event) => this.#refuse((event as CustomEvent).detail));
  }

  get #rules() {
    return this.#board.rules;
  }

  /** Plays an action in BCN. What is not legal is refused in words. */
  play(bcn: string): void {
    this.#judge(this.#rules?.play(bcn));
  }

  /** Takes back one action, or the end the players gave the game. */
  undo(): void {
    const { record, previous } = this.#store.state;
    if (!this.#rules) return;
    if (record.empty && previous && !record.root.outcome) this.restore();
    else this.#rules.game.undo();
  }

  /** Plays the next action of the line again. */
  redo(): void {
    const next = this.#record.next();
    if (next) this.goTo(next);
  }

  /** Shows the position after a node's action. */
  goTo(node: Node): void {
    if (this.#rules && node !== this.#record.current) this.#judge(this.#board.load(gameAt(this.#record, node)));
  }

  start(): void {
    this.goTo(this.#record.root);
  }

  end(): void {
    this.goTo(this.#record.end());
  }

  /** Starts a new game; the old one can be restored. */
  newGame(): void {
    if (!this.#rules || this.#record.isFresh) return;
    this.#replace({ fen: START_FEN });
    this.#store.set({ notice: { kind: "info", text: "A new game.", offersRestore: true } });
  }

  /** Puts back the game that was replaced last, and that in its place. */
  restore(): void {
    const { previous } = this.#store.state;
    if (!previous || !this.#rules) return;
    if (!this.#judge(this.#replace(gameAt(previous, previous.current), previous))) return;
    this.#store.set({ notice: { kind: "info", text: "The previous game is back.", offersRestore: true } });
  }

  /**
   * Loads a game in its place: {fen}, {pgn} or {actions}. Returns the answer of
   * the rules; if it is a failure, nothing has changed.
   */
  load(source: GameSource): Answer {
    if (!this.#rules) return { success: false, error: "the rules are not loaded yet; wait for the board", code: "not_ready" };
    const answer = this.#replace(source);
    if (answer.success) this.#store.set({ notice: { kind: "info", text: "Loaded.", offersRestore: true } });
    return answer;
  }

  /**
   * A FEN with the ban-chess field that a standard one lacks: such a position is
   * taken as it stands before the ban. Any other text is returned as it is.
   */
  extended(fen: string): string {
    const answer = fen.split(/\s+/).length === 6 ? this.#rules?.fromStandardFEN(fen) : null;
    return typeof answer === "string" ? answer : fen;
  }

  resign(): void {
    const { position, settings } = this.#store.state;
    // The computer does not resign because a person presses the button.
    const who = settings.opponent === "nobody" ? position.active : other(settings.opponent);
    this.#judge(this.#rules?.game.resign(who));
  }

  agreeDraw(): void {
    this.#judge(this.#rules?.game.agreeDraw());
  }

  /** The line the current position is on, from its start to its end, as PGN. */
  pgn(): string | null {
    const game = this.#rules?.newGame(gameAt(this.#record, this.#record.end()));
    if (!game || isFailure(game)) return null;
    for (const [tag, value] of Object.entries(this.#record.tags)) game.setTag(tag, value);
    const text = game.pgn();
    game.free();
    return text;
  }

  /** Shows an answer that is a refusal, and says whether it was none. */
  #judge(answer: Answer | null | undefined): boolean {
    if (isFailure(answer)) this.#refuse(answer);
    return answer?.success === true;
  }

  #refuse({ code, error }: Failure): void {
    this.#store.set({ notice: { kind: "refused", code, text: error } });
  }

  /** The rules are here, or here again after a crash. */
  #arrive(): void {
    const { record } = this.#store.state;
    const answer = this.#board.load(gameAt(record, record.current));
    if (!isFailure(answer)) return;
    // What was stored is no game, so nothing is lost with it.
    this.newGame();
    this.#store.set({ previous: null, notice: { kind: "error", text: `The saved game could not be restored: ${answer.error}` } });
  }

  /** Loads a game into another record, which takes the place of the present one. */
  #replace(source: GameSource, record = new Record()): Answer {
    const old = this.#record;
    this.#record = record;
    const answer = this.#board.load(source) ?? { success: true };
    if (answer.success === false) this.#record = old;
    else this.#adopt(record, old);
    return answer;
  }

  /** Makes a record the one that is played; one worth it can be restored. */
  #adopt(record: Record, old: Record): void {
    // A position that was only looked at does not push out a game that was played.
    const untouched = old.empty && !old.root.outcome;
    const previous = untouched ? this.#store.state.previous : old;
    this.#record = record;
    this.#store.set({ record, previous: previous === record ? null : previous, revision: this.#store.state.revision + 1 });
  }

  /**
   * Brings record and position up to the game of the rules.
   *
   * @param played whether an action was just played
   */
  #sync(played: boolean): void {
    const game = this.#rules?.game;
    if (!game) return;
    const { fen, actions, ended, winner } = game.record();
    let record = this.#record;
    if (record.fen !== fen) {
      // Somebody loaded another game through the exports, or #replace did.
      if (record.empty) record.fen = fen;
      else this.#adopt(new Record(fen), record);
      record = this.#record;
    }
    // Only a PGN brings tags, and only where it was loaded.
    if (record.empty) record.tags = game.tags();
    const before = record.current;
    const outcome: Outcome | null = ended ? { ended, ...(winner && { winner }) } : null;
    const added = record.follow(actions, game.getActionLog().map((san) => san.replace(/^b:/, "")));
    const changed = JSON.stringify(outcome) !== JSON.stringify(record.current.outcome);
    record.current.outcome = outcome;
    const { revision, notice } = this.#store.state;
    this.#store.set({
      record,
      revision: revision + (added || changed ? 1 : 0),
      position: positionOf(game, actions),
      played,
      selected: null,
      notice: before === record.current && !changed ? notice : null,
    });
  }
}

function positionOf(game: Game, actions: string[]): Position {
  const fen = game.fen();
  const result = game.result();
  return {
    ...(readFen(fen) as Placement), // what the rules write can be read
    fen,
    last: lastMove(actions),
    check: game.inCheck(),
    legal: result.over ? [] : game.getLegalActions().map(plain),
    result: result.over ? result : null,
  };
}

/** A game as the rules load it: from a record, up to a node. */
function gameAt(record: Record, node: Node): GameSource {
  return { fen: record.fen, actions: record.actions(node), ...node.outcome };
}

/** An action of the rules as the page's parts like it. */
function plain({ ban, move }: ReturnType<Game["getLegalActions"]>[number]): Action {
  const { from, to, promotion = "" } = ban ?? move ?? { from: "", to: "" };
  return readAction(`${ban ? "b" : "m"}:${from}${to}${promotion}`) as Action;
}
