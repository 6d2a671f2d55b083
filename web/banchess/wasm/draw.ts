// The WebAssembly that makes pictures, in a worker; see wasm/picture/main.go.
import { runtimeOf, type Go } from "go:wasm_exec";
import { BanChessError, fail, messageOf, type PlainError } from "../game/error.js";
import { compile } from "./load.js";

interface Exports {
  readonly mem: { readonly buffer: ArrayBuffer };
  banchess_picture_input(n: number): number;
  banchess_picture_begin(): number;
  banchess_picture_step(): number;
  banchess_picture_output(): number;
  banchess_picture_length(): number;
}

const hint = "load the banchess-picture.wasm that came with this file";

/**
 * Makes a picture. Each has a new instance, whose memory is given back.
 *
 * @internal
 */
export async function draw(request: string, type: string, wasmURL: string, onProgress: (done: number) => void): Promise<Blob> {
  const module = await compile(wasmURL, { hint });
  const go = new (runtimeOf(globalThis))() as Go & { exit(): void };
  go.exit = () => {};
  try {
    const instance = await WebAssembly.instantiate(module, go.importObject), exports = instance.exports as unknown as Exports;
    if (!exports.banchess_picture_begin) throw fail("load_failed", "the WebAssembly is not that of the pictures", hint);
    void go.run(instance);
    const text = new TextEncoder().encode(request), address = exports.banchess_picture_input(text.length);
    if (!address) throw fail("bad_argument", "the text is too long", "make it smaller");
    new Uint8Array(exports.mem.buffer).set(text, address);
    const written = () => {
      const from = exports.banchess_picture_output();
      return new Uint8Array(exports.mem.buffer).slice(from, from + exports.banchess_picture_length());
    };
    const pieces = [];
    let done = exports.banchess_picture_begin();
    for (; done >= 0 && done < 1e6; onProgress(done / 1e6)) {
      done = exports.banchess_picture_step();
      if (done >= 0) pieces.push(written());
    }
    if (done >= 0) return new Blob(pieces, { type });
    const [code, what, hint2] = new TextDecoder().decode(written()).split("\n");
    throw fail(code as PlainError["code"], what!, hint2 || undefined);
  } catch (e) {
    throw e instanceof BanChessError ? e : fail("crashed", `the picture cannot be made: ${messageOf(e)}`, "make it smaller", e);
  }
}
