// The buttons, and the commands behind them.

import { isLocked } from "./computer.js";
import { START_FEN } from "./position.js";

/**
 * @param $ finds an element by its id
 * @returns the commands, for the keys
 */
export function createTools($, store, session, board) {
  const flip = () => {
    const { settings } = store.state;
    const orientation = settings.orientation === "white" ? "black" : "white";
    store.set({ settings: { ...settings, orientation } });
  };
  // Back and forth against the computer is from one's own decision to the next.
  const undo = () => {
    do session.undo();
    while (isLocked(store.state) && store.state.record.current.parent !== null);
    // There is none before the computer's first: back to the one after it.
    if (isLocked(store.state)) redo();
  };
  const redo = () => {
    do session.redo();
    while (isLocked(store.state) && store.state.record.next() !== null);
  };
  const commands = {
    new: () => session.newGame(),
    undo,
    redo,
    start: () => session.start(),
    end: () => session.end(),
    draw: () => session.agreeDraw(),
    resign: () => session.resign(),
    flip,
  };
  for (const [id, command] of Object.entries(commands)) $(id).addEventListener("click", command);

  for (const id of ["help", "settings"]) {
    const dialog = $(id);
    $(`${id}-open`).addEventListener("click", () => dialog.showModal());
    // A click on the backdrop is one on the dialog, but outside of its box.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  store.watch(["position", "revision", "rules", "previous", "settings"], ({ record, rules, position, previous, settings }) => {
    const over = position.result !== null;
    const played = record.current.parent !== null || record.current.outcome !== null;
    const fresh = record.empty && record.fen === START_FEN;
    $("new").disabled = !rules || (fresh && !record.root.outcome);
    $("undo").disabled = !rules || !(played || (record.empty && previous));
    $("start").disabled = !rules || record.current.parent === null;
    $("redo").disabled = $("end").disabled = !rules || record.next() === null;
    $("resign").disabled = !rules || over;
    // An agreement takes two people.
    $("draw").disabled = !rules || over || settings.opponent !== "nobody";
    $("undo").title = record.empty && !played && previous ? "Back to the previous game (←, Ctrl+Z)" : "Undo (←, Ctrl+Z)";
  });

  return { ...commands, help: () => $("help").showModal(), board: (key) => board.key(key) };
}
