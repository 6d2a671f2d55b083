// Learn: lessons and puzzles on the board. This judges what is played there, answers
// for the opponent, and shows what a wrong action comes to. The page loads it when
// somebody opens Learn.

import { BanChess, SQUARES, type Action, type BanChessError } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { Engine } from "../../banchess/engine.js";
import type { TreeNode } from "../../banchess/tree.js";
import { createLender } from "../play/boardloan.js";
import type { GameController } from "../play/controller.js";
import { exerciseOf, lessonAt, type Exercise } from "./exercise.js";
import { changeWords, counted, helped } from "./learn-score.js";
import { keepGame, keepLearn, keptGame, LOADING, restoreLearn, type LearnState } from "./learn-state.js";
import { createLearnView, type Around } from "./learn-view.js";
import { LESSONS } from "./lessons.js";
import { other, pairIn, type Position } from "../shell/position.js";
import { choose, daily, follow, readPuzzles, type Puzzle, type Step } from "./puzzle.js";
import { HUMANS, computerAs } from "../shell/players.js";
import { updateSettings, type PageStore } from "../shell/state.js";
import { lastReply } from "../shell/status.js";
import { createStore } from "../shell/store.js";
import { dashed, name, roleName, sentence, trouble } from "../shell/words.js";

const NOT_LOADED = "The puzzles could not be loaded. Look at your connection and try again.";
const PAUSE = 600; // milliseconds before an answer, so that each is seen
const TIME = 400; // that the engine has for one
const WRONG = "That is not it.";
const MOST_ANSWERS = 4; // up to the opponent's move, or the ban behind it that mates

/** What the buttons and keys of Learn do. */
export interface LearnCommands {
  hint(): void;
  solution(): void;
  again(): void;
  next(): void;
  puzzle(): void; // the next one, whatever is shown
  playOn(): void;
  analyse(): void;
}

