// My mistakes: those of reported games, which come back as exercises by the schedule of the
// library.

import { BanChessError, type Player } from "../../banchess/banchess.js";
import { dayOf, review, type Exercise, type Reviewed, type ReviewRequest, type ReviewState } from "../../banchess/review.js";
import type { GameTree } from "../../banchess/tree.js";
import type { Begun } from "../model/index.js";
import { changeMistakes, entry } from "./database.js";
import { nameOf } from "./entry.js";

/**
 * Does what a request says to the exercises kept in this browser, today. Rejects with a DOMException if nothing can be stored.
 *
 * @param restored the id of an exercise that was dropped and comes back
 */
export const reviewed = (request: Omit<ReviewRequest, "state" | "day"> = {}, restored = ""): Promise<Reviewed> =>
  changeMistakes((state) => review({ ...request, ...state !== undefined && { state: restored ? withCard(state as ReviewState, restored) : state as ReviewState }, day: dayOf() }));

const withCard = (state: ReviewState, id: string): ReviewState =>
  ({ ...state, cards: state.cards.map(({ dropped, ...card }) => (dropped && card.id !== id ? { ...card, dropped } : card)) });

/** Returns the number of mistakes that are due today; 0 while the rules cannot tell. Rejects with a DOMException if nothing can be stored. */
export const dueToday = (): Promise<number> =>
  reviewed().then(({ due }) => due.length, (error) => {
    if (error instanceof BanChessError) return 0;
    throw error;
  });

/** Returns a player's mistakes in a tree that a report was written into. */
export const mistakesIn = (record: GameTree, player: Player, begun: Begun | null): Exercise[] => record.exercises({ player, ...begun && { game: begun.id } });

/** Returns the opponent and the day of the game of each exercise; "" if the game is not kept here. */
export const gamesOf = (exercises: readonly Exercise[]): Promise<string[]> =>
  Promise.all(exercises.map(async ({ game }) => {
    const kept = game ? await entry(game) : undefined;
    return kept ? nameOf(kept) : "";
  }));
