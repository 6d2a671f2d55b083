// The tasks of the benchmarks of the engine and the rules, which compare the library in
// Chromium and in Node to native code. As a program it takes a task a line, as JSON.

/** Returns a function that does a task: {search, nodes}, actions after the start, or {perft, depth}, a FEN. */
export async function tasks({ Engine }, { BanChess, initialize }) {
  await initialize();
  const engine = new Engine();
  return async ({ search, nodes, perft, depth }) => {
    if (perft) return void new BanChess(perft).perft(depth);
    await engine.best({ fen: START, actions: search.split(" ").filter(Boolean) }, { nodes, fresh: true });
  };
}

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1";

if (globalThis.process) {
  const [{ createInterface }, { site }, { join }] = await Promise.all([import("node:readline"), import("../site.mjs"), import("node:path")]);
  const ask = await tasks(await import(join(site, "engine.js")), await import(join(site, "banchess.js")));
  let last = Promise.resolve();
  createInterface({ input: process.stdin })
    .on("line", (line) => { last = last.then(() => ask(JSON.parse(line))).then(() => console.log("done")); })
    .on("close", () => process.exit());
}
