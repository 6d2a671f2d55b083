// From the first byte to a board: how far the loading is, and what is to be said
// when it fails.

import { megabytes } from "./words.js";

const ADVICE = {
  no_webgl: "You are playing on the text board instead, which has all there is.",
  no_wasm: "Without it there is nothing to play with here; a current browser has it.",
  no_program: "Look at your connection and try again.",
  crashed: "Try again, or reload the page.",
};

/**
 * @param dom {loading, progress, progressText, failure, failureText, failureRetry}
 */
export function watchBoot(dom, store, board) {
  board.addEventListener("progress", ({ detail }) => {
    if (detail.total) {
      dom.progress.max = detail.total;
      dom.progress.value = Math.min(detail.loaded, detail.total);
    }
    dom.progressText.textContent = detail.loaded ? `Loading the board: ${megabytes(detail)}` : "Loading the board";
  });
  board.addEventListener("rules", () => {
    dom.progress.removeAttribute("value");
    dom.progressText.textContent = "Setting up the board";
    store.set({ rules: true });
  });
  board.addEventListener("ready", () => store.set({ boot: { phase: "ready" } }));
  board.addEventListener("failed", ({ detail }) => {
    store.set({ boot: { phase: board.rules ? "text" : "failed", ...detail }, rules: board.rules !== null });
  });
  board.addEventListener("stopped", () => store.set({ boot: { phase: "loading" }, rules: false }));

  dom.failureRetry.addEventListener("click", () => {
    store.set({ boot: { phase: "loading" } });
    board.restart();
  });

  store.watch(["boot"], ({ boot }) => {
    document.body.dataset.boot = boot.phase;
    dom.loading.hidden = boot.phase !== "loading";
    dom.failure.hidden = !boot.message;
    dom.failureText.textContent = boot.message ? `${sentence(boot.message)} ${ADVICE[boot.code] ?? ADVICE.no_webgl}` : "";
  });
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1).replace(/\.?$/, ".");
