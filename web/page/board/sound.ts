// When there is a sound of a ban or a move, and which. synth.ts makes it.

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
export function playSounds(store: PageStore): void {
  let context: AudioContext | null = null; // created once
  // If it cannot be loaded, the page is silent.
  const getSynth = onDemand(store, { load: () => import("./synth.js").catch(() => null), make: (synth) => synth?.make });
  const sounds = (sound: Sound) => {
    document.body.dataset.sound = sound;
    const to = context!;
    void getSynth().then((make) => make?.(to, sound));
  };
  store.watch(["position"], ({ position, played, settings, rules }, old) => {
    // Browsers allow sound only after the user has interacted with the page.
    if (!old?.rules || !rules || !played || !settings.sound || !navigator.userActivation?.hasBeenActive) return;
    context ??= new AudioContext();
    void context.resume();
    sounds(soundOf(old.position, position));
  });
  // A resignation or an agreed draw is not an action.
  store.watch(["position"], ({ position, played, settings }, old) => {
    if (old && !played && settings.sound && context && position.result && !old.position.result && position.ply === old.position.ply) sounds("end");
  });
}
