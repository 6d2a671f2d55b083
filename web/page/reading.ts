// What somebody gives the page to load, but for links: a PGN of one game or of many,
// a FEN, BCN, an action log, or what the library writes as JSON. Which of them it is,
// the text itself says. The page imports it when there is something to read, and gets
// plain data: it has a copy of the library's trees.

import { BanChess, BanChessError, type ErrorCode, type Player } from "../banchess/banchess.js";
import { GameTree, readPGN, type PGNSource, type TreeRecord } from "../banchess/tree.js";

/** A game of many. */
export interface Listed {
  readonly title: string;
  readonly about: string;
  readonly error: BanChessError | null; // why it cannot be read
}

/** What was found: one game, or many to choose from. */
export type Found =
  | { readonly tree: TreeRecord }
  | { readonly fen: string }
  | { readonly games: readonly Listed[]; readonly more: boolean };

const MOST_GAMES = 1000; // of a list
const TURN = 12; // milliseconds after which the page may do something else

/** Reads a text. Rejects with a BanChessError, which says where in the text it is. */
export async function read(text: string): Promise<Found> {
  if (text.includes("\0")) throw error("bad_pgn", "this is no text");
  const fen = /^\s*(?:\w+\/){7}\w+(?:[ \t]+\S+){0,6}/.exec(text)?.[0];
  if (fen !== undefined && fen.length === text.trimEnd().length) return { fen: fen.trim() };
  if (fen !== undefined || /^\s*\[?\s*"?[bm]:/.test(text)) return { tree: readLog(text, fen) };
  return readJSON(text) ?? readList(text);
}

/** The game of a list that is at an index of it. */
export async function pick(text: PGNSource, index: number): Promise<TreeRecord> {
  let at = 0;
  for await (const tree of readPGN(text, { onError: () => at++ })) {
    try {
      if (at++ === index) return tree.toJSON();
    } finally {
      tree.free();
    }
  }
  throw error("bad_pgn", "this game is gone");
}

/** One game, or the list of those in a PGN. */
async function readList(text: string): Promise<Found> {
  const games: Listed[] = [];
  let first: TreeRecord | null = null;
  let turn = performance.now();
  const onError = (error: BanChessError) => void games.push({ title: `Game ${games.length + 1}`, about: error.message, error });
  for await (const tree of readPGN(text, { onError })) {
    games.push(listed(tree, games.length));
    first ??= tree.toJSON();
    tree.free();
    if (games.length >= MOST_GAMES) break;
    if (performance.now() - turn < TURN) continue;
    await new Promise((go) => setTimeout(go));
    turn = performance.now();
  }
  const [only] = games;
  if (!only) throw error("bad_pgn", "there is no game in this text");
  if (games.length > 1) return { games, more: games.length >= MOST_GAMES };
  if (!first) throw only.error!;
  return { tree: first };
}

const known = (tag: string | undefined) => (tag && !/^[?.*]+$/.test(tag) ? tag : "");

function listed(tree: GameTree, before: number): Listed {
  const { White, Black, Event, Site, Date: date, Round, Result } = tree.tags();
  const names = [known(White), known(Black)];
  const plies = tree.mainLine().length;
  return {
    title: names.some(Boolean) ? names.map((name) => name || "?").join(" – ") : known(Event) || `Game ${before + 1}`,
    about: [
      Result ?? tree.result().token, names.some(Boolean) ? known(Event) || known(Site) : known(Site), known(Round) && `round ${known(Round)}`, known(date)?.replace(/(\.\?\?)+$/, ""),
      `${plies} ${plies === 1 ? "ply" : "plies"}`,
    ].filter(Boolean).join(" · "),
    error: null,
  };
}

/** Actions one after another, bans in BCN and moves in BCN or SAN, if need be behind a FEN. */
function readLog(text: string, fen = ""): TreeRecord {
  const game = fen ? new BanChess(fen.trim()) : new BanChess();
  try {
    for (const { 0: word, index } of text.matchAll(/[^\s,"[\]]+/g)) {
      if (index < fen.length) continue;
      const end = { "1-0": "black", "0-1": "white" }[word] as Player | undefined;
      if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word)) {
        if (game.result().over || word === "*") continue;
        if (end) game.resign(end);
        else game.agreeDraw();
        continue;
      }
      const answer = game.play(word);
      if (!answer.success) throw new BanChessError({ ...answer, ply: game.getPly(), ...placeOf(text, index), token: word });
    }
    return GameTree.of(game).toJSON();
  } finally {
    game.free();
  }
}

/** The line and the column of an index, from 1. */
function placeOf(text: string, index: number): { line: number; column: number } {
  const lines = text.slice(0, index).split("\n");
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 };
}

/** What toJSON of a game or of a tree gave; null for anything else. */
function readJSON(text: string): Found | null {
  if (!/^\s*{\s*"/.test(text)) return null;
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return null; // a PGN may begin with a comment
  }
  return { tree: (data.nodes ? GameTree.fromJSON(data) : GameTree.of(BanChess.fromJSON(data))).toJSON() };
}

const error = (code: ErrorCode, what: string) => new BanChessError({ code, error: what });
