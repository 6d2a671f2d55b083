// One position in which a ban, or a move, is to be found. If the game that is given goes on
// after the position, its author has said what is right: the next turn of its line, and of
// its variations but those marked as mistakes. Otherwise the engine looks for the best
// action, and whatever keeps as much is right. An answer is judged, and a wrong one refuted
// on the board, as in Learn.

import { Engine } from "../../banchess/engine.js";
import { GameTree, look, type TreeNode } from "../../banchess/tree.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { BanChessError } from "../../banchess/banchess.js";
import { words } from "language/embed";
import { along, Attempt, NO_SCORE, type Classroom, type LearnState, type Mistake } from "../learn/index.js";
import { errorText, name, sentence, trouble } from "../model/index.js";
import type { GameController } from "../play/index.js";
import { updateSettings, type PageStore } from "../shell/index.js";
import { createStore, h, show } from "../view/index.js";
import type { Tell } from "./messages.js";
import type { Shown } from "./reading.js";

const MISTAKES = [2, 4, 6]; // the glyphs ?, ?? and ?!

/** The state before anything was asked. Nothing of it is stored. */
const FIRST: LearnState = {
  exercise: null, phase: "loading", said: "", more: [], engineLoads: false, session: null, review: null, opening: false, hinted: null, puzzles: null, score: NO_SCORE, lessons: [], theme: "", rating: 0, unkept: "",
};

export class Finder {
  readonly #learn = createStore(FIRST);
  #store: PageStore;
  #controller: GameController;
  #tell: Tell;
  #room: Classroom;
  #attempt: Attempt | null = null;
  #engine: Engine | null = null;
  #lines: readonly (readonly string[])[] = []; // those that are right; none before the engine has looked
  #isShown = false; // true once the reader asked for the solution
  #turn = 0; // counts the positions and attempts: a late look at an earlier one is ignored

  constructor(store: PageStore, controller: GameController, { board, place, tell }: { board: BanChessBoard; place: HTMLElement; tell: Tell }) {
    this.#store = store;
    this.#controller = controller;
    this.#tell = tell;
    const learn = this.#learn;
    this.#room = {
      store, learn, controller, board, engine: () => (this.#engine ??= this.#started()), graded: () => {}, answered: async () => "", helped: () => false, hints: new Set(),
      lender: { lend: (game) => controller.put(game), takeBack: () => {}, keep: () => {} },
    };
    store.watch(["position"], ({ played }) => played && this.#played());
    store.watch(["rules"], ({ rules }, old) => {
      if (old && rules && learn.state.phase === "answer") this.#played(); // the board crashed before the reply
    });
    // The status is hidden, so refusals are shown here.
    store.watch(["notice"], ({ notice }) => notice && notice.kind !== "info" && learn.set({ said: errorText(notice.text), more: [] }));
    learn.watch(["phase"], ({ phase }, old) => old && this.#report(phase));
    place.hidden = false;
    const press: Press = { hint: () => void this.#with((attempt) => attempt.hint()), solve: () => this.#solve(), again: () => this.#again() };
    show(learn, ["exercise", "phase", "said", "more", "engineLoads", "hinted"], place, (state) => <Card state={state} press={press} />);
  }

  /** Asks for the ban or move of a game's position. If the rules refuse the game, throws a BanChessError and changes nothing. */
  begin(source: Shown["source"]): void {
    const given = source instanceof GameTree ? source : null, at = given?.current;
    given?.result(); // throws if the rules refuse it
    this.#controller.put({ fen: at?.fen ?? source.fen });
    const { position: { fen, active, phase, result } } = this.#store.state;
    this.#attempt?.end();
    this.#attempt = null;
    this.#turn++;
    if (result) {
      this.#store.set({ learner: "nobody" });
      return this.#learn.set({ ...FIRST, phase: "lost", said: words.embed.find.over });
    }
    this.#lines = at ? rightAfter(at).flatMap(linesOf) : [];
    const commentHere = () => at && nodeAfter(at, this.#store.state.record.current.actions())?.comment || "";
    this.#attempt = new Attempt({
      title: words.embed.find[phase], task: at?.comment || words.embed.find.task(name(active), phase === "ban"), fen, solver: active, refute: null, lesson: null, puzzle: null, mistake: null,
      next: along(this.#lines), wrong: commentHere, get done() { return commentHere(); },
    }, this.#room);
    this.#isShown = false;
    this.#attempt.begin("");
  }

  #again(): void {
    const { orientation } = this.#store.state.settings;
    this.#isShown = false;
    this.#attempt?.again();
    updateSettings(this.#store, { orientation });
  }

  /** Judges what was played. */
  #played(): void {
    const { phase } = this.#learn.state;
    if (phase === "try" || phase === "answer") void this.#with((attempt) => attempt.judge());
  }

  #solve(): void {
    void this.#with((attempt) => {
      this.#isShown = true;
      attempt.solve();
    });
  }

