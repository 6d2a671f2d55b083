// The library and the WebAssembly of two releases do not go together.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { needsSite, site } from "./site.mjs";

test("a WebAssembly of another version is refused", needsSite, async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "banchess-version-"));
  t.after(() => rm(dir, { recursive: true }));
  const files = ["banchess.js", "banchess-core.wasm", "package.json"];
  await Promise.all(files.map((name) => cp(join(site, name), join(dir, name))));
  const { VERSION } = await import(pathToFileURL(join(dir, "banchess.js")));

  const other = join(dir, "banchess.js");
  const source = await readFile(other, "utf8");
  const changed = source.replace(`VERSION = "${VERSION}"`, 'VERSION = "v0.0.0-another"');
  assert.notEqual(changed, source);
  await writeFile(other, changed);
  const { initialize } = await import(`${pathToFileURL(other)}?other`);
  await assert.rejects(initialize(), (error) => {
    assert.equal(error.code, "version_mismatch");
    assert.match(error.message, /v0\.0\.0-another/);
    assert.ok(error.message.includes(VERSION));
    return true;
  });
});
