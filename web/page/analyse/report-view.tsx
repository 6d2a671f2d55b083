// The view of a report: its progress, the accuracy of each side's bans and moves, and
// the mistakes with the better actions.

import type { Player } from "../../banchess/banchess.js";
import { words } from "language/analyse";
import type { Mark, Moment } from "../games/index.js";
import { dashed, JUDGEMENTS, name, nodeName } from "../model/index.js";
import { Glyph, unbroken } from "../shell/index.js";
import { Fragment, h } from "../view/index.js";
import type { Judgements, Tally, TreeNode } from "../../banchess/tree.js";
import type { Report } from "./report.js";

const PLAYERS: readonly Player[] = ["white", "black"];
const MARKS: readonly Mark[] = [6, 2, 4];

interface Shown {
  report: Report;
  canStart: boolean;
  isUnaided: boolean;
  own: Player | null; // the user's side
  current: TreeNode; // at the position that is shown
  start(): void;
  stop(): void;
  goTo(node: TreeNode): void;
  goToNext(): void; // the next mistake after the position that is shown, or the first one
  learn(player: Player): void; // gives a player's mistakes as exercises
}

export const ReportView = ({ report, canStart, isUnaided, own, current, start, stop, goTo, goToNext, learn }: Shown) => (
  <>
    <Head report={report} own={own} canStart={canStart} start={start} stop={stop} goTo={goTo} goToNext={goToNext} />
    {report.state === "done" && <Here moment={report.moments.find(({ node }) => node === current)} own={own} />}
    {report.state === "done" && <Exercises moments={report.moments} own={own} learn={learn} />}
    {report.state === "off" && <p class="report-about">{isUnaided ? words.analyse.unaided : words.analyse.reportAbout}</p>}
    {report.state === "done" && report.tally && <Table tally={report.tally} own={own} />}
    {report.state === "done" && (
      <ol id="moments" class="moments" aria-label={words.analyse.moments}>
        {report.moments.map((moment) => moment.mark && <MomentView moment={moment} mark={moment.mark} own={own} goTo={goTo} />)}
      </ol>
    )}
  </>
);

function Head({ report, own, canStart, start, stop, goTo, goToNext }: Pick<Shown, "report" | "own" | "canStart" | "start" | "stop" | "goTo" | "goToNext">) {
  const { state, looked, line } = report, turn = report.moments.find(({ isTurningPoint }) => isTurningPoint);
  const next = words.analyse.next[state], isNew = state === "off";
  return (
    <div class="report-head">
      <button id="report-next" class="link" hidden={state !== "done" || !report.moments.some(({ mark }) => mark)} onclick={goToNext}>{words.analyse.nextMoment}</button>
      <button id="report-turn" class="link" title={words.analyse.decided} hidden={state !== "done" || !turn} onclick={() => turn && goTo(turn.node)}>{words.analyse.turningPoint}</button>
      <button id="report" class={isNew ? "button primary" : "link"} title={state === "done" ? words.analyse.again : undefined} disabled={!canStart} hidden={state === "running"} onclick={start}>{next}</button>
      <progress id="report-progress" aria-label={words.analyse.report} hidden={state !== "running" && state !== "stopped"} max={line.length || 1} value={looked} />
      <span id="report-text" role={state === "running" ? undefined : "status"}>{text(report, own)}</span>
      {/* It has a place of its own: a late click to stop starts nothing. */}
      <button id="report-stop" class="button" onclick={stop}>{words.analyse.stop}</button>
    </div>
  );
}

/** Describes the state of the report, which is always about the main line. */
function text({ state, looked, line, moments, error }: Report, own: Player | null): string {
  if (state === "running") return words.analyse.progress(looked, line.length);
  if (state === "failed") return error ?? words.shell.engine.failed;
  if (state !== "done") return "";
  const [white, black] = PLAYERS.map((player) => moments.filter(({ mark, node }) => mark && node.player === player).length) as [number, number];
  if (white + black > 0) return words.analyse.momentsFound(white, black, own);
  // Many small losses lower the accuracy without any mark.
  return words.analyse.noMistakes(moments.reduce((sum, moment) => sum + moment.loss, 0) / (moments.length || 1));
}

