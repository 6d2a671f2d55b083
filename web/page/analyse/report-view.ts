// The report of a game in words: how far it is, how each side banned and moved, and
// what could have been better.

import type { Player } from "../../banchess/banchess.js";
import type { TreeNode } from "../../banchess/tree.js";
import { isEmpty } from "../shell/record.js";
import { $, element } from "../shell/dom.js";
import { glyph } from "../shell/figures.js";
import { JUDGEMENTS } from "../shell/glyphs.js";
import { tally, type Moment, type Report } from "./report.js";
import type { PageStore } from "../shell/state.js";
import { dashed, name, nodeName } from "../shell/words.js";

/** @param begin starts the report, stop stops it; goTo shows a node */
export function createReportView(store: PageStore, { begin, stop, goTo }: { begin: () => void; stop: () => void; goTo: (node: TreeNode) => void }): void {
  const bar = $<HTMLProgressElement>("report-progress");
  let shown: readonly Moment[] = [];
  // Each in its own place: who is late with a click to stop begins nothing.
  const [starter, stopper] = [$<HTMLButtonElement>("report"), $("report-stop")];
  starter.addEventListener("click", begin);
  stopper.addEventListener("click", stop);
  $("moments").addEventListener("click", (event) => {
    const at = (event.target as Element).closest<HTMLElement>("button")?.dataset.moment;
    const moment = shown[Number(at)];
    if (at && moment) goTo(moment.node);
  });

  store.watch(["report", "rules", "record", "revision"], ({ report, rules, record }, old) => {
    const { state, looked, line, elsewhere } = report;
    const focused = document.activeElement === (state === "running" ? starter : stopper);
    document.body.dataset.report = state;
    const again = { off: "", running: "", stopped: "go on", done: "again", failed: "try again" }[elsewhere ? "off" : state];
    // It is one button, whatever it does next: what that is stands beside its name.
    starter.replaceChildren("Report", ...(again ? [" ", element("small", { textContent: again }, { "aria-hidden": "true" })] : []));
    starter.title = again && `Report: ${again}`;
    starter.disabled = !rules || isEmpty(record) || state === "running";
    if (focused) (state === "running" ? stopper : starter).focus();
    bar.hidden = state !== "running" && state !== "stopped";
    bar.max = line.length || 1;
    bar.value = looked;
    $("report-text").textContent = text(report);
    const done = state === "done";
    $("report-table").hidden = $("moments").hidden = !done;
    if (!done || report === old?.report) return;
    const { moments } = report;
    $("report-rows").replaceChildren(row("Bans", moments.filter(isBan)), row("Moves", moments.filter((moment) => !isBan(moment))));
    shown = moments;
    $("moments").replaceChildren(...shown.flatMap((moment, i) => (moment.mark ? [item(moment, i)] : [])));
  });
}

function text({ state, looked, line, moments, error }: Report): string {
  if (state === "running") return `Position ${looked} of ${line.length}`;
  if (state === "failed") return name(error ?? "The engine failed");
  if (state !== "done") return "";
  const n = moments.filter(({ mark }) => mark).length;
  if (n > 0) return `${n === 1 ? "1 moment" : `${n} moments`} to learn from`;
  // Many small losses make an accuracy that is not full, and no mark.
  const loss = moments.reduce((sum, moment) => sum + moment.loss, 0) / (moments.length || 1);
  return `No mistakes. Average loss ${loss > 0 && loss < 0.005 ? "below 1" : Math.round(100 * loss)} %`;
}

/** How each side banned, or moved: "Bans  92 %  1  2  0  87 %  0  0  1". */
function row(what: string, moments: readonly Moment[]): HTMLElement {
  const line = element("tr");
  line.append(element("th", { textContent: what, scope: "row" }));
  for (const player of ["white", "black"] satisfies Player[]) {
    const { accuracy, marks } = tally(moments.filter(({ node }) => node.player === player));
    const contents = [accuracy === null ? "–" : `${Math.round(accuracy)} %`, marks[6], marks[2], marks[4]];
    line.append(...contents.map((content) => element("td", { textContent: String(content) })));
  }
  return line;
}

const isBan = ({ node }: Moment) => node.actionType === "ban";

/** "3. Qxf7 ?? blunder. Better was d1–h5". */
function item({ node, mark, missedMate, better }: Moment, i: number): HTMLElement {
  const word = missedMate ? "missed mate" : (JUDGEMENTS[mark ?? 0]?.[1] ?? "");
  const entry = element("li", {}, { "data-mark": word });
  const button = entry.appendChild(element("button", { type: "button" }, { "data-moment": String(i) }));
  button.append(
    element("span", { textContent: `${nodeName(node)} ` }),
    glyph(mark ?? 0),
    ` ${word}`,
  );
  if (better) button.append(element("small", { textContent: `better: ${better.action && "ban" in better.action ? `ban ${dashed(better.action.ban)}` : better.san}` }));
  return entry;
}
