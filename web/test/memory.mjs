// The resources that an instance of the WebAssembly holds, for tests that all are freed.
import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Collects JavaScript's garbage. */
export const collect = runInNewContext("gc");

/** Waits until pending callbacks have run, such as those for collected objects. */
export const turn = () => new Promise((resolve) => { setImmediate(resolve); });

/** The number of additional bytes that may be in use: a table of handles keeps its largest size. */
const SLACK = 4 << 10;

/**
 * Returns the resources of an instance after a collection of Go's garbage: handles of
 * games, trees and readers, references to JavaScript values, including callbacks, and bytes.
 */
export const held = ({ exports, go }) => ({ heap: exports.banchess_heap(), handles: exports.banchess_live(), references: go._ids.size });

/** Returns the resources of an instance after all dropped objects were freed. */
export async function baseline(instance) {
  for (let i = 0; i < 20; i++) {
    collect();
    await turn();
    held(instance);
  }
  return held(instance);
}

/** Asserts that an instance returns to these resources. Dropped objects are not freed at once. */
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
