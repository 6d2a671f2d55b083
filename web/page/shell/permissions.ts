// The permissions of the players: which of them may act, and where.

import { dueAt, type Player } from "../../banchess/banchess.js";
import type { TreeNode } from "../../banchess/tree.js";
import { lineIn, areHumans, isRemote, ownSide } from "../model/index.js";
import type { State } from "./state.js";

/** Reports whether the user's own game is hidden: Learn is open, but has not put an exercise on the board yet. */
export const isAway = ({ place, aside }: State) => place !== null && aside === null;

/** Reports whether players other than people at this screen may act: in Play, unless the clock has ended the game. */
export const mayPlay = (state: State) => state.rules && state.settings.mode === "play" && !state.clock?.over && !isAway(state);

/**
 * Returns the last node of the game against the computer, against somebody elsewhere or with a
 * running clock, or null if there is no such game. The game may be over.
 */
export function lastNode(state: State): TreeNode | null {
  const { record, players, clock, aside, begun, rules, settings } = state;
  if (aside || !rules || settings.mode !== "play" || isAway(state) || (areHumans(players) && !clock?.turn)) return null;
  return begun?.log === undefined && clock?.turn ? record.find(clock.line) : endOf(state);
}

/** Returns the last node of such a game that is in progress, or null. */
export function gameEnd(state: State): TreeNode | null {
  const end = mayPlay(state) ? lastNode(state) : null;
  return !end || isEnd(end) ? null : end;
}

/** Reports whether the node shown is before the last node of the game, or in a variation. */
export function isLookingBack(state: State): boolean {
  const end = gameEnd(state);
  return end !== null && end !== state.record.current;
}

/** Reports whether such a game is over, and another node than its last one is shown: what is played there is a variation. */
export function isAfterGame(state: State): boolean {
  const end = lastNode(state);
  return end !== null && end !== state.record.current && gameEnd(state) === null;
}

/** Reports whether two people elsewhere play, and the user watches. */
const isWatching = ({ players }: State) => isRemote(players) && !ownSide(players);

/** Reports whether the user can end the game by resigning or by agreement: it is shown in Play, and is not over. */
export const mayEnd = (state: State): boolean => mayPlay(state) && !state.aside && !state.position.result && !isAfterGame(state) && !isWatching(state);

/**
 * Returns the node to which taking back leads, or null if nothing can be taken back. At the
 * end of the game, it is the last decision of a person at this screen. Otherwise it is the
 * node shown, or the last such decision before it.
 */
export function takeBackTo(state: State): TreeNode | null {
  const { record, players } = state, end = gameEnd(state);
  if (!end || isWatching(state)) return null;
  const line = [record.root, ...end.line()], own = ownSide(players);
  let node = record.current === end ? end.parent : record.current;
  while (node && (!line.includes(node) || (own && dueAt(node.ply + 1).active !== own))) node = node.parent;
  return node;
}

/** Reports whether the user plays somebody elsewhere and the game is not over: no engine may help. */
export function isUnaided(state: Pick<State, "record" | "begun">): boolean {
  const { begun } = state;
  if (!begun || !isRemote(begun.players) || !ownSide(begun.players)) return false;
  const end = endOf(state);
  return end !== null && !isEnd(end);
}

/** Reports whether the game ended at a node. */
const isEnd = ({ outcome, flags }: TreeNode) => outcome || flags?.gameOver;

/** Returns the last node of the game that was played, or null if its line was deleted. */
const endOf = ({ record, begun }: Pick<State, "record" | "begun">) => (begun?.log === undefined ? record.end : record.find(lineIn(begun.log, record.root.ply + 1)));

/** Returns the side of the only person at this screen, who is told "Your move" and "You won", or null. Another position than that of the game has no such person, and in Analyse only its end has. */
export function toldTo(state: State): Player | null {
  const { settings, players, begun, place, record, position } = state;
  if (place !== null) return null;
  if (settings.mode === "play") return isLookingBack(state) || isAfterGame(state) ? null : ownSide(players);
  return begun && position.result && record.current === endOf(state) ? ownSide(begun.players) : null;
}

/** Reports whether nobody at this screen may act: a computer that has not failed or somebody elsewhere is to act, the user looks back in a game, or an exercise does not allow it. */
export function isLocked(state: State): boolean {
  const { position, players, computer, learner } = state;
  if (position.result) return false;
  const { kind } = players[position.active];
  const isOthers = kind === "remote" || (kind === "computer" && computer.state !== "failed");
  return (isOthers && mayPlay(state) && !isAfterGame(state)) || (learner !== null && learner !== position.active) || isLookingBack(state);
}

/** Reports whether nothing can be picked up on the board: neither to be played nor ahead of the turn. */
export const isReadOnly = (state: State): boolean => isLocked(state) && !state.premoves;
