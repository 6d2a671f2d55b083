// The log of a game between two places: what may follow, how two copies differ, and its link.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { BanChess, initialize, START_FEN, type Player } from "../../banchess/banchess.js";
import { compare, decodeLog, encodeLog, entriesIn, entryOf, Log, type LogError } from "../../page/together/log.js";
import { lineIn, newId } from "../../page/model/begun.js";
import { pack } from "../../page/share/link.js";

const site = process.env["BANCHESS_SITE"];
const needsSite = { skip: site ? false : "BANCHESS_SITE does not name a built site" };
before(async () => {
  if (site) await initialize({ wasmURL: pathToFileURL(join(site, "banchess-core.wasm")) });
});

const ID = "0123456789abcdef0123456789abcdef";
const read = (text: string, fen = START_FEN, id = ID) => Log.read(id, fen, text);
const line = (text: string) => lineIn(text, 1).join(" ");
const MATE = "a2a3e2e4a7a6h7h6a2a3d1f3a7a6h6h5a2a3f3f7e8f7"; // checkmate by ban

/** Returns the log of a random game of n actions. */
function random(seed: number, n: number, log = new Log(newId())): Log {
  const game = new BanChess(), made: string[] = [];
  while (made.length < n && !game.gameOver()) {
    const legal = game.getLegalActions();
    seed = (seed * 48271) % 2147483647;
    const action = legal[seed % legal.length]!;
    game.play(action);
    made.push(BanChess.serializeAction(action));
  }
  game.free();
  for (const action of made) log.add(entryOf(action));
  return log;
}

test("the entries of a log are told apart, and nothing else is one", () => {
  assert.deepEqual(entriesIn("e2e4d2d4w=b+a7a8Qw<3b(3)b-w#"), ["e2e4", "d2d4", "w=", "b+", "a7a8Q", "w<3", "b(3)", "b-", "w#"]);
  for (const bad of ["e2", "e2e9", "e2e4 d2d4", "e2e4x", "W=", "w", "w<", "w(3", "w<12345", "a7a8q", "(1)", "é"]) assert.throws(() => entriesIn(bad), { code: "bad_log" }, bad);
});

test("the table of logs holds, which the Go package reads too", needsSite, () => {
  const table = readFileSync("game/room/testdata/logs.txt", "utf8").split("\n").filter((row) => row && !row.startsWith("#"));
  assert.ok(table.length > 40);
  for (const row of table) {
    const [before, entry, want] = row.split("|").map((cell) => cell.trim()) as [string, string, string], log = read(before), { offer } = log;
    let got;
    try {
      log.add(entry);
      const { turn, result, hash, offer } = log;
      got = [turn ?? "none", !offer ? "-" : offer.by.charAt(0) + (offer.back ? `<${offer.back}` : "="), result.reason ? `${result.reason}/${result.winner ?? "none"}` : "-", hash].join(" ");
    } catch (error) {
      got = (error as LogError).code;
      assert.deepEqual([log.text, log.offer], [before, offer], row);
    }
    assert.equal(got, want, row);
  }
});

test("actions that were taken back are not in the line", () => {
  assert.equal(line("e2e4d2d4b<1w(1)g1f3"), "b:e2e4 m:g1f3");
  assert.equal(line("e2e4d2d4w=e7e5w<3b(3)d2d4a7a8Q"), "b:d2d4 m:a7a8q");
  assert.equal(lineIn("e2e4d2d4", 4).join(" "), "m:e2e4 b:d2d4");
});

