// The words about the position: who acts and what, the ban in force, what was
// refused, and the same spoken for those who do not see the board.

import { $, setIcon } from "./dom.js";
import { readAction } from "./position.js";
import type { Node } from "./record.js";
import type { PageStore } from "./state.js";
import { announcement, details, errorText, headline, type Said } from "./words.js";

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
    line.textContent = notice ? errorText({ error: notice.text }) : "";
    line.title = line.textContent; // the line may be cut short
    line.dataset.kind = notice?.kind ?? "";
    line.dataset.code = notice?.code ?? "";
    $("restore").hidden = !notice?.offersRestore || !previous;
  });

  store.watch(["position"], ({ position, record }, old) => {
    if (!old || !old.rules) return; // what is there from the start was not just played
    // Who goes back hears where that is, not an action once more.
    const forward = position.ply > old.position.ply;
    $("announcer").textContent = announcement(position, forward ? said(record.current) : null);
  });

  store.watch(["promotion"], ({ promotion }) => {
    if (promotion) $("announcer").textContent = "Promote to: q queen, n knight, r rook, b bishop, or Escape.";
  });
}

/** The action of a node as it is spoken, or null at the start. */
function said(node: Node): Said | null {
  const action = readAction(node.action);
  return action && { ...action, san: node.san };
}
