// The editor of positions, a dialog of the size of the window. The game at hand stays as it
// is until the position is played, analysed or proven, which can be undone.

import { START_FEN } from "../../banchess/banchess.js";
import type { GameTree } from "../../banchess/tree.js";
import { words } from "language/setup";
import { HUMANS } from "../model/index.js";
import type { GameController } from "../play/index.js";
import { isUnaided, updateSettings, type PageStore } from "../shell/index.js";
import { createDialog, DialogHead, h, type Child, type Copied } from "../view/index.js";
import { Board } from "./board.js";
import { Editor } from "./draft.js";
import { listenToKeys } from "./keys.js";
import { fenIn, isLink, linkTo, pasted } from "./link.js";
import { Fields, Texts, Verdict } from "./panel.js";
import { listenToPointer } from "./pointer.js";
import { EMPTY } from "./position.js";
import { Mate, Searches, treeOf } from "./proof.js";

/** The functions of other parts that the editor uses. */
export interface Around {
  /** Opens the dialog for a new game from a position. */
  newGame(fen: string): void;
  /** Asks before the game on the board is left, if leaving it ends a connection. Resolves with whether it may be left. */
  mayLeave(): Promise<boolean>;
}

export class SetupDialog {
  #store: PageStore;
  #controller: GameController;
  #around: Around;
  #editor: Editor;
  #searches = new Searches();
  #copied: Copied | null = null;
  #dialog = createDialog("setup", () => this.#view(), { closesBeside: false, closed: () => this.#searches.reset() });

  constructor(store: PageStore, controller: GameController, around: Around) {
    this.#store = store;
    this.#controller = controller;
    this.#around = around;
    this.#editor = new Editor(() => store.state.rules);
    const redraw = () => this.#dialog.redraw();
    this.#editor.store.watch(["fen"], () => this.#searches.reset());
    this.#editor.store.watch(["fen", "judged", "typed", "note", "tool", "held", "dragged", "focus", "orientation", "past", "said"], redraw);
    this.#searches.store.watch(["search", "seconds"], redraw);
    store.watch(["rules"], () => this.#dialog.isOpen && this.#editor.judge());
    store.watch(["record", "settings"], () => this.#dialog.close()); // so that what has replaced the game is seen; a new game in place of an empty one changes settings alone
  }

  /** Opens the editor with a position: that of a link or a FEN, or else the one on the board. An open editor stays as it is without one. */
  open(given = ""): void {
    const { position, settings } = this.#store.state, fen = fenIn(given) ?? (given.includes("/") && !isLink(given) ? given : "");
    if (!this.#dialog.isOpen || fen) this.#editor.begin(fen || position.fen, settings.orientation);
    if (!this.#dialog.isOpen) this.#dialog.open();
  }

  #view(): Child {
    const draft = this.#editor.store.state, editor = this.#editor, { judged } = draft, { setup } = words;
    const isPossible = judged !== null && judged.faults.length === 0 && !draft.typed?.error, isOver = judged?.result !== "";
    const begin = (id: string, text: string, fen: string | null) => fen && <button type="button" id={id} class="button" onclick={() => editor.change(fen)}>{text}</button>;
    return (
      <div class="setup" ref={(root) => this.#listen(root as HTMLElement)}>
        <DialogHead id="setup" title={setup.title} />
        <Board draft={draft} editor={editor} />
        <div class="setup-panel">
          <Verdict draft={draft} />
          <div class="setup-acts">
            <button type="button" id="setup-play" class="button primary" disabled={!isPossible || isOver} onclick={() => this.#around.newGame(judged!.fen)}>{setup.play}</button>
            <button type="button" id="setup-analyse" class="button" disabled={!isPossible} onclick={() => void this.#analyse({ fen: judged!.fen })}>{setup.analyse}</button>
          </div>
          <Mate fen={draft.fen} isOff={!isPossible || isOver} isUnaided={isUnaided(this.#store.state)} searches={this.#searches} show={(proof) => void this.#analyse(treeOf(proof))} />
          <Fields draft={draft} editor={editor} />
          <Texts draft={draft} editor={editor} link={linkTo(draft.fen)} copied={this.#copied} copy={(copied) => this.#copy(copied)} />
          <div class="setup-begin" role="group" aria-label={setup.begin}>
            {begin("setup-start", setup.start, START_FEN)}
            {begin("setup-clear", setup.clear, EMPTY)}
            {begin("setup-game", setup.fromGame, this.#store.state.position.fen)}
            {begin("setup-last", setup.last, editor.last)}
          </div>
        </div>
        <p id="setup-said" class="hidden" role="status">{draft.said}</p>
      </div>
    );
  }

  #listen(root: HTMLElement): void {
    listenToPointer(root, this.#editor);
    listenToKeys(root, this.#editor);
    root.addEventListener("paste", (event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "", isField = (event.target as Element).matches("#setup-fen, [type=number]"), fen = isField ? null : pasted(text);
      if (isField || fen) event.stopPropagation(); // otherwise the page would load it as a game
      if (!fen) return;
      event.preventDefault();
      this.#editor.type(fen);
    });
  }

  /** Opens the position or its proof in Analyse. The game at hand can be restored. */
  async #analyse(what: { fen: string } | GameTree): Promise<void> {
    if (!await this.#around.mayLeave()) return;
    this.#controller.load(what);
    updateSettings(this.#store, { mode: "analyse" }, { players: HUMANS, notice: { kind: "info", text: words.setup.loaded, offersRestore: true } });
  }

  #copy(copied: Copied | null): void {
    this.#copied = copied;
    this.#dialog.redraw();
  }
}
