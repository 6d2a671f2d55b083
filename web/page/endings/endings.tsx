// Endings to practise: a position of a table against the computer, which plays by that table. After
// the game the player sees how the shortest way compares, and can look at it in Analyse.

import { LEVELS } from "../../banchess/engine.js";
import { words } from "language/endings";
import { computerAs } from "../model/index.js";
import type { GameController } from "../play/index.js";
import { updateSettings, type Notice, type PageStore } from "../shell/index.js";
import { createDialog, DialogHead, Fragment, h } from "../view/index.js";
import { another, loadEndings, type Ending, type Task } from "./positions.js";

/** Returns what is said until the player's first action. */
const noticeOf = ({ task, moves }: Ending): Notice => ({ kind: "info", text: words.endings.begins(task, moves), offersRestore: true });

/** Returns a function that opens the list of endings. @param mayLeave asks before a connection ends */
export function createEndings(store: PageStore, controller: GameController, mayLeave: () => Promise<boolean>): () => Promise<void> {
  let all: readonly Ending[] = [], task: Task = "win", now: Ending | null = null, isTold = false, failed = false; // isTold: the end of the game was shown

  const list = createDialog("endings", () => (
    <>
      <DialogHead id="endings" title={words.endings.title} />
      <p>{words.endings.about}</p>
      <fieldset class="choice" onchange={({ target }) => { task = (target as HTMLInputElement).value as Task; list.redraw(); }}>
        <legend>{words.endings.task}</legend>
        <div class="segments">
          {(["win", "hold"] as const).map((value) => <label><input type="radio" name="ending-task" value={value} checked={task === value} /><span>{words.endings.tasks[value]}</span></label>)}
        </div>
      </fieldset>
      {failed && <p class="error" role="alert">{words.shell.notLoaded(words.endings.positions)}</p>}
      <ul id="ending-list" class="endings">
        {[...new Set(all.filter((ending) => ending.task === task).map(({ men }) => men))].map((men) => (
          <li><button class="button" data-men={men} onclick={() => begin(another(all, { men, task }))}>{words.endings.men(men)}</button></li>
        ))}
      </ul>
    </>
  ));

  const over = createDialog("ending-over", () => now && (
    <>
      <DialogHead id="ending-over" title={words.endings.men(now.men)} />
      <p id="ending-result">{resultOf(now)}</p>
      <div class="buttons">
        <button id="ending-way" class="button" onclick={showWay}>{words.endings.way[now.task]}</button>
        <button id="ending-again" class="button" onclick={() => begin(now!)}>{words.endings.again}</button>
        <button id="ending-another" class="button primary" onclick={() => begin(another(all, now!) ?? now!)}>{words.endings.another}</button>
      </div>
    </>
  ));

  /** Begins a game from a position. */
  async function begin(ending: Ending | undefined): Promise<void> {
    if (!ending || !await mayLeave()) return;
    list.close();
    over.close();
    const own = ending.task === "win" ? "white" : "black";
    if (store.state.place !== null) store.set({ place: null });
    controller.newGame(ending.fen);
    now = ending;
    isTold = false;
    updateSettings(store, { mode: "play", orientation: own }, {
      players: computerAs(own === "white" ? "black" : "white", LEVELS), clock: null, notice: noticeOf(ending),
    });
  }

  /** Says how the game has ended that was begun here. */
  function resultOf({ task, moves }: Ending): string {
    const { position: { result }, record } = store.state;
    const played = Math.ceil(record.current.actions().filter((action) => action.startsWith("m:")).length / 2);
    if (task === "hold") return result?.winner ? words.endings.notHeld : words.endings.held;
    return result?.winner === "white" ? words.endings.won(played, moves) : words.endings.notWon(moves);
  }

  /** Goes to the start of the game in Analyse, where the table shows every ban and move. */
  function showWay(): void {
    const { record } = store.state;
    over.close();
    if (record.current.outcome) controller.newGame(record.fen); // where a game was resigned, nothing can be played
    controller.goTo(store.state.record.root);
    updateSettings(store, { mode: "analyse", tab: "lines", engine: true }, { notice: null });
  }

  store.watch(["position"], ({ position, record, settings, aside }) => {
    if (!now || isTold || record.fen !== now.fen || settings.mode !== "play" || aside) return;
    if (now.task === "win" && position.ply === 2 && !position.result) store.set({ notice: noticeOf(now) }); // the computer's ban has taken it away
    if (!position.result) return;
    isTold = true;
    over.open();
  });

  return async () => {
    failed = false;
    list.open();
    try {
      all = await loadEndings();
    } catch {
      failed = true;
    }
    list.redraw();
  };
}
