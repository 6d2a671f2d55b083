// Programs for ban-chess.ts run with this library instead: those of its README and those
// that its types allow. They print the same.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inspect } from "node:util";
import ts from "typescript-5";
import { needsSite, root, site } from "../site.mjs";

/** Runs a program with a library in place of ban-chess.ts. Returns what it prints. */
async function run(program, library) {
  const text = ts.transpileModule(program, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } }).outputText;
  const printed = [], { log, error } = console;
  console.log = console.error = (...words) => { printed.push(words.map((word) => inspect(word)).join(" ")); };
  try {
    await import(`data:text/javascript,${encodeURIComponent(text.replace(/(["'])ban-chess\.ts\1/, JSON.stringify(library)))}`);
  } finally {
    Object.assign(console, { log, error });
  }
  return printed;
}

/** Returns the output of a program with ban-chess.ts, and with this library. */
async function both(program) {
  const { initialize } = await import(join(site, "banchess.js"));
  await initialize(); // the only addition
  return [await run(program, import.meta.resolve("ban-chess.ts")), await run(program, pathToFileURL(join(site, "banchess.js")).href)];
}

test("the programs of its README print the same", needsSite, async () => {
  const readme = (await readFile(join(root, "web/test/node_modules/ban-chess.ts/README.md"), "utf8")).replaceAll("\r", "");
  const programs = [...readme.matchAll(/```typescript\n([^]*?)```/g)].map(([, text]) => text).filter((text) => text.includes("from 'ban-chess.ts'"));
  assert.equal(programs.length, 2);
  for (const program of programs) {
    const [theirs, ours] = await both(program);
    assert.ok(theirs.length >= 3);
    assert.deepEqual(ours, theirs);
  }
});

test("a program with all that its types allow prints the same, but for what is listed as different", needsSite, async () => {
  const [theirs, ours] = await both(await readFile(join(root, "web/test/types/types-ban-chess.ts"), "utf8"));
  // The order of legal actions differs, also the FEN of a history's entry, and after the game pgn, ascii and reset.
  const same = (printed) => printed.slice(0, -1).map((line) => line.replace(/'\S+ [wb] [KQkq]+ \S+ \d+ \d+ \d[^']*'/, (fen) => line.startsWith("true") ? fen : "FEN")).sort();
  assert.ok(theirs.length > 20 && ours.at(-1) !== theirs.at(-1));
  assert.deepEqual(same(ours), same(theirs));
});
