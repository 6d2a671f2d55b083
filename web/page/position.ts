// What the page reads out of an extended FEN by itself, so that it can show a
// position before there are rules to ask: what stands where, and what is due.
// It judges nothing; text that is no FEN gives null.

export type Player = "white" | "black";
export type Phase = "ban" | "move";

export interface Pair {
  from: string;
  to: string;
}

export interface Action extends Pair {
  bcn: string; // without an indicator
  phase: Phase;
  promotion: string; // "" for none
}

/** What a FEN says. A piece is its colour and role, "wP", the name of its drawing. */
export interface Placement {
  pieces: (string | null)[]; // in the order of SQUARES
  mover: Player;
  ply: number;
  phase: Phase;
  active: Player;
  ban: Pair | null;
}

export const START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1";

/** The 64 squares: a1, b1, … h8. */
export const SQUARES = Array.from({ length: 64 }, (_, i) => "abcdefgh".charAt(i % 8) + (1 + (i >> 3)));

export function readFen(fen: unknown): Placement | null {
  const fields = String(fen).trim().split(/\s+/);
  const pieces = readBoard(fields[0] ?? "");
  const seventh = /^(\d{1,7})(?::([a-h][1-8])([a-h][1-8]))?[+#=]?$/.exec(fields[6] ?? "");
  if (!pieces || !seventh || !/^[wb]$/.test(fields[1] ?? "")) return null;
  const [, number, from, to] = seventh;
  const mover = fields[1] === "w" ? "white" : "black";
  const ply = Number(number);
  const phase = ply % 2 === 1 ? "ban" : "move";
  return { pieces, mover, ply, phase, active: phase === "ban" ? other(mover) : mover, ban: from && to ? { from, to } : null };
}

function readBoard(field: string): (string | null)[] | null {
  const ranks = field.split("/");
  if (ranks.length !== 8) return null;
  const pieces = new Array<string | null>(64).fill(null);
  for (const [i, rank] of ranks.entries()) {
    let file = 0;
    for (const letter of rank) {
      if (/[1-8]/.test(letter)) {
        file += Number(letter);
        continue;
      }
      if (!/[kqrbnp]/i.test(letter) || file > 7) return null;
      const colour = letter === letter.toUpperCase() ? "w" : "b";
      pieces[(7 - i) * 8 + file++] = colour + letter.toUpperCase();
    }
    if (file !== 8) return null;
  }
  return pieces;
}

/** The player who is not this one. */
export const other = (player: Player): Player => (player === "white" ? "black" : "white");

/**
 * Reads an action in Ban Chess Notation: "b:e2e4", "m:e7e8q", with or without
 * an indicator. Null for anything else.
 */
export function readAction(text: string): Action | null {
  const match = /^([bm]):([a-h][1-8])([a-h][1-8])([qrbn]?)[+#=]?$/.exec(text);
  if (!match) return null;
  const [, letter = "", from = "", to = "", promotion = ""] = match;
  if (letter === "b" && promotion) return null;
  return { bcn: `${letter}:${from}${to}${promotion}`, phase: letter === "b" ? "ban" : "move", from, to, promotion };
}

/** The last move among actions in BCN, or null. */
export function lastMove(actions: string[]): Action | null {
  const bcn = actions.findLast((action) => action.startsWith("m:"));
  return bcn ? readAction(bcn) : null;
}
