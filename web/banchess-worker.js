// The library in a Web Worker, or in a worker thread of Node: every game of a
// page in a thread of its own, called by messages. banchess-client.js is the
// other end.
//
// A message is {id, call, game?, args}; the answer has the same id and either
// answer or error. call is a method of the game with that number, or one of the
// calls below. A worker that wants the library for itself needs none of this: it
// imports banchess.js like anybody else.
import { details } from "./banchess-instance.js";
import { BanChess, initialize } from "./banchess.js";
import { Session } from "./banchess-session.js";

let send; // posts a message to the other end

const games = new Map();
const watched = new Set(); // the numbers of the games whose events are sent
let next = 1;

const keep = (game) => {
  games.set(next, game);
  return next++;
};

const sessions = new Map();

/** Opens a conversation of JSON messages, whose replies are sent as they come. */
function open() {
  const session = new Session(), number = next++;
  session.addEventListener("reply", ({ reply }) => send({ session: number, reply }));
  sessions.set(number, session);
  return number;
}

function conversation(number) {
  const session = sessions.get(number);
  if (!session) throw Object.assign(new Error("this session is closed; make a new one"), { code: "freed" });
  return session;
}

const calls = {
  initialize: (options = {}) => initialize({ ...options, onCrash: (e) => send({ crash: details(e) }) }),
  create: (fen, pgn) => keep(new BanChess(fen, pgn)),
  replayFromActions: (actions, fen) => keep(BanChess.replayFromActions(actions, fen)),
  fromStandardFEN: (fen) => keep(BanChess.fromStandardFEN(fen)),
  fromJSON: (json) => keep(BanChess.fromJSON(json)),
  session: open,
  sessionSend: (number, message) => conversation(number).send(message),
  sessionClose(number) {
    conversation(number).close();
    sessions.delete(number);
  },
};

const own = {
  clone: (_, game) => keep(game.clone()),
  free(id, game) {
    game.free();
    games.delete(id);
    watched.delete(id);
  },
  subscribe(id, game) {
    if (!watched.has(id)) game.subscribe((event) => send({ game: id, event }));
    watched.add(id);
  },
};

async function answer({ id, call, game, args = [] }) {
  if (game === undefined) {
    if (!Object.hasOwn(calls, call)) throw new Error(`there is no call ${call}`);
    return calls[call](...args);
  }
  const its = games.get(game);
  if (!its) throw Object.assign(new Error("this game has been freed; make a new one"), { code: "freed" });
  if (Object.hasOwn(own, call)) return own[call](game, its, ...args);
  const property = Object.getOwnPropertyDescriptor(BanChess.prototype, call);
  if (property?.get) return its[call];
  if (typeof property?.value !== "function") throw new Error(`a game has no ${call}`);
  return its[call](...args);
}

async function receive(message) {
  if (typeof message?.id !== "number") return;
  try {
    send({ id: message.id, answer: await answer(message) });
  } catch (e) {
    send({ id: message.id, error: details(e) });
  }
}

if (globalThis.postMessage) {
  send = (message) => globalThis.postMessage(message);
  globalThis.addEventListener("message", (e) => receive(e.data));
} else {
  const threads = "node:worker_threads"; // not for a bundler to see
  import(/* @vite-ignore */ /* webpackIgnore: true */ threads).then(({ parentPort }) => {
    send = (message) => parentPort.postMessage(message);
    parentPort.on("message", receive);
  });
}
