// The types: that they compile, strictly, against a file that uses all of them,
// and that what they declare and what is there are the same names.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { needsSite, root, site } from "./site.mjs";

const require = createRequire(import.meta.url);
const types = (file) => join(site, file);

for (const [name, lib] of [["with the libraries of 2022", ["ES2022", "DOM"]], ["with Symbol.dispose", ["ESNext", "DOM"]]]) {
  test(`the types compile strictly, ${name}`, needsSite, async (t) => {
    const dir = await mkdtemp(join(tmpdir(), "banchess-types-"));
    t.after(() => rm(dir, { recursive: true }));
    await writeFile(join(dir, "tsconfig.json"), JSON.stringify({
      compilerOptions: {
        strict: true, noEmit: true, target: "ES2022", module: "ESNext", moduleResolution: "Bundler", lib, types: [], skipLibCheck: false,
        exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noUnusedLocals: true,
        paths: { banchess: [types("banchess.d.ts")], "banchess/client": [types("banchess-client.d.ts")] },
      },
      files: [join(root, "web/test/types.ts"), types("banchess.d.ts"), types("banchess-client.d.ts")],
    }));
    await promisify(execFile)(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", dir]).catch((e) => assert.fail(e.stdout || e));
  });
}

test("declared and live names are the same, and every declared one is described", needsSite, async () => {
  const ts = (await import("typescript")).default;
  for (const [module, classes] of [["banchess", ["BanChess"]], ["banchess-client", ["Client", "Game"]]]) {
    const live = await import(join(site, `${module}.js`));
    const program = ts.createProgram([types(`${module}.d.ts`)], { target: ts.ScriptTarget.ES2022, lib: ["lib.es2022.d.ts", "lib.dom.d.ts"] });
    const checker = program.getTypeChecker();
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(types(`${module}.d.ts`))));
    const values = exported.filter((s) => s.flags & ts.SymbolFlags.Value && !(s.flags & ts.SymbolFlags.Alias));
    assert.deepEqual(values.map((s) => s.name).sort(), Object.keys(live).sort(), module);
    for (const name of classes) {
      const symbol = exported.find((s) => s.name === name);
      const text = (list) => list.map((s) => s.name).filter((n) => !n.startsWith("__")).sort();
      const own = (object, without) => Object.getOwnPropertyNames(object).filter((n) => !without.includes(n)).sort();
      const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
      assert.deepEqual(text(members), own(live[name].prototype, ["constructor"]), `members of ${name}`);
      const statics = checker.getPropertiesOfType(checker.getTypeOfSymbolAtLocation(symbol, symbol.valueDeclaration)).filter((s) => s.name !== "prototype");
      assert.deepEqual(text(statics), own(live[name], ["length", "name", "prototype"]), `statics of ${name}`);
      for (const member of [...members, ...statics]) {
        const mine = member.declarations?.some((d) => d.getSourceFile().fileName.endsWith(`${module}.d.ts`));
        if (mine && name === "BanChess") assert.ok(ts.displayPartsToString(member.getDocumentationComment(checker)) || member.getJsDocTags().length, `${name}.${member.name} is not described`);
      }
    }
  }
});
