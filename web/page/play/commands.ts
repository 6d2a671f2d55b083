// What the buttons, the menu and the keys do.

import type { BanChessBoard } from "../../banchess/board.js";
import type { TreeNode } from "../../banchess/tree.js";
import { areHumans, isLocked, newClock, other, updateSettings, words, type PageStore } from "../shell/index.js";
import type { GameController } from "./controller.js";

/** Asks whether something is meant that ends a game. */
export type Ask = (question: string, yes: string, act: () => void) => void;

export type Commands = ReturnType<typeof createCommands>;

export function createCommands(store: PageStore, controller: GameController, board: BanChessBoard, ask: Ask) {
  /** Asks first, unless the game is over: then the rules say so. */
  const sure: Ask = (question, yes, act) => (store.state.position.result ? act() : ask(question, yes, act));

  /** Goes back: in a game against the computer to one's own decision before. */
  function undo(): void {
    const { position, clock, aside } = store.state;
    do controller.undo();
    while (isLocked(store.state) && store.state.record.current.parent !== null);
    // There is none before the computer's first: back to the one after it.
    if (isLocked(store.state)) redo();
    const { settings, players, notice } = store.state;
    // Without a clock nothing goes on meanwhile, and that is to be known.
    if (settings.mode === "play" && !areHumans(players) && !clock && !aside && !notice && store.state.position !== position) {
      store.set({ notice: { kind: "info", text: words.play.takenBack } });
    }
  }

  function redo(): void {
    do controller.redo();
    while (isLocked(store.state) && store.state.record.current.forward !== null);
  }

  return {
    undo,
    redo,
    start: () => controller.start(),
    end: () => controller.end(),
    undoEdit: (again?: boolean) => controller.undoEdit(again),
    flip: () => updateSettings(store, { orientation: other(store.state.settings.orientation) }),
    draw: () => sure(words.play.sure.draw, words.play.sure.drawYes, () => controller.agreeDraw()),
    resign() {
      const { players, position } = store.state, { sure: { resign, resignOwn, resignYes } } = words.play;
      sure(areHumans(players) ? resign(position.active) : resignOwn, resignYes, () => controller.resign());
    },

    /** Starts the game from where the last one began, with the colours exchanged. */
    rematch(): void {
      const { settings: { orientation, minutes, increment }, players: { white, black }, record, clock } = store.state;
      controller.newGame(record.fen);
      updateSettings(store, { orientation: other(orientation) }, { players: { white: black, black: white }, clock: clock && newClock(minutes, increment) });
    },

    /** Goes to the variation above or below where there are some, or to an end of the line. */
    beside(step: 1 | -1): void {
      const { current } = store.state.record;
      const all = current.parent?.children ?? [];
      if (all.length > 1) controller.goTo(all[(all.indexOf(current) + step + all.length) % all.length]!);
      else if (step < 0) controller.start();
      else controller.end();
    },

    /** Goes to the next place, or the one before, where the line branches. */
    branch(step: 1 | -1): void {
      const along = (node: TreeNode) => (step < 0 ? node.parent : node.forward);
      let node = along(store.state.record.current);
      if (!node) return;
      for (let next = along(node); next && node.children.length < 2; next = along(node)) node = next;
      controller.goTo(node);
    },

    board: (key: string) => board.key(key),
  };
}
