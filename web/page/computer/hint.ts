// Hints: the best action for the player to act, and the other side's threat. An arrow
// shows the action.

import { BanChess } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { Best, Searchable } from "../../banchess/engine.js";
import { words } from "language/small";
import { dashed, other, pairOf, scoreText, threatening } from "../model/index.js";
import type { PageStore } from "../shell/index.js";
import { mayHint, mayLook } from "./opponent.js";
import type { Thinker } from "./thinker.js";

const TIME = 800; // milliseconds
const text = words.play.hints;

/** Returns the functions that show a hint and a threat. */
export function createHints(store: PageStore, board: BanChessBoard, thinker: Thinker): { hint: () => void; threat: () => void } {
  const say = (text: string) => store.set({ notice: { kind: "info", text } });

  /** Searches a position, shows a message before and after, and points at the action. */
  function look(by: "hint" | "threat", position: Searchable, before: string, after: (pair: string, outlook: string) => string): void {
    say(before);
    void thinker.ask({ position, options: { time: TIME }, where: ({ record }) => record.current }, (best) => {
      store.set({ pointer: { by, action: best.action, at: store.state.record.current } });
      say(after(dashed(pairOf(BanChess.deserializeAction(best.action))), outlook(best)));
    });
  }

  function hint(): void {
    const { state } = store, isBan = state.position.phase === "ban";
    if (mayHint(state)) look("hint", board.game, isBan ? text.lookForBan : text.lookForMove, isBan ? text.ban : text.move);
  }

  /** Shows what the other side would play if nothing were banned and it moved now. */
  function threat(): void {
    const { state } = store, { position } = state;
    if (!mayLook(state)) return;
    if (state.pointer?.by === "threat") return store.set({ pointer: null, notice: null });
    const fen = threatening(position);
    if (fen) look("threat", fen, text.lookForThreat, text.threat(position.phase === "ban" ? position.mover : other(position.mover)));
    else say(text.checkIsThreat(position.mover));
  }

  return { hint, threat };
}

/** Returns the score in words: ": a forced win in 2" or " (+0.4 for White)". */
function outlook({ score, info }: Best): string {
  if (!info) return "";
  if (score.mate === undefined) return text.score(scoreText(score), score.for);
  return score.mate > 0 ? text.wins(score.mate) : text.loses(-score.mate);
}
