// The benchmark of the engine visits the same number of positions with and without
// WebAssembly, so its number identifies the search.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import test from "node:test";
import { needsSite, startCore } from "./site.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const depth = "5";

test("bench has the same nodes in WebAssembly and natively", needsSite, async () => {
  const { banchess } = await startCore();
  const here = await new Promise((resolve) => {
    const { send } = banchess.uci((line) => / nodes \d+ nps$/.test(line) && resolve(line));
    send(`bench ${depth}`);
  });
  const { stdout } = await promisify(execFile)("go", ["run", "./game/cmd/banchess", "bench", "--depth", depth], { cwd: root });
  assert.match(stdout, /^\d+ nodes \d+ nps\n$/);
  assert.equal(here.split(" ")[0], stdout.split(" ")[0]);
});
