// Sentences about the game for screen readers: squares with "to" between them, and moves in
// words instead of SAN.

import { SQUARES, type Player } from "../../banchess/banchess.js";
import type { TreeNode } from "../../banchess/tree.js";
import { banText, headline, isJudgement, name, other, outlook, pieceOn, resultText, roleName, type Position } from "../model/index.js";
import { words } from "language/small";

type Entry = Pick<TreeNode, "action" | "moveNumber" | "san"> & Partial<Pick<TreeNode, "comment" | "nags" | "isMainLine">> & { readonly children?: readonly Pick<TreeNode, "action" | "san">[] };

/** What is said besides the entry that is shown. */
export interface Telling {
  readonly how: "played" | "reached" | "ended"; // ended: the game ended without a ban or move
  readonly own: Player | null; // the side of the only person at this screen, to whom the result is told
  readonly isTask: boolean; // whether somebody at this screen is to act
  readonly isLesson: boolean; // whether an exercise says the task and the result itself
  readonly isAgain?: boolean; // whether the game is the same as before: an exercise does not say its task again
}

/** Returns a text with "e2 to e4" for "e2–e4". */
export const aloud = (text: string): string => text.replace(/([a-h][1-8])–(?=[a-h][1-8])/g, "$1 to ");

/** Returns the last ban or move and the next task, or "" if there is nothing to say. */
export function announcement(position: Position, at: Entry, { how, own, isTask, isLesson, isAgain }: Telling): string {
  const { result } = position, parts: string[] = [];
  if (how === "reached" && isLesson && !isAgain && !at.action) return "";
  if (how === "reached" && at.isMainLine === false) parts.push(words.list.variation);
  if (how === "reached") parts.push(at.action ? words.spoken.at(at.moveNumber) : words.spoken.start);
  if (how !== "ended" && at.action) parts.push(acted(position, at));
  if (how === "reached" && at.comment) parts.push(at.comment.replace(/\.$/, ""));
  if (result) parts.push(isLesson ? "" : resultText(result, own));
  else parts.push(isTask ? headline(position, own) : "", ...outlook(position, isTask));
  if (how === "reached" && !isLesson && at.children && at.children.length > 1) parts.push(words.spoken.next(at.children.map(({ action, san }) => (action && "ban" in action ? words.shell.theBan(banText(san)) : san))));
  return aloud(parts.filter(Boolean).map((part) => `${part}.`).join(" "));
}

/** Returns where the pieces are: "White: king e1, rooks a1, h1. Black: king e8." */
export function piecesText({ pieces }: Position): string {
  const squares = (piece: string) => SQUARES.filter((_, i) => pieces[i] === piece);
  return (["white", "black"] as const).map((player) => words.spoken.pieces(name(player), [..."KQRBNP"].map((role): [string, string[]] => [roleName(role), squares(player.charAt(0) + role)]).filter(([, on]) => on.length > 0))).join(" ");
}

/** Returns "White played pawn e2 to e4" or "Black banned pawn e2 to e4", with the judgement. */
function acted(position: Position, { action, san, nags = [] }: Entry): string {
  const { spoken, list } = words, player = name(other(position.mover));
  const judgement = nags.find(isJudgement), tail = judgement === undefined ? "" : `, ${list.judgements[judgement]}`;
  if ("ban" in action!) {
    const { from, to } = action.ban;
    return spoken.banned(player, roleName(pieceOn(position, from)?.charAt(1) ?? ""), from, to) + tail;
  }
  if (san.startsWith("O-O")) return spoken.castled(player, san.startsWith("O-O-O")) + tail;
  const { from, to, promotion } = action!.move;
  return spoken.moved(player, roleName(/^[KQRBN]/.exec(san)?.[0] ?? "P"), from, to, san.includes("x")) + (promotion ? spoken.promotes(roleName(promotion)) : "") + tail;
}
