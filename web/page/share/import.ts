// Reads games in any form except links: a PGN of one or more games, a FEN, BCN, an action
// log, or the library's JSON. The form is detected from the text. The page imports this
// module when there is something to read.

import { BanChess, BanChessError, type ErrorCode, type Player } from "../../banchess/banchess.js";
import { GameTree, readPGN } from "../../banchess/tree.js";
import { words } from "language/share";

/** A game in a list. */
export interface Listed {
  readonly title: string;
  readonly about: string;
  readonly index: number; // among all games, unreadable ones included
}

/** The games of a PGN that have been read so far. */
export interface List {
  readonly games: readonly Listed[];
  readonly errors: readonly BanChessError[]; // of the games that cannot be read
  readonly more: ((wanted: Wanted) => Promise<List>) | null; // reads more games
}

/** The result of reading: one game, a position, or a list of games. */
export type Found = { readonly tree: GameTree } | { readonly fen: string; readonly note?: string } | List;

/** Reports whether the result is still needed. */
export type Wanted = () => boolean;

const MOST_GAMES = 200; // the most games that are listed at once
const MOST_ERRORS = 1000; // the number of errors after which the list is shown
const TURN = 12; // milliseconds of work before the page may do something else

const PROGRESS = /^\s*(?:5\.[\w-]{8}|{\s*"banchess"\s*:)/; // the beginning of a code or a file of progress

/** Reads a text. Rejects with a BanChessError, which says where the fault is. */
export async function read(text: string, wanted: Wanted): Promise<Found> {
  if (text.includes("\0")) throw error("bad_pgn", words.share.noText);
  if (PROGRESS.test(text)) throw error("bad_pgn", words.share.progress);
  const fen = /^\s*(?:\w+\/){7}\w+(?:[ \t]+\S+){0,6}/.exec(text)?.[0];
  if (fen !== undefined && fen.length === text.trimEnd().length) return { fen: fen.trim() };
  if (fen !== undefined || /^\[?\s*"?[bm]:/.test(text.trimStart())) return { tree: readLog(text, fen) };
  return readJSON(text) ?? readList(text, wanted);
}

/** Reads one game or position, of several games the first. Rejects with a BanChessError. */
export async function readOne(text: string): Promise<GameTree | { readonly fen: string }> {
  const always = () => true, found = await read(text, always);
  if ("tree" in found) return found.tree;
  if ("fen" in found) return { fen: found.fen };
  if (!found.games[0]) throw found.errors[0]!;
  return pick(text, found.games[0].index, always);
}

/** Reads the game at an index of a list. */
export async function pick(text: string, index: number, wanted: Wanted): Promise<GameTree> {
  let at = 0;
  for await (const game of gamesOf(text)) {
    if (!wanted()) break;
    if (at++ === index && game instanceof GameTree) return game.clone(); // gamesOf frees its own tree
  }
  throw error("bad_pgn", words.share.gone);
}

/** Reads a PGN: one game, or a list of games. */
async function readList(text: string, wanted: Wanted): Promise<Found> {
  const source = gamesOf(text);
  const games: Listed[] = [], errors: BanChessError[] = [];
  let first: GameTree | null = null;
  const readOn = async (wanted: Wanted): Promise<List> => {
    const [mostGames, mostErrors] = [games.length + MOST_GAMES, errors.length + MOST_ERRORS];
    let next;
    while (games.length < mostGames && errors.length < mostErrors && wanted() && !(next = await source.next()).done) {
      if (next.value instanceof GameTree) {
        games.push(listed(next.value, games.length + errors.length));
        first ??= next.value.clone();
      } else {
        errors.push(next.value);
      }
    }
    if (!wanted()) await source.return();
    return { games: [...games], errors: [...errors], more: next?.done ? null : readOn };
  };
  const list = await readOn(wanted);
  if (games.length === 0 && errors.length > 0) {
    const end = isOrdinary(text) ? endOfOrdinary(text) : null;
    if (end) return end;
    mistaken(text);
  }
  if (list.more || games.length + errors.length > 1) {
    (first as GameTree | null)?.free();
    return list;
  }
  if (errors[0]) throw errors[0];
  if (!first) throw error("bad_pgn", words.share.noGame);
  return { tree: first };
}

const ENOUGH = 100_000; // characters that are enough to recognize a text
const CHESS = /\b\d{1,3}\s*\.[\s.]*(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O|0-0)/; // a move after its number
const LIKE_A_GAME = /[{*]|^\s*\[\s*\w+\s+"|\b\d{1,3}\.|\b(?:1-0|0-1|1\/2-1\/2)\b|(?:^|\s)(?:[bm]:)?[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](?:=?[qrbn])?[+#=]?(?:\s|$)/im;

const isOrdinary = (text: string) => CHESS.test(text.slice(0, ENOUGH)) && !/banning/i.test(text);

/** Returns the position at the end of a text's first game of ordinary chess; null if it cannot be played. */
function endOfOrdinary(text: string): Found | null {
  try {
    const game = BanChess.fromStandardPGN(text);
    const end = { fen: game.fen(), note: words.share.ordinaryEnd(game.gameOver() ? null : game.getActivePlayer()) };
    game.free();
    return end;
  } catch (error) {
    if (error instanceof BanChessError) return null;
    throw error;
  }
}

/** Throws an error for a text that is not Ban Chess at all, where the place of a fault would not help. */
function mistaken(text: string): void {
  if (isOrdinary(text)) throw error("bad_pgn", words.share.ordinary);
  if (!LIKE_A_GAME.test(text.slice(0, ENOUGH))) throw error("bad_pgn", words.share.noGame);
}

/** Yields the games of a PGN, each of which is freed after it was used, and an error for each that cannot be read. Between two of them the page may do something else. */
export async function* gamesOf(text: string): AsyncGenerator<GameTree | BanChessError, void> {
  const games = readPGN(text);
  let turn = performance.now();
  try {
    for (;;) {
      if (performance.now() - turn > TURN) {
        await new Promise((go) => setTimeout(go));
        turn = performance.now();
      }
      const next = await games.next().catch((error: unknown) => {
        if (error instanceof BanChessError && error.line) return unadvised(error); // the next game follows
        throw error;
      });
      if (next instanceof BanChessError) yield next;
      else if (next.done) return;
      else {
        try {
          yield next.value;
        } finally {
          next.value.free();
        }
      }
    }
  } finally {
    await games.return?.();
  }
}

const known = (tag: string | undefined) => (tag && !/^[?.*]+$/.test(tag) ? tag : "");

function listed(tree: GameTree, index: number): Listed {
  const { White, Black, Event, Site, Date: date, Round, Result } = tree.tags();
  const names = [known(White), known(Black)];
  const plies = tree.mainLine().length;
  return {
    title: names.some(Boolean) ? names.map((name) => name || "?").join(" – ") : known(Event) || words.share.game(index + 1),
    about: [
      Result ?? tree.result().token, names.some(Boolean) ? known(Event) || known(Site) : known(Site), known(Round) && words.share.round(known(Round)), known(date)?.replace(/(\.\?\?)+$/, ""),
      words.share.plies(plies),
    ].filter(Boolean).join(" · "),
    index,
  };
}

/** Reads a list of actions, bans in BCN and moves in BCN or SAN, after an optional FEN. */
function readLog(text: string, fen = ""): GameTree {
  const game = fen ? new BanChess(fen.trim()) : new BanChess();
  try {
    for (const { 0: word, index } of text.matchAll(/[^\s,"[\]]+/g)) {
      if (index < fen.length) continue;
      const end = { "1-0": "black", "0-1": "white" }[word] as Player | undefined;
      if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word)) {
        if (word === "*" || game.result().over) continue;
        if (end) game.resign(end);
        else game.agreeDraw();
        continue;
      }
      const answer = game.play(word);
      if (!answer.success) throw unadvised(new BanChessError({ ...answer, ply: game.getPly(), ...placeOf(text, index), token: word }));
    }
    return GameTree.of(game);
  } finally {
    game.free();
  }
}

/** Takes the advice to play something else out of an error: what is read here was played already. */
const unadvised = (error: BanChessError): BanChessError => Object.assign(error, { message: error.message.replace(/; try [a-h][1-8][a-h][1-8].*$/, "") });

/** Returns the line and the column of an index, from 1. */
function placeOf(text: string, index: number): { line: number; column: number } {
  const lines = text.slice(0, index).split("\n");
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 };
}

/** Reads JSON of a game or a tree. Returns null for anything else. */
function readJSON(text: string): Found | null {
  if (!/^\s*{\s*"/.test(text)) return null;
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return null; // a PGN may begin with a brace
  }
  return { tree: data.nodes ? GameTree.fromJSON(data) : GameTree.of(BanChess.fromJSON(data)) };
}

const error = (code: ErrorCode, what: string) => new BanChessError({ code, error: what });
