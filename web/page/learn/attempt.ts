// An attempt at an exercise: it judges the actions on the board by the exercise's line, or by
// what they keep, plays the opponent's replies, and lets the engine refute a wrong action.

import { BanChess, SQUARES, type Action, type BanChessError } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { Engine, Score } from "../../banchess/engine.js";
import { tryAction, type Grade } from "../../banchess/review.js";
import { explain, look, type Look, type TreeNode } from "../../banchess/tree.js";
import type { GameController, Lender } from "../play/index.js";
import { words } from "language/learn";
import { computerAs, dashed, HUMANS, name, other, pairIn, roleName, sentence, trouble, type Position } from "../model/index.js";
import { updateSettings, type PageStore } from "../shell/index.js";
import type { PuzzleEvent } from "../train/index.js";
import { keepsWords, type Exercise } from "./exercise.js";
import type { Mistake } from "./mistakes.js";
import type { Puzzle, Refutation } from "./puzzle.js";
import { refute } from "./refutation.js";
import { keepGame, keptGame, type LearnStore, type Phase } from "./state.js";

const PAUSE = 600; // milliseconds before a reply, so that the user sees each action
const SHORT = 350; // before the actions that follow the first four of a refutation

/** The parts of the page that an attempt uses. */
export interface Classroom {
  readonly store: PageStore;
  readonly learn: LearnStore;
  readonly controller: GameController;
  readonly board: BanChessBoard;
  readonly lender: Lender;
  engine(): Engine;
  graded(mistake: Mistake, grade: Grade): void; // called with the first answer to a mistake
  answered(puzzle: Puzzle, event: PuzzleEvent, isFirst: boolean): Promise<string>; // called with the first answer to a puzzle, and when it is solved after that; resolves with a message
  helped(puzzle: Puzzle): boolean; // called with a hint; returns whether it matters
  readonly hints: Set<string>; // the ids of unanswered mistakes in which a hint was given
}

const pause = (time = PAUSE) => new Promise((done) => setTimeout(done, time));

export class Attempt {
  readonly exercise: Exercise;
  #room: Classroom;
  #turn = 0; // counts the tasks that were begun: late answers to earlier ones are ignored
  #wrong: TreeNode | null = null; // the wrong action that is being refuted
  #isCounted = false; // an exercise is counted once
  #told: Promise<string> | null = null; // how the solution changed the score, while its line is shown

  constructor(exercise: Exercise, room: Classroom) {
    this.exercise = exercise;
    this.#room = room;
  }

  /** Puts the exercise on the board. @param said the first message */
  begin(said: string): void {
    const { fen, next, solver } = this.exercise;
    const { store, learn, lender } = this.#room;
    this.#turn++;
    this.#wrong = this.#told = null;
    try {
      lender.lend({ fen, actions: next ? [] : keptGame() });
    } catch { // the stored game cannot be played
      lender.lend({ fen });
    }
    learn.set({ exercise: this.exercise, phase: "try", said, more: [], hinted: null }); // set before the computer begins
    updateSettings(store, { orientation: solver }, next ? { players: HUMANS, learner: solver } : { players: computerAs(other(solver), 1), learner: null });
  }

  /** Ends the attempt: nothing is played any more. */
  end(): void {
    this.#turn++;
  }

