// Analyse: the engine's lines, the evaluation bar, the graph, and the report of a game.
// It is loaded when Analyse is first opened.

import type { Player } from "../../banchess/banchess.js";
import type { BanChessBoard } from "../../banchess/board.js";
import type { Engine } from "../../banchess/engine.js";
import { mistakesIn, reviewed } from "../games/index.js";
import type { GameController } from "../play/index.js";
import { isEmpty, ownSide } from "../model/index.js";
import { words } from "language/analyse";
import { isUnaided, onDemand, updateSettings, type PageStore } from "../shell/index.js";
import { $, createStore, draw, h, styled } from "../view/index.js";
import type { TreeNode } from "../../banchess/tree.js";
import { Scores, runAnalysis } from "./analysis.js";
import { createEnginePanel } from "./engine-panel.js";
import { createGauge } from "./gauge.js";
import { Graph } from "./graph.js";
import { NO_REPORT } from "./report.js";
import { createReport, type ReportStore } from "./report-run.js";
import { ReportView } from "./report-view.js";

/**
 * Returns a function that starts the report, or goes on with it, unless it is there.
 *
 * @param makeEngine makes an engine
 */
export function createAnalyse(store: PageStore, board: BanChessBoard, controller: GameController, makeEngine: () => Engine): () => void {
  const scores = new Scores();
  const retry = runAnalysis(store, board, scores, makeEngine);
  createEnginePanel($("analysis"), store, board, {
    play: (actions) => void actions.every((action) => controller.play(action)), retry,
  });
  createGauge($("gauge"), store, scores);
  const reports: ReportStore = createStore({ report: NO_REPORT });
  const goTo = (node: TreeNode) => controller.goTo(node), report = createReport(store, reports, controller, makeEngine);
  showReport($("report-panel"), store, reports, {
    ...report, goTo,
    goToNext() {
      const marked = reports.state.report.moments.filter(({ mark }) => mark).map(({ node }) => node);
      goTo(marked.find(({ ply }) => ply > store.state.record.current.ply) ?? marked[0]!);
    },
    learn: (player) => store.set({ place: `mistakes/${player}` }),
  });
  onDemand(store, {
    what: words.analyse.tab.explore, isAsked: ({ settings: { mode, tab } }) => mode === "analyse" && tab === "explore", without: () => updateSettings(store, { tab: "lines" }),
    load: () => styled("explore", import("../explore/index.js")), make: ({ createExplorer }) => createExplorer($("explore-panel"), store, (action) => void controller.play(action)),
  });
  // The mistakes of the user's side come back as exercises.
  reports.watch(["report"], ({ report }, old) => {
    const { record, begun, players } = store.state, own = ownSide(begun?.players ?? players);
    if (own && report.state === "done" && old?.report.state === "running") reviewed({ add: mistakesIn(record, own, begun) }).catch(() => {}); // Learn says if nothing can be kept
  });
  store.watch(["analysis", "record", "revision", "position", "rules", "settings"], ({ record, settings: { mode } }) => {
    if (mode === "analyse") draw($("graph-panel"), <Graph record={record} scores={scores} goTo={goTo} />);
  });
  return () => { if (store.state.settings.mode === "analyse" && reports.state.report.state !== "done") report.start(); };
}

interface Commands {
  start(): void;
  stop(): void;
  goTo(node: TreeNode): void;
  goToNext(): void;
  learn(player: Player): void;
}

/** Shows the report. */
function showReport(root: HTMLElement, store: PageStore, reports: ReportStore, commands: Commands): void {
  const show = () => {
    const { record, rules, settings, begun, players } = store.state, { report } = reports.state, unaided = isUnaided({ record, begun });
    document.body.dataset.report = report.state;
    if (settings.mode !== "analyse") return;
    const focused = document.activeElement?.id, [button, other] = report.state === "running" ? ["report-stop", "report"] : ["report", "report-stop"];
    draw(root, <ReportView report={report} canStart={rules && !isEmpty(record) && !unaided} isUnaided={unaided} own={ownSide(begun?.players ?? players)} current={record.current} {...commands} />);
    if (focused === other) $(button!).focus();
  };
  store.watch(["record", "revision", "position", "rules", "settings", "players", "begun"], show);
  reports.watch(["report"], show);
}
