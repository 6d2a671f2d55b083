// Premoves and pre-bans: while somebody else acts, the only person at this screen may
// choose the next move, and then the ban after it. They are played when the turn comes.

import { BanChess, BanChessError, type Action, type Ban, type Move } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { words } from "language/small";
import { actionOf, dashed, isLegal, isRemote, other, ownSide, pairOf, pieceOn, type Position } from "../model/index.js";
import { dropQueue, gameEnd, isLocked, type PageStore, type State } from "../shell/index.js";
import type { GameController } from "./controller.js";

const { premove: text } = words.play;

/** Calls a function at each ban that the opponent may be about to choose: now, or after one of its moves. */
function atBans(game: BanChess, see: () => void): void {
  if (game.getActionType() === "ban") return see();
  for (const move of game.getLegalActions()) {
    if (!game.play(move).flags?.gameOver) see();
    game.undo();
  }
}

/**
 * Returns the pairs that can become possible at one's next turn, whatever the opponent does
 * before: of one's own moves, or of the bans after a move that is already chosen. The game
 * is at the opponent's move or ban, and is as before when this returns.
 */
export function choices(game: BanChess, chosen?: Action): Ban[] {
  const found = new Map<string, Ban>();
  const add = () => {
    for (const pair of game.getLegalActions().map(pairOf)) found.set(pair.from + pair.to, pair);
  };
  atBans(game, () => {
    // The pairs that can be banned are those that can be moved. A single move is banned.
    const moves = game.getLegalActions();
    if (moves.length < 2) return;
    if (!chosen) return add();
    game.play(moves.find((move) => dashed(pairOf(move)) !== dashed(pairOf(chosen)))!);
    const { success, flags } = game.play(chosen);
    if (success && !flags?.gameOver) add();
    if (success) game.undo();
    game.undo();
  });
  return [...found.values()];
}

const isPromotion = ({ from, to }: Ban, position: Position) => /[18]$/.test(to) && pieceOn(position, from)?.endsWith("P") === true;

/** Returns the pairs of moves, with each role that a pawn can become. */
const withPromotions = (pairs: readonly Ban[], position: Position): (Ban | Move)[] =>
  pairs.flatMap((pair) => (isPromotion(pair, position) ? (["q", "n", "r", "b"] as const).map((promotion) => ({ ...pair, promotion })) : pair));

/** Returns the position as it is for choosing ahead: with what may be chosen in place of what the opponent may do. */
function ahead(game: BanChess, { position, queue }: State): Position {
  const { active } = position, [move, ban] = queue, mover = move ? active : other(active);
  // A piece that the opponent is about to move stands elsewhere then.
  const pairs = ban ? [] : choices(game, move).filter(({ from }) => pieceOn(position, from)?.[0] === mover[0]);
  return { ...position, ban: null, mover, phase: move ? "ban" : "move", legal: move ? pairs : withPromotions(pairs, position) };
}

/** Offers premoves in games in Play that one person at this screen plays, and plays them. */
export function runPremoves(store: PageStore, controller: GameController, board: BanChessBoard): void {
  function offer(state: State): Position | null {
    const game = board.game.clone();
    try {
      return ahead(game, state);
    } finally {
      game.free();
    }
  }

  function follow(state: State, old: State | undefined): void {
    const { position, players, settings, premoves, queue, record, played, selected, canvas } = state;
    const isNew = position !== old?.position;
    const own = settings.premoves && !isRemote(players) && !position.result && gameEnd(state) === record.current ? ownSide(players) : null;
    const isOwnTurn = own === position.active;
    const isOffered = own !== null && !isOwnTurn && isLocked(state);
    if (!isOffered && premoves) store.set({ premoves: null });
    // Going elsewhere in the game drops what was chosen, and so do other players and the end of the game.
    if ((isNew && !played) || players !== old?.players || !(isOffered || isOwnTurn)) dropQueue(store);
    if (isOffered && (isNew || !premoves || queue !== old?.queue)) store.set({ premoves: offer(store.state) });
    if (isNew && isOwnTurn) playNext();
    // The drawn board puts a piece back by itself.
    if (isNew && !canvas && selected && !(store.state.premoves ?? store.state.position).legal?.some(({ from }) => from === selected)) store.set({ selected: null });
  }

  /** Plays what was chosen first, or says why it cannot be played. */
  function playNext(): void {
    const { position, queue: [next, ...rest] } = store.state;
    if (!next) return;
    if (isLegal(position, next)) {
      store.set({ queue: rest });
      controller.play(next);
    } else {
      const pair = dashed(pairOf(next)), isBanned = position.ban && dashed(position.ban) === pair;
      dropQueue(store, isBanned ? text.banned(pair) : "ban" in next ? text.noBan(pair) : text.noMove(pair), "refused");
    }
  }

  store.watch(["position", "queue", "players", "settings", "computer", "rules", "clock", "place", "aside"], (state, old) => {
    try {
      follow(state, old);
    } catch (error) {
      if (!(error instanceof BanChessError)) throw error; // the board has crashed, and starts again
    }
  });
  store.watch(["premoves", "canvas"], ({ premoves, canvas }) => {
    if (canvas && board.drawn) board.setPremoves(premoves && (premoves.legal ?? []).map((pair) => BanChess.serializeAction(actionOf(premoves.phase, pair))));
  });
}
