// Messages of the worker with arbitrary values, and both ends of a connection to test.
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { site } from "./site.mjs";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1";
const PATIENCE = 20_000; // the longest time for an answer, in milliseconds

/** Returns calls with a value in different places. */
export const callsWith = (value) => [
  { call: value, args: [] }, { call: "create", args: value }, { call: "create", args: [value, value] }, { call: "replayFromActions", args: [value, value] }, { call: "fromStandardFEN", args: [START.slice(0, -2), value, value] }, { call: "fromStandardPGN", args: [value] },
  { call: "fromJSON", args: [value] }, { call: "parsePGN", args: [value] }, { call: "writePGN", args: [value] }, { call: "session", args: value }, { call: "send", args: [value, value] }, { call: "request", args: [value] },
  { call: "search", args: [value, { depth: 1 }] }, { call: "search", args: [START, value] }, { call: "fen", game: value, args: [] }, { call: "play", game: value, args: [value] }, { call: "initialize", args: [value] }, { args: value }, {},
];

/** Returns messages that are not calls, or that expect no answer. */
export const noCallsWith = (value) => [value, [value], { value }, { id: value }, { id: value, call: "create", args: [] }, { id: value, call: value, args: value }, { cancel: value }, { cancel: value, id: value }];

/** Returns messages that a worker may send, except answers to real calls. */
export const answersWith = (value, session) => [
  value, [value], { value }, { id: value, answer: value }, { id: value, error: value }, { id: value, event: value }, { crash: value }, { id: session, event: value }, { id: session, event: { message_type: value } },
];

/** Reports whether a value can be sent. */
export function isSendable(value) {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

/** Starts a thread with worker.js that is used by plain messages, with limits for its memory. */
export async function farEnd(resourceLimits = {}) {
  const thread = new Worker(join(site, "worker.js"), { resourceLimits });
  const waiting = new Map();
  let lost = null, last = 1e9; // larger than any number of a test
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
    /** Sends a call, cancels what it began, and returns its answer or its error. */
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
    /** Throws unless a call is answered correctly; frees what another call made. */
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

/** A fake worker for Client and Engine that sends what a test wants. */
export class NearWorker extends EventEmitter {
  sent = [];
  postMessage(message) { this.sent.push(message); }
  terminate() {}
  /** The number of the last call. */
  get call() { return this.sent.findLast((message) => "call" in message).id; }
  say(message) { this.emit("message", message); }
}

/** A fake worker with the interface of a Web Worker. */
export class NearWebWorker extends EventTarget {
  sent = [];
  postMessage(message) { this.sent.push(message); }
  terminate() {}
  get call() { return this.sent.findLast((message) => "call" in message).id; }
  say(data) { this.dispatchEvent(Object.assign(new Event("message"), { data })); }
}
