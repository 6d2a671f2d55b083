// The types: that they compile, strictly, against a file that uses all of them
// and against what users of ban-chess.ts write; that what they declare and what
// is there are the same names; that each is described.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import ts from "typescript-5";
import { needsSite, root, site } from "./site.mjs";

const require = createRequire(import.meta.url);
const types = (file) => join(root, "web", file);

const DECLARED = ["banchess.d.ts", "banchess-types.d.ts", "banchess-client.d.ts", "banchess-session.d.ts"];
const OURS = { banchess: [types("banchess.d.ts")], "banchess/client": [types("banchess-client.d.ts")], "banchess/session": [types("banchess-session.d.ts")] };

/** Compiles files with what they import under a name; nothing may be wrong. */
async function compile(t, files, paths, options) {
  const dir = await mkdtemp(join(tmpdir(), "banchess-types-"));
  t.after(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, "tsconfig.json"), JSON.stringify({
    compilerOptions: {
      strict: true, noEmit: true, target: "ES2022", module: "ESNext", moduleResolution: "Bundler", types: [], skipLibCheck: false,
      exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noUnusedLocals: true, paths, ...options,
    },
    files: [...files.map((file) => join(root, "web/test", file)), ...Object.values(paths).flat()],
  }));
  await promisify(execFile)(process.execPath, [require.resolve("typescript-5/bin/tsc"), "-p", dir]).catch((e) => assert.fail(e.stdout || e));
}

const NODE = { types: ["node"], typeRoots: [join(root, "web/test/node_modules/@types")] };
for (const [name, options] of [
  ["with the libraries of 2022", { lib: ["ES2022", "DOM"] }],
  ["with Symbol.dispose", { lib: ["ESNext", "DOM"] }],
  ["in a Node project, which has no DOM", { lib: ["ES2022"], ...NODE }],
]) {
  test(`the types compile strictly, ${name}`, needsSite, (t) => compile(t, ["types.ts"], OURS, options));
}

for (const [name, path] of [
  ["ban-chess.ts's types", join(dirname(require.resolve("ban-chess.ts")), "../esm/index.d.ts")],
  ["these types", types("banchess.d.ts")],
]) {
  test(`a program for ban-chess.ts compiles with ${name}`, needsSite, (t) => compile(t, ["types-ban-chess.ts"], { "ban-chess.ts": [path] }, { lib: ["ES2022", "DOM"], module: "ESNext", moduleResolution: "Bundler" }));
}

test("declared and live names are the same", needsSite, async () => {
  for (const module of ["banchess", "banchess-client", "banchess-session"]) {
    const live = await import(join(site, `${module}.js`));
    const program = ts.createProgram([types(`${module}.d.ts`)], { target: ts.ScriptTarget.ESNext, lib: ["lib.esnext.d.ts", "lib.dom.d.ts"] });
    const checker = program.getTypeChecker();
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(types(`${module}.d.ts`))));
    const values = exported.filter((s) => s.flags & ts.SymbolFlags.Value && !(s.flags & ts.SymbolFlags.Alias));
    assert.deepEqual(values.map((s) => s.name).sort(), Object.keys(live).sort(), module);
    const ours = (member) => (member.declarations ?? []).every((d) => dirname(d.getSourceFile().fileName) === join(root, "web")); // those of Remote have none
    const name = (s) => s.name.replace(/^__@(\w+)@\d+$/, "Symbol.$1");
    for (const symbol of values.filter((s) => s.flags & ts.SymbolFlags.Class)) {
      const given = live[symbol.name];
      // What an object gets from the class above, and has only once it is made.
      const [above, without] = symbol.name === "BanChessError" ? [Error, ["code", "hint", "line", "column", "token", "ply", "faults"]]
        : [Object.getPrototypeOf(given), symbol.name === "ReplyEvent" ? ["reply"] : []];
      const own = (object, ...not) => Reflect.ownKeys(object).map((k) => (k === Symbol.dispose ? "Symbol.dispose" : k.description ?? k)).filter((n) => !not.includes(n)).sort();
      const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).filter(ours).map(name).filter((n) => !without.includes(n));
      const inherited = members.filter((n) => n in (above.prototype ?? {}) && !Object.hasOwn(given.prototype, n));
      assert.deepEqual(members.filter((n) => !inherited.includes(n)).sort(), own(given.prototype, "constructor"), `members of ${symbol.name}`);
      const statics = checker.getPropertiesOfType(checker.getTypeOfSymbolAtLocation(symbol, symbol.valueDeclaration)).filter(ours).map(name);
      assert.deepEqual(statics.filter((n) => n !== "prototype").sort(), own(given, "length", "name", "prototype"), `statics of ${symbol.name}`);
    }
  }
});

test("every declaration is described", async () => {
  for (const file of DECLARED) {
    const source = ts.createSourceFile(file, await readFile(types(file), "utf8"), ts.ScriptTarget.Latest, true);
    const described = (node) => ts.getJSDocCommentsAndTags(node).some((c) => (c.comment ?? c.tags?.[0]?.comment)?.length > 0);
    const check = (node, name) => assert.ok(described(node), `${file}: ${name} is not described`);
    source.forEachChild((node) => {
      if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isModuleDeclaration(node) || !node.modifiers) return;
      check(node, node.name?.text ?? node.declarationList.declarations[0].name.text);
      for (const member of node.members ?? []) check(member, `${node.name.text}.${member.name?.getText() ?? "constructor"}`);
    });
  }
});

test("the error codes declared are those that are thrown, here and in Go, each with a comment", async () => {
  const declared = (await readFile(types("banchess-types.d.ts"), "utf8")).match(/type ErrorCode =((?:\n {2}\/\*\* .+ \*\/\n {2}\| "\w+")+);/)[1].match(/^ {2}\| (.*)$/gm).map((line) => line.slice(4));
  const thrown = new Set();
  const library = (await readdir(join(root, "web"))).filter((name) => /^banchess.*\.js$/.test(name));
  for (const [file, pattern] of [
    ["game/errors.go", /Code = ("\w+")/g],
    ["wasm/guard.go", /game\.Code = ("\w+")/g],
    ...library.map((name) => [`web/${name}`, /fail\(("\w+")|code: ("\w+")|code = ("\w+")/g]),
  ]) {
    const found = [...(await readFile(join(root, file), "utf8")).matchAll(pattern)].map((m) => m.slice(1).find(Boolean));
    found.forEach((code) => thrown.add(code));
  }
  assert.ok(thrown.size > 25, `only ${thrown.size} codes were found`);
  assert.deepEqual(declared.sort(), [...thrown].sort());
});
