// The bar beside the board: how the game stands, or how it ended.

import { words } from "language/analyse";
import { chances, scoreText, type PageStore } from "../shell/index.js";
import type { Scores } from "./analysis.js";
import { scoreWords } from "./engine-panel.js";

/** Shows in the bar what the current position is worth; a game that is over fills all or half of it. */
export function createGauge(gauge: HTMLElement, store: PageStore, scores: Scores): void {
  store.watch(["position", "settings", "analysis", "record", "revision"], ({ position: { result }, settings, record: { current } }) => {
    const score = result ? null : (scores.get(current) ?? current.eval);
    const white = result ? { white: 1, black: 0, none: 0.5 }[result.winner ?? "none"] : score ? chances(score) : 0.5;
    gauge.style.setProperty("--white", String(white));
    gauge.dataset.bottom = settings.orientation;
    gauge.dataset.score = result ? result.token : score ? scoreText(score) : "";
    gauge.setAttribute("aria-label", words.analyse.evaluation(result ? result.text : score ? scoreWords(score) : null));
  });
}
