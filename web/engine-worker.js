// The engine's worker: banchess-core.wasm speaking UCI, with a number on every
// request. engine.js is the other side; its comments say what crosses.

importScripts("wasm_exec.js");

let send = null;
let current = 0; // the request under way

async function start(module) {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).then(() => fail("the engine's program has ended"), fail);
  const session = self.banchess.uci((line) => {
    if (line === "uciok" && current === 0) postMessage({ type: "ready" });
    else postMessage({ type: "line", id: current, line });
    if (line.startsWith("bestmove")) current = 0;
  });
  if (session.success === false) throw new Error(session.error);
  send = session.send;
  send("uci");
}

function fail(error) {
  postMessage({ type: "failed", error: String(error?.message ?? error) });
}

self.onmessage = ({ data }) => {
  if (data.type === "start") {
    start(data.module).catch(fail);
    return;
  }
  if (data.id) current = data.id;
  for (const line of data.lines) {
    const answer = send(line);
    // No answer at all is how a program that has died answers.
    if (answer?.success !== true) return fail(answer?.error ?? "the engine's program has ended");
  }
};
