// 100,000 games made and dropped, without free(), leave the WebAssembly as it
// was.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { needsSite, site } from "./site.mjs";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

test("100,000 games made and dropped leave nothing behind", needsSite, async () => {
  const { BanChess, initialize, internal } = await import(join(site, "banchess.js"));
  await initialize();
  const { exports } = internal.shared.running();
  const live = () => exports.banchess_live();
  const kept = new BanChess();
  kept.play("b:e2e4");
  const before = live();

  /** Waits until the dropped games are freed: collection is not at once. */
  const settled = async () => {
    for (let i = 0; i < 1000 && live() > before; i++) {
      collect();
      await new Promise((resolve) => { setImmediate(resolve); });
    }
    return live();
  };
  const make = (n) => {
    for (let i = 0; i < n; i++) new BanChess().play("b:e2e4");
  };

  const sizes = [];
  for (let i = 0; i < 10; i++) {
    make(10_000);
    assert.equal(await settled(), before);
    sizes.push(exports.mem.buffer.byteLength);
  }
  // The memory never shrinks; it stops growing, but for where its parts lie.
  assert.ok(sizes.at(-1) <= 1.5 * sizes[4], `the memory grew: ${sizes.join(", ")} bytes`);
  assert.equal(kept.getPly(), 2);
});

test("free gives a game back at once, however it was made", needsSite, async () => {
  const { BanChess, initialize, internal } = await import(join(site, "banchess.js"));
  await initialize();
  const live = () => internal.shared.running().exports.banchess_live();
  const game = BanChess.replayFromActions(["b:e2e4"]);
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

const turn = () => new Promise((resolve) => { setImmediate(resolve); });

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
