// Codes, and the sessions that are begun by them: two sides of a game over transports that
// lose, delay, double and reorder what is sent.

import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { BanChess, initialize, START_FEN, type Player } from "../../banchess/banchess.js";
import { newClock, passed, timeLeft, type Clock } from "../../page/model/clock.js";
import { clockBy, clockOf } from "../../page/together/clocks.js";
import { decodeCode, encodeCode, LONGEST, markOf } from "../../page/together/code.js";
import { entryOf, Log } from "../../page/together/log.js";
import { Session, type Game, type Told, type Transport } from "../../page/together/session.js";

const site = process.env["BANCHESS_SITE"];
const needsSite = { skip: site ? false : "BANCHESS_SITE does not name a built site" };
before(async () => {
  if (site) await initialize({ wasmURL: pathToFileURL(join(site, "banchess-core.wasm")) });
});

const ID = "0123456789abcdef0123456789abcdef";
const FINGERPRINT = "84:0E:1D:27:65:C5:26:47:0F:FA:1B:87:F1:D4:09:76:40:CB:E4:97:F4:21:EF:18:FD:1B:4C:B6:C4:1E:11:15";

/** Returns a description as browsers make them. */
const sdpOf = (candidates: readonly string[], ufrag = "5zMQ", pwd = "iIvnT1RlPNfW+QcAy2NoRT83", setup = "actpass") => [
  "v=0", "o=- 2311551103042610478 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0", "a=extmap-allow-mixed", "a=msid-semantic: WMS",
  "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0", ...candidates.map((c, i) => `a=candidate:${i} 1 udp 2113937151 ${c} generation 0 network-cost 999`),
  `a=ice-ufrag:${ufrag}`, `a=ice-pwd:${pwd}`, "a=ice-options:trickle", `a=fingerprint:sha-256 ${FINGERPRINT}`, `a=setup:${setup}`, "a=mid:0", "a=sctp-port:5000", "a=max-message-size:262144", "",
].join("\r\n");

const NAMES = ["9d7f7d83-d7a5-40bf-9542-a7681eb33c7e.local 33788 typ host", "89afc74a-426a-4c11-90fb-7b4087359def.local 60745 typ host"];
const line = (sdp: string, name: string) => new RegExp(`a=${name}:(.*?)\\r`).exec(sdp)?.[1];

test("a code holds what the other browser needs, whichever browser made it", () => {
  for (const [ufrag, pwd, candidates] of [
    ["5zMQ", "iIvnT1RlPNfW+QcAy2NoRT83", NAMES], // Chromium and Safari
    ["8d7f6e5c", "0123456789abcdef0123456789abcdef", NAMES.slice(1)], // Firefox
    ["aBcDeFgHiJkLmNoP", "aBcDeFgHiJkLmNoPaBcDeFgHiJkLmNoP", ["192.0.2.2 34700 typ host", "fd00::2 43780 typ host", "203.0.113.7 1 typ srflx raddr 192.0.2.2 rport 34700"]], // pion
    ["5zMQ", "iIvnT1RlPNfW+QcAy2NoRT83", ["2001:db8:1:2:3:4:5:6 65535 typ host", "::1 9 typ host"]],
  ] as const) {
    const sdp = sdpOf(candidates, ufrag, pwd);
    for (const by of ["white", "black"] as const) {
      const text = encodeCode({ format: 3, sdp, id: ID, by });
      assert.ok(text.length <= LONGEST, `${text.length} characters`);
      for (const given of [text, `#${text}`, `<https://example.org/banchess/#${text}>`, ` ${text.slice(0, 50)}\n${text.slice(50)} `, `https://example.org/banchess/#${text.slice(0, 9)}\n${text.slice(9)}`, `[18:12, 28.11.2026] Ada: “${text}”.`, `Play me: https://2.example.org/banchess/#${text}!`]) {
        const code = decodeCode(given);
        assert.equal(code.format, 3);
        assert.deepEqual(code.format === 3 && [code.id, code.by], [ID, by]);
        assert.deepEqual(["ice-ufrag", "ice-pwd", "fingerprint", "setup"].map((name) => line(code.sdp, name)), [ufrag, pwd, `sha-256 ${FINGERPRINT}`, "actpass"]);
        const found = [...code.sdp.matchAll(/udp (\d+) (\S+) (\d+) typ (\w+)/g)];
        assert.deepEqual(found.map(([, , ...rest]) => rest.join(" ")).map(plainly), candidates.map((c) => plainly(c.replace(/typ (\w+).*/, "$1"))));
        assert.ok(found.every(([, priority], i) => i === 0 || Number(priority) < Number(found[i - 1]![1])), "the priorities fall");
      }
      const answer = decodeCode(encodeCode({ format: 4, sdp, to: markOf(text) }));
      assert.deepEqual([answer.format === 4 && answer.to, line(answer.sdp, "setup")], [markOf(text), "active"]);
    }
  }
});

