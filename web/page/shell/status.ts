// The words about the position: who acts and what, the ban in force, what was
// refused, and the same spoken for those who do not see the board.

import type { Action, Ban } from "../../banchess/banchess.js";
import { $, setIcon } from "./dom.js";
import { updateSettings, type PageStore, type State } from "./state.js";
import { isLocked } from "./permissions.js";
import { announcement, dashed, details, errorText, headline, sentence } from "./words.js";

interface Act {
  restore(): void; // puts the previous game back
  undo(): void; // what was edited
  retry(): void; // has the computer try again
  play(action: Action): void;
  rematch(): void;
}

export function createStatus(store: PageStore, { restore, undo, retry, play, rematch }: Act): void {
  $("restore").addEventListener("click", restore);
  $("undo-edit").addEventListener("click", undo);
  $("engine-retry").addEventListener("click", retry);
  $("rematch").addEventListener("click", rematch);
  $("analyse-game").addEventListener("click", () => updateSettings(store, { mode: "analyse" }));
  $("finish").addEventListener("click", () => {
    const last = lastReply(store.state);
    if (last) play({ ban: last });
  });

  store.watch(["position"], ({ position }) => {
    const { result, phase, active } = position;
    const { dataset } = $("status");
    dataset.phase = result ? "over" : phase;
    dataset.player = result ? (result.winner ?? "none") : active;
    dataset.reason = result?.reason ?? "";
    setIcon($("status"), result && !result.winner ? "draw" : dataset.phase);
    $("headline").textContent = headline(position);
  });

  store.watch(["position", "title"], ({ position, title }) => {
    document.title = `${title ?? headline(position)} – Ban Chess`;
  });

  // The alarm: a ban that ends the game is one press away.
  store.watch(["position", "settings", "computer", "notice", "tour"], (state) => {
    const last = isLocked(state) || isRefusal(state) || state.tour !== "off" ? null : lastReply(state);
    $("finish").hidden = !last;
    $("finish").textContent = last ? `Ban ${dashed(last)}` : "";
  });

  // What one does after a game.
  store.watch(["position", "settings", "tour", "place", "rules"], ({ position, settings, tour, place, rules }) => {
    const isOver = rules && position.result && settings.mode === "play" && tour === "off" && place === null;
    $("rematch").hidden = $("analyse-game").hidden = !isOver;
  });

  store.watch(["position", "dangers"], ({ position, dangers }) => {
    const n = dangers.size;
    const warning = n > 0 ? [`${n === 1 ? "1 of them allows" : `${n} of them allow`} a mate`] : [];
    $("details").textContent = [...details(position), ...warning].join(" · ");
  });

  store.watch(["notice", "previous", "boot", "computer", "tour"], (state) => {
    const { notice, previous, boot, computer, tour } = state;
    $("details").hidden = tour !== "off" || isRefusal(state) || computer.state !== "off" || boot.phase === "loading" || boot.phase === "failed";
    const line = $("notice");
    line.textContent = notice ? errorText(notice.text) : "";
    line.title = line.textContent; // the line may be cut short
    line.dataset.kind = notice?.kind ?? "";
    line.dataset.code = notice?.code ?? "";
    $("restore").hidden = !notice?.offersRestore || !previous;
    $("undo-edit").hidden = !notice?.offersUndo;
  });

  // Learn has words of its own about that.
  store.watch(["unkept", "link", "place"], ({ unkept, link, place }) => {
    $("unkept").hidden = !unkept || link === undefined || place !== null;
    $("unkept").textContent = `${unkept}. ${link ? "The game is in this page’s address: bookmark or copy it to come back." : "Save the PGN before you leave."}`;
  });

  store.watch(["boot", "progress"], ({ boot, progress }) => {
    $("progress-text").textContent = boot.phase === "loading" ? progress : "";
  });

  store.watch(["computer"], ({ computer: { state, error, restarted } }) => {
    document.body.dataset.engine = state;
    $("engine-status").textContent = {
      off: "",
      loading: "The engine is loading",
      thinking: restarted ? "The engine had to be restarted, and is thinking" : "The engine is thinking",
      failed: `${sentence(error ?? "the engine failed")} You can play for it.`,
    }[state];
    $("engine-retry").hidden = state !== "failed";
  });

  store.watch(["position"], ({ position, record }, old) => {
    if (!old || !old.rules) return; // what is there from the start was not just played
    // Who goes back hears where that is, not an action once more.
    const { action, san } = record.current;
    const said = action && position.ply > old.position.ply ? { action, san } : null;
    $("announcer").textContent = announcement(position, said);
  });

  store.watch(["promotion"], ({ promotion }) => {
    if (promotion) $("announcer").textContent = "Promote to: q queen, n knight, r rook, b bishop, or Escape.";
  });
}

/** Whether what is said is wrong needs all the room. */
const isRefusal = ({ notice }: State) => notice !== null && notice.kind !== "info";

/** The only pair that is left to ban, which ends the game; null if there are more, or it is not known. */
export function lastReply({ position: { phase, legal, result } }: State): Ban | null {
  return phase === "ban" && !result && legal?.length === 1 ? (legal[0] ?? null) : null;
}