test("an entry that does not follow is refused with its code, and changes nothing", needsSite, () => {
  for (const [before, entry, code] of [
    ["", "e2e5", "illegal_ban"], ["e2e4", "e2e4", "banned"], ["e2e4", "e2e5", "illegal_move"], ["", "e2e4d2d4", "bad_log"], ["", "", "bad_log"],
    ["e2e4", "b+", "no_offer"], ["e2e4w=", "w+", "no_offer"], ["e2e4w=", "w-", "no_offer"], ["e2e4w=", "b=", "open_offer"], ["e2e4w=", "b<1", "open_offer"],
    ["e2e4w=d2d4e7e5d7d5", "b+", "no_offer"], ["e2e4w<1", "b+", "no_offer"], ["e2e4d2d4w<1", "b(2)", "no_offer"], ["e2e4w=", "b(0)", "bad_log"], ["e2e4w=", "b(1)", "no_offer"],
    ["e2e4", "w<2", "bad_takeback"], ["e2e4", "w<0", "bad_log"], ["", "b<1", "bad_takeback"], ["e2e4d2d4w<2b(2)", "w<1", "bad_takeback"],
    ["e2e4w#", "d2d4", "game_over"], ["e2e4w#", "b#", "game_over"], ["e2e4w!", "b!", "game_over"], ["e2e4", "w!!", "bad_log"], ["e2e4w=b+", "b=", "game_over"], [MATE, "w<1", "game_over"], [MATE, "w=", "game_over"],
  ] as const) {
    const log = read(before), { text, hash, turn, offer } = log;
    assert.throws(() => log.add(entry), { code }, `${before} ${entry}`);
    assert.deepEqual([log.text, log.hash, log.turn, log.offer, log.players.length], [text, hash, turn, offer, log.entries.length]);
  }
  assert.throws(() => read("e2e4", "not a FEN"), { code: "bad_fen" });
});

test("the log says who is to act or to answer, what is offered, and how it ended", needsSite, () => {
  for (const [text, turn, offer, reason, winner] of [
    ["", "black", null, null, null], ["e2e4", "white", null, null, null], ["e2e4d2d4", "white", null, null, null], ["e2e4d2d4e7e5", "black", null, null, null],
    ["e2e4w=", "white", { by: "white", back: 0 }, null, null], ["e2e4w=d2d4e7e5", "black", { by: "white", back: 0 }, null, null], ["e2e4w=d2d4e7e5d7d5", "black", null, null, null],
    ["e2e4b<1", "white", { by: "black", back: 1 }, null, null], ["e2e4w<1", "black", { by: "white", back: 1 }, null, null], ["e2e4w<1d2d4", "white", null, null, null],
    ["e2e4w<1b-", "white", null, null, null], ["e2e4w<1b(1)", "black", null, null, null], ["e2e4b<1d2d4", "white", null, null, null],
    ["e2e4w=b+", null, null, "agreement", null], ["e2e4w#", null, null, "resignation", "black"], ["b#", null, null, "resignation", "white"], ["e2e4b!", null, null, "timeout", "white"], [MATE, null, null, "checkmate_by_ban", "white"],
  ] as const) {
    const log = read(text);
    assert.deepEqual([log.turn, log.offer, log.result.reason, log.result.winner], [turn, offer, reason, winner], text);
    assert.equal(log.text, text);
  }
  assert.deepEqual(read("e2e4d2d4w=e7e5b+").players, ["black", "white", "white", "white", "black"]);
});

test("a hash goes with each entry: a difference is found at once, and the other's log heals it", needsSite, () => {
  const mine = random(1, 20), theirs = read(mine.text, START_FEN, mine.id);
  const sender = read(mine.text, START_FEN, mine.id), game = new BanChess();
  for (const action of sender.line()) game.play(action);
  const entry = entryOf(BanChess.serializeAction(game.getLegalActions()[0]!));
  sender.add(entry);
  mine.add(entry, sender.hash);
  assert.equal(mine.hash, sender.hash);
  // The same entry after something else was done is another log.
  theirs.add("w=");
  assert.throws(() => theirs.add(entry, sender.hash), { code: "desync" });
  assert.deepEqual(compare(sender, theirs), { is: "forked", common: 20, actions: 1 });
  const healed = read(sender.text, sender.fen, sender.id);
  assert.deepEqual([healed.hash, compare(healed, sender).is], [sender.hash, "same"]);
  // So is that of another game.
  assert.notEqual(read("e2e4").hash, read("e2e4", START_FEN, "f".repeat(32)).hash);
});

