// An attempt at an exercise: it judges the actions on the board by the exercise's line,
// plays the opponent's replies, and lets the engine refute a wrong action.

import { BanChess, SQUARES, type Action, type BanChessError } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { Engine } from "../../banchess/engine.js";
import { explain, type TreeNode } from "../../banchess/tree.js";
import type { GameController, Lender } from "../play/index.js";
import { words } from "language/learn";
import { computerAs, dashed, HUMANS, lineOf, name, other, pairIn, roleName, sentence, trouble, updateSettings, type PageStore, type Position } from "../shell/index.js";
import type { Exercise } from "./exercise.js";
import { firstLine, follow, type Step } from "./puzzle.js";
import { refute, type Refutation } from "./refutation.js";
import { changeWords, counted, helped } from "./score.js";
import { keepGame, keptGame, type LearnStore, type Phase } from "./state.js";

const PAUSE = 600; // milliseconds before a reply, so that the user sees each action
const SHORT = 350; // before the actions that follow the first four of a refutation
const LIMITS = { nodes: 50_000, time: 10_000, fresh: true }; // as in a report, so that the answer is the same everywhere

/** The parts of the page that an attempt uses. */
export interface Classroom {
  readonly store: PageStore;
  readonly learn: LearnStore;
  readonly controller: GameController;
  readonly board: BanChessBoard;
  readonly lender: Lender;
  engine(): Engine;
}

const pause = (time = PAUSE) => new Promise((done) => setTimeout(done, time));

export class Attempt {
  readonly exercise: Exercise;
  #room: Classroom;
  #turn = 0; // counts the tasks that were begun: late answers to earlier ones are ignored
  #wrong: TreeNode | null = null; // the wrong action that is being refuted
  #isCounted = false; // a puzzle is counted once
  #told: string | null = null; // how the solution changed the score, while its line is shown

  constructor(exercise: Exercise, room: Classroom) {
    this.exercise = exercise;
    this.#room = room;
  }

  /** Puts the exercise on the board. @param said the first message */
  begin(said: string): void {
    const { fen, steps, solver } = this.exercise;
    const { store, learn, lender } = this.#room;
    this.#turn++;
    this.#wrong = this.#told = null;
    try {
      lender.lend({ fen, actions: steps ? [] : keptGame() });
    } catch { // the stored game cannot be played
      lender.lend({ fen });
    }
    learn.set({ exercise: this.exercise, phase: "try", said, hinted: null }); // set before the computer begins
    updateSettings(store, { orientation: solver }, steps ? { players: HUMANS, learner: solver } : { players: computerAs(other(solver), 1), learner: null });
  }

  /** Ends the attempt: nothing is played any more. */
  end(): void {
    this.#turn++;
  }

  /** Judges the last action. */
  judge(): void {
    const { store, learn } = this.#room, { record, position } = store.state, { phase } = learn.state;
    if (phase !== "try" && phase !== "answer") return;
    if (!this.exercise.steps) {
      keepGame(position.result ? null : record.current.actions());
      if (position.result) this.#finish();
      return;
    }
    const next = this.#rest();
    if (!next) void this.#refute(record.current);
    else if (next.length === 0) this.#finish();
    else if (position.active !== this.exercise.solver || this.#told !== null) void this.#answer(next);
    else {
      store.set({ learner: this.exercise.solver });
      learn.set({ phase: "try", said: words.learn.right(due(position)) });
    }
  }

  /** Names the piece to play, and the second time shows the action. */
  hint(): void {
    const { store, learn } = this.#room, { record, position } = store.state;
    if (learn.state.phase !== "try" || position.active !== this.exercise.solver) return;
    if (!this.exercise.steps) return learn.set({ said: words.learn.free });
    const [step] = this.#rest() ?? [];
    if (!step) return;
    if (step.action === "*") learn.set({ said: words.learn.anyIsRight[position.phase] });
    else if (learn.state.hinted !== record.current) this.#namePiece(step);
    else this.#showAction(step);
  }

  #namePiece({ action }: Step): void {
    const { store, learn } = this.#room, { record, position } = store.state, { score } = learn.state;
    const { from } = pairIn(action), { puzzle } = this.exercise;
    const role = roleName(position.pieces[SQUARES.indexOf(from)]?.charAt(1) ?? "");
    const after = puzzle ? helped(score, puzzle.id) : score;
    const rated = after === score ? "" : ` ${words.learn.unrated}`;
    learn.set({ hinted: record.current, score: after, said: words.learn.piece[position.phase](role, from) + rated });
  }

