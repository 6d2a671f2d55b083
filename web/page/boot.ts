// From the first byte to a board: how far the loading is, and what is to be said
// when it fails.

import { $ } from "./dom.js";
import type { Board } from "./rules.js";
import type { PageStore } from "./state.js";
import { megabytes } from "./words.js";

const ADVICE: Record<string, string> = {
  no_webgl: "You can play on the text board below, which does the same.",
  no_wasm: "Without it there is nothing to play with here; a current browser has it.",
  no_program: "Look at your connection and try again.",
  crashed: "Try again, or reload the page.",
};

export function watchBoot(store: PageStore, board: Board): void {
  const bar = $<HTMLProgressElement>("progress");
  const on = (type: string, listener: (detail: any) => void) => board.addEventListener(type, (event) => listener((event as CustomEvent).detail));

  on("progress", (detail) => {
    if (detail.total) {
      bar.max = detail.total;
      bar.value = Math.min(detail.loaded, detail.total);
    }
    $("progress-text").textContent = detail.loaded ? `Loading the board: ${megabytes(detail)}` : "Loading the board";
  });
  on("rules", () => {
    bar.removeAttribute("value");
    $("progress-text").textContent = "Setting up the board";
    store.set({ rules: true });
  });
  on("ready", () => store.set({ boot: { phase: "ready" } }));
  on("failed", (detail) => store.set({ boot: { phase: board.rules ? "text" : "failed", ...detail }, rules: board.rules !== null }));
  on("stopped", () => store.set({ boot: { phase: "loading" }, rules: false }));

  $("failure-retry").addEventListener("click", () => {
    store.set({ boot: { phase: "loading" } });
    board.restart();
  });

  store.watch(["boot"], ({ boot }) => {
    document.body.dataset.boot = boot.phase;
    bar.hidden = $("progress-text").hidden = boot.phase !== "loading";
    $("failure").hidden = !boot.message;
    $("failure-text").textContent = boot.message ? `${sentence(boot.message)} ${ADVICE[boot.code ?? ""] ?? ADVICE.no_webgl}` : "";
  });
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/\.?$/, ".");
