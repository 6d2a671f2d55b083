// Shows what a wrong action loses where no puzzle proves it: the line on the board, and a
// sentence about it. Every claim is read off the line that is shown, or comes from the rules of
// game/report. If they claim nothing, the scores are told.

import type { HistoryEntry, Player } from "../../banchess/banchess.js";
import type { Score } from "../../banchess/engine.js";
import type { Explanation, Look, Unexplained } from "../../banchess/tree.js";
import { words } from "language/learn";
import { banText, chancesOf, dashed, name, other, pairIn } from "../model/index.js";
import type { Refutation } from "./puzzle.js";

/** An action that is to be refuted. */
export interface Wrong {
  readonly fen: string;
  readonly before: readonly string[]; // the actions before it, in BCN
  readonly action: string;
  readonly solver: Player;
  readonly right: readonly string[]; // a line that is right in place of the action
  readonly worth: Score | null; // White's score before the action; null if it is not known
  readonly after?: Look | undefined; // the look after it, if there was one
}

/** The tools of a refutation: an engine and the rules. */
export interface Tools {
  look(actions: readonly string[], nodes?: number): Promise<Look>;
  play(actions: readonly string[]): readonly HistoryEntry[];
  explain(one: Unexplained): Explanation;
}

interface Found extends Refutation {
  readonly namesBan?: true; // the text names the ban that the line begins with
}

const LONGEST = 16; // actions that are shown of a mate

/** Looks for the best answer to a wrong action, which has not ended the game. */
export async function refute(wrong: Wrong, tools: Tools): Promise<Found> {
  const after = wrong.after ?? await tools.look([...wrong.before, wrong.action]);
  if (mateOf(other(wrong.solver), after.score) > 0) return mated(wrong, after, tools);
  const worth = wrong.worth ?? (await tools.look(wrong.before)).score;
  return lost(wrong, await explained(wrong, worth, after, tools), after, tools)
    ?? { line: upToReply(wrong, after), text: words.learn.loss.leaves(left(wrong, after), replyIn(wrong, upToReply(wrong, after), tools), chancesOf(wrong.solver, worth)) };
}

/** Explains the action by the rules of game/report. */
async function explained({ fen, before, action, right }: Wrong, score: Score, after: Look, { look, explain }: Tools): Promise<Explanation> {
  const one = { fen, actions: before, action, before: { score, actions: right }, after }, further: Look[] = [];
  let why = explain(one);
  while (why.look?.fen === fen) { // others look for threats, which are not told here
    further.push(await look(why.look.actions, why.look.nodes));
    why = explain({ ...one, further });
  }
  return why;
}

/** Returns the turns until a player mates; negative if the opponent does, 0 for neither. */
const mateOf = (player: Player, { mate = 0 }: Score) => (player === "white" ? mate : -mate);

/** Returns the best line up to the opponent's first move. */
const upToReply = ({ action }: Wrong, { actions }: Look): readonly string[] => actions.slice(0, action.startsWith("b:") ? 1 : 2);

/** Returns the opponent's first move in a line after the action, in words, or "" if the line has no move. */
function replyIn({ before, action, solver }: Wrong, line: readonly string[], { play }: Tools): string {
  const entries = play([...before, action, ...line]).slice(before.length + 1), reply = entries.find(({ player, actionType }) => player !== solver && actionType === "move");
  return reply ? words.learn.loss.reply(name(other(solver)), reply.san) : "";
}

/** Returns the chances that the action leaves. */
const left = ({ solver }: Wrong, { score }: Look) => chancesOf(solver, score);

/** Tells that the opponent mates, and shows how. */
async function mated(wrong: Wrong, after: Look, tools: Tools): Promise<Found> {
  const played = [...wrong.before, wrong.action], opponent = other(wrong.solver), { loss } = words.learn;
  let line = after.actions.slice(0, LONGEST), entries = tools.play([...played, ...line]);
  while (!entries.at(-1)!.flags.gameOver && line.length < LONGEST) {
    const { actions } = await tools.look([...played, ...line]);
    line = [...line, ...actions].slice(0, LONGEST);
    entries = tools.play([...played, ...line]);
  }
  const [move, ...others] = entries.slice(played.length).filter(({ player }) => player === opponent);
  const [ban] = others, isAtOnce = entries.at(-1)!.flags.checkmate && others.length < 2;
  const text = isAtOnce ? loss.mates(name(opponent), move!.san, ban ? banText(ban.san.replace("#", "")) : null)
    : loss.matesIn(name(opponent), mateOf(opponent, after.score), move!.san);
  return { line, text };
}

/** Tells what the rules of game/report claim. Returns null if they claim nothing. */
function lost(wrong: Wrong, { kind, line, other: instead = [], lost, won, turns }: Explanation, after: Look, tools: Tools): Found | null {
  const { loss } = words.learn, { play } = tools, shown = upToReply(wrong, after);
  const reply = () => play([...wrong.before, wrong.action, ...shown]).at(-1)!.san;
  const banned = () => play([...wrong.before, ...instead]).at(-1)!.san;
  switch (kind) {
    case "misses_mate":
      return { line: shown, text: loss.missesMate(turns!) };
    case "stalemate":
      return { line, text: loss.stalemate };
    case "loses_material":
      return { line: line.length > 0 ? line : shown, text: loss.loses(loss.change({ won: lost, lost: won }), replyIn(wrong, line, tools)) };
    case "misses_material":
      return { line: shown, text: loss.misses(loss.change({ won, lost })) };
    case "wastes_ban":
      return { line: shown, text: loss.wasted(dashed(pairIn(wrong.action)), reply(), left(wrong, after)) };
    case "leaves_threat":
      return { line: shown, text: loss.threat(reply(), left(wrong, after)) };
    case "two_threats":
      return { line: shown, text: loss.both(banned(), reply()) };
    case "forces_ban":
      return { line: shown, text: loss.forced(banned(), reply()), namesBan: true };
  }
  return null;
}
