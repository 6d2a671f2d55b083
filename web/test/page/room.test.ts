// The client of rooms over connections that die without a word.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { openRoom, readRoomLink, Room, type RoomError, type RoomLink } from "../../banchess/room.js";
import { hashOf } from "../../page/share/link.js";

const BITS = "0123456789abcdef0123456789abcdef";
const LINK = { base: "https://example.org/", room: BITS };

/** A WebSocket whose other end is the test. */
class Socket {
  static all: Socket[] = [];
  sent: { message_type: string; id?: number; number?: number; hash?: string; secret?: string; invitation?: string }[] = [];
  isClosed = false;
  #listeners: { [type: string]: (event: { data?: unknown }) => void } = {};

  constructor() { Socket.all.push(this); }
  send(text: string): void { this.sent.push(JSON.parse(text)); }
  close(): void { this.isClosed = true; } // a dead connection does not say so
  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void { this.#listeners[type] = listener; }
  does(type: string, message?: object): void { this.#listeners[type]!({ data: JSON.stringify(message) }); }

  /** Answers the join. */
  opens(): void {
    this.does("open");
    this.says({ message_type: "state" });
  }

  says(message: object): void { this.does("message", { number: 0, log: "", ...message }); }
}

const last = () => Socket.all.at(-1)!;
const codeOf = (promise: Promise<unknown>): Promise<string> => promise.then(() => "done", ({ code }: RoomError) => code);

beforeEach(() => {
  Socket.all = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

/** Joins a room whose server answers at once. */
async function join(): Promise<Room> {
  const joining = Room.join(LINK, { WebSocket: Socket });
  last().opens();
  return joining;
}

test("a text that is no message, and a WebSocket that is refused, end the room with a code", async () => {
  const room = await join(), closed = new Promise<string>((done) => room.addEventListener("closed", ({ error }) => done(error!.code)));
  last().does("message");
  assert.equal(await closed, "bad_message");
  class Refused { constructor() { throw new DOMException("insecure", "SecurityError"); } }
  assert.equal(await codeOf(Room.join(LINK, { WebSocket: Refused as unknown as typeof Socket })), "no_websocket");
});

test("anything but a link to a room is refused with a code", async () => {
  for (const link of [readRoomLink("https://example.org/#room=1"), undefined, {}, "https://example.org/"]) {
    assert.equal(await codeOf(Room.join(link as RoomLink | null, { WebSocket: Socket })), "bad_link");
  }
});

test("a text that is no address is refused with a code", async () => {
  for (const base of ["example.org", "localhost:8080", ""]) {
    assert.equal(await codeOf(openRoom(base)), "not_found", base);
    assert.equal(await codeOf(Room.join({ ...LINK, base }, { WebSocket: Socket })), "no_websocket", base);
  }
});

test("a request on a dead connection is rejected with a code, and the client connects again", async () => {
  const room = await join(), [first] = Socket.all, code = codeOf(room.request({ message_type: "resign" }));
  mock.timers.tick(10_000);
  assert.equal(await code, "no_answer");
  assert.deepEqual([room.isConnected, first!.isClosed], [false, true]);
  mock.timers.tick(50);
  assert.equal(Socket.all.length, 2);
  last().opens();
  assert.deepEqual([room.isConnected, last().sent.map(({ message_type: type }) => type)], [true, ["join"]], "what was rejected is not sent again");
  const again = room.request({ message_type: "state" });
  last().says({ message_type: "state", id: last().sent.at(-1)!.id });
  await again;
  room.close();
});

test("a ban and a move go with the hash of the log, and a log that differs is healed by a state", async () => {
  const room = await join(), hash = (text: string) => hashOf(`${BITS} fen ${text}`);
  const says = (message: object): void => { last().says(message); }, sent = () => last().sent.at(-1)!;
  says({ message_type: "state", hash: hash("") });
  void room.request({ message_type: "ban", from: "E2", to: "e4" }).catch(() => {});
  assert.deepEqual([sent().number, sent().hash], [1, hash("e2e4")]);
  says({ message_type: "next_legal_moveset", id: sent().id, number: 1, hash: hash("e2e4"), entry: "e2e4" });
  for (const [promotion, letter] of [["knight", "N"], ["queen", "Q"], [undefined, ""]] as const) {
    void room.request({ message_type: "piece_move", from: "a7", to: "a8", ...promotion && { promotion } }).catch(() => {});
    assert.deepEqual([sent().number, sent().hash], [2, hash(`e2e4a7a8${letter}`)]);
  }
  void room.request({ message_type: "piece_move", from: "a7", to: "a8", number: 3 }).catch(() => {});
  assert.deepEqual([sent().number, sent().hash], [3, undefined], "another log than the one that is known");
  void room.request({ message_type: "ban", from: "a7", to: "a8", hash: "own" }).catch(() => {});
  assert.equal(sent().hash, "own");
  const all = last().sent.length;
  says({ message_type: "room", number: 1, hash: hash("e2e4"), entry: "e2e4" });
  assert.deepEqual([room.log, last().sent.length], ["e2e4", all]);
  says({ message_type: "next_legal_banset", number: 2, hash: hash("e2e3d2d4"), entry: "d2d4" });
  assert.deepEqual([room.log, sent()], ["e2e4", { message_type: "state" }], "the entry is the next one of another log");
  says({ message_type: "state", number: 2, hash: hash("e2e3d2d4"), log: "e2e3d2d4" });
  says({ message_type: "room", number: 2, hash: hash("e2e4d2d4"), entry: "d2d4" });
  assert.deepEqual([room.log, last().sent.length], ["e2e3d2d4", all + 2], "a log of the same length");
  room.close();
});

test("a server that is silent is asked whether it is there", async () => {
  const room = await join();
  for (let n = 0; n < 3; n++) { // it is
    mock.timers.tick(30_000);
    assert.equal(last().sent.at(-1)!.message_type, "state");
    last().says({ message_type: "state", id: last().sent.at(-1)!.id });
  }
  assert.deepEqual([Socket.all.length, room.isConnected], [1, true]);
  mock.timers.tick(30_000);
  mock.timers.tick(10_000); // it is not
  assert.equal(room.isConnected, false);
  mock.timers.tick(50);
  assert.equal(Socket.all.length, 2);
  room.close();
});

test("a join whose answer is lost is repeated with the same secret", async () => {
  mock.method(globalThis, "fetch", async (url: URL) => (url.pathname === "/rooms" ? Response.json({ rooms: true }) : new Response("", { status: 426 })));
  const joining = Room.join({ ...LINK, invitation: BITS }, { WebSocket: Socket });
  last().does("open");
  mock.timers.tick(10_000);
  mock.timers.tick(50);
  assert.equal(Socket.all.length, 2);
  last().opens();
  const room = await joining, [one, two] = Socket.all.map(({ sent: [join] }) => join!);
  assert.deepEqual(one, two);
  assert.deepEqual([two!.invitation, two!.secret], [BITS, room.link.secret]);
  room.close();
  const own = Room.join({ ...LINK, invitation: BITS, secret: "f".repeat(32) }, { WebSocket: Socket });
  last().opens();
  assert.equal((await own).link.secret, "f".repeat(32), "the secret may be made before");
  (await own).close();
});

test("a server that takes no more connections refuses the join; one that is back soon is asked again", async () => {
  for (const code of ["too_many_connections", "server_full", "stopping"]) {
    Socket.all = [];
    mock.method(globalThis, "fetch", async () => Response.json({ message_type: "failure", code, reason: "no" }, { status: 503 }));
    const joining = codeOf(Room.join(LINK, { WebSocket: Socket }));
    last().does("close");
    await new Promise((done) => setImmediate(done));
    if (code === "stopping") {
      mock.timers.tick(50);
      last().opens();
    }
    assert.equal(await joining, code === "stopping" ? "done" : code);
  }
});

test("a join waits for a server that its proxy does not reach, and ends where no WebSocket gets through", async () => {
  let status = 502;
  mock.method(globalThis, "fetch", async (url: URL) => (url.pathname === "/rooms" && status !== 502 ? Response.json({ rooms: true }) : new Response("", { status })));
  const joining = codeOf(Room.join(LINK, { WebSocket: Socket })), fails = async () => {
    last().does("close");
    await new Promise((done) => setImmediate(done));
  };
  await fails();
  mock.timers.tick(50);
  assert.equal(Socket.all.length, 2);
  status = 426;
  for (let n = 0; n < 7; n++) {
    await fails();
    mock.timers.tick(5000);
  }
  assert.equal(await joining, "not_found");
  assert.equal(Socket.all.length, 7);
});