  #showAction({ action }: Step): void {
    const { store, learn } = this.#room, { record, position } = store.state;
    const pair = dashed(pairIn(action)), role = roleName(action.charAt(6));
    const shown = role ? words.learn.promotion(pair, role) : words.learn.action[position.phase](pair);
    learn.set({ said: `${shown} ${this.#count(false)}`.trim() });
    store.set({ pointer: { by: "learn", action, at: record.current } });
  }

  /** Plays the line to its end. */
  solve(): void {
    const next = this.#rest();
    if (this.#room.learn.state.phase !== "try" || !next?.length) return;
    this.#told = this.#count(false);
    void this.#answer(next);
  }

  /** Takes back the wrong action, or begins again if there is none. */
  again(): void {
    const { store, learn, controller } = this.#room, { record, rules } = store.state;
    const node = this.#wrong;
    if (learn.state.phase === "loading" || !rules) return;
    if (!node) {
      if (!this.exercise.steps) keepGame(null);
      return this.begin("");
    }
    controller.goTo(node.parent!);
    if (record.current !== node.parent) return; // the rules have crashed, which has been reported
    this.#turn++;
    this.#wrong = null;
    node.delete();
    controller.touch();
    learn.set({ phase: "try", said: "" });
    store.set({ learner: this.exercise.solver });
  }

  /** Returns the steps of the line after the actions played, or null if they left the line. */
  #rest(): readonly Step[] | null {
    return follow(this.exercise.steps ?? [], this.#room.store.state.record.current.actions());
  }

  /** Plays an action, or any legal one for null, at a node that need not be shown. Reports whether it was played. */
  #play(at: TreeNode, action: Action | null): boolean {
    const { store, controller, board } = this.#room;
    controller.goTo(at);
    return store.state.record.current === at && controller.play(action ?? board.game.getLegalActions()[0]!);
  }

  /** Plays the next action of the line. */
  async #answer([step]: readonly Step[]): Promise<void> {
    const { store, learn } = this.#room, { current } = store.state.record;
    const mine = ++this.#turn;
    store.set({ learner: "nobody" });
    learn.set({ phase: "answer", said: "" });
    await pause();
    if (mine !== this.#turn || !step || !store.state.rules) return;
    this.#play(current, step.action === "*" ? null : BanChess.deserializeAction(step.action));
  }

  /** Shows on the board what a wrong action loses. */
  async #refute(node: TreeNode): Promise<void> {
    const { store, learn, controller } = this.#room, { exercise } = this, { position } = store.state;
    const mine = ++this.#turn;
    this.#wrong = node;
    const change = this.#count(false);
    const say = (phase: Phase, ...parts: string[]) => learn.set({ phase, said: [words.learn.wrong(exercise.wrong(position)), ...parts].filter(Boolean).join(" ") });
    store.set({ learner: "nobody" });
    say("refuting");
    let at = node, told = position.result ? sentence(position.result.text) : "";
    try {
      if (!position.result) {
        const { line, text } = await this.#refutation(node);
        if (mine !== this.#turn) return;
        if (exercise.goal) told = text;
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
    say("refuted", told, change);
  }

  #refutation(node: TreeNode): Promise<Refutation> {
    const { store, engine } = this.#room, { fen } = store.state.record, { exercise: { solver, goal, steps } } = this;
    const before = node.parent!.actions();
    const worth = goal?.kind === "mate" ? { mate: solver === "white" ? goal.turns : -goal.turns } : null;
    return refute({ fen, before, action: node.bcn, solver, goal, worth, right: firstLine(follow(steps ?? [], before) ?? []) }, {
      async look(actions) {
        const { score, action, info } = await engine().best({ fen, actions }, LIMITS);
        return lineOf({ score, depth: 0, actions: info?.actions ?? [action] });
      },
      play(actions) {
        const game = BanChess.replayFromActions(actions, fen), entries = game.history();
        game.free();
        return entries;
      },
      explain,
    });
  }

  #finish(): void {
    const { store, learn } = this.#room, { exercise } = this, { lessons } = learn.state;
    const told = this.#told;
    this.#turn++;
    this.#told = null;
    store.set({ learner: null });
    const { result } = store.state.position;
    const said = result ? [sentence(result.text)] : [];
    if (told !== null) said.push(words.learn.told, exercise.lesson ? exercise.done : told);
    else said.push(result?.winner === other(exercise.solver) ? words.learn.lost : exercise.done, this.#count(true));
    const isNew = told === null && exercise.lesson && !lessons.includes(exercise.lesson);
    learn.set({ phase: "done", said: said.filter(Boolean).join(" "), lessons: isNew ? [...lessons, exercise.lesson] : lessons });
  }

  /** Counts the puzzle if it has not been counted. Returns the message about the score. */
  #count(solved: boolean): string {
    const { learn } = this.#room, { score } = learn.state, { puzzle } = this.exercise;
    if (!puzzle || this.#isCounted) return "";
    this.#isCounted = true;
    const after = counted(score, puzzle, solved);
    learn.set({ score: after });
    return changeWords(score, after, puzzle.id);
  }
}

/** Returns the solver's next task, in words. */
function due({ phase, ban, mover }: Position): string {
  if (phase === "ban") return words.learn.banNow(name(mover));
  return ban ? words.learn.moveAfter(dashed(ban)) : words.learn.moveNow;
}
