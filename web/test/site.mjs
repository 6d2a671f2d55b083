// The built site and package, and the bare WebAssembly without the library.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

/** The directory of the built site. If it is undefined, the tests are skipped. */
export const served = process.env.BANCHESS_SITE;

/** The directory of the package in it, which most tests use. */
export const site = served && join(served, "package");

/** The options for tests that need the site. */
export const needsSite = { skip: site ? false : "BANCHESS_SITE does not name a built site" };

/** Returns the instance of a game, which is not public. */
export const instanceOf = (game) => game[Object.getOwnPropertySymbols(game)[0]].live();

/** The project's root. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Starts banchess-core.wasm with nothing but wasm_exec.js, as a page could. */
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
