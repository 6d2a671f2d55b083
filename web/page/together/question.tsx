// The dialogs that ask the user: which of two versions is the game, which seat is the user's in
// a game that this browser does not have, and whether to end a connection.

import { dueAt } from "../../banchess/banchess.js";
import { GameTree } from "../../banchess/tree.js";
import { words } from "language/together";
import { nodeName, other } from "../model/index.js";
import { createDialog, DialogHead, Fragment, h, type Child } from "../view/index.js";
import type { Log } from "./log.js";
import type { Question, Remote } from "./remote.js";

const { together } = words;
const MOST = 6; // the number of entries of a version that are listed

/** Opens a dialog when there is a question. */
export function showQuestions({ shown }: Remote): void {
  const dialog = createDialog("together-question", () => view(shown.state.question), { closed });
  shown.watch(["question"], ({ question }) => {
    if (question) dialog.open();
    else dialog.close();
  });

  function closed(): void {
    if (dialog.isOpen) return;
    const { question } = shown.state;
    shown.set({ question: null });
    if (question?.about === "leave") question.answer(false);
    else if (question?.about === "seat") question.log.free();
    else for (const log of question ? [question.mine, question.theirs] : []) log.free();
  }
}

function view(question: Question | null): Child {
  if (!question) return null;
  return question.about === "fork" ? <Fork {...question} /> : question.about === "seat" ? <Seat {...question} /> : <Leave {...question} />;
}

function Leave({ isOpen, answer }: Question & { about: "leave" }) {
  return (
    <>
      <DialogHead id="together-question" title={together.leaves} />
      <p>{isOpen ? together.leavesGame : together.leavesCode}</p>
      <div class="buttons">
        <button id="leave-not" class="button primary" onclick={() => answer(false)}>{together.stay}</button>
        <button id="leave" class="button" onclick={() => answer(true)}>{together.leave}</button>
      </div>
    </>
  );
}

function Fork({ mine, theirs, common, answer }: Question & { about: "fork" }) {
  const version = (id: string, title: string, log: Log) => (
    <section id={id} class="version"><h3>{title}</h3><ul>{listed(log, common).map((text) => <li>{text}</li>)}</ul></section>
  );
  return (
    <>
      <DialogHead id="together-question" title={together.forked} />
      <p>{together.forkedWhere(common > 0 ? stepsOf(mine, common - 1)[0]! : "")}</p>
      <div class="versions">
        {version("together-mine", together.mine, mine)}
        {version("together-theirs", together.theirs, theirs)}
      </div>
      <p class="hint">{together.bothKept}</p>
      <div class="buttons">
        <button id="keep-mine" class="button" onclick={() => answer(false)}>{together.keepMine}</button>
        <button id="take-theirs" class="button primary" onclick={() => answer(true)}>{together.takeTheirs}</button>
      </div>
    </>
  );
}

function Seat({ log, seat, answer }: Question & { about: "seat" }) {
  return (
    <>
      <DialogHead id="together-question" title={together.unknown} />
      <p>{together.unknownHow(log.line().length)}</p>
      <div class="buttons">
        <button id="only-look" class="button" onclick={() => answer(null)}>{together.onlyLook}</button>
        <button id="play-other" class="button" onclick={() => answer(other(seat))}>{together.playAs(other(seat))}</button>
        <button id="play-seat" class="button primary" onclick={() => answer(seat)}>{together.playAs(seat)}</button>
      </div>
    </>
  );
}

/** Returns the entries of a log from a place on in words, as far as they are listed. */
function listed(log: Log, from: number): string[] {
  const steps = stepsOf(log, from), rest = steps.length - MOST;
  if (steps.length === 0) return [together.nothing];
  return rest > 0 ? [...steps.slice(0, MOST), together.more(rest)] : steps;
}

/** Returns the entries of a log from a place on in words. */
function stepsOf({ fen, entries, players }: Log, from: number): string[] {
  const tree = new GameTree(fen);
  let node = tree.root;
  const steps = entries.map((entry, i) => {
    const back = Number(/\d+/.exec(entry.slice(1))?.[0]), what = entry.charAt(1);
    if (/\d/.test(what)) {
      node = node.add(`${dueAt(node.ply + 1).phase.charAt(0)}:${entry.toLowerCase()}`);
      return nodeName(node);
    }
    if (what === "(") for (let n = 0; n < back; n++) node = node.parent!;
    return together.step(players[i]!, what, back);
  });
  tree.free();
  return steps.slice(from);
}
