// The texts of parts that have few: the menu of an entry of the list and comments, bans and moves
// that are typed, premoves that were not chosen or not played, hints, what screen readers say, and
// the installed page with its new releases.

import type { ActionType, Player } from "../../banchess/banchess.js";
import { words as first } from "./first.js";

const { names } = first;

export const words = {
  ...first,
  list: {
    ...first.list,
    judgements: { 1: "good", 2: "mistake", 3: "brilliant", 4: "blunder", 5: "interesting", 6: "inaccuracy" },
    glyph: "Glyph",
    comment: "Comment",
    commentBefore: "Comment before it",
    promote: "Promote the variation",
    promoted: "The variation was promoted.",
    makeMain: "Make it the main line",
    madeMain: "This is the main line now.",
    deleteVariation: "Delete the variation",
    variationDeleted: "The variation was deleted.",
    deleteRest: "Delete from here on",
    restDeleted: (from: string) => `Deleted from ${from} on.`,
    marked: (action: string, judgement: 1 | 2 | 3 | 4 | 5 | 6, what: ActionType) =>
      `Marked ${action} as ${{ 1: `a good ${what}`, 2: "a mistake", 3: `a brilliant ${what}`, 4: "a blunder", 5: "interesting", 6: "an inaccuracy" }[judgement]}.`,
    unmarked: (action: string) => `Removed the mark of ${action}.`,
    commentOn: (action: string) => `Comment on ${action}`,
    commentSaved: "Comment saved.",
    commentDeleted: "Comment deleted.",
    remove: "Delete",
    save: "Save",
    noCommand: (command: string) => `${command} is a command in a PGN and would be lost. Draw with the right mouse button, or leave out the %.`,
  },
  play: {
    ...first.play,
    computersTurn: "It is the computer’s turn.",
    notYourTurn: "It is not your turn here.",
    premove: {
      typed: "No such premove. Type its two squares, such as g1f3.",
      banned: (pair: string) => `Your premove ${pair} is banned.`,
      noMove: (pair: string) => `Your premove ${pair} is not possible any more.`,
      noBan: (pair: string) => `Your pre-ban ${pair} is not possible any more.`,
    },
    hints: {
      lookForBan: "Looking for the best ban",
      lookForMove: "Looking for the best move",
      lookForThreat: "Looking for the threat",
      ban: (pair: string, outlook: string) => `Hint: ban ${pair}${outlook}`,
      move: (pair: string, outlook: string) => `Hint: move ${pair}${outlook}`,
      threat: (player: Player) => (pair: string, outlook: string) => `${names[player]} threatens ${pair}${outlook}`,
      checkIsThreat: (player: Player) => `${names[player]} is in check: that is the threat.`,
      score: (score: string, player: Player) => ` (${score} for ${names[player]})`,
      wins: (turns: number) => `: a forced win in ${turns}`,
      loses: (turns: number) => `: a forced loss, in ${turns} at the latest`,
    },
  },
  /** What screen readers say. Squares are read aloud, so there is no dash between them. */
  spoken: {
    start: "At the start",
    at: (move: number) => `Move ${move}`,
    banned: (player: string, role: string, from: string, to: string) => `${player} banned ${role} ${from} to ${to}`,
    moved: (player: string, role: string, from: string, to: string, takes: boolean) => `${player} played ${role} ${from} ${takes ? "takes" : "to"} ${to}`,
    castled: (player: string, isLong: boolean) => `${player} castled ${isLong ? "queen" : "king"}side`,
    promotes: (role: string) => ` and promotes to a ${role}`,
    pickedUp: (piece: string, square: string, targets: readonly string[]) => `Picked up the ${piece} on ${square}: ${targets.length > 0 ? targets.join(", ") : "no square to go to"}.`,
    putDown: "Put down.",
    promoteTo: "Promote to: q queen, n knight, r rook, b bishop, or Escape.",
    timeLeft: (player: string, seconds: number) => `${player} has ${seconds} seconds left.`,
    clock: (player: string, time: string) => `${player} ${time}.`,
    noClock: "No clock.",
    /** A side and its pieces, each role with its squares. */
    pieces: (player: string, roles: readonly (readonly [role: string, squares: readonly string[]])[]) =>
      `${player}: ${roles.map(([role, squares]) => `${role}${squares.length > 1 ? "s" : ""} ${squares.join(", ")}`).join(", ")}.`,
    /** What follows an entry if that is more than one. */
    next: (entries: readonly string[]) => `Next: ${entries.join(", or ")}`,
    /** How the board is used by keys, which may be without letters. */
    grid: (hasLetters: boolean) => `Arrow keys go from square to square. Enter picks up a piece and puts it down.${hasLetters ? " P reads where the pieces are." : ""}`,
  },
  offline: {
    ready: "A new version is ready.",
    load: "Load it",
    later: "Later",
    nothingCame: "The shared game did not arrive. Copy it and paste it here.",
  },
};
