// The page: makes the store, the board and the parts around it, and joins them.
// Nothing else here knows more than one part.

import "../ban-chess-board.js";
import { watchBoot } from "./boot.js";
import { createChooser } from "./chooser.js";
import { createComputer } from "./computer.js";
import { createGrid } from "./grid.js";
import { listenToKeys } from "./keys.js";
import { createMoves } from "./moves.js";
import { START_FEN, lastMove, readFen } from "./position.js";
import { Record } from "./record.js";
import { Session } from "./session.js";
import { CHOICES, DEFAULTS, applySettings, createSettings } from "./settings.js";
import { createShare } from "./share.js";
import { createStatus } from "./status.js";
import { keep, restoreGame, restoreSettings } from "./storage.js";
import { createStore } from "./store.js";
import { createTools } from "./tools.js";

const $ = (id) => document.getElementById(id);
const board = $("board");

const stored = restoreGame();
const record = stored.record ?? new Record();
const store = createStore({
  boot: { phase: "loading" },
  rules: false, // whether there are rules to ask
  canvas: false, // whether the drawn board is the one that is seen
  record,
  previous: stored.previous, // the game before, which can be restored
  revision: 0, // counts changes of what the record holds
  position: firstPosition(record, stored.fen),
  played: false, // whether that position was just played to, not gone back to
  computer: { state: "off" }, // what the engine is doing
  selected: null, // a square
  promotion: false, // whether the drawn board asks for a promotion
  choosing: null, // the pair the text board asks a promotion for
  notice: null, // what was refused or done
  settings: restoreSettings(DEFAULTS, CHOICES),
});

/** What is shown until the rules are there: as it was left, all but the replies. */
function firstPosition(record, fen) {
  const at = readFen(fen) ? fen : START_FEN;
  return { ...readFen(at), fen: at, last: lastMove(record.actions()), check: false, legal: null, result: null };
}

const session = new Session(store, board);
const say = (text) => store.set({ notice: { kind: "refused", text } });
const grid = createGrid($("grid"), store, {
  tap: (square) => board.rules.board.tap(square),
  play: (bcn) => session.play(bcn),
  choose: (pair) => store.set({ choosing: pair }),
  say,
});
createChooser($("promotion"), store, { play: (bcn) => session.play(bcn), back: grid.focus });
createStatus($, store, () => session.restore());
createMoves($("moves"), store, (node) => session.goTo(node));
const commands = createTools($, store, session, board);
createShare($, store, session);
const computer = createComputer($, store, session, board);
createSettings($("settings"), store);
listenToKeys(store, { ...commands, hint: computer.hint });
watchBoot($, store, board);
keep(store, () => store.set({ notice: { kind: "error", text: "This browser lets the page store nothing: the game will be gone when you leave." } }));

board.addEventListener("select", ({ detail }) => store.set({ selected: detail.square }));
board.addEventListener("promotion", ({ detail }) => store.set({ promotion: detail.open }));
applySettings(store, board);
// The drawn board is shown once it is there, unless the user prefers the other.
store.watch(["boot", "settings"], ({ boot, settings, canvas }) => {
  const shown = boot.phase === "ready" && !settings.textBoard;
  if (shown === canvas) return;
  board.rules?.board.cancel();
  store.set({ canvas: shown, selected: null, choosing: null });
});
