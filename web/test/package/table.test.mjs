// The table of web/README.md: each library has all names in its column, and the table has
// all methods of chess.js and of ban-chess.ts.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { needsSite, root, site } from "../site.mjs";

const text = await readFile(join(root, "web/README.md"), "utf8");
const rows = text.slice(text.indexOf("| to |")).split("\n").filter((line) => line.startsWith("|")).map((line) => line.replaceAll("`+ # =`", "").split("|").slice(1, -1));

/** Returns the names in a column, for `new X()` and `x(…)` without the rest. */
const column = (n) => rows.slice(2).flatMap((row) => [...row[n].matchAll(/`([^`]+)`/g)].map(([, code]) => code.replace(/^await |^new /, "").replace(/\(.*/, "")));

/** Returns the names that are in none of the places. A name with a dot belongs to the place before it. */
function missing(names, places, exports) {
  const has = (object, name) => object !== undefined && object !== null && name in object;
  return names.filter((name) => {
    const [of, member] = name.split(".");
    if (member) return !(places[of] ?? [exports[of]]).some((object) => has(object, member));
    return !has(exports, name) && !places[""].some((object) => has(object, name));
  });
}

/** Returns the version of a package in the table's header. */
async function version(name) {
  const dir = join(root, "web/test/node_modules", name, "package.json");
  return JSON.parse(await readFile(dir, "utf8")).version.split(".").slice(0, 2).join(".");
}

test("the names are there, in the versions that are named", needsSite, async () => {
  assert.deepEqual(rows[0].slice(1).map((cell) => cell.trim()), ["banchess", "chess.js", "chessops", "ban-chess.ts"]);
  for (const row of rows) assert.equal(row.length, 5, row.join("|"));
  const ours = await import(join(site, "banchess.js")), chess = await import("chess.js"), theirs = await import("ban-chess.ts");
  const api = { ...ours, ...await import(join(site, "tree.js")) };
  assert.deepEqual(missing(column(1), { "": [ours.BanChess.prototype], Setup: [new ours.Setup()] }, api), []);
  assert.deepEqual(missing(column(2), { "": [chess.Chess.prototype] }, chess), []);
  const ops = Object.assign({}, ...await Promise.all(["chess", "fen", "san", "pgn", "setup", "attacks", "util", "debug"].map((part) => import(`chessops/${part}`))));
  const position = ops.Chess.default();
  assert.deepEqual(missing(column(3), { "": [], Position: [position], Board: [position.board] }, ops), []);
  assert.deepEqual(missing(column(4), { "": [theirs.BanChess.prototype] }, theirs), []);
  for (const [n, count] of [[1, 60], [2, 40], [3, 30], [4, 35]]) assert.ok(column(n).length > count, `${column(n).length} names in column ${n}`);
  for (const name of ["chess.js", "chessops", "ban-chess.ts"]) assert.ok(new RegExp(`\\[${name}\\]\\(\\S+\\) ${await version(name)}\\b`).test(text), `${name} ${await version(name)}`);
});

test("no method of chess.js or of ban-chess.ts is left out", async () => {
  const { Chess } = await import("chess.js");
  const methods = Object.getOwnPropertyNames(Chess.prototype).filter((name) => name !== "constructor" && !name.startsWith("_"));
  assert.deepEqual(methods.filter((name) => !column(2).includes(name)), []);
  const declared = await readFile(join(dirname(fileURLToPath(import.meta.resolve("ban-chess.ts"))), "BanChess.d.ts"), "utf8");
  const theirs = [...declared.matchAll(/^ {4}(?:get |static )?(?:readonly )?(\w+)\(/gm)].map(([, name]) => name).filter((name) => name !== "constructor");
  assert.ok(theirs.length > 30, theirs.join(" "));
  const said = column(4).map((name) => name.replace(/^BanChess\./, ""));
  assert.deepEqual([...new Set(theirs)].filter((name) => !said.includes(name)), []);
});
