// The engine finds the same with and without WebAssembly: the same best action after as many positions.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import test from "node:test";
import { needsSite, startCore } from "../site.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1", depth = 6;

test("a search visits the same nodes in WebAssembly and natively", needsSite, async () => {
  const { banchess } = await startCore();
  const { info } = await new Promise((resolve) => { banchess.newGame().analyze({ depth, fresh: true }, ({ best }) => best && resolve(best)); });
  const { stdout } = await promisify(execFile)("go", ["run", "./game/cmd/banchess", "analyze", "--json", "--lines", "1", "--hash", "16", "--depth", String(depth), START], { cwd: root });
  const [native] = JSON.parse(stdout).lines;
  assert.deepEqual([info.depth, info.nodes, info.score.centipawns, info.actions[0]], [native.depth, native.nodes, native.score.centipawns, native.action]);
});
