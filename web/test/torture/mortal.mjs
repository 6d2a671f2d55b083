// Workers with worker.js that a test can kill, and that it can make send invalid messages,
// at once and during the next call.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { site } from "../site.mjs";

// Runs in the worker before and beside worker.js. It knows the calls without an answer:
// messages with their numbers, but without an answer, must have no effect.
const BESIDE = (channel, library) => `
  import { parentPort } from "node:worker_threads";
  const channel = new BroadcastChannel(${JSON.stringify(channel)}), pending = new Map();
  const cyclic = {};
  cyclic.self = cyclic;
  const VALUES = [null, undefined, 0, -1, NaN, 1e9, 10n, "x", true, [], {}, [cyclic], cyclic, new Map([[cyclic, 1]]), new Error("e")];
  const { postMessage } = parentPort;
  let highest = 0, babbles = false;
  parentPort.postMessage = (message) => {
    if ("answer" in message || "error" in message) pending.delete(message.id);
    postMessage.call(parentPort, message);
  };
  function babble() {
    const live = [...pending.keys()], never = [highest + 1e6, -1, 0.5, "1"];
    for (const value of VALUES) {
      const messages = [value, [value], { value }, { id: value }, { cancel: value }];
      for (const id of live) messages.push({ id }, { id, value }, { id, call: value }, [{ id, answer: value }]);
      for (const id of [...never, value]) messages.push({ id, answer: value }, { id, error: value }, { id, event: value });
      for (const message of messages) if (!pending.has(message?.id) || !("answer" in message)) postMessage.call(parentPort, message);
    }
    for (const call of pending.values()) channel.postMessage(call);
  }
  channel.onmessage = ({ data }) => {
    if (data === "die") process.exit();
    if (data !== "babble") return;
    babbles = true;
    babble();
  };
  channel.unref();
  const { on } = parentPort;
  parentPort.on = (type, receive) => on.call(parentPort, type, (message) => {
    if (typeof message?.id === "number") pending.set(highest = message.id, message.call);
    receive(message);
    if (!babbles || pending.size === 0) return;
    babbles = false;
    babble();
  });
  await import(${JSON.stringify(library)});`;

/**
 * Creates a file with such a worker in a directory. All workers started from it obey
 * die() and babble(). `babbled` counts the calls, by name, during which they sent invalid
 * messages.
 */
export async function mortal(dir, name) {
  const file = join(dir, `${name}.mjs`), channel = new BroadcastChannel(file), babbled = {};
  await writeFile(file, BESIDE(file, pathToFileURL(join(site, "worker.js")).href));
  channel.onmessage = ({ data }) => { babbled[data] = (babbled[data] ?? 0) + 1; };
  return {
    url: pathToFileURL(file), babbled,
    die() { channel.postMessage("die"); },
    babble() { channel.postMessage("babble"); },
    end() { channel.close(); },
  };
}
