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
  const { BanChess, initialize } = await import(join(site, "banchess.js"));
  const { running } = await import(join(site, "banchess-instance.js"));
  await initialize();
  const { exports } = running();
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