/** The buttons that give mistakes as exercises: those of the user's side, or of the side that is chosen. */
function Exercises({ moments, own, learn }: Pick<Report, "moments"> & Pick<Shown, "own" | "learn">) {
  const countOf = (player: Player) => moments.filter(({ mark, better, node }) => mark && better && node.player === player).length;
  return (
    <div class="report-learn">
      {PLAYERS.filter((player) => (own ?? player) === player && countOf(player) > 0).map((player) => (
        <button id={`report-learn-${player}`} class={own ? "button primary" : "button"} onclick={() => learn(player)}>
          {own ? words.analyse.learn(countOf(player)) : words.analyse.learnOf(name(player), countOf(player))}
        </button>
      ))}
    </div>
  );
}

/** A table of each side's bans and moves: "Bans  92 %  1  2  0  87 %  0  0  1". */
const Table = ({ tally, own }: Pick<Judgements, "tally"> & Pick<Shown, "own">) => (
  <table id="report-table">
    <thead>
      <tr><td />{PLAYERS.map((player) => <th colspan={1 + MARKS.length} scope="colgroup">{player === own ? words.play.you : name(player)}</th>)}</tr>
      <tr>
        <td />
        {PLAYERS.map(() => (
          <>
            <th scope="col">{words.analyse.accuracy}</th>
            {MARKS.map((mark) => <th scope="col" aria-label={words.analyse.marks[mark]}><abbr class="glyph" data-nag={mark} title={words.analyse.marks[mark]}>{JUDGEMENTS[mark]}</abbr></th>)}
          </>
        ))}
      </tr>
    </thead>
    <tbody id="report-rows">
      <Row title={words.analyse.bans} tallies={PLAYERS.map((player) => tally[player].bans)} />
      <Row title={words.analyse.moves} tallies={PLAYERS.map((player) => tally[player].moves)} />
    </tbody>
  </table>
);

const Row = ({ title, tallies }: { title: string; tallies: readonly Tally[] }) => (
  <tr>
    <th scope="row">{title}</th>
    {tallies.map(({ accuracy, inaccuracies, mistakes, blunders }) => (
      <><td>{accuracy === null ? "–" : `${Math.round(accuracy)}%`}</td>{[inaccuracies, mistakes, blunders].map((n) => <td>{n}</td>)}</>
    ))}
  </tr>
);

/** The explanation of the mistake that is shown, beside the button that goes to the next one. The list beside the board has it at its place. */
const Here = ({ moment, own }: { moment: Moment | undefined; own: Player | null }) => (
  <p id="report-here" hidden={!moment?.mark}>{moment?.mark && <><b>{nodeName(moment.node)}</b><Glyph nag={moment.mark} /> {unbroken([by(moment, own), explanationOf(moment)].filter(Boolean).join(": "))}</>}</p>
);

/** Tells who acted: the number of a ban does not. */
const by = ({ node: { player } }: Moment, own: Player | null) => words.analyse.by(player === own ? words.analyse.you : name(player));

function explanationOf({ node, better }: Moment): string {
  if (better?.written?.comment) return better.comment;
  if (node.comment || !better) return node.comment;
  return words.analyse.better(better.action && "ban" in better.action ? words.shell.theBan(dashed(better.action.ban)) : better.san);
}

/** A mistake and its explanation: "3. ban a2–a3 ?? blunder by Black turning point", "Lets White mate with Qxf7+, …". Without a comment: "better: ban f3–f7". */
function MomentView({ moment, mark, own, goTo }: { moment: Moment; mark: Mark; own: Player | null; goTo: (node: TreeNode) => void }) {
  const { node, missedMate, isTurningPoint } = moment, word = missedMate ? words.analyse.missedMate : words.analyse.judgements[mark], why = explanationOf(moment);
  return (
    <li data-mark={word}>
      <button type="button" onclick={() => goTo(node)}>
        <span>{nodeName(node)} </span><Glyph nag={mark} /> {word} {by(moment, own)}{isTurningPoint && <b>{words.analyse.turningPoint.toLowerCase()}</b>}
        {why && <small>{unbroken(why)}</small>}
      </button>
    </li>
  );
}
