// When there is a sound of a ban or a move, and which. synth.ts makes it.

import type { BanChessBoard } from "../../banchess/board.js";
import type { Position } from "../model/index.js";
import { onDemand, type PageStore } from "../shell/index.js";
import type { Sound } from "./synth.js";

/** Returns the sound for the change from one position to another. */
export function soundOf(old: Position, now: Position): Sound {
  const count = ({ pieces }: Position) => pieces.filter(Boolean).length;
  if (now.result) return "end";
  if (now.ban) return "ban";
  if (now.check) return "check";
  return count(now) < count(old) ? "capture" : "move";
}

/** Plays a sound for each action if the user wants sounds. */
export function playSounds(store: PageStore, board: BanChessBoard): void {
  // If it cannot be loaded, the page is silent.
  const getSynth = onDemand(store, { load: () => import("./synth.js").catch(() => null), make: (synth) => synth?.createSynth(board) });
  store.watch(["position"], ({ position, played, settings, rules }, old) => {
    if (!old || !settings.sound) return;
    // A resignation or an agreed draw is not an action.
    const ends = !played && position.result && !old.position.result && position.ply === old.position.ply;
    // Browsers allow sound only after the user has interacted with the page.
    if (!(ends || (played && old.rules && rules)) || !navigator.userActivation?.hasBeenActive) return;
    const sound = soundOf(old.position, position);
    document.body.dataset.sound = sound;
    void getSynth().then((make) => make?.(sound));
  });
}
