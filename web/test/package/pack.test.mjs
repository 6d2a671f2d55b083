// The package as users get it: packed by npm, installed in a new project, and run in
// Node, in a worker thread, over a WebSocket, and in a page that Vite has built. The
// code is that of the README and of the examples.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import test, { after, before, describe } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { shownBy } from "../chromium.mjs";
import { needsSite, root, served, site } from "../site.mjs";

const run = promisify(execFile);
const modules = join(root, "web/test/node_modules");

/** Returns the code blocks of a Markdown file in a language, under a heading. */
async function blocks(file, language, heading = "") {
  const text = await readFile(join(root, file), "utf8");
  const from = text.indexOf(heading);
  const to = heading ? text.indexOf(`\n${heading.match(/^#+/)[0]} `, from + heading.length) : -1;
  assert.ok(from >= 0, `${file} has no ${heading}`);
  const part = text.slice(from, to < 0 ? undefined : to);
  return [...part.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"))].map((m) => m[1]);
}

/** Returns the files, with all modules that they import. */
async function imported(dir, files) {
  const all = new Set(files);
  for (const file of all) {
    const text = file.endsWith(".js") ? await readFile(join(dir, file), "utf8") : "";
    for (const [, name] of text.matchAll(/^(?:import|\} from|import .* from) "\.\/(.*?)";$/gm)) all.add(name);
  }
  return [...all];
}

/** The output of the first example of both READMEs. */
const FIRST = "banned\n20\n1. {banning: e2e4} d4\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3";

/** Writes everything that an example logs to where shownBy reads it. */
const SHOW = `const lines = [];
console.log = (...words) => lines.push(words.join(" "));
console.error = console.log;
`;
const SHOWN = `\ndocument.body.append(Object.assign(document.createElement("pre"), { id: "out", textContent: lines.join("\\n") || "ran" }));\n`;

test("the README lists every import", async () => {
  const { exports } = JSON.parse(await readFile(join(root, "web/banchess/package.json"), "utf8"));
  const listed = (await readFile(join(root, "web/banchess/README.md"), "utf8")).split("\n").filter((line) => line.startsWith("| `")).join("\n");
  for (const name of Object.keys(exports).filter((key) => !extname(key.slice(1)))) assert.ok(listed.includes(`\`banchess${name.slice(1)}\``), name);
});

