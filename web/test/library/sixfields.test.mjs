// The rule of six_fields.txt in the library, for programs that support the seventh field.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { needsSite, site } from "../site.mjs";

const load = (file) => import(join(site, file));

test("a FEN of six fields is refused wherever a program gives one, and converted on request", needsSite, async () => {
  const { BanChess, initialize } = await load("banchess.js");
  const { Session } = await load("session.js");
  const { Engine } = await load("engine.js");
  await initialize();
  const text = await readFile(new URL("../../../game/testdata/six_fields.txt", import.meta.url), "utf8");
  const rows = text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split(" ; "));
  assert.ok(rows.length > 3);
  const standard = { code: "standard_fen" };
  const engine = new Engine(), session = new Session(), game = new BanChess();
  for (const [fen, want] of rows) {
    if (want.includes("/")) assert.equal(BanChess.fromStandardFEN(fen).fen(), want);
    else assert.throws(() => BanChess.fromStandardFEN(fen), { code: want });
    assert.throws(() => new BanChess(fen), standard);
    assert.throws(() => game.load({ fen }), standard);
    assert.throws(() => game.load({ pgn: `[FEN "${fen}"]\n\n*` }), standard);
    assert.throws(() => BanChess.fromJSON({ fen, actions: [] }), standard);
    await assert.rejects(engine.best(fen, { depth: 1 }), standard);
    assert.equal((await session.request({ message_type: "new_game", fen })).code, "standard_fen");
  }
  session.close();
  engine.close();
});
