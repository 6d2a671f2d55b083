// The evaluation bar beside the board.

import type { Score } from "../../banchess/engine.js";
import { words } from "language/analyse";
import { chances, scoreText } from "../model/index.js";
import { type PageStore } from "../shell/index.js";
import type { Scores } from "./analysis.js";
import { scoreWords } from "./engine-panel.js";

/** Returns a score without its sign, in at most four characters: the side of the bar says who is ahead. */
const shortText = (score: Score) => scoreText(score).replace(/[+−]/, "").replace(/^(\d\d+)\.\d$/, "$1");

/** Shows the score of the current position in the bar. If the game is over, it shows the result; if nothing is known of the position, it shows neither a side nor a number. */
export function createGauge(gauge: HTMLElement, store: PageStore, scores: Scores): void {
  store.watch(["position", "settings", "analysis", "record", "revision"], ({ position: { result }, settings, record: { current } }) => {
    const score = result ? null : (scores.get(current) ?? current.eval);
    const white = result ? { white: 1, black: 0, none: 0.5 }[result.winner ?? "none"] : score ? chances(score) : null;
    if (white !== null) gauge.style.setProperty("--white", String(white));
    gauge.dataset.bottom = settings.orientation;
    gauge.dataset.score = result ? result.token : score ? scoreText(score) : "";
    gauge.dataset.ahead = white !== null && white < 0.5 ? "black" : "white";
    gauge.dataset.short = score ? shortText(score) : "";
    gauge.setAttribute("aria-label", words.analyse.evaluation(result ? result.text : score ? scoreWords(score) : null));
  });
}
