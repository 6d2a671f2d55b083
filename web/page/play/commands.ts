// The commands of the buttons, the menu and the keys.

import type { BanChessBoard } from "../../banchess/board.js";
import type { TreeNode } from "../../banchess/tree.js";
import { areHumans, invites, isRemote, newClock, other } from "../model/index.js";
import { cancelQueue, updateSettings, words, type PageStore } from "../shell/index.js";
import type { GameController } from "./controller.js";

/** Asks for confirmation before an action that ends a game, with a red button if it loses the game. */
export type Ask = (question: string, yes: string, act: () => void, loses?: boolean) => void;

/** Makes an offer to a player elsewhere. */
export type Offer = (what: "draw" | "takeBack") => void;

export type Commands = ReturnType<typeof createCommands>;

export function createCommands(store: PageStore, controller: GameController, board: BanChessBoard, ask: Ask, offer: Offer) {
  /** Asks for confirmation, unless the game is over: the rules then refuse the action. */
  const sure: Ask = (question, yes, act, loses) => (store.state.position.result ? act() : ask(question, yes, act, loses));

  return {
    undo: () => controller.undo(),
    redo: () => controller.redo(),
    start: () => controller.start(),
    end: () => controller.end(),
    undoEdit: (again?: boolean) => controller.undoEdit(again),
    flip: () => updateSettings(store, { orientation: other(store.state.settings.orientation) }),
    /** Goes to the last position of the game in progress. */
    toGame: () => controller.toGame(),

    /** Takes back the last decision, or all actions after the position shown. Asks first if two people play. A player elsewhere is asked there. */
    takeBack(): void {
      if (isRemote(store.state.players)) return offer("takeBack");
      const { sure, tools } = words.play, act = () => controller.takeBack();
      if (areHumans(store.state.players)) ask(sure.takeBack, tools.takeBack, act);
      else act();
    },

    draw(): void {
      if (isRemote(store.state.players)) offer("draw");
      else sure(words.play.sure.draw, words.play.sure.drawYes, () => controller.agreeDraw());
    },
    resign() {
      const { players, position } = store.state, { sure: { resign, resignOwn }, tools } = words.play;
      sure(areHumans(players) ? resign(position.active) : resignOwn, tools.resign, () => controller.resign(), true);
    },

    /** Starts a game from the start position of the last one, with the colours exchanged. */
    rematch(): void {
      const { settings: { orientation }, players: before, record, clock: last, begun: ended } = store.state;
      const players = { ...before, white: before.black, black: before.white }, clock = last && newClock(last.base / 60_000, last.increment / 1000), begun = invites(players, clock);
      controller.newGame(record.fen);
      updateSettings(store, { orientation: other(orientation) }, { players, clock, begun: begun && { ...begun, ...ended?.live && { live: true }, ...ended?.log !== undefined && { after: ended.id } } });
    },

    /** Goes to the variation above or below if there are any, otherwise to an end of the line. */
    beside(step: 1 | -1): void {
      const { current } = store.state.record;
      const all = current.parent?.children ?? [];
      if (all.length > 1) controller.goTo(all[(all.indexOf(current) + step + all.length) % all.length]!);
      else if (step < 0) controller.start();
      else controller.end();
    },

    /** Goes to the next or previous place where the line branches. */
    branch(step: 1 | -1): void {
      const along = (node: TreeNode) => (step < 0 ? node.parent : node.forward);
      let node = along(store.state.record.current);
      if (!node) return;
      for (let next = along(node); next && node.children.length < 2; next = along(node)) node = next;
      controller.goTo(node);
    },

    board: (key: string) => board.key(key) || (key === "Escape" && cancelQueue(store)),
  };
}
