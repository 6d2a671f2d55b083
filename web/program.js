// The board's program, banchess.wasm: fetched and compiled once for all boards
// of a page, and again for none when a board has to start afresh.

const programURL = new URL("banchess.wasm", import.meta.url);
const listURL = new URL("files.json", import.meta.url);

let compiled = null;
const watchers = new Set();
let progress = { loaded: 0, total: 0 };

/** Why there is no program; `code` is "no_wasm" or "no_program". */
export class ProgramError extends Error {
  constructor(code, message, cause) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Returns the compiled program. A failure is not kept: the next call tries
 * again.
 *
 * @param {(progress: {loaded: number, total: number}) => void} onProgress
 *   told how many bytes have come, of how many, 0 where that is not known
 * @returns {Promise<WebAssembly.Module>}
 */
export function loadProgram(onProgress) {
  watchers.add(onProgress);
  onProgress(progress);
  compiled ??= compile().catch((error) => {
    compiled = null;
    throw error;
  });
  return compiled.finally(() => watchers.delete(onProgress));
}

function report(change) {
  progress = { ...progress, ...change };
  for (const watcher of watchers) watcher(progress);
}

async function compile() {
  if (typeof WebAssembly !== "object" || !WebAssembly.instantiate) {
    throw new ProgramError("no_wasm", "This browser has no WebAssembly, which the rules and the board are written in.");
  }
  report({ loaded: 0, total: 0 });
  let response;
  try {
    response = await fetch(programURL);
  } catch (cause) {
    throw new ProgramError("no_program", "The board could not be loaded: the network did not answer.", cause);
  }
  if (!response.ok) {
    throw new ProgramError("no_program", `The board could not be loaded: the server answered ${response.status} for banchess.wasm.`);
  }
  measure(response);
  const bytes = count(response.clone());
  // A failure of the copy shows in the original as well, or is asked for below.
  bytes.catch(() => {});
  if (WebAssembly.compileStreaming) {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch (error) {
      // A server with another content type for wasm files; the bytes may be good.
      if (!(error instanceof TypeError)) throw broken(error);
    }
  }
  try {
    return await WebAssembly.compile(await new Blob(await bytes).arrayBuffer());
  } catch (error) {
    throw broken(error);
  }
}

const broken = (cause) =>
  new ProgramError("no_program", "The board could not be loaded: banchess.wasm did not arrive whole, or is not a WebAssembly program.", cause);

/** Learns how many bytes will come, counted after any decompression. */
async function measure(response) {
  const length = Number(response.headers.get("Content-Length"));
  if (length > 0 && !response.headers.get("Content-Encoding")) {
    report({ total: length });
    return;
  }
  try {
    const list = await (await fetch(listURL)).json();
    report({ total: list.files.find((file) => file.path === "banchess.wasm")?.raw ?? 0 });
  } catch {
    // Without the list there are bytes to show, only not of how many.
  }
}

/** Reads a response to its end, reporting how far it is. */
async function count(response) {
  const chunks = [];
  let loaded = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    loaded += part.value.length;
    report({ loaded });
  }
  return chunks;
}
