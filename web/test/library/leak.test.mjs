// The WebAssembly's memory does not grow after 100,000 games were made and dropped
// without free().
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { assertGivenBack, baseline, collect, turn } from "../memory.mjs";
import { instanceOf, needsSite, site } from "../site.mjs";

test("100,000 games made and dropped leave nothing behind", needsSite, async () => {
  const { BanChess, initialize } = await import(join(site, "banchess.js"));
  await initialize();
  const kept = new BanChess(), instance = instanceOf(kept);
  kept.play("b:e2e4");
  const make = (n) => {
    for (let i = 0; i < n; i++) new BanChess().play("b:e2e4");
  };
  make(10_000); // parts that only grow, such as tables, have reached their size
  const before = await baseline(instance);
  for (let i = 0; i < 10; i++) {
    make(10_000);
    await assertGivenBack(instance, before);
  }
  assert.equal(kept.getPly(), 2);
});

test("free gives a game back at once, however it was made", needsSite, async () => {
  const { BanChess, initialize } = await import(join(site, "banchess.js"));
  await initialize();
  const game = BanChess.replayFromActions(["b:e2e4"]);
  const live = () => instanceOf(game).exports.banchess_live();
  const before = live();
  for (const make of [() => new BanChess(), () => game.clone(), () => new BanChess(game.fen()), () => BanChess.fromJSON(game), () => BanChess.replayFromActions(["b:e2e4"])]) {
    const made = make();
    assert.equal(live(), before + 1, make.toString());
    made.load({ actions: ["b:d2d4"] });
    made.loadFromSyncState(game.getSyncState());
    assert.equal(live(), before + 1, make.toString());
    made.free();
    assert.equal(live(), before, make.toString());
  }
  for (const bad of [() => new BanChess("x"), () => BanChess.replayFromActions(["x"]), () => BanChess.replayFromActions(["b:a1a2"]), () => BanChess.fromJSON({ fen: "x", actions: [] })]) {
    assert.throws(bad);
    assert.equal(live(), before, bad.toString());
  }
});

test("sessions that are dropped make room, once they have answered", needsSite, async () => {
  const { initialize } = await import(join(site, "banchess.js"));
  const { Session } = await import(join(site, "session.js"));
  await initialize();
  let answered = 0;
  const opened = (n) => {
    for (let i = 0; i < n; i++) {
      const session = new Session();
      session.addEventListener("reply", () => { answered++; });
      session.send({ message_type: "best_action", depth: 1 });
    }
  };
  opened(8);
  for (let i = 0; i < 1000 && answered < 8; i++) {
    collect();
    await turn();
  }
  assert.equal(answered, 8, "a session that owes a reply is not collected");
  const announcing = (session, clock) => new Promise((ended) => {
    session.addEventListener("reply", ({ reply }) => {
      if (reply.announced) ended(reply.reason);
      setImmediate(collect);
    });
    session.send({ message_type: "new_game", clock });
  });
  assert.equal(await announcing(new Session(), { base_ms: 50, announce: true }), "timeout", "a session that announces the end is not collected before it");
  for (let round = 0; round < 4; round++) {
    collect();
    await turn();
    for (let i = 0; i < 1000; i++) {
      collect();
      await turn();
      try {
        opened(8);
        break;
      } catch (e) {
        assert.equal(e.code, "busy");
      }
    }
  }
  for (let i = 0; i < 1000 && answered < 40; i++) await turn();
  assert.ok(answered >= 40, `${answered} answers`);
});
