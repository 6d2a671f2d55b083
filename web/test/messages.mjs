// Messages of the worker with values of any kind in them, and both ends to try them on.
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { site } from "./site.mjs";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1";
const PATIENCE = 20_000; // milliseconds that an answer may take

/** Calls with a value in some place. */
export const callsWith = (value) => [
  { call: value, args: [] }, { call: "create", args: value }, { call: "create", args: [value, value] }, { call: "replayFromActions", args: [value, value] }, { call: "fromStandardFEN", args: [START.slice(0, -2), value, value] },
  { call: "fromJSON", args: [value] }, { call: "parsePGN", args: [value] }, { call: "writePGN", args: [value] }, { call: "session", args: value }, { call: "send", args: [value, value] }, { call: "request", args: [value] },
  { call: "search", args: [value, { depth: 1 }] }, { call: "search", args: [START, value] }, { call: "fen", game: value, args: [] }, { call: "play", game: value, args: [value] }, { call: "initialize", args: [value] }, { args: value }, {},
];

/** What is no call, or has nobody who waits for its answer. */
export const noCallsWith = (value) => [value, [value], { value }, { id: value }, { id: value, call: "create", args: [] }, { id: value, call: value, args: value }, { cancel: value }, { cancel: value, id: value }];

/** What a worker may send, the answer of a number's call aside. */
export const answersWith = (value, session) => [
  value, [value], { value }, { id: value, answer: value }, { id: value, error: value }, { id: value, event: value }, { crash: value }, { id: session, event: value }, { id: session, event: { message_type: value } },
];

/** Whether a value can be sent at all. */
export function isSendable(value) {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

/** A thread with worker.js, which is asked by bare messages, and the limits of its memory. */
export async function farEnd(resourceLimits = {}) {
  const thread = new Worker(join(site, "worker.js"), { resourceLimits });
  const waiting = new Map();
  let lost = null, last = 1e9; // numbers that no value of a test is
  thread.on("error", (error) => { lost = error; });
  thread.on("exit", () => {
    lost ??= new Error("the thread has ended");
    for (const { reject } of waiting.values()) reject(lost);
  });
  thread.on("message", (message) => {
    if (!("event" in message) && !("crash" in message)) waiting.get(message.id)?.resolve(message);
  });
  const far = {
    /** Sends a message that has no answer. */
    post(message) { thread.postMessage(message); },
    /** Sends a call, ends what it began, and gives its answer or its error. */
    async ask(message) {
      if (lost) throw lost;
      const id = ++last;
      let timer;
      try {
        return await new Promise((resolve, reject) => {
          timer = setTimeout(() => reject(new Error("no answer came")), PATIENCE);
          waiting.set(id, { resolve, reject });
          thread.postMessage({ ...message, id });
          thread.postMessage({ cancel: id });
        });
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    /** Throws unless a call is answered as it has to be; gives back what another made. */
    async works(made) {
      const { answer: game } = await far.ask({ call: "create", args: [] });
      const { answer: fen } = await far.ask({ call: "fen", game, args: [] });
      if (fen !== START) throw new Error(`a new game is at ${fen}`);
      await far.ask({ call: "free", game, args: [] });
      if (typeof made === "number") await far.ask({ call: "free", game: made, args: [] });
    },
    end: () => thread.terminate(),
  };
  await far.ask({ call: "initialize", args: [{}] });
  return far;
}

/** What Client and Engine take for a worker, and a test has send what it likes. */
export class NearWorker extends EventEmitter {
  sent = [];
  postMessage(message) { this.sent.push(message); }
  terminate() {}
  /** The number of the last call. */
  get call() { return this.sent.findLast((message) => "call" in message).id; }
  say(message) { this.emit("message", message); }
}

/** The same as a page has it. */
export class NearWebWorker extends EventTarget {
  sent = [];
  postMessage(message) { this.sent.push(message); }
  terminate() {}
  get call() { return this.sent.findLast((message) => "call" in message).id; }
  say(data) { this.dispatchEvent(Object.assign(new Event("message"), { data })); }
}
