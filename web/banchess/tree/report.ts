// The judgement of a game: how good each action was, and why one was a mistake.
import type { ActionType, BanChessFEN, Player, SerializedAction } from "../game/action.js";
import type { Engine, Searchable } from "../engine.js";
import { fail } from "../game/error.js";
import { shared } from "../wasm/load.js";
import type { Score } from "../game/score.js";

/** An action to be judged. The scores are White's. */
export interface Judged {
  /** The player who acted. */
  readonly player: Player;
  /** A ban or a move. */
  readonly type: ActionType;
  /** The score before the action. */
  readonly before: Score;
  /** The score after it. */
  readonly after: Score;
  /** True if a better action is known. Without one there is no mark. */
  readonly better: boolean;
}

/** The judgement of an action. */
export interface Judgement {
  /** The glyph of an inaccuracy (6), a mistake (2) or a blunder (4), or 0. */
  readonly mark: 0 | 2 | 4 | 6;
  /** True if the action gave a mate away. */
  readonly missedMate: boolean;
  /** True if the action keeps about as much as the better one: what is lost is at most 2% of the chances to win, and no mate. */
  readonly keeps: boolean;
  /** The chances to win that were given away, from 0 to 1. */
  readonly loss: number;
  /** The accuracy of the action, from 0 to 100. */
  readonly accuracy: number;
}

/** The tally of the bans, or of the moves, of one side. */
export interface Tally {
  /** The number of actions judged. */
  readonly actions: number;
  /** The mean accuracy; null where there was nothing to judge. */
  readonly accuracy: number | null;
  /** The number of actions that gave away 5% to 10% of the chances to win. */
  readonly inaccuracies: number;
  /** The number that gave away 10% to 15%. Mates that are given away or allowed count as on lichess. */
  readonly mistakes: number;
  /** The number that gave away more. */
  readonly blunders: number;
}

/** The answer of judge: a judgement for each action, and the tallies. */
export interface Judgements {
  /** The judgement of each action, in their order. */
  readonly judgements: readonly Judgement[];
  /**
   * The index of the mistake that decided the game: of the player who is lost at the end, the one
   * that gave away most of the chances to win for good; or null.
   */
  readonly turningPoint: number | null;
  /** The tallies of each side. */
  readonly tally: Readonly<Record<Player, { readonly bans: Tally; readonly moves: Tally }>>;
}

/** The result of a search of a position. */
export interface Look {
  /** White's score. */
  readonly score: Score;
  /** The best line, empty where the game is over. */
  readonly actions: readonly SerializedAction[];
}

/** An action to be explained. */
export interface Unexplained {
  /** The start of the game. */
  readonly fen: BanChessFEN;
  /** The actions before it, in BCN. */
  readonly actions: readonly SerializedAction[];
  /** The action, in BCN. */
  readonly action: SerializedAction;
  /** The look before it. */
  readonly before: Look;
  /** The look after it. */
  readonly after: Look;
  /** The looks that earlier answers asked for, in this order. */
  readonly further?: readonly Look[];
}

/** Why an action is worse than another. */
export interface Explanation {
  /** In words, as a comment on the action. */
  readonly text: string;
  /** The kind; game/report says when it is which. */
  readonly kind: "allows_mate" | "misses_mate" | "stalemate" | "loses_material" | "misses_material" | "wastes_ban" | "leaves_threat" | "two_threats" | "forces_ban" | "numbers";
  /** The length of the mate. */
  readonly turns?: number;
  /** White's score before the action. */
  readonly before: Score;
  /** White's score after it. A mate that a larger search finds again deserves no mark. */
  readonly after: Score;
  /** The line that shows it: after the action, or in its place where something is missed. */
  readonly line: readonly SerializedAction[];
  /** The action, a ban, and the other reply, where one ban cannot stop both: two_threats, forces_ban, loses_material if the other reply costs more, and numbers if it costs as much or more. */
  readonly other?: readonly SerializedAction[];
  /** The pieces that the player loses in that line: "queen", "pawn". */
  readonly lost: readonly string[];
  /** The pieces that the player wins in it. */
  readonly won: readonly string[];
  /** The better line, in BCN. */
  readonly better: readonly SerializedAction[];
  /** A look that would tell more: after these actions from the FEN, with so many positions. */
  readonly look?: { readonly fen: BanChessFEN; readonly actions: readonly SerializedAction[]; readonly nodes: number };
}

/** Returns what a function makes of the caller's values. Throws if they cannot be read. @internal */
export function taken<T>(values: () => T): T {
  try {
    return values();
  } catch {
    throw fail("bad_argument", "the argument cannot be read", "see the types");
  }
}

/** Asks the WebAssembly with a text that the caller's values are made into. @internal */
export function ask<T>(name: "judge" | "explain" | "review", text: () => string): T {
  const given = taken(text);
  return shared.running().ask<T>(name, given);
}

/** Throws `bad_argument` if the argument is not an engine. @internal */
export function checkEngine(engine: Engine): void {
  if (taken(() => typeof engine.best !== "function")) throw fail("bad_argument", "that is not an engine", "pass new Engine()");
}

/** Options of a look. */
export interface LookOptions {
  /** The number of positions that the search visits, by default 50,000. */
  readonly nodes?: number | undefined;
  /** A signal that stops the search. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Looks at a position that is not over, for judge and explain: by a search of so many positions
 * with empty memory, so that the answer is the same on every machine. Rejects with the errors of
 * Engine.best.
 */
export async function look(engine: Engine, position: Searchable, options: LookOptions = {}): Promise<Look> {
  checkEngine(engine);
  const { nodes = 50_000, signal } = taken(() => ({ ...options }));
  // There is no time limit: with one the engine does not search where there is only one action.
  const { score: { for: side, mate, centipawns }, action, info } = await engine.best(position, { nodes, fresh: true, ...signal && { signal } });
  const sign = side === "white" ? 1 : -1;
  return { score: mate === undefined ? { centipawns: sign * centipawns } : { mate: sign * mate }, actions: info?.actions ?? [action] };
}

const scored = ({ mate, centipawns }: Score): string => (mate === undefined ? `${Math.round(centipawns)}` : `#${mate}`);
const looked = ({ score, actions }: Look): string => [scored(score), ...actions].join(" ");

/**
 * Judges actions by the winning chances that each gave away, with the thresholds of
 * lichess. Throws `bad_argument`, `not_initialized` and `crashed`.
 *
 * @example
 * judge([{ player: "white", type: "move", before: { centipawns: 20 }, after: { centipawns: -180 }, better: true }]).judgements[0].mark; // 4
 */
export const judge = (actions: readonly Judged[]): Judgements =>
  ask("judge", () => actions.map(({ player, type, before, after, better }) => `${player} ${type} ${scored(before)} ${scored(after)}${better ? " better" : ""}`).join("\n"));

/**
 * Explains why an action is worse than what was best, by rules whose claims the lines
 * of the looks show. If the answer asks for a look, another call with this as the last of
 * `further` tells more. Throws as judge, and the codes of what cannot be played.
 */
export const explain = (one: Unexplained): Explanation =>
  ask("explain", () => {
    const { fen, actions, action, before, after, further = [] } = one;
    return [fen, actions.join(" "), action, ...[before, after, ...further].map(looked)].join("\n");
  });