test("two copies of a log are compared", needsSite, () => {
  for (const [theirs, own, want] of [
    ["", "", { is: "same", common: 0, actions: 0 }], ["e2e4d2d4", "e2e4d2d4", { is: "same", common: 2, actions: 0 }],
    ["e2e4d2d4", "", { is: "ahead", common: 0, actions: 2 }], ["e2e4", "e2e4d2d4e7e5w=d7d5", { is: "behind", common: 1, actions: 3 }], ["e2e4w=", "e2e4", { is: "ahead", common: 1, actions: 0 }],
    ["e2e4d2d4", "e2e4c2c4e7e5", { is: "forked", common: 1, actions: 3 }], ["e2e4w<1b(1)d2d4", "e2e4w<1", { is: "ahead", common: 2, actions: 1 }], ["e2e4w#", "e2e4d2d4", { is: "forked", common: 1, actions: 1 }],
  ] as const) assert.deepEqual(compare(read(theirs), read(own)), want, `${theirs} and ${own}`);
  assert.equal(compare(read("e2e4", START_FEN, newId()), read("e2e4")).is, "foreign");
  assert.equal(compare(read("", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 1"), read("")).is, "foreign");
});

test("a link has the log as it was, and any game of 200 actions has one that chats take", needsSite, async () => {
  let longest = 0;
  for (let seed = 1, games = 0; games < 30; seed++) {
    const log = random(seed, 200);
    if (log.line().length < 200) continue;
    games++;
    const by: Player = games % 2 ? "white" : "black";
    const text = await encodeLog(log, by);
    assert.ok(text);
    assert.match(text, /^2\.[\w-]+$/, "nothing that an address would escape");
    longest = Math.max(longest, `https://banchess.github.io/banchess/#${text}`.length);
    const back = await decodeLog(text);
    assert.deepEqual([back.by, back.log.id, back.log.fen, back.log.text, back.log.hash], [by, log.id, log.fen, log.text, log.hash]);
  }
  assert.ok(longest <= 2000, `a link has ${longest} characters`);
  console.log(`the longest link has ${longest} characters`);
  const other = read("e2e4w<1b(1)", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 1");
  assert.equal((await decodeLog(`#${await encodeLog(other, "white")}`)).log.text, other.text);
  const both = await decodeLog((await encodeLog(read("e2e4", START_FEN, newId()), "white", other))!);
  assert.deepEqual([both.log.text, both.last?.id, both.last?.fen, both.last?.text], ["e2e4", other.id, other.fen, other.text], "the game before");
});

/** Returns a link of any content with a valid checksum. */
const packed = async (content: object) => (await pack(content, 2))!;

test("cut, changed and forged links are refused with a code", needsSite, async () => {
  const log = read("e2e4d2d4e7e5"), good = { id: ID, by: "white", log: log.text, hash: log.hash };
  const text = await packed(good);
  await decodeLog(text);
  for (let i = 0; i < text.length; i++) {
    await assert.rejects(decodeLog(text.slice(0, i)), { code: "bad_link" });
    await assert.rejects(decodeLog(text.slice(0, i) + (text[i] === "0" ? "1" : "0") + text.slice(i + 1)), i ? { code: "bad_link" } : { code: /bad_link|other_release/ });
  }
  const hashed = (text: string, fen = START_FEN, id = ID) => {
    const log = new Log(id);
    return { id, by: "white", ...fen !== START_FEN && { fen }, log: text, hash: log.hash };
  };
  for (const [content, code] of [
    [{ ...good, hash: "0" }, "bad_link"], [{ ...good, log: "e2e4d2d4" }, "bad_link"], [{ ...good, id: "f".repeat(32) }, "bad_link"], [{ ...good, id: "x" }, "bad_link"], [{ ...good, id: 7 }, "bad_link"],
    [{ ...good, by: "nobody" }, "bad_link"], [{ ...good, fen: 7 }, "bad_link"], [{ ...good, log: ["e2e4"] }, "bad_link"], [{ ...good, hash: undefined }, "bad_link"], [[], "bad_link"],
    [{ ...good, last: 7 }, "bad_link"], [{ ...good, last: { ...good, hash: "0" } }, "bad_link"], [{ ...good, last: hashed("e2e5") }, "illegal_ban"],
    [{ ...good, fen: "8/8/8/8/8/8/8/8 w - - 0 1 1" }, "bad_fen"], [{ ...good, fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 1", log: "d2d4" }, "illegal_ban"],
    [hashed("e2e4e2e4"), "banned"], [hashed("e2e5"), "illegal_ban"], [hashed("x"), "bad_log"], [hashed("w+"), "no_offer"], [hashed("w#b#"), "game_over"], [hashed("w<1"), "bad_takeback"],
    [hashed(`${"b=w-".repeat(30_000)}w+`), "no_offer"],
  ] as const) await assert.rejects(decodeLog(await packed(content)), { code, message: /./ }, JSON.stringify(content).slice(0, 100));
  await assert.rejects(decodeLog("9.AAAA0000"), { code: "other_release" });
  await assert.rejects(decodeLog("1.AAAA0000"), { code: "other_release" });
});
