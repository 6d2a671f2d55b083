import assert from "node:assert/strict";
import { test } from "node:test";

import type { HistoryEntry } from "../../banchess/banchess.js";
import type { Explanation, Look } from "../../banchess/tree.js";
import { refute, type Wrong } from "../../page/learn/refutation.js";

test("a ban that the sentence names is not named once more", async () => {
  const san: { [action: string]: string } = { "m:g8h6": "Nh6", "b:d1h5": "d1h5", "m:g1f3": "Nf3", "b:g1f3": "g1f3", "m:d1h5": "Qh5+" };
  const after: Look = { score: { centipawns: 150 }, actions: ["b:d1h5", "m:g1f3"] };
  const wrong: Wrong = { fen: "", before: [], action: "m:g8h6", solver: "black", right: ["m:e7e6"], worth: { centipawns: 20 }, after };
  const refuted = (kind: "forces_ban" | "two_threats") => refute(wrong, {
    look: () => Promise.reject(new Error("there is nothing to look at")),
    play: (actions) => actions.map((action) => ({ san: san[action]! }) as HistoryEntry),
    explain: () => ({ kind, text: "", line: ["b:d1h5", "m:g1f3"], other: ["m:g8h6", "b:g1f3", "m:d1h5"] }) as unknown as Explanation,
  });
  assert.deepEqual(await refuted("forces_ban"), { line: after.actions, text: "You would have to ban Qh5+, and that allows Nf3.", namesBan: true });
  assert.deepEqual(await refuted("two_threats"), { line: after.actions, text: "That allows Qh5+ and Nf3. One ban cannot stop both." });
});
