// Hints: the best action of who is to act, and what the other side threatens. An arrow
// points at what is found.

import { BanChess } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { Best, Searchable } from "../../banchess/engine.js";
import { due } from "./computer.js";
import { $ } from "../shell/dom.js";
import { pairOf, threatening } from "../shell/position.js";
import { scoreText } from "../shell/score.js";
import type { PageStore, State } from "../shell/state.js";
import type { Thinker } from "./thinker.js";
import { dashed, name } from "../shell/words.js";

const TIME = 800; // milliseconds

/** Whether there is something to look for: somebody else than the computer is to act, in a game of one's own. */
const mayLook = (state: State) => state.rules && !state.position.result && !state.aside && !due(state);
const mayHint = (state: State) => mayLook(state) && state.settings.mode === "play";

/** Binds the button, and returns the commands for the keys. */
export function createHints(store: PageStore, board: BanChessBoard, thinker: Thinker): { hint: () => void; threat: () => void } {
  const say = (text: string) => store.set({ notice: { kind: "info", text } });

  /** Says what it is looking for, and then what it has found, and points at that. */
  function look(by: "hint" | "threat", position: Searchable, before: string, after: string): void {
    say(before);
    void thinker.ask({ position, options: { time: TIME }, where: ({ record }) => record.current }, (best) => {
      store.set({ pointer: { by, action: BanChess.serializeAction(best.action), at: store.state.record.current } });
      say(`${after} ${dashed(pairOf(best.action))}${outlook(best)}`);
    });
  }

  function hint(): void {
    const { state } = store, { phase } = state.position;
    if (mayHint(state)) look("hint", board.game, `Looking for the best ${phase}`, `Hint: ${phase}`);
  }

  /** Shows what the other side would play if nothing were banned and it could move now. */
  function threat(): void {
    const { state } = store, { position } = state;
    if (!mayLook(state)) return;
    if (state.pointer?.by === "threat") return store.set({ pointer: null, notice: null });
    const fen = threatening(position);
    if (fen) look("threat", fen, "Looking for the threat", "Threat:");
    else say(`${name(position.mover)} is in check: that is the threat.`);
  }

  store.watch(["settings", "players", "position", "rules", "played", "clock", "aside"], (state) => {
    $<HTMLButtonElement>("hint").disabled = !mayHint(state);
  });
  $("hint").addEventListener("click", hint);
  return { hint, threat };
}

/** ": a forced win in 2", " (+0.4 for White)". */
function outlook({ score, info }: Best): string {
  if (!info) return "";
  if (score.mate === undefined) return ` (${scoreText(score)} for ${name(score.for)})`;
  return score.mate > 0 ? `: a forced win in ${score.mate}` : `: it holds out longest, ${-score.mate} to go`;
}
