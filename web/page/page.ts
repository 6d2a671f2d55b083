// The page: makes the store, the board and the parts around it, and joins them.
// Nothing else here knows more than one part.

import "../ban-chess-board.js";
import { watchBoot } from "./boot.js";
import { createChooser } from "./chooser.js";
import { createComputer } from "./computer.js";
import { $ } from "./dom.js";
import { createGrid } from "./grid.js";
import { listenToKeys } from "./keys.js";
import { createMoves } from "./moves.js";
import { START_FEN, lastMove, readFen, type Placement } from "./position.js";
import { Record } from "./record.js";
import type { Board } from "./rules.js";
import { Session } from "./session.js";
import { CHOICES, DEFAULTS, applySettings, createSettings } from "./settings.js";
import { createShare } from "./share.js";
import type { Position, State } from "./state.js";
import { createStatus } from "./status.js";
import { keep, restoreGame, restoreSettings } from "./storage.js";
import { createStore } from "./store.js";
import { createTools } from "./tools.js";

const board = $<Board>("board");

const stored = restoreGame();
const record = stored.record ?? new Record();
const store = createStore<State>({
  boot: { phase: "loading" },
  rules: false,
  canvas: false,
  record,
  previous: stored.previous,
  revision: 0,
  position: firstPosition(record, stored.fen),
  played: false,
  computer: { state: "off" },
  selected: null,
  promotion: false,
  choosing: null,
  notice: null,
  settings: restoreSettings(DEFAULTS, CHOICES),
});

/** What is shown until the rules are there: as it was left, all but the replies. */
function firstPosition(record: Record, fen: unknown): Position {
  const at = typeof fen === "string" && readFen(fen) ? fen : START_FEN;
  return { ...(readFen(at) as Placement), fen: at, last: lastMove(record.actions()), check: false, legal: null, result: null };
}

const session = new Session(store, board);
const grid = createGrid($("grid"), store, {
  tap: (square) => board.rules?.board.tap(square),
  play: (bcn) => session.play(bcn),
  choose: (pair) => store.set({ choosing: pair }),
  say: (text) => store.set({ notice: { kind: "refused", text } }),
});
createChooser($("promotion"), store, { play: (bcn) => session.play(bcn), back: grid.focus });
createStatus(store, () => session.restore());
createMoves($("moves"), store, (node) => session.goTo(node));
const commands = createTools(store, session, board);
createShare(store, session);
const computer = createComputer(store, session, board);
createSettings($("settings"), store);
listenToKeys(store, { ...commands, hint: computer.hint });
watchBoot(store, board);
keep(store, () => store.set({ notice: { kind: "error", text: "This browser lets the page store nothing: the game will be gone when you leave." } }));

board.addEventListener("select", (event) => store.set({ selected: (event as CustomEvent).detail.square }));
board.addEventListener("promotion", (event) => store.set({ promotion: (event as CustomEvent).detail.open }));
applySettings(store, board);
// The drawn board is shown once it is there, unless the user prefers the other.
store.watch(["boot", "settings"], ({ boot, settings, canvas }) => {
  const shown = boot.phase === "ready" && !settings.textBoard;
  if (shown === canvas) return;
  board.rules?.board.cancel();
  store.set({ canvas: shown, selected: null, choosing: null });
});
