// From the first byte to a board: how far the loading is, and what is to be said
// when it fails.

import { initialize } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import { $ } from "./dom.js";
import type { PageStore } from "./state.js";
import { megabytes, sentence, trouble } from "./words.js";

/** What one can do where nothing works; the game is stored and shown all the same. */
const ADVICE: { [code: string]: string } = {
  no_wasm: "Without it nothing can be played here; a current browser has it.",
  load_failed: "Nothing can be played before it is there: look at your connection and try again.",
  version_mismatch: "Reload the page.",
};
const NO_ADVICE = "Try again, or reload the page. The game is kept.";
const TEXT_BOARD = "You can play on the text board below, which does the same.";

/** @param arrive called whenever there are rules, before anybody asks them */
export function watchBoot(store: PageStore, board: BanChessBoard, arrive: () => void): void {
  const bar = $<HTMLProgressElement>("progress");

  board.addEventListener("progress", ({ detail: { loaded, total } }) => {
    if (total) {
      bar.max = total;
      bar.value = Math.min(loaded, total);
    }
    store.set({ progress: loaded ? `Loading the board: ${megabytes({ loaded, total })}` : "Loading the board" });
  });
  const rules = () => {
    arrive();
    bar.removeAttribute("value");
    store.set({ rules: true, progress: "Setting up the board" });
  };
  board.addEventListener("rules", rules);
  let restarted = false;
  board.addEventListener("ready", () => {
    store.set({ boot: { phase: "ready" }, ...(restarted && { notice: { kind: "info", text: "The board stopped and was started again. The game goes on." } }) });
    restarted = false;
  });
  board.addEventListener("failed", async ({ detail }) => {
    const problem = sentence(trouble("board", detail));
    // The rules without a board are a file of their own, which may be there all the same.
    if (!board.loaded) await withoutBoard();
    if (store.state.boot.phase !== "loading") return; // started again meanwhile, and done
    const advice = board.loaded ? TEXT_BOARD : (ADVICE[detail.code] ?? NO_ADVICE);
    store.set({ boot: { phase: board.loaded ? "text" : "failed", message: `${problem} ${advice}` }, rules: board.loaded, notice: null });
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

  $("failure-retry").addEventListener("click", () => {
    store.set({ boot: { phase: "loading" }, rules: false });
    board.restart();
  });

  store.watch(["boot"], ({ boot }) => {
    document.body.dataset.boot = boot.phase;
    bar.hidden = boot.phase !== "loading";
    $("failure").hidden = !boot.message;
    $("failure-text").textContent = boot.message ?? "";
  });
}
