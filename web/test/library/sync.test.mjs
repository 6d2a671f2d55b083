// The peers of web/examples/sync.mjs, one message at a time. torture-sync.mjs tests them
// with disturbances, pack.test.mjs over a WebSocket.
import assert from "node:assert/strict";
import test from "node:test";
import { Connection, loadPeers, silently } from "../peers.mjs";
import { needsSite } from "../site.mjs";

const { Peer, BanChess } = needsSite.skip ? {} : await loadPeers();
const TO_AND_FRO = ["m:g1f3", "m:g8f6", "m:f3g1", "m:f6g8"];

/** A peer that moves its knights back and forth, and bans a pawn's step. */
class Shuffler extends (Peer ?? Object) {
  choose() {
    const ply = this.game.getPly();
    return ply % 2 ? { ban: { from: ply % 4 === 1 ? "a2" : "a7", to: ply % 4 === 1 ? "a3" : "a6" } } : BanChess.deserializeAction(TO_AND_FRO[(ply / 2 - 1) % 4]);
  }
}

/** Plays a game in which a side loses its own game at a ply; `old` is for a host that sends no past. Returns whether the game ends, how, and whether the guest recovered. */
function played(side, lost, old) {
  const peers = [new Shuffler("host", "white", true), new Shuffler("guest", "black", false)], [host, guest] = peers;
  if (old) host.send = (message) => Peer.prototype.send.call(host, message.state ? { ...message, state: { ...message.state, past: undefined } } : message);
  const connection = new Connection(peers), next = () => 0;
  let messages = 0, done = false;
  for (; messages < 300 && !connection.closedBy; messages++) {
    if (!done && peers[side].game.getPly() === lost) {
      peers[side].game = new BanChess();
      done = true;
    }
    if (connection.deliver(next)) continue;
    if (host.game.gameOver() && guest.game.gameOver()) break;
    guest.ask();
  }
  const how = connection.closedBy ? `${connection.closedBy.name} gives up` : peers.map(({ game }) => game.result().reason).join();
  return [messages < 300 ? "ends" : "goes on", how, guest.recovered > 0].join(" ");
}

test("two peers that shuffle their knights end alike, whenever one of them loses its game", needsSite, () => silently(() => {
  const AGREED = "ends threefold_repetition,threefold_repetition";
  for (let ply = 2; ply < 17; ply++) {
    const side = ply % 4 < 2 ? 0 : 1; // the side that waits
    assert.equal(played(side, ply), `${AGREED} true`, `the game of side ${side} at ply ${ply}`);
  }
  assert.equal(played(1, 0), `${AGREED} false`, "nothing was lost");
  assert.equal(played(1, 11, true), "ends guest gives up true", "the host tells no past");
}));

test("a peer stands whatever the other side sends", needsSite, () => silently(() => {
  const START = new BanChess().fen();
  const other = { fen: "4k3/8/8/8/8/8/8/qqqqK3 w - - 0 1 2" };
  const after = (bcn) => BanChess.replayFromActions(bcn).fen();
  for (const isHost of [true, false]) {
    const peer = new Peer("x", "white", isHost), sent = [];
    peer.act = () => {};
    peer.join({ on() {}, send: (text) => sent.push(JSON.parse(text)) });
    const { number } = peer;
    const BAD = ["", "{", "null", "5", "[]", "{}", '{"state":null}', '{"state":{}}', '{"state":5}', '{"action":{"toString":1}}', '{"action":null}', '{"action":"x"}', '{"action":"b:e2e4"}', '{"ask":"1"}', '{"ask":null}', '{"number":1}'];
    for (const bad of BAD) peer.receive(bad);
    assert.equal(peer.game.fen(), START);
    assert.equal(peer.number, number);
    peer.receive(JSON.stringify({ action: "b:e2e4", fen: after(["b:e2e4"]), number }));
    assert.equal(peer.game.getLastActionSerialized(), isHost ? "b:e2e4" : null, "the guest waits for a state");
    peer.receive(JSON.stringify({ action: "m:d2d4", fen: after(["b:e2e4", "m:d2d4"]), number }));
    assert.equal(peer.game.getLastActionSerialized(), isHost ? "b:e2e4" : null, "the host plays nothing for White");
    peer.receive(JSON.stringify({ state: other, number: 7 }));
    assert.equal(peer.game.fen().startsWith(other.fen), !isHost, "the guest takes a state, the host does not");
    assert.deepEqual(sent.map((message) => Object.keys(message)[0]), isHost ? ["state", "state"] : []);
    peer.receive(JSON.stringify({ ask: peer.number }));
    assert.equal(sent.length, isHost ? 3 : 0, "the host says how it stands, the guest does not");
  }
}));