/** Writes the groups of an IPv6 address in full. */
const plainly = (text: string) => text.replace(/^[\da-f:]*:[\da-f:]*/, (address) => new URL(`http://[${address}]`).hostname);

test("a code of the longest kind has at most 200 characters: the candidates that others see come last, and go first", () => {
  const many = [...Array.from({ length: 12 }, (_, i) => `2001:db8::${i + 1} ${1000 + i} typ host`), "203.0.113.7 4000 typ srflx raddr 0.0.0.0 rport 0"];
  const text = encodeCode({ format: 3, sdp: sdpOf(many), id: ID, by: "white" });
  assert.ok(text.length <= LONGEST && text.length > LONGEST - 26, `${text.length} characters`);
  const two = encodeCode({ format: 3, sdp: sdpOf(NAMES), id: ID, by: "white" });
  console.log(`a code of Chromium has ${two.length} characters`);
});

test("cut, changed, foreign and forged codes are refused with a code", () => {
  const text = encodeCode({ format: 3, sdp: sdpOf(NAMES), id: ID, by: "white" });
  for (let i = 0; i < text.length; i++) {
    assert.throws(() => decodeCode(text.slice(0, i)), { code: "bad_code" });
    assert.throws(() => decodeCode(text.slice(0, i) + (text[i] === "0" ? "1" : "0") + text.slice(i + 1)), i ? { code: "bad_code" } : { code: "other_release" });
  }
  for (const bad of ["", "hello", "2.AAAA0000", "2.", "#room=", "9.AAAA0000", "3.", "3.AAAA", "#learn", "https://example.org/"]) assert.throws(() => decodeCode(bad), { code: /bad_code|other_release|game_link/, message: /./ });
  // The content is checked too, under a right sum.
  const sum = (packed: string) => {
    let hash = 0x811c9dc5;
    for (const c of packed) hash = Math.imul(hash ^ c.charCodeAt(0), 0x01000193);
    return packed + (hash >>> 0).toString(36).padStart(4, "0").slice(-4);
  };
  assert.equal(`3.${sum(text.slice(2, -4))}`, text);
  const ONE = 122; // the characters of a code with one candidate
  for (let n = 1; n < ONE; n++) assert.throws(() => decodeCode(`3.${sum(text.slice(2, 2 + n))}`), { code: "bad_code" }, `${n} characters`);
  for (const bad of [sdpOf([]), sdpOf(["192.0.2.2 0 typ host"]), sdpOf(NAMES, "abc")]) {
    assert.throws(() => decodeCode(encodeCode({ format: 3, sdp: bad, id: ID, by: "white" })), { code: "bad_code" });
  }
  for (const bad of ["", sdpOf(NAMES).replace("a=mid:0", "a=mid:data"), sdpOf(NAMES).replace("sha-256", "sha-1"), sdpOf(NAMES, "ü".repeat(4))]) {
    assert.throws(() => encodeCode({ format: 3, sdp: bad, id: ID, by: "white" }), { code: "no_connection" });
  }
});

/** Numbers that look random, from a seed. */
function dice(seed: number): (n: number) => number {
  return (n) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
}

/** Two ends of a wire. What is sent waits until deliver is called. */
class Wire {
  readonly ends: readonly [Transport, Transport];
  #waiting: { to: number; text: string }[] = [];
  #hear: ((text: string) => void)[] = [];
  #closed: (() => void)[] = [];
  isOpen = true;

