// Where the built site is, and the bare WebAssembly of it without the library.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

/** The built site's directory, or undefined: then there is nothing to test. */
export const site = process.env.BANCHESS_SITE;

/** What a test passes as its options to be left out where there is no site. */
export const needsSite = { skip: site ? false : "BANCHESS_SITE does not name a built site" };

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
