// A player's mistakes as exercises: found in reported games, answered, and given back by
// a schedule.
import type { BanChessFEN, SerializedAction } from "./game/action.js";
import { BanChess, type GameResult } from "./banchess.js";
import type { Engine } from "./engine.js";
import { fail, unwrap } from "./game/error.js";
import { ask, checkEngine, judge, look, taken, type Look } from "./tree/report.js";
import type { Score } from "./game/score.js";

export type { Look } from "./tree/report.js";

/**
 * A mistake of a reported game. `banchess report -o`, the page, and programs by `annotate` mark it
 * in the tree: the node of the mistake has a glyph of `judge`, its parent has an `eval`, and
 * another child of the parent has the glyph 142 and begins the better line.
 */
export interface Exercise {
  /** Depends on the position alone, without its counters: the same mistake in two games is one exercise. */
  readonly id: string;
  /** The name that the game was given. */
  readonly game?: string;
  /** The position. */
  readonly fen: BanChessFEN;
  /** The mistake, in BCN. */
  readonly played: SerializedAction;
  /** The glyph of an inaccuracy, a mistake or a blunder. */
  readonly mark: 6 | 2 | 4;
  /** White's score after the better action. */
  readonly best: Score;
  /** The better line, in BCN. */
  readonly better: readonly SerializedAction[];
  /** The reason why it was a mistake. */
  readonly text?: string;
}

/** A day: the number of days since 1 January 1970, in the player's time zone. See dayOf. */
export type Day = number;
/** The answer to an exercise: 1 wrong or shown, 2 right after a hint, 3 right at once. */
export type Grade = 1 | 2 | 3;

/** An exercise and its answers, one a day at the most. */
export interface Card extends Exercise {
  /** The answers, the first day's first. */
  readonly answers: readonly (readonly [Day, Grade])[];
  /** True if the player does not want it any more. */
  readonly dropped?: true;
}

/** All exercises of a player. Plain data; it is kept as JSON. */
export interface ReviewState {
  /** The version of the form. */
  readonly version: 1;
  /** The cards, in the order of their ids. */
  readonly cards: readonly Card[];
}

/** A request to change a state. Every part may be absent; they are done in this order. */
export interface ReviewRequest {
  /** The state; an empty one by default. */
  readonly state?: ReviewState;
  /** Another state, for example of another device. No answer is lost, and none counts twice. */
  readonly merge?: ReviewState;
  /** Exercises to add. */
  readonly add?: readonly Exercise[];
  /** The id of an exercise that is not wanted any more. */
  readonly drop?: string;
  /** An answer given on the day. */
  readonly answer?: { readonly id: string; readonly grade: Grade };
  /** The day. Without it no answer counts, and nothing is due. */
  readonly day?: Day;
  /** The number of exercises that begin on a day, by default 5. */
  readonly new?: number;
  /** True for exercises from the opening alone, the first 40 plies. */
  readonly opening?: boolean;
}

/** The answer to a request. */
export interface Reviewed {
  /** The new state. */
  readonly state: ReviewState;
  /** The number of exercises that are new. */
  readonly added: number;
  /** True if the answer counts: the first of a day does. */
  readonly counted: boolean;
  /** The ids of the exercises for the day: those that are due, then new ones. */
  readonly due: readonly string[];
  /** The day on which the next ones come, or null. */
  readonly next: Day | null;
}

/** Returns the day of a time; without one, today. Throws `bad_argument`. */
export function dayOf(time = new Date()): Day {
  const day = taken(() => Math.round(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / 864e5));
  if (Number.isNaN(day)) throw fail("bad_argument", "the time is not valid", "give a Date, or nothing for now");
  return day;
}

/**
 * Changes a state of exercises, and says which are due. The schedule is FSRS-5; game/review
 * describes it. Throws `bad_argument`, `not_initialized` and `crashed`.
 *
 * @example
 * let { state } = review({ add: tree.exercises({ game: "1", player: "white" }) });
 * const { due } = review({ state, day: dayOf() });
 * ({ state } = review({ state, day: dayOf(), answer: { id: due[0], grade: 3 } }));
 */
export const review = (request: ReviewRequest): Reviewed => ask("review", () => JSON.stringify(request));

/** An action that somebody tries. */
export interface Attempted {
  /** The start position. */
  readonly fen: BanChessFEN;
  /** The actions before it, in BCN. */
  readonly actions?: readonly SerializedAction[];
  /** The action, in BCN. */
  readonly action: SerializedAction;
  /** The best action there: its score and its line. */
  readonly best: Look;
  /** A signal that stops the search. */
  readonly signal?: AbortSignal;
}

/** The judgement of an action that was tried. */
export interface Tried {
  /** True if it keeps about as much as the best action, which makes it right. */
  readonly keeps: boolean;
  /** White's score after it. */
  readonly score: Score;
  /** The line after it, which refutes it if it is wrong. Empty if the game is over. */
  readonly actions: readonly SerializedAction[];
}

/**
 * Judges an action that somebody tries, by a search that gives the same answer everywhere.
 * Rejects with the errors of Engine.best, of the BanChess constructor and of judge, and
 * the codes of what cannot be played.
 *
 * @example
 * const { fen, best, better } = exercise;
 * const { keeps, actions } = await tryAction(engine, { fen, action: "b:e2e4", best: { score: best, actions: better } });
 */
export async function tryAction(engine: Engine, attempted: Attempted): Promise<Tried> {
  const { fen, played, action, before, better, signal } = taken(() => {
    const { fen, actions: played = [], action, best: { score: before, actions: [better] }, signal } = attempted;
    return { fen, played, action, before, better, signal };
  });
  checkEngine(engine);
  const game = BanChess.replayFromActions(played, fen);
  try {
    const player = game.getActivePlayer(), type = game.getActionType();
    unwrap(game.play(action));
    const { score, actions } = game.gameOver() ? ended(game.result()) : await look(engine, game, { signal });
    return { keeps: better === action || judge([{ player, type, before, after: score, better: true }]).judgements[0]!.keeps, score, actions };
  } finally {
    game.free();
  }
}

/** Returns what a look at a game that is over would find. */
const ended = ({ winner }: GameResult): Look => ({ score: winner ? { mate: winner === "white" ? 1 : -1 } : { centipawns: 0 }, actions: [] });
