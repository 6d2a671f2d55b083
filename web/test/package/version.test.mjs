// A library and a WebAssembly of different versions are refused.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { needsSite, site } from "../site.mjs";

test("a WebAssembly of another version is refused", needsSite, async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "banchess-version-"));
  t.after(() => rm(dir, { recursive: true }));
  const files = (await readdir(site)).filter((name) => name.endsWith(".js") || name === "banchess-core.wasm" || name === "package.json");
  await Promise.all(files.map((name) => cp(join(site, name), join(dir, name))));
  const { VERSION } = await import(pathToFileURL(join(site, "banchess.js")));

  let changes = 0;
  for (const name of files.filter((name) => name.endsWith(".js"))) {
    const source = await readFile(join(dir, name), "utf8"), changed = source.replace(`VERSION = "${VERSION}"`, 'VERSION = "v0.0.0-another"');
    await writeFile(join(dir, name), changed);
    changes += changed === source ? 0 : 1;
  }
  assert.equal(changes, 1);
  const { initialize } = await import(pathToFileURL(join(dir, "banchess.js")));
  await assert.rejects(initialize(), (error) => {
    assert.equal(error.code, "version_mismatch");
    assert.match(error.message, /v0\.0\.0-another/);
    assert.ok(error.message.includes(VERSION));
    return true;
  });
});
