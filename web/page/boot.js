// From the first byte to a board: how far the loading is, and what is to be said
// when it fails.

import { megabytes } from "./words.js";

const ADVICE = {
  no_webgl: "You can play on the text board below, which does the same.",
  no_wasm: "Without it there is nothing to play with here; a current browser has it.",
  no_program: "Look at your connection and try again.",
  crashed: "Try again, or reload the page.",
};

/**
 * @param $ finds an element by its id
 */
export function watchBoot($, store, board) {
  board.addEventListener("progress", ({ detail }) => {
    if (detail.total) {
      $("progress").max = detail.total;
      $("progress").value = Math.min(detail.loaded, detail.total);
    }
    $("progress-text").textContent = detail.loaded ? `Loading the board: ${megabytes(detail)}` : "Loading the board";
  });
  board.addEventListener("rules", () => {
    $("progress").removeAttribute("value");
    $("progress-text").textContent = "Setting up the board";
    store.set({ rules: true });
  });
  board.addEventListener("ready", () => store.set({ boot: { phase: "ready" } }));
  board.addEventListener("failed", ({ detail }) => {
    store.set({ boot: { phase: board.rules ? "text" : "failed", ...detail }, rules: board.rules !== null });
  });
  board.addEventListener("stopped", () => store.set({ boot: { phase: "loading" }, rules: false }));

  $("failure-retry").addEventListener("click", () => {
    store.set({ boot: { phase: "loading" } });
    board.restart();
  });

  store.watch(["boot"], ({ boot }) => {
    document.body.dataset.boot = boot.phase;
    $("progress").hidden = $("progress-text").hidden = boot.phase !== "loading";
    $("failure").hidden = !boot.message;
    $("failure-text").textContent = boot.message ? `${sentence(boot.message)} ${ADVICE[boot.code] ?? ADVICE.no_webgl}` : "";
  });
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1).replace(/\.?$/, ".");