  constructor(readonly roll: (n: number) => number, readonly isBad: boolean) {
    const end = (own: number): Transport => ({
      send: (text) => { if (this.isOpen) this.#waiting.push({ to: 1 - own, text }); },
      listen: (hear, closed) => { [this.#hear[own], this.#closed[own]] = [hear, closed]; },
      close: () => this.close(),
    });
    this.ends = [end(0), end(1)];
  }

  close(): void {
    this.isOpen = false;
    for (const closed of this.#closed) closed();
  }

  /** Delivers one text, the oldest of its direction if the wire is good. Reports whether there was one. */
  deliver(isBad = this.isBad): boolean {
    if (this.#waiting.length === 0 || !this.isOpen) return false;
    const at = isBad ? this.roll(this.#waiting.length) : 0, { to, text } = this.#waiting[at]!;
    const luck = isBad ? this.roll(8) : 7;
    if (luck !== 0) this.#waiting.splice(at, 1); // otherwise it comes once more
    if (luck !== 1) this.#hear[to]!(text); // otherwise it is lost
    return true;
  }
}

/** A side of a game, without a page. */
class Side implements Game {
  readonly id = ID;
  log: Log | null;
  session: Session | null = null;
  ended: (string | null)[] = [];
  asked: Log | null = null;
  questions = 0;
  left: number | null = null; // of this side, in milliseconds

  constructor(readonly side: Player | null, text: string | null = "", readonly fen = START_FEN) {
    this.log = text === null ? null : Log.read(ID, fen, text);
  }

  get told(): Told { return { side: this.side, ...this.left !== null && { left: { white: this.left, black: this.left } } }; }
  add(entry: string, hash: string): void { this.log!.add(entry, hash); }
  take(log: Log): void { this.log = log; }
  hear(): void {}
  mayFlag(): boolean { return !this.left; }
  ask(theirs: Log): void {
    this.asked = theirs;
    this.questions++;
  }
  goTo(): boolean { return false; }
  closed(code: string | null): void { this.ended.push(code); }

  /** Does something at random that the log allows, or tries to. Reports whether it did. */
  act(roll: (n: number) => number): boolean {
    const log = this.log!, own = this.side!.charAt(0), { offer } = log;
    if (log.result.reason) return false;
    const tries = [`${own}=`, `${own}<${1 + roll(4)}`, `${own}-`, ...offer?.back ? [`${own}(${offer.back})`] : [], ...roll(40) ? [] : [`${own}+`, `${own}#`]];
    const entry = roll(4) && log.active === this.side ? legal(log, roll) : tries[roll(tries.length)]!;
    try {
      log.add(entry);
    } catch {
      return false;
    }
    this.session?.announce();
    return true;
  }
}

function legal(log: Log, roll: (n: number) => number): string {
  const game = BanChess.replayFromActions(log.line(), log.fen), actions = game.getLegalActions();
  game.free();
  return entryOf(BanChess.serializeAction(actions[roll(actions.length)]!));
}

/** Connects two sides, the first of which is the host. The default clock leaves time for every log. */
function connect(host: Side, guest: Side, roll = dice(1), isBad = false, now = slowly()): Wire {
  const wire = new Wire(roll, isBad);
  host.session = new Session(wire.ends[0], host, true, now);
  guest.session = new Session(wire.ends[1], guest, false, now);
  return wire;
}

/** Returns a clock that moves on a second whenever it is asked. */
function slowly(): () => number {
  let now = 0;
  return () => now += 1000;
}

/** Delivers all that waits, and what that leads to. */
function drain(wire: Wire): void {
  for (let n = 0; wire.deliver(false); n++) assert.ok(n < 1000, "the two sides talk without end");
}

test("two sides agree at the end of any game, whatever the wire loses, doubles or delays, and where it is cut", needsSite, () => {
  const games = Number(process.env["BANCHESS_GAMES"] ?? 40);
  let entries = 0, cuts = 0, over = 0;
  for (let seed = 1; seed <= games; seed++) {
    const roll = dice(seed * 7919), isBad = seed % 4 !== 0;
    const sides = [new Side("white"), new Side("black", seed % 3 ? "" : null)] as const;
    const host = sides[seed % 2]!, guest = sides[1 - seed % 2]!;
    let wire = connect(host, guest, roll, isBad);
    if (host.log === null || guest.log === null) drain(wire);
    for (let step = 0; step < 120; step++) {
      const what = roll(10);
      if (what < 5) sides[roll(2)]!.act(roll);
      else if (what < 9) wire.deliver();
      else if (roll(8) === 0) {
        wire.close();
        cuts++;
        sides[roll(2)]!.act(roll); // while nobody hears it
        wire = connect(host, guest, roll, isBad);
      } else sides[roll(2)]!.session!.beat();
    }
    drain(wire);
    host.session!.beat();
    guest.session!.beat();
    drain(wire);
    assert.equal(guest.log!.text, host.log!.text, `game ${seed}`);
    assert.equal(guest.log!.hash, host.log!.hash);
    assert.deepEqual([host.asked, guest.asked, host.session!.isOpen, guest.session!.isOpen], [null, null, true, true], `game ${seed}`);
    assert.ok([...host.ended, ...guest.ended].every((code) => code === null), `game ${seed}`);
    entries += host.log!.entries.length;
    if (host.log!.result.reason) over++;
    for (const side of sides) side.log!.free();
  }
  assert.ok(entries > 10 * games && cuts > 0 && over > 0, `${entries} entries, ${cuts} cuts, ${over} ended`);
  console.log(`${games} games, ${entries} entries, ${cuts} cuts`);
});

test("each side refuses what the other may not do, and keeps its log", needsSite, () => {
  const add = (entry: string, number: number, hash: string, side: Player | null = "black") => JSON.stringify({ kind: "add", number, entry, hash, side });
  const hashed = (text: string) => Log.read(ID, START_FEN, text).hash;
  for (const [text, why] of [
    [add("e2e5", 2, "0"), "not a legal action"], [add("d2d4", 2, hashed("e2e4d2d4")), "White's move"], [add("w#", 2, hashed("e2e4w#")), "White's resignation"],
    [add("b#", 2, "0"), "another hash"], [add("b#", 3, hashed("e2e4b#")), "another number"], [add("b#", 2, hashed("e2e4b#"), null), "by one who watches"], [add("b#", 2, hashed("e2e4b#"), "white"), "from the same side"],
  ] as const) {
    for (const isHost of [true, false]) {
      if (!isHost && /watches|same side/.test(why)) continue; // the host says who has which seat
      const wire = new Wire(dice(1), false), own = new Side("white", "e2e4");
      own.session = new Session(wire.ends[0], own, isHost);
      let answer = "";
      wire.ends[1].listen((text) => { answer = text; }, () => {});
      drain(wire);
      wire.ends[1].send(text);
      drain(wire);
      assert.deepEqual([own.log!.text, JSON.parse(answer).kind, JSON.parse(answer).log], ["e2e4", "sync", "e2e4"], why);
    }
  }
  const sync = (log: string, more: object = {}) => JSON.stringify({ kind: "sync", id: ID, fen: START_FEN, log, hash: "0", side: "black", ...more });
  for (const [text, code] of [
    ["", "bad_message"], ["{}", "bad_message"], ["[]", "bad_message"], ["null", "bad_message"], ["x".repeat(70_000), "bad_message"], [add("", 1, ""), "bad_message"], [sync("", { side: "nobody" }), "bad_message"],
    [sync("", { left: { white: -1, black: 0 } }), "bad_message"], [sync("", { left: { white: 1e300, black: 0 } }), "bad_message"], [sync("", { left: { white: "9", black: 0 } }), "bad_message"],
    ...["300", "+", "300+", "1e9+2", "300+2+2", `${"9".repeat(40)}+0`, "-1+0", 5].map((control) => [sync("", { control }), "bad_message"] as const),
    ...["", "x", "f".repeat(31), "F".repeat(32), 5, null].flatMap((id) => [[sync("", { rematch: id }), "bad_message"] as const, [sync("", { declined: id }), "bad_message"] as const]),
    [sync("", { id: "f".repeat(32) }), "foreign_code"], [sync("d2d4", { fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 1" }), "illegal_ban"],
    [sync("e2e4e2e4"), "banned"], [sync("?"), "bad_log"], [sync("e2e4d2d4"), "desync"], [sync("", { fen: "no" }), "bad_fen"], [sync("e2e4w+"), "no_offer"],
  ] as const) {
    const wire = new Wire(dice(1), false), own = new Side("white", "e2e4");
    own.session = new Session(wire.ends[0], own, true);
    wire.ends[1].listen(() => {}, () => {});
    drain(wire);
    wire.ends[1].send(text);
    drain(wire);
    assert.deepEqual([own.log!.text, own.ended, wire.isOpen], ["e2e4", [code], false], text.slice(0, 80));
  }
});

test("a side that has lost its log takes the other's; one that finds its own actions changed asks the user", needsSite, () => {
  const host = new Side("white", "e2e4d2d4"), guest = new Side("black", null);
  drain(connect(host, guest));
  assert.equal(guest.log!.text, "e2e4d2d4");
  // What the host did while nobody heard it comes before what the guest did.
  const [first, second] = [new Side("white", "e2e4d2d4e7e5"), new Side("black", "e2e4d2d4b=")];
  drain(connect(first, second));
  assert.deepEqual([first.log!.text, second.log!.text, first.asked, second.asked], ["e2e4d2d4e7e5b=", "e2e4d2d4e7e5b=", null, null]);
  const [changed, own] = [new Side("black", "c2c4"), new Side("white", "e2e4d2d4")];
  drain(connect(changed, own));
  assert.deepEqual([own.asked?.text, own.log!.text, changed.log!.text], ["c2c4", "e2e4d2d4", "c2c4"]);
  const lost = new Side("white", "e2e4"), other = new Side("black", "e2e4d2d4");
  drain(connect(lost, other));
  assert.equal(lost.asked?.text, "e2e4d2d4");
});

test("a claim of time is taken back if the other side has time left, whoever made it; what was played besides stays", needsSite, () => {
  for (const isHost of [true, false]) {
    for (const [both, own, theirs, want] of [
      ["e2e4", "w!", "", "e2e4"], ["e2e4", "w!", "d2d4", "e2e4d2d4"], ["e2e4d2d4e7e5", "d7d5w!", "", null], ["e2e4d2d4", "", "", "e2e4d2d4"],
    ] as const) {
      for (const left of [60_000, 0]) {
        const claims = new Side("black", both + own), plays = new Side("white", both + theirs);
        plays.left = left;
        const wire = isHost ? connect(claims, plays) : connect(plays, claims);
        drain(wire);
        for (const side of [claims, plays]) side.session!.beat();
        drain(wire);
        const name = `${both} ${own} ${theirs}, ${left} ms left, by the ${isHost ? "host" : "guest"}`;
        assert.deepEqual([claims.questions, plays.questions, claims.log!.text], [0, 0, plays.log!.text], name);
        if (left > 0) assert.equal(claims.log!.text, want ?? "e2e4d2d4e7e5d7d5", name);
        else if (!theirs && isHost) assert.equal(claims.log!.text, both + own, name);
      }
    }
  }
});

test("the same question is asked once", needsSite, () => {
  const host = new Side("black", "c2c4"), guest = new Side("white", "e2e4d2d4"), wire = connect(host, guest);
  for (let n = 0; n < 5; n++) {
    host.session!.beat();
    guest.session!.beat();
    drain(wire);
  }
  assert.deepEqual([guest.questions, guest.log!.text], [1, "e2e4d2d4"]);
});

test("a flood of logs and of wrong beats gets few answers, and the two agree after it", needsSite, () => {
  const own = new Side("white", "e2e4"), wire = new Wire(dice(1), false);
  let now = 0, answers = 0;
  own.session = new Session(wire.ends[0], own, true, () => now);
  wire.ends[1].listen(() => { answers++; }, () => {});
  for (let n = 0; n < 500; n++) {
    wire.ends[1].send(JSON.stringify({ kind: "sync", id: ID, fen: "", log: "", hash: "", side: "black" }));
    wire.ends[1].send(JSON.stringify({ kind: "beat", number: 9, hash: "0", side: "black" }));
  }
  while (wire.deliver());
  assert.ok(answers <= 20, `${answers} answers`);
  now += 60_000;
  const flood = answers;
  wire.ends[1].send(JSON.stringify({ kind: "beat", number: 9, hash: "0", side: "black" }));
  drain(wire);
  assert.deepEqual([answers, own.session.isOpen], [flood + 1, true]);
});

test("a side that is silent, or that hears nothing, is not heard until its next beat; both sides notice it", needsSite, () => {
  let now = 0;
  const host = new Side("white", "e2e4"), guest = new Side("black", "e2e4"), wire = new Wire(dice(1), false);
  const ends = wire.ends.map((end) => ({ ...end, patience: 6000 })) as unknown as [Transport, Transport];
  host.session = new Session(ends[0], host, true, () => now);
  guest.session = new Session(ends[1], guest, false, () => now);
  drain(wire);
  const heard = () => [host.session!.isHeard, guest.session!.isHeard];
  now = 6000;
  assert.deepEqual(heard(), [true, true]);
  now = 6001;
  assert.deepEqual([...heard(), host.session.heard], [false, false, 0]);
  host.session.beat(); // says that it hears nothing
  drain(wire);
  assert.deepEqual(heard(), [false, false]);
  guest.session.beat();
  host.session.beat();
  drain(wire);
  host.session.beat();
  drain(wire);
  assert.deepEqual([...heard(), host.session.heard], [true, true, 6001]);
  // A side that is not at the game beats too, and is not sent the log for it.
  guest.log = null;
  let texts = 0;
  host.hear = () => { texts++; };
  guest.session.beat();
  drain(wire);
  assert.equal(texts, 1);
});

test("logs that are not kept are freed", needsSite, () => {
  const { free } = Log.prototype, { read } = Log;
  let made = 0, freed = 0;
  const host = new Side("white", "e2e4d2d4"), guest = new Side("black", "e2e4d2d4"), other = new Side("black", "e2e4b=");
  Log.prototype.free = function (this: Log) {
    freed++;
    free.call(this);
  };
  Log.read = (...given) => {
    made++;
    return read.call(Log, ...given);
  };
  try {
    for (const side of [guest, other]) {
      const wire = connect(host, side);
      for (let n = 0; n < 3; n++) side.session!.sync();
      drain(wire);
    }
  } finally {
    Log.prototype.free = free;
    Log.read = read;
  }
  assert.ok(made > 8);
  assert.equal(freed, made - 1, `of ${made} logs all but the one that was taken`);
});

test("a clock begins as the time control and the other side say", () => {
  const left = { white: 1000, black: 2000, running: "white", line: ["x"], over: true };
  assert.deepEqual({ ...clockOf("300+2", left), since: 0 }, { ...newClock(5, 2), white: 1000, black: 2000 });
  assert.deepEqual(clockOf("6.5+0"), newClock(6.5 / 60, 0));
  for (const control of ["-", "", "300", "300+", "0x9+1", `1.${"0".repeat(20)}+1`]) assert.equal(clockOf(control, left), null, control);
});

test("whoever watches has the log of the host, and changes nothing", needsSite, () => {
  const host = new Side("white", "e2e4"), watcher = new Side(null, null), wire = connect(host, watcher);
  drain(wire);
  host.log!.add("d2d4");
  host.session!.announce();
  drain(wire);
  watcher.log!.add("e7e5");
  watcher.session!.announce();
  drain(wire);
  assert.deepEqual([host.log!.text, watcher.log!.text], ["e2e4d2d4", "e2e4d2d4"]);
});

test("the delay of the network is nobody's time: each side's clock says what each player has used, when the message has come", () => {
  for (const delay of [0, 50, 3000]) {
    let white = newClock(5, 2), black = white, now = 1000;
    const left = (clock: Clock) => ({ white: timeLeft(clock, "white", now), black: timeLeft(clock, "black", now) });
    const used = { white: 0, black: 0 }, gained = { white: 0, black: 0 };
    let turn: Player = "black";
    for (let ply = 1; ply <= 40; ply++) {
      const thought = ply === 1 ? 0 : 100 * ply, next = ply % 4 === 1 || ply % 4 === 2 ? "white" : "black", line = new Array<string>(ply).fill("");
      now += thought;
      used[turn] += thought;
      if (ply > 1 && next !== turn) gained[turn] += 2000;
      const own = passed(turn === "white" ? white : black, next, line, now), told = left(own);
      now += delay;
      const other = clockBy(passed(turn === "white" ? black : white, next, line, now), told, turn, now);
      [white, black] = turn === "white" ? [own, other] : [other, own];
      if (next === turn) { // the opponent's clock has shown it since the message came, which is a guess
        turn = next;
        now -= delay; // the player has not waited for the message
        continue;
      }
      assert.equal(other[turn], 300_000 - used[turn] + gained[turn], `ply ${ply}, a delay of ${delay} ms`);
      assert.equal(timeLeft(other, next, now), 300_000 - used[next] + gained[next]);
      turn = next;
    }
  }
});
