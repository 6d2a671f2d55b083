// The peers of web/examples/sync.mjs, and an unreliable network between them.
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pick } from "./random.mjs";
import { root, site } from "./site.mjs";

/** Returns the library, and the class Peer of the example. */
export async function loadPeers() {
  const library = pathToFileURL(join(site, "banchess.js")).href;
  const [before] = (await readFile(join(root, "web/examples/sync.mjs"), "utf8")).split("await initialize();");
  const file = join(tmpdir(), `banchess-peer-${process.pid}-${Date.now()}.mjs`);
  await writeFile(file, `${before.replace('"banchess"', JSON.stringify(library)).replace(/^import .* from "ws";$/m, "")}\nexport { Peer };`);
  const [{ Peer }, { BanChess, initialize }] = await Promise.all([import(pathToFileURL(file)), import(library)]);
  await rm(file);
  await initialize();
  return { Peer: class extends Peer { done() {} }, BanChess };
}

/** Calls a function without output on the console. */
export function silently(call) {
  const { log } = console;
  console.log = () => {};
  try {
    return call();
  } finally {
    console.log = log;
  }
}

/** A connection between two peers. deliver delivers the messages, in order within each direction. */
export class Connection {
  closedBy = null; // the peer that gave up
  #queues = [[], []];
  #closing = [];

  constructor(peers) {
    peers.forEach((peer, i) => peer.join({
      on: (event, listener) => { if (event === "close") this.#closing.push(listener); },
      send: (text) => this.#queues[i].push(() => peers[1 - i].receive(text)),
      close: () => {
        this.closedBy = peer;
        this.close();
      },
    }));
  }

  /** Delivers a message in one of the directions that have any. Returns false if there are none. */
  deliver(next) {
    const full = this.#queues.filter((queue) => queue.length > 0);
    if (full.length === 0) return false;
    pick(next, full).shift()();
    return true;
  }

  /** Closes the connection and drops undelivered messages. */
  close() {
    for (const queue of this.#queues) queue.length = 0;
    for (const listener of this.#closing.splice(0)) listener();
  }
}

const OTHER = "1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - - 0 1 1";

/** The changes that may be made to a peer's game without its knowledge. */
const DISTURBANCES = {
  forgets: (peer, next) => { for (let n = 1 + Math.floor(next() * 6); n > 0; n--) peer.game.undo(); },
  "begins anew": (peer, _, BanChess) => { peer.game = new BanChess(); },
  "has other pieces": (peer, _, BanChess) => { peer.game = new BanChess(OTHER); },
  "has no past": (peer, _, BanChess) => { peer.game = new BanChess(peer.game.fen()); },
  "is ahead": (peer, next) => {
    const legal = peer.game.getLegalActions();
    if (legal.length > 0) peer.game.play(pick(next, legal));
  },
};

const MOST_DISTURBANCES = 5;
const MOST_STEPS = 2000;

/**
 * Plays a game of two peers. One or both are disturbed up to five times, and the connection
 * is sometimes lost. The game ends when both have finished and agree.
 * @returns {{ messages: number, what: string[] }} the events
 */
export function playDisturbed({ Peer, BanChess }, next, sides = [0, 1]) {
  const peers = [new Peer("host", "white", true), new Peer("guest", "black", false)], [host, guest] = peers, what = [];
  for (const peer of peers) peer.choose = (legal) => pick(next, legal);
  let connection = new Connection(peers), messages = 0, left = 1 + Math.floor(next() * MOST_DISTURBANCES);
  const isThrough = ({ game }) => game.gameOver() || game.getPly() > 40;
  const stand = ({ game }) => `${game.fen()} ${game.result().text}`;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (left > 0 && next() < 0.1) {
      left--;
      if (next() < 0.2) {
        what.push("connection lost");
        connection.close();
        connection = new Connection(peers);
      } else {
        const [how, disturb] = pick(next, Object.entries(DISTURBANCES)), peer = peers[pick(next, sides)];
        what.push(`${peer.name} ${how}`);
        disturb(peer, next, BanChess);
      }
    }
    if (connection.deliver(next)) messages++;
    else if (connection.closedBy) break;
    else if (left === 0 && peers.every(isThrough) && stand(host) === stand(guest)) return { messages, what };
    else guest.ask(); // as it does after some time without a message
  }
  throw new Error(`no agreement${connection.closedBy ? `, ${connection.closedBy.name} gave up` : ""} after ${what.join(", ")}: ${stand(host)} / ${stand(guest)}`);
}