  /** Judges the last action. */
  async judge(): Promise<void> {
    const { store, learn } = this.#room, { record, position } = store.state, { phase } = learn.state, { next: judge, solver, mistake } = this.exercise;
    if (phase !== "try" && phase !== "answer") return;
    if (!judge) {
      keepGame(position.result ? null : record.current.actions());
      if (position.result) void this.#finish();
      return;
    }
    const node = record.current, mine = ++this.#turn;
    this.#wait();
    try {
      const next = await judge(node.actions());
      if (mine !== this.#turn) return;
      if (!next) void (mistake ? this.#weigh(node, mistake) : this.#refute(node));
      else if (next.length === 0) void this.#finish();
      else if (position.active !== solver || this.#told !== null) void this.#answer(next);
      else {
        store.set({ learner: solver });
        learn.set({ phase: "try", said: words.learn.right, more: [due(position)] });
      }
    } catch (error) {
      if (mine === this.#turn) this.#cannotJudge(node, words.shell.notLoaded(words.learn.theRules));
    }
  }

  /** Locks the board until an action is judged or played. */
  #wait(): void {
    this.#room.store.set({ learner: "nobody" });
    this.#room.learn.set({ phase: "answer", said: "", more: [] });
  }

  #cannotJudge(node: TreeNode, why: string): void {
    this.#wrong = node;
    this.#room.learn.set({ phase: "refuted", said: words.learn.notJudged(why), more: [] });
  }

  /** Names the piece to play, and the second time shows the action. */
  async hint(): Promise<void> {
    const { learn } = this.#room;
    if (!this.#isDue()) return;
    if (!this.exercise.next) return learn.set({ said: words.learn.free, more: [] });
    const [action] = await this.#next() ?? [];
    if (!action || !this.#isDue()) return;
    const { record, position } = this.#room.store.state;
    if (action === "*") learn.set({ said: words.learn.anyIsRight[position.phase], more: [] });
    else if (learn.state.hinted !== record.current) this.#namePiece(action);
    else this.#showAction(action);
  }

  /** Reports whether the solver is to act. */
  #isDue(): boolean {
    const { store, learn } = this.#room;
    return learn.state.phase === "try" && store.state.position.active === this.exercise.solver;
  }

  /** Returns the right actions on the board, or null if nothing is right any more, or something else has begun in the meantime. */
  async #next(): Promise<readonly string[] | null> {
    const { learn, store } = this.#room, mine = this.#turn, at = store.state.record.current;
    try {
      const next = await this.exercise.next?.(at.actions()) ?? null;
      return mine === this.#turn && at === store.state.record.current ? next : null;
    } catch {
      if (mine === this.#turn) learn.set({ said: words.shell.notLoaded(words.learn.theRules), more: [] });
      return null;
    }
  }

  #namePiece(action: string): void {
    const { store, learn, hints, helped } = this.#room, { record, position } = store.state;
    const { from } = pairIn(action), { puzzle, mistake } = this.exercise;
    if (mistake && !this.#isCounted) hints.add(mistake.id);
    const role = roleName(position.pieces[SQUARES.indexOf(from)]?.charAt(1) ?? "");
    const costs = puzzle !== null && helped(puzzle);
    learn.set({ hinted: record.current, said: this.exercise.hint?.() ?? words.learn.piece[position.phase](role, from), more: costs ? [words.learn.hintCosts] : [] });
  }

  #showAction(action: string): void {
    const { store, learn } = this.#room, { record, position } = store.state;
    const pair = dashed(pairIn(action)), role = roleName(action.charAt(6));
    const said = role ? words.learn.promotion(pair, role) : words.learn.action[position.phase](pair);
    learn.set({ said, more: [] });
    void this.#count("shown").then((change) => learn.state.said === said && learn.set({ more: [change] }));
    store.set({ pointer: { by: "learn", action, at: record.current } });
  }

  /** Plays the line to its end, in place of a wrong action if there was one. */
  async solve(): Promise<void> {
    if (this.#wrong) this.again();
    if (this.#room.learn.state.phase !== "try") return;
    const next = await this.#next();
    if (this.#room.learn.state.phase !== "try" || !next?.length) return;
    this.#told = this.#count("shown");
    void this.#answer(next);
  }

  /** Takes back the wrong action. Begins again if no action was wrong. */
  again(): void {
    const { store, learn, controller } = this.#room, { record, rules } = store.state;
    const node = this.#wrong;
    if (learn.state.phase === "loading" || !rules) return;
    if (!node) {
      if (!this.exercise.next) keepGame(null);
      return this.begin("");
    }
    controller.goTo(node.parent!);
    if (record.current !== node.parent) return; // the rules have crashed, which has been reported
    this.#turn++;
    this.#wrong = null;
    node.delete();
    controller.touch();
    learn.set({ phase: "try", said: "", more: [] });
    store.set({ learner: this.exercise.solver });
  }

  /** Plays an action, or any legal one for null, at a node that need not be shown. Reports whether it was played. */
  #play(at: TreeNode, action: Action | null): boolean {
    const { store, controller, board } = this.#room;
    controller.goTo(at);
    return store.state.record.current === at && controller.play(action ?? board.game.getLegalActions()[0]!);
  }

  /** Plays the next action of the line. */
  async #answer([action]: readonly string[]): Promise<void> {
    const { current } = this.#room.store.state.record, mine = ++this.#turn;
    this.#wait();
    await pause();
    if (mine !== this.#turn || !action || !this.#room.store.state.rules) return;
    this.#play(current, action === "*" ? null : BanChess.deserializeAction(action));
  }

  /** Judges an action in place of a mistake by the chances that it keeps. */
  async #weigh(node: TreeNode, { played, best, better }: Mistake): Promise<void> {
    const { store, engine } = this.#room, { fen } = store.state.record;
    if (node.bcn === played) return this.#refute(node, words.learn.playedBefore);
    const mine = ++this.#turn;
    this.#wait();
    try {
      const after = await tryAction(engine(), { fen, action: node.bcn, best: { score: best, actions: better } });
      if (mine !== this.#turn) return;
      if (after.keeps) void this.#finish(node, after.score);
      else await this.#refute(node, "", after);
    } catch (error) {
      if (mine === this.#turn) this.#cannotJudge(node, trouble("engine", error as BanChessError));
    }
  }

  /** Shows on the board what a wrong action loses. */
  async #refute(node: TreeNode, note = "", after?: Look): Promise<void> {
    const { store, learn, controller } = this.#room, { exercise } = this, { position } = store.state;
    const mine = ++this.#turn;
    this.#wrong = node;
    const change = this.#count("wrong"), why = exercise.wrong() || note;
    const say = (phase: Phase, ...more: string[]) => learn.set({ phase, said: words.learn.wrong, more: [why, ...more] });
    store.set({ learner: "nobody" });
    say("refuting");
    let at = node, told = position.result ? sentence(position.result.text) : "";
    try {
      if (!position.result) {
        const { line, text } = await this.#refutation(node, after);
        if (mine !== this.#turn) return;
        told = text;
        say("refuting", told);
        for (const [i, action] of line.entries()) {
          await pause(i < 4 ? PAUSE : SHORT);
          if (mine !== this.#turn) return;
          if (!this.#play(at, BanChess.deserializeAction(action))) break; // the rules have crashed, which has been reported
          at = store.state.record.current;
        }
      }
    } catch (error) {
      if (mine !== this.#turn) return;
      controller.goTo(at);
      told = words.learn.notShown(trouble("engine", error as BanChessError));
    }
    const changed = await change;
    if (mine === this.#turn) say("refuted", told, changed);
  }

  /** Refutes an action by the proof of a puzzle, or else by the engine. */
  async #refutation(node: TreeNode, after?: Look): Promise<Refutation> {
    const { store, engine } = this.#room, { fen } = store.state.record, { refute: way, solver, mistake } = this.exercise;
    const before = node.parent!.actions();
    const proven = await way?.(before, node.bcn);
    if (proven?.text) return proven;
    const { line, text, namesBan } = await refute({ fen, before, action: node.bcn, solver, worth: mistake?.best ?? null, right: mistake?.better ?? (await this.exercise.next?.(before))?.slice(0, 1) ?? [], after }, {
      look: (actions, nodes) => look(engine(), { fen, actions }, { nodes }),
      play(actions) {
        const game = BanChess.replayFromActions(actions, fen), entries = game.history();
        game.free();
        return entries;
      },
      explain,
    });
    const ban = line[0]?.startsWith("b:") && !namesBan ? words.learn.loss.yourBan(dashed(pairIn(line[0]))) : "";
    return { line, text: [text, ban].filter(Boolean).join(" ") };
  }

  /**
   * Ends the exercise.
   *
   * @param answer the right answer to a mistake
   * @param kept White's score after it; without it, that of the report
   */
  async #finish(answer = this.#room.store.state.record.current, kept?: Score): Promise<void> {
    const { store, learn } = this.#room, { exercise } = this, { mistake } = exercise, { lessons } = learn.state;
    const told = this.#told, mine = ++this.#turn;
    this.#told = null;
    const changed = exercise.puzzle && await (told ?? this.#count("solved")); // told with the rest, so that the buttons move once
    if (mine !== this.#turn) return;
    store.set({ learner: null });
    const { result } = store.state.position;
    const said = [result ? sentence(result.text) : ""], isLost = result?.winner === other(exercise.solver);
    if (told !== null) said.push(words.learn.told);
    else if (mistake) said.push(words.learn.right);
    else if (!exercise.lesson) said.push(exercise.puzzle ? words.learn.solved : exercise.done);
    if (mistake) void this.#count(told === null ? "solved" : "shown");
    const more = mistake && told === null ? [result ? "" : keepsWords(mistake, answer, kept ?? mistake.best), words.learn.found(exercise.done, answer.bcn !== mistake.better[0])]
      : [exercise.puzzle || mistake || exercise.lesson && !isLost ? exercise.done : exercise.lesson ? words.learn.lost : "", changed ?? ""];
    const isNew = told === null && exercise.lesson && !lessons.includes(exercise.lesson);
    learn.set({ phase: "done", said: said.filter(Boolean).join(" "), more, lessons: isNew ? [...lessons, exercise.lesson] : lessons });
  }

  /** Counts the first answer, and the solution after that. Resolves with the message about the score. */
  async #count(event: PuzzleEvent): Promise<string> {
    const { graded, answered, hints } = this.#room, { puzzle, mistake } = this.exercise, isFirst = !this.#isCounted, solved = event === "solved";
    this.#isCounted = true;
    if (mistake && isFirst) graded(mistake, !solved ? 1 : hints.has(mistake.id) ? 2 : 3);
    return puzzle && (isFirst || solved) ? answered(puzzle, event, isFirst) : "";
  }
}

/** Returns the solver's next task, in words. */
function due({ phase, ban, mover }: Position): string {
  if (phase === "ban") return words.learn.banNow(name(mover));
  return ban ? words.learn.moveAfter(dashed(ban)) : words.learn.moveNow;
}
