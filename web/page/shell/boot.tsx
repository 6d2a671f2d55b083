// Loading: the progress until the board is shown, and the messages when loading
// fails.

import { initialize } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { $, draw, h } from "../view/index.js";
import { words } from "language/first";
import type { PageStore } from "./state.js";
import { megabytes, trouble } from "../model/index.js";

/** @param arrive called whenever the rules have been loaded, before they are used */
export function watchBoot(store: PageStore, board: BanChessBoard, arrive: () => void): void {
  const bar = $<HTMLProgressElement>("progress");

  board.addEventListener("progress", ({ detail: { loaded, total } }) => {
    if (total) {
      bar.max = total;
      bar.value = Math.min(loaded, total);
    }
    store.set({ progress: words.shell.loading(loaded ? megabytes({ loaded, total }) : "") });
  });
  const rules = () => {
    arrive();
    bar.removeAttribute("value");
    store.set({ rules: true, progress: words.shell.settingUp });
  };
  board.addEventListener("rules", rules);
  let restarted = false;
  board.addEventListener("ready", () => {
    store.set({ boot: { phase: "ready" }, ...(restarted && { notice: { kind: "info", text: words.shell.boardRestarted } }) });
    restarted = false;
  });
  board.addEventListener("failed", async ({ detail }) => {
    // The rules without a board are a separate file, which may load even if the board fails.
    if (!board.loaded) {
      await withoutBoard();
      if (store.state.boot.phase !== "loading") return; // it was restarted in the meantime
    }
    const { advice, onTextBoard } = words.shell;
    const next = board.loaded ? onTextBoard : (advice[detail.code as keyof typeof advice] ?? advice.other);
    store.set({ boot: { phase: board.loaded ? "text" : "failed", message: `${trouble("board", detail)} ${next}` }, rules: board.loaded, notice: null });
  });
  board.addEventListener("stopped", () => {
    restarted = true;
    store.set({ boot: { phase: "loading" }, rules: false });
  });

  async function withoutBoard(): Promise<void> {
    store.set({ boot: { phase: "loading" }, rules: false });
    try {
      await initialize();
      if (!board.drawn) rules();
    } catch { /* nothing to play with: the board has said why */ }
  }

  const retry = () => {
    store.set({ boot: { phase: "loading" }, rules: false });
    board.restart();
  };

  store.watch(["boot"], ({ boot }) => {
    document.body.dataset.boot = boot.phase;
    bar.hidden = boot.phase !== "loading";
    $("failure").hidden = !boot.message;
    draw($("failure"), <p id="failure-text">{boot.message}</p>, <button id="failure-retry" class="button" onclick={retry}>{words.shell.tryAgain}</button>);
  });
}
