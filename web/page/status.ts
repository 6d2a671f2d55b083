// The words about the position: who acts and what, the ban in force, what was
// refused, and the same spoken for those who do not see the board.

import { BanChess } from "../banchess/banchess.js";
import { $, setIcon } from "./dom.js";
import type { PageStore } from "./state.js";
import { announcement, details, errorText, headline } from "./words.js";

/** @param restore puts the previous game back */
export function createStatus(store: PageStore, restore: () => void): void {
  $("restore").addEventListener("click", restore);

  store.watch(["position"], ({ position }) => {
    const { result, phase, active } = position;
    const { dataset } = $("status");
    dataset.phase = result ? "over" : phase;
    dataset.player = result ? (result.winner ?? "none") : active;
    dataset.reason = result?.reason ?? "";
    setIcon($("status"), dataset.phase);
    $("headline").textContent = headline(position);
    $("details").textContent = details(position).join(" · ");
    document.title = `${headline(position)} – Ban Chess`;
  });

  store.watch(["notice", "previous", "boot", "computer"], ({ notice, previous, boot, computer }) => {
    $("details").hidden = notice !== null || computer.state !== "off" || boot.phase === "loading";
    const line = $("notice");
    line.textContent = notice ? errorText(notice.text) : "";
    line.title = line.textContent; // the line may be cut short
    line.dataset.kind = notice?.kind ?? "";
    line.dataset.code = notice?.code ?? "";
    $("restore").hidden = !notice?.offersRestore || !previous;
  });

  store.watch(["position"], ({ position, record }, old) => {
    if (!old || !old.rules) return; // what is there from the start was not just played
    // Who goes back hears where that is, not an action once more.
    const { action, san } = record.current;
    const said = action && position.ply > old.position.ply ? { action: BanChess.deserializeAction(action), san } : null;
    $("announcer").textContent = announcement(position, said);
  });

  store.watch(["promotion"], ({ promotion }) => {
    if (promotion) $("announcer").textContent = "Promote to: q queen, n knight, r rook, b bishop, or Escape.";
  });
}
