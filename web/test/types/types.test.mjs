// The declarations that are made from the library's source: they compile in strict mode,
// with a file that uses all of them and with programs for ban-chess.ts; everything that
// they declare exists; and every member has a doc comment.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import ts from "typescript-5";
import { needsSite, root, site } from "../site.mjs";

const require = createRequire(import.meta.url);
const ENTRIES = ["banchess", "engine", "client", "session", "room", "tree", "review"];
const types = (entry) => join(site ?? "", `${entry}.d.ts`);
const OURS = Object.fromEntries(ENTRIES.map((entry) => [entry === "banchess" ? entry : `banchess/${entry}`, [types(entry)]]));

/** Compiles files that import packages by name. There must be no errors. */
async function compile(t, files, paths, options) {
  const dir = await mkdtemp(join(tmpdir(), "banchess-types-"));
  t.after(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, "tsconfig.json"), JSON.stringify({
    compilerOptions: {
      strict: true, noEmit: true, target: "ES2022", module: "ESNext", moduleResolution: "Bundler", types: [], skipLibCheck: false,
      exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noUnusedLocals: true, paths, ...options,
    },
    files: [...files.map((file) => resolve(root, "web/test/types", file)), ...Object.values(paths).flat()],
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
  if (options.lib.includes("DOM")) {
    test(`those of the board too, ${name}`, needsSite, (t) => compile(t, ["types-board.ts"], { banchess: [types("banchess")], "banchess/board": [types("board")] }, options));
  }
}

// The element types of React 19 and Preact 10. The types of the board were also compiled
// with the real ones.
const JSX = {
  "react/index.d.ts": `export = React;
    declare namespace React {
      function useState<S>(initial: S): [S, (next: S | ((now: S) => S)) => void];
      function useEffect(effect: () => (() => void) | undefined, on?: readonly unknown[]): void;
      interface HTMLAttributes<T> { className?: string; style?: { width?: number; height?: number }; onClick?: (event: { currentTarget: T }) => void }
      type DetailedHTMLProps<E extends HTMLAttributes<T>, T> = { ref?: { current: T | null } } & E;
      namespace JSX { interface Element {} interface IntrinsicElements { div: DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> } }
    }`,
  "react/jsx-runtime.d.ts": `import * as React from "./";
    export namespace JSX { interface Element extends React.JSX.Element {} interface IntrinsicElements extends React.JSX.IntrinsicElements {} }`,
  "preact/jsx.d.ts": `import type { HTMLAttributes } from "./index";
    export namespace JSXInternal { interface Element {} interface IntrinsicElements { div: HTMLAttributes } }`,
  "preact/index.d.ts": `import { JSXInternal } from "./jsx";
    export interface HTMLAttributes<T = HTMLElement> { class?: string; onClick?: (event: { currentTarget: T }) => void }
    export function createElement(type: string): JSXInternal.Element;
    export namespace createElement { export import JSX = JSXInternal; }`,
  "preact/jsx-runtime.d.ts": 'export { JSXInternal as JSX } from "./jsx";',
};

for (const of of ["react", "preact"]) {
  test(`the element has types in the TSX of ${of}`, needsSite, async (t) => {
    const dir = await mkdtemp(join(tmpdir(), "banchess-jsx-"));
    t.after(() => rm(dir, { recursive: true }));
    for (const [file, text] of Object.entries(JSX)) {
      await mkdir(join(dir, dirname(file)), { recursive: true });
      await writeFile(join(dir, file), text);
    }
    const paths = { [of]: [join(dir, of, "index.d.ts")], [`${of}/jsx-runtime`]: [join(dir, of, "jsx-runtime.d.ts")], [`banchess/${of}`]: [types(of)], banchess: [types("banchess")] };
    const [, shown] = (await readFile(join(root, "web/docs/embedding.md"), "utf8")).match(/^```tsx\n([^]*?)^```$/m);
    await writeFile(join(dir, "shown.tsx"), shown);
    await compile(t, [`types-${of}.tsx`, ...of === "react" ? [join(dir, "shown.tsx")] : []], paths, { lib: ["ES2022", "DOM"], jsx: "react-jsx" });
  });
}

for (const [name, path] of [
  ["ban-chess.ts's types", join(dirname(require.resolve("ban-chess.ts")), "../esm/index.d.ts")],
  ["these types", types("banchess")],
]) {
  test(`a program for ban-chess.ts compiles with ${name}`, needsSite, (t) => compile(t, ["types-ban-chess.ts"], { "ban-chess.ts": [path] }, { lib: ["ES2022", "DOM"], module: "ESNext", moduleResolution: "Bundler" }));
}

test("every declared name is exported, and no other", needsSite, async () => {
  const program = ts.createProgram(ENTRIES.map(types), { target: ts.ScriptTarget.ESNext, lib: ["lib.esnext.d.ts", "lib.dom.d.ts"] });
  const checker = program.getTypeChecker();
  for (const entry of ENTRIES) {
    const live = await import(join(site, `${entry}.js`));
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(types(entry))))
      .map((s) => (s.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(s) : s)).filter((s) => s.flags & ts.SymbolFlags.Value);
    assert.deepEqual(exported.map((s) => s.name).sort(), Object.keys(live).sort(), entry);
    for (const symbol of exported.filter((s) => s.flags & ts.SymbolFlags.Class)) {
      for (const [of, object] of [[checker.getDeclaredTypeOfSymbol(symbol), live[symbol.name].prototype], [checker.getTypeOfSymbol(symbol), live[symbol.name]]]) {
        const ours = (m) => m.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor) && (m.declarations ?? []).every((d) => d.getSourceFile().fileName.startsWith(site));
        const members = checker.getPropertiesOfType(of).filter(ours).map((m) => m.name);
        for (const name of members) assert.ok((/^__@(\w+)@/.test(name) ? Symbol[name.match(/^__@(\w+)@/)[1]] ?? Symbol.for("Symbol.dispose") : name) in object, `${symbol.name}.${name}`);
      }
    }
  }
});

