// From the first byte to a board: how far the loading is, and what is to be said
// when it fails.

import type { BanChessBoard } from "../banchess/board.js";
import { $ } from "./dom.js";
import type { PageStore } from "./state.js";
import { megabytes, sentence, withoutHint } from "./words.js";

/** What one can do; without a board, but with rules, the text board is there. */
const ADVICE: { [code: string]: string } = {
  no_wasm: "Without it there is nothing to play with here; a current browser has it.",
  load_failed: "Look at your connection and try again.",
  version_mismatch: "Reload the page.",
  crashed: "Try again, or reload the page.",
};
const TEXT_BOARD = "You can play on the text board below, which does the same.";

export function watchBoot(store: PageStore, board: BanChessBoard): void {
  const bar = $<HTMLProgressElement>("progress");

  board.addEventListener("progress", ({ detail: { loaded, total } }) => {
    if (total) {
      bar.max = total;
      bar.value = Math.min(loaded, total);
    }
    $("progress-text").textContent = loaded ? `Loading the board: ${megabytes({ loaded, total })}` : "Loading the board";
  });
  board.addEventListener("rules", () => {
    bar.removeAttribute("value");
    $("progress-text").textContent = "Setting up the board";
    store.set({ rules: true });
  });
  board.addEventListener("ready", () => store.set({ boot: { phase: "ready" } }));
  board.addEventListener("failed", ({ detail }) => {
    const message = `${sentence(withoutHint(detail))} ${ADVICE[detail.code] ?? TEXT_BOARD}`;
    store.set({ boot: { phase: board.loaded ? "text" : "failed", message }, rules: board.loaded });
  });
  board.addEventListener("stopped", () => store.set({ boot: { phase: "loading" }, rules: false }));

  $("failure-retry").addEventListener("click", () => {
    store.set({ boot: { phase: "loading" } });
    board.restart();
  });

  store.watch(["boot"], ({ boot }) => {
    document.body.dataset.boot = boot.phase;
    bar.hidden = $("progress-text").hidden = boot.phase !== "loading";
    $("failure").hidden = !boot.message;
    $("failure-text").textContent = boot.message ?? "";
  });
}