  /** Does something with the attempt, once it is known what is right. */
  async #with(act: (attempt: Attempt) => void): Promise<void> {
    const attempt = this.#attempt, learn = this.#learn, mine = this.#turn;
    if (!attempt || this.#lines.length > 0) return attempt ? act(attempt) : undefined;
    if (learn.state.phase === "answer") return; // the engine is looking already
    const { exercise } = attempt, { fen, solver } = exercise;
    this.#store.set({ learner: "nobody" });
    learn.set({ phase: "answer", said: words.embed.find.looking, more: [] });
    try {
      const { score, actions } = await look(this.#room.engine(), { fen, actions: [] });
      if (mine !== this.#turn) return;
      const mistake: Mistake = { id: "", fen, player: solver, played: "", san: "", from: "", mark: 4, best: score, better: actions };
      this.#lines = [[actions[0]!]];
      this.#attempt = new Attempt({ ...exercise, next: along(this.#lines), mistake }, this.#room);
      learn.set({ exercise: this.#attempt.exercise, phase: "try", said: "" });
      this.#store.set({ learner: solver });
      act(this.#attempt);
    } catch (error) {
      if (mine === this.#turn) learn.set({ phase: "refuted", said: trouble("engine", error as BanChessError) });
    }
  }

  /** Tells the page around the board how an answer was judged. */
  #report(phase: LearnState["phase"]): void {
    const { bcn } = this.#store.state.record.current, isRight = phase === "done";
    if (!isRight && phase !== "refuting") return;
    if (!this.#isShown) this.#tell("answer", { action: bcn, right: isRight });
    if (isRight) this.#tell("end", { solved: !this.#isShown });
  }

  #started(): Engine {
    const engine = new Engine();
    engine.addEventListener("state", ({ state }) => this.#learn.set({ engineLoads: state === "loading" }));
    return engine;
  }
}

/** Returns the right actions after a node: its children, but not those that are marked as mistakes. */
const rightAfter = ({ children }: TreeNode): TreeNode[] => children.filter(({ nags }) => !nags.some((nag) => MISTAKES.includes(nag)));

/** Returns the lines that begin with a node. A turn is a ban, or a move and the ban after it. */
function linesOf(node: TreeNode): string[][] {
  const bans = node.actionType === "move" ? rightAfter(node) : [];
  return bans.length > 0 ? bans.map(({ bcn }) => [node.bcn, bcn]) : [[node.bcn]];
}

const nodeAfter = (node: TreeNode, actions: readonly string[]): TreeNode | undefined =>
  actions.reduce<TreeNode | undefined>((at, action) => at?.children.find(({ bcn }) => bcn === action), node);

/** The functions of the buttons. */
interface Press {
  hint(): void;
  solve(): void;
  again(): void;
}

function Card({ state, press }: { state: LearnState; press: Press }) {
  const { exercise, phase, said, more, engineLoads, hinted } = state, { find } = words.embed;
  const isWrong = phase === "refuting" || phase === "refuted", isOver = phase === "done" || phase === "lost";
  // A button that is off keeps the focus, so that somebody who pressed it by a key goes on from there.
  const button = (id: string, text: string, act: () => void, isMain: boolean, isOff: boolean) =>
    <button key={id} id={`find-${id}`} type="button" class={isMain ? "button primary" : "button"} aria-disabled={isOff} onclick={() => isOff || act()}>{text}</button>;
  return (
    <section class="find" data-phase={phase} aria-label={exercise?.title}>
      <p class="find-title">{exercise?.title}</p>
      <h2 id="find-task">{exercise?.task}</h2>
      {/* What is added is spoken alone. */}
      <p id="find-feedback" role="status" aria-atomic="false"><b>{said}</b>{[...more, engineLoads && sentence(words.shell.engine.loading)].map((text) => text && <span> {text}</span>)}</p>
      <div class="find-buttons">
        {button("hint", hinted ? find.show : find.hint, press.hint, false, phase !== "try")}
        {button("solution", find.solution, press.solve, false, phase !== "try" && !isWrong)}
        {button("again", find.again, press.again, isWrong, !isWrong && !isOver || phase === "lost")}
      </div>
    </section>
  );
}
