// The report of a game in words: how far it is, how each side banned and moved, and
// what could have been better.

import { BanChess, type Player } from "../banchess/banchess.js";
import { $, element } from "./dom.js";
import { pairOf } from "./position.js";
import type { Node } from "./record.js";
import { GLYPHS, tally, type Tally } from "./report.js";
import type { Moment, Report } from "./report-run.js";
import type { PageStore } from "./state.js";
import { dashed, name, nodeName } from "./words.js";

/** @param toggle starts the report, or stops it; goTo shows a node */
export function createReportView(store: PageStore, { toggle, goTo }: { toggle: () => void; goTo: (node: Node) => void }): void {
  const bar = $<HTMLProgressElement>("report-progress");
  let shown: readonly Moment[] = [];
  $("report").addEventListener("click", toggle);
  $("moments").addEventListener("click", (event) => {
    const at = (event.target as Element).closest<HTMLElement>("button")?.dataset.moment;
    const moment = shown[Number(at)];
    if (at && moment) goTo(moment.node);
  });

  store.watch(["report", "rules", "record", "revision"], ({ report, rules, record }) => {
    const { state, looked, of } = report;
    document.body.dataset.report = state;
    $("report").textContent = { off: "Report", running: "Stop", stopped: "Go on with the report", done: "Report", failed: "Try again" }[state];
    $<HTMLButtonElement>("report").disabled = !rules || record.empty || state === "done";
    bar.hidden = state !== "running" && state !== "stopped";
    bar.max = of || 1;
    bar.value = looked;
    $("report-text").textContent = text(report);
    const done = state === "done";
    $("report-table").hidden = $("moments").hidden = !done;
    if (!done) return;
    $("report-rows").replaceChildren(...(["white", "black"] as const).map((player) => row(player, report.moments)));
    shown = report.moments;
    $("moments").replaceChildren(...shown.flatMap((moment, i) => (moment.mark ? [item(moment, i)] : [])));
  });
}

function text({ state, looked, of, moments, error }: Report): string {
  if (state === "running") return `Position ${looked} of ${of}`;
  if (state === "failed") return name(error ?? "The engine failed");
  if (state !== "done") return "";
  const n = moments.filter(({ mark }) => mark).length;
  return n === 0 ? "Nothing to reproach." : `${n === 1 ? "1 moment" : `${n} moments`} to learn from`;
}

/** "White  bans 92 %  moves 87 %  1 ?!  2 ?  0 ??". */
function row(player: Player, moments: readonly Moment[]): HTMLElement {
  const own = moments.filter((moment) => moment.node.player === player);
  const line = element("tr");
  line.append(element("th", { textContent: name(player), scope: "row" }));
  const bans = tally(own.filter(isBan)), moves = tally(own.filter((moment) => !isBan(moment)));
  const both = tally(own);
  const count = (...marks: (keyof Tally["marks"])[]) => String(marks.reduce((sum, mark) => sum + both.marks[mark], 0));
  for (const content of [percent(bans), percent(moves), count("inaccuracy"), count("mistake", "missed mate"), count("blunder")]) {
    line.append(element("td", { textContent: content }));
  }
  return line;
}

const isBan = ({ node }: Moment) => node.actionType === "ban";
const percent = ({ accuracy }: Tally) => (accuracy === null ? "–" : `${Math.round(accuracy)} %`);

/** "3. Qxf7 ?? blunder. Better was d1–h5". */
function item({ node, mark, best }: Moment, i: number): HTMLElement {
  const entry = element("li", {}, { "data-mark": mark ?? "" });
  const button = entry.appendChild(element("button", { type: "button" }, { "data-moment": String(i) }));
  button.append(
    element("span", { textContent: `${nodeName(node)} ` }),
    element("b", { textContent: mark ? GLYPHS[mark] : "" }),
    ` ${mark ?? ""}`,
  );
  if (best) button.append(element("small", { textContent: `better: ${node.actionType === "ban" ? "ban " : ""}${dashed(pairOf(BanChess.deserializeAction(best)))}` }));
  return entry;
}
