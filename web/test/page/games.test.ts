// Tests what is kept of a game, and its row in the list of the games.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { initialize, START_FEN } from "../../banchess/banchess.js";
import { GameTree, parsePGN } from "../../banchess/tree.js";
import { aboutOf, banIn, entryOf, fromPGN, isFound, resultOf, sideOf, titleOf, type Entry } from "../../page/games/entry.js";
import { begins, begunFrom, tagsOf, withTags } from "../../page/model/begun.js";
import { newClock } from "../../page/model/clock.js";
import { computerAs, HUMANS, remoteAs } from "../../page/model/players.js";
import { leftFrom } from "../../page/shell/storage.js";

const site = process.env["BANCHESS_SITE"];
const needsSite = { skip: site ? false : "BANCHESS_SITE does not name a built site" };

const entry: Entry = {
  id: "a-1", date: new Date(2026, 10, 24, 0, 5).getTime(), changed: 0, players: computerAs("black", 5), control: "300+3", names: ["", ""],
  reason: "checkmate_by_ban", winner: "black", plies: 12, line: ["b:e2e4", "d4", "b:e7e5", "Nf6"],
};

test("the beginning of a game is stored and read again", () => {
  const begun = begins(computerAs("white", 3), newClock(5, 3));
  assert.deepEqual(begunFrom(JSON.parse(JSON.stringify(begun))), begun);
  assert.deepEqual([begun.control, begins(HUMANS, null).control], ["300+3", "-"]);
  assert.notEqual(begins(HUMANS, null).id, begun.id);
  for (const bad of [null, undefined, 7, {}, { ...begun, id: "" }, { ...begun, id: 7 }, { ...begun, date: "x" }, { ...begun, control: null }]) {
    assert.equal(begunFrom(bad), null, JSON.stringify(bad));
  }
});

test("a game that was left is read with its beginning, one of an older release without", () => {
  const record = { fen: START_FEN, nodes: [{ action: "b:e2e4" }] }, begun = begins(HUMANS, null);
  assert.deepEqual(leftFrom({ record, begun })?.begun, begun);
  assert.equal(leftFrom({ record })?.begun, null);
});

test("a PGN gets the tags that are unknown", () => {
  const pgn = '[White "?"]\n[Black "Ann"]\n[Date "????.??.??"]\n\n1. {[White "?"]} *\n';
  const tags = tagsOf({ players: computerAs("white", 5), date: new Date(2026, 0, 2, 3, 4, 5).getTime(), control: "60+0" });
  assert.deepEqual(tags, { White: "Computer, level 5", Black: "You", Date: "2026.01.02", Time: "03:04:05", TimeControl: "60+0" });
  assert.equal(withTags(pgn, tags), '[White "Computer, level 5"]\n[Black "Ann"]\n[Date "2026.01.02"]\n[Time "03:04:05"]\n[TimeControl "60+0"]\n\n1. {[White "?"]} *\n');
  assert.equal(withTags('[White "?"]\n\n*\n', { White: 'A "B" \\ $&' }), '[White "A \\"B\\" \\\\ $&"]\n\n*\n');
  assert.deepEqual(tagsOf({ players: HUMANS }), {});
  // Of a game of a PGN the page may know the day alone.
  assert.deepEqual(tagsOf({ players: HUMANS, date: new Date(1999, 0, 2).getTime(), control: "-" }), { Date: "1999.01.02", TimeControl: "-" });
});

test("a row says the opponent, and the result from one's own side", () => {
  assert.equal(titleOf(entry), "Computer, level 5");
  assert.equal(titleOf({ players: HUMANS, names: ["", ""] }), "Two players on this device");
  assert.equal(titleOf({ players: HUMANS, names: ["Ann", ""] }), "Ann – ?");
  const { players } = entry;
  for (const [result, want] of [
    [{ players, reason: "checkmate_by_ban", winner: "black" }, "You lost by a ban that mates"],
    [{ players, reason: "resignation", winner: "white" }, "You won by resignation"],
    [{ players, reason: "timeout", winner: "black" }, "You lost on time"],
    [{ players, reason: "stalemate", winner: null }, "Draw: stalemate"],
    [{ players, reason: null, winner: null }, "Unfinished"],
    [{ players: HUMANS, reason: "checkmate", winner: "black" }, "Black wins: checkmate"],
  ] as const) assert.equal(resultOf(result), want);
  assert.match(aboutOf(entry), /2026.* · 12 bans and moves · 5\+3$/);
  assert.match(aboutOf({ ...entry, control: "-" }), / · 12 bans and moves$/);
  for (const [control, shown] of [["180+2", "3+2"], ["30+0", "0.5+0"], ["40/7200", "40/7200"]] as const) assert.ok(aboutOf({ ...entry, control }).endsWith(` · ${shown}`));
  const elsewhere = { ...entry, control: "-", players: remoteAs("black", "Your friend") };
  for (const [how, want] of [[{}, "by link"], [{ live: true }, "by code"], [{ live: true, room: {} }, "in a room"]] as const) assert.ok(aboutOf({ ...elsewhere, ...how }).endsWith(` moves · ${want}`));
  assert.equal(sideOf(entry), "as White");
  assert.equal(sideOf({ players: computerAs("white", 1), accuracy: 87 }), "as Black · 87% accuracy");
  assert.equal(sideOf({ players: HUMANS }), "");
  assert.deepEqual(["b:e2e4", "d4", "bxc5"].map(banIn), ["e2–e4", null, null]);
});

test("a search finds all of its words, in whatever order", () => {
  for (const [search, found] of [
    ["", true], ["LEVEL 5", true], ["lost computer", true], ["e2e4", true], ["e2-e4 d4", true], ["e2–e4", true], ["2026", true], ["5+3", true], ["as white", true], ["level 9", false], ["won", false],
  ] as const) assert.equal(isFound(entry, search), found, search);
  const named: Entry = { ...entry, players: HUMANS, names: ["Köhler, Zoë", "Ştefănescu"] };
  for (const search of ["kohler", "Köhler", "KO\u0308HLER zoe", "stefanescu"]) assert.ok(isFound(named, search), search);
});

test("a game that was exported is the same game when it is imported", needsSite, async () => {
  await initialize({ wasmURL: pathToFileURL(join(site!, "banchess-core.wasm")) });
  const record = GameTree.fromJSON({ fen: START_FEN, nodes: ["b:e2e4", "m:d2d4", "b:e7e5"].map((action) => ({ action })), ended: "resignation", winner: "white" });
  for (const players of [computerAs("black", 7), computerAs("white", 1), HUMANS]) {
    const begun = { id: "x-y", date: new Date(2026, 1, 3, 4, 5, 6).getTime(), players, control: "180+2" };
    const left = fromPGN(parsePGN(withTags(record.pgn(), { ...tagsOf(begun), GameId: begun.id })));
    assert.deepEqual(left.begun, begun);
    const { changed, names, ...rest } = entryOf(left.begun, left.record);
    assert.deepEqual(rest, { ...begun, reason: "resignation", winner: "white", plies: 3, line: ["b:e2e4", "d4", "b:e7e5"] });
  }
  const other = fromPGN(parsePGN('[White "Ann"]\n[Date "1999.??.??"]\n[GameId "no id"]\n\n1. {banning: e2e4} d4 *'));
  assert.deepEqual([other.begun.date, other.begun.players, other.begun.control], [new Date(1999, 0, 1).getTime(), HUMANS, "-"]);
  assert.notEqual(other.begun.id, "no id");
  assert.deepEqual(entryOf(other.begun, other.record).names, ["Ann", ""]);
});