/** Makes Learn. */
export async function createLearn(store: PageStore, controller: GameController, board: BanChessBoard, start: () => Engine, around: Around): Promise<void> {
  const learn = createStore<LearnState>({
    exercise: null, phase: "loading", said: "", hinted: false, puzzles: null, theme: "", rating: 0, unkept: "", ...restoreLearn(),
  });
  const lender = createLender(store, controller);
  let engine: Engine | null = null;
  let turn = 0; // counts what was begun: answers to anything else come too late
  let wrong: TreeNode | null = null; // the action that is refuted
  let blame = ""; // what is said of it at once
  let isCounted = false; // each puzzle counts once
  let hinted: TreeNode | null = null; // where it was given last: the next step is for the same place
  let remark = ""; // what is to be said of the next exercise
  let told: string | null = null; // what that did to the score, while the whole line is shown
  let loading: Promise<readonly Puzzle[]> | null = null;

  const pause = () => new Promise((done) => setTimeout(done, PAUSE));
  const rest = (): readonly Step[] | null => follow(learn.state.exercise?.steps ?? [], store.state.record.current.actions());
  const isHere = () => store.state.aside !== null && learn.state.exercise !== null;

  // What is shown goes by the address.

  async function open(): Promise<void> {
    const { place, rules } = store.state;
    if (place === null) return;
    const mine = ++turn;
    learn.set({ phase: "loading", said: rules ? "" : "Loading the board" });
    if (isHere()) store.set({ learner: "nobody" }); // what is still on the board is over
    if (!rules) return;
    const exercise = await exerciseAt(place);
    if (mine !== turn || store.state.place !== place) return;
    if (!store.state.rules) return learn.set({ said: "Loading the board" }); // it opens when they are back
    if (exercise) return show(exercise);
    remark = "";
    learn.set({ exercise: null, phase: "lost", said: place.startsWith("puzzle") && !learn.state.puzzles ? NOT_LOADED : "There is nothing of this name. Choose a lesson or a puzzle." });
  }

  async function exerciseAt(place: string): Promise<Exercise | null> {
    const [kind, which] = place.split("/");
    if (kind === "learn") {
      const first = LESSONS.findIndex((_, i) => !learn.state.lessons.includes(i + 1)) + 1;
      if (which || first) return lessonAt(which ? Number(which) : first);
    }
    const puzzles = await load();
    if (kind === "learn") { // all lessons are done
      const next = chosen(puzzles);
      return next ? exerciseOf(next, false) : lessonAt(1);
    }
    if (which === "daily") {
      const today = daily(puzzles, new Date());
      return today && exerciseOf(today, true);
    }
    const puzzle = puzzles.find(({ id }) => id === which);
    return puzzle ? exerciseOf(puzzle, false) : null;
  }

  /** The next puzzle, as it is wanted. */
  function chosen(puzzles: readonly Puzzle[]): Puzzle | null {
    const { exercise, score, theme, rating } = learn.state;
    return choose(puzzles, score, { theme, rating: rating || score.rating, after: exercise?.puzzle });
  }

  /** The puzzles; none if they cannot be had. */
  async function load(): Promise<NonNullable<LearnState["puzzles"]>> {
    loading ??= fetchPuzzles();
    try {
      const puzzles = await loading;
      if (!learn.state.puzzles) learn.set({ puzzles });
    } catch {
      loading = null; // whoever needs them says so, and asks again
    }
    return learn.state.puzzles ?? [];
  }

  function show(exercise: Exercise): void {
    const { solver, steps } = exercise;
    turn++;
    wrong = hinted = null;
    told = null;
    if (exercise !== learn.state.exercise) isCounted = false;
    try {
      lender.lend({ fen: exercise.fen, actions: steps ? [] : keptGame() });
    } catch { // what was kept cannot be played
      lender.lend({ fen: exercise.fen });
    }
    learn.set({ exercise, phase: "try", said: remark, hinted: false }); // before the computer begins, and says what it does
    remark = "";
    updateSettings(store, { orientation: solver }, steps ? { players: HUMANS, learner: solver } : { players: computerAs(other(solver), 1), learner: null });
  }

  // What is played is judged by the line.

  function judge(): void {
    const { exercise, phase } = learn.state;
    const { record, position } = store.state;
    if (!isHere() || !exercise || (phase !== "try" && phase !== "answer")) return;
    if (!exercise.steps) {
      keepGame(position.result ? null : record.current.actions());
      if (position.result) finish();
      return;
    }
    const next = rest();
    if (!next) void refute(exercise, record.current);
    else if (next.length === 0) finish();
    else if (phase === "answer" && told !== null) void answer(next);
    else if (position.active === exercise.solver) {
      store.set({ learner: exercise.solver });
      learn.set({ phase: "try", said: `Right. ${due(position)}` });
    } else void answer(next);
  }

  /** Plays an answer at the place it is for, wherever somebody looks meanwhile. Returns whether it was played. */
  function reply(at: TreeNode, action: Action | "any"): boolean {
    controller.goTo(at);
    return store.state.record.current === at && controller.play(action === "any" ? board.game.getLegalActions()[0]! : action);
  }

  /** Plays what the line has next. */
  async function answer([step]: readonly Step[]): Promise<void> {
    const mine = ++turn;
    const at = store.state.record.current;
    store.set({ learner: "nobody" });
    learn.set({ phase: "answer", said: "" });
    await pause();
    if (mine !== turn || !step || !store.state.rules) return;
    reply(at, step.action === "*" ? "any" : BanChess.deserializeAction(step.action));
  }

  /** Answers an action that is not right, up to where one sees why. */
  async function refute(exercise: Exercise, node: TreeNode): Promise<void> {
    const mine = ++turn;
    let at = wrong = node;
    const change = count(false);
    const { record, position } = store.state;
    store.set({ learner: "nobody" });
    let said = blame = `${WRONG} ${exercise.wrong(position)}`;
    learn.set({ phase: "refuting", said });
    try {
      for (let i = 0; i < MOST_ANSWERS && !store.state.position.result; i++) {
        const isOpponents = store.state.position.active !== exercise.solver;
        const game = { fen: record.fen, actions: at.actions() };
        const [{ action, score }] = await Promise.all([asked().best(game, { time: TIME }), pause()]);
        if (mine !== turn) return;
        if (!reply(at, action)) break;
        at = record.current;
        if (!isOpponents || !("move" in action) || score.mate === 1) continue;
        if (score.mate !== undefined && score.mate > 1) said += ` ${name(other(exercise.solver))} mates in ${score.mate}.`;
        break;
      }
    } catch (error) {
      if (mine !== turn) return;
      controller.goTo(at);
      said += ` What comes of it cannot be shown. ${trouble("engine", error as BanChessError)}`;
    }
    const { result } = store.state.position;
    if (result) said += ` ${sentence(result.text)}`;
    learn.set({ phase: "refuted", said: `${said} ${change}`.trim() });
  }

  /** The engine, which says when it is loading. */
  function asked(): Engine {
    if (engine) return engine;
    engine = start();
    engine.addEventListener("state", ({ state }) => {
      if (learn.state.phase === "refuting") learn.set({ said: state === "loading" ? `${blame} ${LOADING}` : blame });
    });
    return engine;
  }

  function finish(): void {
    const { exercise, lessons } = learn.state;
    if (!exercise) return;
    turn++;
    store.set({ learner: null });
    const { result } = store.state.position;
    const ending = result ? sentence(result.text) : "";
    const isLost = result?.winner === other(exercise.solver);
    const words = told !== null ? [ending, "That was the solution.", exercise.lesson ? exercise.done : told]
      : [ending, isLost ? "This game is lost: begin it again, or go on to the puzzles." : exercise.done, count(true)];
    learn.set({ phase: "done", said: words.filter(Boolean).join(" ") });
    if (told === null) {
      if (exercise.lesson && !lessons.includes(exercise.lesson)) learn.set({ lessons: [...lessons, exercise.lesson] });
    }
    told = null;
  }

  /** Counts the puzzle if it has not been. Returns what is to be said of it. */
  function count(solved: boolean): string {
    const { exercise, score } = learn.state;
    if (!exercise?.puzzle || isCounted) return "";
    isCounted = true;
    const after = counted(score, exercise.puzzle, solved);
    learn.set({ score: after });
    return changeWords(score, after, exercise.puzzle.id);
  }

  const point = (action: string) => store.set({ pointer: { by: "learn", action, at: store.state.record.current } });

  const commands: LearnCommands = {
    hint() {
      const { phase, exercise } = learn.state;
      const [step] = rest() ?? [];
      if (phase !== "try" || !exercise || store.state.position.active !== exercise.solver) return;
      if (!exercise.steps) return learn.set({ said: "There is no one right action here: play as you like." });
      if (!step) return;
      const { position, record } = store.state;
      const ban = position.phase === "ban";
      if (step.action === "*") return learn.set({ said: `Any ${ban ? "ban" : "move"} is right here.` });
      const pair = pairIn(step.action);
      if (hinted !== record.current) {
        hinted = record.current;
        const piece = position.pieces[SQUARES.indexOf(pair.from)];
        const { score } = learn.state;
        const after = exercise.puzzle ? helped(score, exercise.puzzle.id) : score;
        const rated = after === score ? "" : " After a hint your rating does not change.";
        return learn.set({ hinted: true, score: after, said: `${ban ? "Ban a move of" : "Move"} the ${roleName(piece?.charAt(1) ?? "")} on ${pair.from}.${rated}` });
      }
      const words = `${ban ? "Ban" : "Play"} ${dashed(pair)}${step.action.length > 6 ? `, and make it a ${roleName(step.action.charAt(6))}` : ""}.`;
      learn.set({ said: `${words} ${count(false)}`.trim() });
      point(step.action);
    },

    solution() {
      const next = rest();
      if (learn.state.phase !== "try" || !next?.length) return;
      told = count(false);
      learn.set({ said: "" });
      void answer(next);
    },

    again() {
      const { exercise, phase } = learn.state;
      const { record, rules } = store.state;
      if (phase === "lost") return void open();
      if (!exercise || phase === "loading" || !rules) return;
      if (!wrong) {
        if (!exercise.steps) keepGame(null);
        return show(exercise);
      }
      const node = wrong;
      controller.goTo(node.parent!);
      if (record.current !== node.parent) return; // the rules are gone, and have said so
      turn++;
      wrong = null;
      node.delete();
      controller.touch();
      learn.set({ phase: "try", said: "" });
      store.set({ learner: exercise.solver });
    },

    next() {
      const { exercise } = learn.state;
      if (!exercise?.lesson || exercise.lesson === LESSONS.length) return commands.puzzle();
      store.set({ place: `learn/${exercise.lesson + 1}` });
    },

    async puzzle() {
      const { place } = store.state;
      const puzzles = await load();
      if (store.state.place !== place) return; // somebody has gone elsewhere
      // To leave a puzzle costs nothing, whichever way: what counts is the first answer.
      const { theme, rating } = learn.state;
      const puzzle = chosen(puzzles);
      if (puzzle && rating && Math.abs(puzzle.rating - rating) > 150) remark = `There is none nearer to ${rating} that is new to you.`;
      if (puzzle) store.set({ place: `puzzle/${puzzle.id}` });
      else if (puzzles.length === 0) learn.set({ said: NOT_LOADED });
      else learn.set({ said: theme ? "This is the only puzzle about that." : "This is the only puzzle." });
    },

    playOn() {
      const { exercise, phase } = learn.state;
      if (exercise && phase === "done") lender.keep("play", computerAs(other(exercise.solver), store.state.settings.level));
    },

    analyse() {
      if (learn.state.exercise && learn.state.phase === "done") lender.keep("analyse", HUMANS);
    },
  };

  keepLearn(learn);
  await createLearnView(store, learn, commands, around);
  void load();
  store.watch(["place"], ({ place }) => {
    if (place === null) {
      lender.takeBack();
      turn++;
      told = null;
      wrong = hinted = null;
      engine?.close(); // nobody is answered then, and one worker is enough
      engine = null;
      learn.set({ exercise: null, phase: "loading", said: "" });
    } else void open();
  });
  store.watch(["rules"], ({ rules }, old) => {
    if (!old || !rules) return;
    if (!isHere() || learn.state.phase === "loading") void open();
    else if (learn.state.phase === "answer") judge(); // what was to be played met a board that was gone
  });
  store.watch(["position"], ({ played, position }) => {
    const { exercise } = learn.state;
    const last = exercise && !exercise.steps && position.active === exercise.solver ? lastReply(store.state) : null;
    if (last) point(`b:${last.from}${last.to}`);
    learn.set({ hinted: hinted === store.state.record.current });
    if (played) judge();
  });
}

async function fetchPuzzles(): Promise<readonly Puzzle[]> {
  const answer = await fetch(new URL("./assets/puzzles.txt", import.meta.url));
  if (!answer.ok) throw new Error(answer.statusText);
  return readPuzzles(await answer.text());
}

/** What the solver is to do next, and what not. */
function due({ phase, ban, mover }: Position): string {
  if (phase === "ban") return `Now ban a ${name(mover)} move.`;
  return ban ? `${dashed(ban)} was banned: now move.` : "Now move.";
}
