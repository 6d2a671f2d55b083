// What an instance of the WebAssembly holds, for tests that all of it is given back.
import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Collects JavaScript's garbage. */
export const collect = runInNewContext("gc");

/** Lets everything have its turn that waits for one, as what is told of collected objects does. */
export const turn = () => new Promise((resolve) => { setImmediate(resolve); });

/** How many bytes more may be in use: a table of handles stays as large as it was when most were open. */
const SLACK = 4 << 10;

/**
 * What an instance holds once Go's garbage is collected: handles of games, trees and
 * readers, references to JavaScript's values, callbacks among them, and bytes.
 */
export const held = ({ exports, go }) => ({ heap: exports.banchess_heap(), handles: exports.banchess_live(), references: go._ids.size });

/** What an instance holds when nothing that was dropped is left in it. */
export async function baseline(instance) {
  for (let i = 0; i < 20; i++) {
    collect();
    await turn();
    held(instance);
  }
  return held(instance);
}

/** Asserts that an instance comes to hold what it did: what was dropped is not given back at once. */
export async function assertGivenBack(instance, before) {
  let now = held(instance);
  const isSame = () => now.handles === before.handles && now.references === before.references && now.heap <= before.heap + SLACK;
  for (let i = 0; i < 300 && !isSame(); i++) {
    collect();
    await turn();
    now = held(instance);
  }
  assert.ok(isSame(), `it holds ${JSON.stringify(now)}, before it held ${JSON.stringify(before)}`);
}