describe("the packed library", needsSite, () => {
  let dir, unpacked;

  before(async () => {
    if (!site) return;
    dir = await mkdtemp(join(tmpdir(), "banchess-pack-"));
    const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", dir], { cwd: site });
    const [{ filename, files, name, unpackedSize }] = JSON.parse(stdout);
    unpacked = unpackedSize;
    assert.equal(name, "banchess");
    const packed = files.map((f) => f.path);
    for (const file of ["banchess.js", "banchess.d.ts", "banchess-core.wasm", "wasm_exec.js", "README.md", "LICENSE", "package.json"]) assert.ok(packed.includes(file), `no ${file} in ${packed}`);
    assert.ok(packed.every((f) => !f.includes("/") || f.endsWith(".d.ts")), `more than the library: ${packed}`);
    await writeFile(join(dir, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await run("npm", ["install", "--no-audit", "--no-fund", "--offline", join(dir, filename)], { cwd: dir });
    for (const other of ["ws", "vite"]) await symlink(join(modules, other), join(dir, "node_modules", other));
  });
  after(() => dir && rm(dir, { recursive: true, force: true }));

  const node = async (name, code) => {
    await writeFile(join(dir, name), code);
    return (await run(process.execPath, [name], { cwd: dir, timeout: 60_000 })).stdout;
  };

  for (const [readme, heading] of [["README.md", "## JavaScript"], ["web/banchess/README.md", ""]]) {
    test(`runs in Node as ${readme} has it`, async () => {
      const [first] = await blocks(readme, "js", heading);
      assert.equal((await node("first.mjs", first)).trimEnd(), FIRST);
    });
  }

  test("runs in a worker thread of Node", async () => {
    const [pasted] = await blocks("web/banchess/README.md", "js", "## In a worker");
    assert.equal(await node("pasted.mjs", pasted), "", "it ends by itself");
    const out = await node("worker.mjs", `${unfinished(pasted)}
      const refused = await game.play({ move: { from: "e2", to: "e4" } });
      const failed = await client.create("x").catch((e) => e);
      const heard = [];
      (await game.subscribe((e) => heard.push(e.type)), await game.subscribe((e) => heard.push(e.type)));
      await game.play("m:d2d4");
      console.log(refused.code, failed.code, await game.getPly(), await game.currentBannedMove(), heard.join());
      const pending = client.call("fen", 999, []).catch((e) => e.code);
      console.log(await pending);
      const lost = game.fen().catch((e) => e.code);
      client.terminate();
      console.log(await lost, await game.fen().catch((e) => e.code));
    `);
    assert.equal(out, "banned bad_fen 3 null action,action\nfreed\ncrashed crashed\n");
  });

  test("reads variations and files of games as the package's README has it", async () => {
    const [code] = await blocks("web/banchess/README.md", "js", "## Variations, comments and files of games");
    const out = await node("tree.mjs", code);
    assert.match(out, /^1 e2e4 \n2 d4 solid\n3 e7e5 \n1\. \{banning: e2e4\} c4 \$5 \( 1\. d4 \{solid\} \{banning: e7e5\} \) 1\.\.\. \{banning: e7e5\} \{\[%cal Ge7e5\] the best ban\} \*\n.* 3\nd4\ne4\n$/);
  });

  test("holds a conversation by messages as the package's README has it", async () => {
    const [code] = await blocks("web/banchess/README.md", "js", "## By messages");
    assert.match(await node("messages.mjs", code), /^next_legal_moveset \{[^]*A2: \[ 'A3', 'A4' \]/);
  });

  test("sets a position up as the package's README has it", async () => {
    const [code] = await blocks("web/banchess/README.md", "js", "## Setting up a position");
    assert.match(await node("setup.mjs", code), /^the castling right K needs White's king on e1 and rook on h1; .*\n15\n$/);
  });

  test("makes pictures as the package's README has it", async () => {
    const [code] = await blocks("web/banchess/README.md", "js", "## Pictures");
    assert.match(await node("picture.mjs", code), /^0\.\d+\n[^]*\n1\nimage\/png image\/gif\n$/);
  });

  test("asks the engine as the package's README has it", async () => {
    const [code] = await blocks("web/banchess/README.md", "js", "## The engine");
    assert.match(await node("engine.mjs", code), /^b:\w{4} white\n1 1 \{ for: 'white', (centipawns|mate): -?\d+ \} b:\w{4} m:\w{4}[^]*\n4 1 /);
  });

  test("is required and imported by CommonJS as the package's README says", async () => {
    const use = (how) => `const main = async ({ BanChess, initialize }) => { await initialize(); console.log(new BanChess().getPly()); };\n${how}`;
    const required = use('main(require("banchess"));'), imported = use('import("banchess").then(main);');
    if (process.features.require_module) assert.equal(await node("required.cjs", required), "1\n");
    assert.equal(await node("imported.cjs", imported), "1\n");
  });

  test("has a board that is imported where there is no DOM", async () => {
    const out = await node("rendered.mjs", `
      import { initialize } from "banchess";
      import { BanChessBoard } from "banchess/board";
      await initialize();
      const board = new BanChessBoard();
      board.game.play("b:e2e4");
      console.log(globalThis.customElements === undefined, BanChessBoard.observedAttributes.length, board.game.getPly(), board.state);
    `);
    assert.equal(out, "true 9 2 null\n");
  });

  test("is bundled by esbuild and by rollup as the package's README says", async (t) => {
    const [commands] = await blocks("web/banchess/README.md", "sh", "## In a page");
    await writeFile(join(dir, "main.js"), `
      import { BanChess, initialize } from "banchess";
      import { Engine } from "banchess/engine";
      await initialize();
      const engine = new Engine();
      const { action } = await engine.best(BanChess.replayFromActions(["b:e2e4", "m:d2d4"]), { depth: 1 });
      console.log(action[0]);
      engine.close();
    `);
    const bundled = async (made) => (await run(process.execPath, [join(dir, made, "main.js")], { timeout: 60_000 })).stdout;
    await run("sh", ["-ec", commands], { cwd: dir, env: { ...process.env, PATH: `${join(modules, ".bin")}:${process.env.PATH}` } });
    assert.equal(await bundled("dist"), "b\n");

    // The same commands bundle a page with a board.
    const boarded = join(dir, "boarded");
    await mkdir(boarded);
    await symlink(join(dir, "node_modules"), join(boarded, "node_modules"));
    await writeFile(join(boarded, "main.js"), `import "banchess/board";
      const board = document.querySelector("ban-chess-board");
      board.addEventListener("rules", () => document.body.append(Object.assign(document.createElement("pre"), { id: "out", textContent: board.game.play({ from: "e2", to: "e4" }).san })));
      board.addEventListener("failed", ({ detail }) => { if (!board.loaded) throw detail; });`);
    await run("sh", ["-ec", commands], { cwd: boarded, env: { ...process.env, PATH: `${join(modules, ".bin")}:${process.env.PATH}` } });
    await writeFile(join(boarded, "dist/index.html"), '<!doctype html><ban-chess-board></ban-chess-board><script type="module" src="./main.js"></script>');
    assert.equal(await shownBy(t, join(boarded, "dist"), "/index.html"), "e2e4");

    const readme = await readFile(join(root, "web/banchess/README.md"), "utf8");
    const input = readme.match(/`input: (\{.*?\})`/)[1].replace(/(\w+):/g, '"$1":');
    const { rollup } = await import("rollup");
    const installed = join(dir, "node_modules/banchess");
    const { exports } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
    const resolve = { name: "resolve", resolveId: (id) => id === "main.js" ? join(dir, id) : id.startsWith("banchess") ? join(installed, exports[id.replace("banchess", ".")].default) : null };
    const bundle = await rollup({ input: JSON.parse(input), plugins: [resolve] });
    await bundle.write({ dir: join(dir, "rolled"), format: "es" });
    await cp(join(installed, "banchess-core.wasm"), join(dir, "rolled/banchess-core.wasm"));
    assert.equal(await bundled("rolled"), "b\n");
  });

  test("has the sizes that the package's README says", async () => {
    const readme = await readFile(join(root, "web/banchess/README.md"), "utf8");
    const megabytes = (text) => Number(text.match(/^([\d.]+) MB/)[1]) * 1e6;
    const near = (said, is, what) => assert.ok(Math.abs(is / megabytes(said) - 1) < 0.08, `${what}: the README says ${said}, it is ${(is / 1e6).toFixed(2)} MB`);
    const table = readme.slice(readme.indexOf("## Sizes")).split("\n").filter((line) => line.startsWith("| the "));
    assert.equal(table.length, 3);
    for (const row of table) {
      const [use, files, bytes, gzip] = row.split("|").slice(1).map((cell) => cell.trim());
      const all = await imported(join(dir, "node_modules/banchess"), [...files.matchAll(/`(.*?)`/g)].map(([, file]) => file));
      const texts = await Promise.all(all.map((file) => readFile(join(dir, "node_modules/banchess", file))));
      near(bytes, texts.reduce((sum, text) => sum + text.length, 0), use);
      near(gzip, texts.reduce((sum, text) => sum + gzipSync(text).length, 0), use);
    }
    near(readme.match(/the package with its source maps has (.*?)\.\n/)[1], unpacked, "the package");
  });

  test("keeps two peers over a WebSocket in step", async () => {
    await cp(join(root, "web/examples/sync.mjs"), join(dir, "sync.mjs"));
    const { stdout } = await run(process.execPath, ["sync.mjs"], { cwd: dir, timeout: 60_000 });
    assert.match(stdout, /White: out of step[^]*Black: back in step[^]*White: out of step[^]*Black: back in step[^]*\nagreed\n$/);
  });

  test("runs in a page and in a worker that Vite has built", async (t) => {
    const page = join(dir, "page");
    await mkdir(page);
    const [first] = await blocks("web/banchess/README.md", "js");
    const [client] = await blocks("web/banchess/README.md", "js", "## In a worker");
    const [config] = await blocks("web/banchess/README.md", "js", "## In a page");
    await writeFile(join(page, "vite.config.js"), config);
    const [engine] = await blocks("web/banchess/README.md", "js", "## The engine");
    const [board] = await blocks("web/banchess/README.md", "js", "## The board");
    const code = `${unfinished(client)}\nconsole.log((await game.play("m:d2d4")).san, await game.getPly());`;
    const [policy] = await blocks("web/docs/embedding.md", "html", "## Content Security Policy");
    await writeFile(join(page, "index.html"), '<!doctype html>' + policy + '<body><ban-chess-board></ban-chess-board><script type="module" src="./main.js"></script>');
    await writeFile(join(page, "own.js"), `${imports(first)}\n${SHOW}\n${body(first)}\npostMessage(lines.join("\\n"));`);
    const own = `const worker = new Worker(new URL("./own.js", import.meta.url), { type: "module" });
      lines.push(await new Promise((resolve, reject) => { worker.onmessage = (e) => resolve(e.data); worker.onerror = reject; }));`;
    await writeFile(join(page, "main.js"), `${imports(first)}\nimport "banchess/board";\nimport { Engine } from "banchess/engine";\n${imports(code)}\n${SHOW}
      const shown = new Promise((resolve) => document.querySelector("ban-chess-board").addEventListener("rules", () => setTimeout(resolve)));
      (async () => {\n{${body(board)}}\nawait shown;\n{${body(first)}}\n{${body(code)}}\n{${body(engine).replace(/^ *console\.log\(depth.*\n/m, "")}}\n${own}${SHOWN}})();`);
    const { build } = await import("vite");
    await build({ root: page, base: "./", logLevel: "error", build: { target: "es2022", minify: false } });
    const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4";
    const shown = await shownBy(t, join(page, "dist"), "/index.html");
    assert.equal(shown.replace(/b:\w{4} white/, "… white"), `b:e2e4 api\n9 ${START}\n${FIRST}\nd4 3\n… white\n${FIRST}`);
  });
});

/** Returns an example without its last line, so that code can be added. */
const unfinished = (code) => code.replace(/^client\.terminate\(\);.*\n/m, "");
const imports = (code) => code.split("\n").filter((line) => line.startsWith("import ")).join("\n");
const body = (code) => code.split("\n").filter((line) => !line.startsWith("import ")).join("\n");

describe("the built site", needsSite, () => {
  test("runs the README's code in a page and in a worker without a bundler", async (t) => {
    const dir = await mkdtemp(join(tmpdir(), "banchess-page-"));
    t.after(() => rm(dir, { recursive: true }));
    for (const file of [...await imported(site, ["banchess.js"]), "banchess-core.wasm"]) await symlink(join(site, file), join(dir, file)); // these files are sufficient
    const [first] = await blocks("README.md", "js", "## JavaScript");
    const code = first.replace('"banchess"', '"./banchess.js"');
    await writeFile(join(dir, "worker.js"), `${imports(code)}\n${SHOW}\n${body(code)}\npostMessage(lines.join("\\n"));`);
    await writeFile(join(dir, "index.html"), `<!doctype html><body><script type="module">${imports(code)}\n${SHOW}\n${body(code)}
      const worker = new Worker("worker.js", { type: "module" });
      lines.push(await new Promise((resolve, reject) => { worker.onmessage = (e) => resolve(e.data); worker.onerror = reject; }));${SHOWN}</script>`);
    assert.equal(await shownBy(t, dir, "/index.html"), `${FIRST}\n${FIRST}`);
  });

  test("comes from another origin as the docs say", async (t) => {
    const dir = await mkdtemp(join(tmpdir(), "banchess-cdn-"));
    t.after(() => rm(dir, { recursive: true }));
    const types = { ".js": "text/javascript", ".wasm": "application/wasm" };
    const cdn = createServer(async ({ url }, response) => {
      response.setHeader("Access-Control-Allow-Origin", "*").setHeader("Content-Type", types[extname(url)] ?? "text/plain");
      response.end(await readFile(join(site, url)).catch(() => ""));
    });
    await new Promise((resolve) => { cdn.listen(0, "localhost", resolve); });
    t.after(() => { cdn.closeAllConnections(); cdn.close(); });
    const [page] = await blocks("web/docs/embedding.md", "html", "## From a CDN");
    const here = page.replaceAll("https://cdn.jsdelivr.net/npm/banchess/", `http://localhost:${cdn.address().port}/`);
    await writeFile(join(dir, "index.html"), `<!doctype html><head>${here}</head><body id="out">`);
    assert.match(await shownBy(t, dir, "/index.html"), /The best ban is b:\w{4}/);
  });

  test("has a page that loads banchess.wasm with nothing but wasm_exec.js", async (t) => {
    const text = await shownBy(t, served, "/examples/plain.html");
    assert.match(text, /^20 bans to choose from\ne2e4\ne2-e4 is banned at ply 2.*\nd4\nrnbq\S+ b KQkq d3 0 1 3\n\[Event/);
    const lines = (await readFile(join(served, "examples/plain.html"), "utf8")).trim().split("\n");
    assert.ok(lines.length <= 20, `${lines.length} lines`);
    assert.match(lines.join("\n"), /<pre id="out" style="[^"]*z-index: 1;/); // the canvas, which comes later, would cover the text
  });

  test("has an example of the library in a worker", async (t) => {
    assert.match(await shownBy(t, served, "/examples/worker.html"), /^banned\nbad_fen\n1\. \{banning: e2e4\} d4\nrnbq/);
  });
});
