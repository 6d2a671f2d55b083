// Where the built site and package are, and the bare WebAssembly without the library.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

/** The directory that is served, or undefined: then there is nothing to test. */
export const served = process.env.BANCHESS_SITE;

/** The package's directory in it, which is what most tests test. */
export const site = served && join(served, "package");

/** What a test passes as its options to be left out where there is no site. */
export const needsSite = { skip: site ? false : "BANCHESS_SITE does not name a built site" };

/** The instance in which a game lives, which the library does not show. */
export const instanceOf = (game) => game[Object.getOwnPropertySymbols(game)[0]].live();

/** The project's root. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Starts banchess-core.wasm as a page would that has nothing but wasm_exec.js. */
export async function startCore() {
  vm.runInThisContext(await readFile(join(site, "wasm_exec.js"), "utf8"), "wasm_exec.js");
  const go = new globalThis.Go();
  let code;
  go.exit = (c) => { code = c; };
  const { instance } = await WebAssembly.instantiate(await readFile(join(site, "banchess-core.wasm")), go.importObject);
  delete globalThis.banchess;
  const ended = go.run(instance).then(() => code);
  return { banchess: globalThis.banchess, ready: globalThis.banchessReady, ended, instance };
}
