// The report is loaded when somebody turns to Analyse.

import { Engine } from "../banchess/engine.js";
import type { GameController } from "./controller.js";
import type { PageStore } from "./state.js";

export function loadReport(store: PageStore, controller: GameController): void {
  let asked = false;
  store.watch(["settings"], async ({ settings }) => {
    if (asked || settings.mode !== "analyse") return;
    asked = true;
    let module;
    try {
      module = await import("./report-run.js");
    } catch {
      asked = false;
      store.set({ notice: { kind: "error", text: "The report could not be loaded. Turn to Play and back to try again, or load the page again." } });
      return;
    }
    module.createReport(store, controller, () => new Engine());
  });
}
