// The words about the position: who acts and what, the ban in force, what was
// refused, and the same spoken for those who do not see the board.

import { readAction } from "./position.js";
import { announcement, details, errorText, headline } from "./words.js";

/** @param dom {status, headline, details, notice, restore, announcer} */
export function createStatus(dom, store, { restore }) {
  dom.restore.addEventListener("click", restore);

  store.watch(["position"], ({ position }) => {
    const { result, phase, active } = position;
    dom.status.dataset.phase = result ? "over" : phase;
    dom.status.dataset.player = result ? (result.winner ?? "none") : active;
    dom.status.dataset.reason = result?.reason ?? "";
    dom.status.querySelector("use").setAttribute("href", `#i-${dom.status.dataset.phase}`);
    dom.headline.textContent = headline(position);
    dom.details.textContent = details(position).join(" · ");
    document.title = `${headline(position)} – Ban Chess`;
  });

  store.watch(["notice", "previous"], ({ notice, previous }) => {
    dom.details.hidden = notice !== null;
    dom.notice.textContent = notice ? errorText({ error: notice.text }) : "";
    dom.notice.dataset.kind = notice?.kind ?? "";
    dom.notice.dataset.code = notice?.code ?? "";
    dom.restore.hidden = !notice?.offersRestore || !previous;
  });

  store.watch(["position"], ({ position, record }, old) => {
    if (!old || !old.rules) return; // what is there from the start was not just played
    dom.announcer.textContent = announcement(position, said(record.current));
  });
}

/** The action of a node as it is spoken, or null at the start. */
function said(node) {
  return node.action ? { ...readAction(node.action), san: node.san } : null;
}
