// Loading the WebAssembly in Node: the promises of initialize. The order of the tests
// matters: only after a crash a program is loaded again.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { instanceOf, needsSite, site } from "../site.mjs";

const another = class {}; // the class of Go's runtime of another library
globalThis.Go = another;
const globals = () => Object.getOwnPropertyNames(globalThis).sort();
const before = globals();
const { BanChess, BanChessError, initialize } = site ? await import(join(site, "banchess.js")) : {};
const code = (expected) => (e) => e instanceof BanChessError && e.name === "BanChessError" && e.code === expected && e.message.length > 10;

test("using the class before initialize says so", needsSite, () => {
  assert.throws(() => new BanChess(), code("not_initialized"));
  assert.equal(BanChess.serializeAction({ ban: { from: "e2", to: "e4" } }), "b:e2e4");
  assert.deepEqual(BanChess.deserializeAction("m:e7e8q+"), { move: { from: "e7", to: "e8", promotion: "q" } });
});

test("what another library keeps in globalThis.Go is left as it was", needsSite, () => {
  assert.equal(globalThis.Go, another);
  assert.deepEqual(globals(), before, "names that were not there");
  globalThis.Go = null; // the library does not use it later
});

test("initialize refuses what it does not know", needsSite, async () => {
  for (const bad of [{ url: "x" }, { wasmURL: 5 }, { wasmModule: {} }, { onProgress: 1 }, { onCrash: "x" }, null, 5, "x"]) {
    await assert.rejects(initialize(bad), code("bad_option"), JSON.stringify(bad));
  }
  const wasmModule = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  await assert.rejects(initialize({ wasmModule, wasmURL: "x" }), code("bad_option"));
  await assert.rejects(initialize({ wasmModule }), code("load_failed"));
  for (const wasmURL of ["http://", "http://[", "file://%"]) await assert.rejects(initialize({ wasmURL }), code("load_failed"), wasmURL);
});

test("a failed start can be tried again, and any content type will do", needsSite, async (t) => {
  const bytes = await readFile(join(site, "banchess-core.wasm"));
  const zipped = gzipSync(bytes);
  const asked = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url).slice(1);
    asked.push(path);
    if (path === "missing") response.writeHead(404).end("no");
    else if (path === "page") response.writeHead(200, { "Content-Type": "text/html" }).end("<p>not found, sorry");
    else if (path === "zipped") response.writeHead(200, { "Content-Type": "application/wasm", "Content-Encoding": "gzip", "Content-Length": zipped.length }).end(zipped);
    else response.writeHead(200, { "Content-Length": bytes.length, ...path === "none" ? {} : { "Content-Type": path } }).end(bytes);
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  t.after(() => server.close());
  const url = (path) => `http://127.0.0.1:${server.address().port}/${encodeURIComponent(path)}`;
  await assert.rejects(initialize({ wasmURL: url("missing") }), code("load_failed"));
  await assert.rejects(initialize({ wasmURL: url("page") }), code("load_failed"));
  await assert.rejects(initialize({ wasmURL: new URL("file:///nowhere/banchess-core.wasm") }), code("load_failed"));

  const streaming = t.mock.method(WebAssembly, "compileStreaming");
  const reported = t.mock.method(console, "error", () => {});
  for (const [type, streams] of [["none", 0], ["text/plain", 0], ["application/wasm; charset=utf-8", 0], ["application/wasm", 1], ["Application/WASM", 0], ["zipped", 1]]) {
    const seen = [];
    const before = streaming.mock.callCount();
    const onProgress = (p) => {
      seen.push(p);
      throw new Error("what a listener throws goes to the console");
    };
    const first = initialize({ wasmURL: url(type), onProgress });
    assert.equal(initialize(), first, "idempotent while it loads");
    await first;
    assert.equal(initialize(), first, "idempotent afterwards");
    assert.equal(streaming.mock.callCount() - before, streams, type);
    assert.deepEqual(seen.at(-1), { loaded: bytes.length, total: type === "zipped" ? undefined : bytes.length });
    assert.ok(seen.every((p, i) => i === 0 || p.loaded > seen[i - 1].loaded));
    assert.ok(reported.mock.callCount() >= seen.length);
    await initialize({ wasmURL: url("missing") });
    new Uint8Array(instanceOf(new BanChess()).exports.mem.buffer).fill(0xff); // so that another instance can be loaded
    assert.throws(() => new BanChess(), code("crashed"));
  }
  assert.deepEqual(asked.slice(0, 3), ["missing", "page", "none"]);
  assert.equal(asked.filter((path) => path === "missing").length, 1, "one that runs is not loaded again");
});

test("programs that ran and crashed leave only their own names in globalThis", needsSite, () => {
  assert.deepEqual(globals().filter((name) => !before.includes(name)), ["banchess", "banchessReady"]);
});