test("every declaration is described", needsSite, async () => {
  for (const file of (await readdir(site, { recursive: true })).filter((name) => name.endsWith(".d.ts"))) {
    const source = ts.createSourceFile(file, await readFile(join(site, file), "utf8"), ts.ScriptTarget.Latest, true);
    const described = (node) => ts.getJSDocCommentsAndTags(node).some((c) => (c.comment ?? c.tags?.[0]?.comment)?.length > 0);
    const check = (node, name) => assert.ok(described(node), `${file}: ${name} is not described`);
    source.forEachChild((node) => {
      if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isModuleDeclaration(node) || !node.modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword)) return;
      check(node, node.name?.text ?? node.declarationList.declarations[0].name.text);
      for (const member of node.members ?? []) if (member.name?.getText() !== "#private") check(member, `${node.name.text}.${member.name?.getText() ?? "constructor"}`);
    });
  }
});

test("the error codes declared are those that are thrown, here and in Go, each with a comment", async () => {
  const declared = (await readFile(join(root, "web/banchess/game/error.ts"), "utf8")).match(/type ErrorCode =((?:\n {2}\/\*\* .+ \*\/\n {2}\| "\w+")+);/)[1].match(/^ {2}\| (.*)$/gm).map((line) => line.slice(4));
  const thrown = new Set();
  const library = (await readdir(join(root, "web/banchess"), { recursive: true })).filter((name) => name.endsWith(".ts"));
  for (const [file, pattern] of [
    ["game/errors.go", /Code = ("\w+")/g],
    ["wasm/guard.go", /game\.Code = ("\w+")/g],
    ["game/picture/scene/position.go", /Code\w+ += ("\w+")/g],
    ...library.map((name) => [`web/banchess/${name}`, /fail\(("\w+")|code: ("\w+")|code = ("\w+")/g]),
  ]) {
    const found = [...(await readFile(join(root, file), "utf8")).matchAll(pattern)].map((m) => m.slice(1).find(Boolean));
    found.forEach((code) => thrown.add(code));
  }
  assert.ok(thrown.size > 25, `only ${thrown.size} codes were found`);
  assert.deepEqual(declared.sort(), [...thrown].sort());
});
