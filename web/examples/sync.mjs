// Two peers play Ban Chess over a WebSocket by sending each other actions in
// BCN, notice when they no longer agree, and get back together from a sync
// state. Run it in a project that has banchess and ws:
//
//   npm install banchess ws
//   node sync.mjs
import { BanChess, initialize } from "banchess";
import { WebSocket, WebSocketServer } from "ws";

/**
 * One side of the board. Messages are JSON: {action, fen}, {ask: true} or {state}.
 * Where the two differ, the host's game is the one that counts: the host takes
 * nothing but legal actions of the other colour, the guest every state of the host.
 */
class Peer {
  constructor(name, color, isHost) {
    Object.assign(this, { name, color, isHost, game: new BanChess(), asking: false, recovered: 0, tries: 0 });
  }

  join(socket) {
    this.socket = socket;
    socket.on("message", (data) => this.receive(data));
    socket.on("close", () => this.done());
    this.act();
  }

  send(message) { this.socket.send(JSON.stringify(message)); }

  /** Plays while it is this side's turn: sends the action and the position it led to. */
  act() {
    const { game } = this;
    if (game.gameOver() || game.getPly() > 40) return this.done();
    if (game.getActivePlayer() !== this.color) return;
    const { action, newFen } = game.play(this.choose(game.getLegalActions()));
    this.send({ action: BanChess.serializeAction(action), fen: newFen });
    this.act(); // who has moved bans next
  }

  choose(legal) { return legal[Math.floor(Math.random() * legal.length)]; }

  /** Takes a message. Anything may stand in it, and nothing in it may end this program. */
  receive(data) {
    let message = null;
    try {
      message = JSON.parse(data);
    } catch { /* no message */ }
    const { action, fen, ask, state } = message ?? {};
    if (state !== undefined) return this.recover(state);
    if (ask) return this.tell();
    if (typeof action !== "string") return console.log(`${this.name}: that is no message`);
    if (this.asking) return; // the state that is on its way has this action in it
    // The other side's action is checked like anybody's, and also that it is
    // theirs: a legal action of this side's colour is not for them to play. It may
    // be refused, or lead elsewhere than it did there: then the games differ.
    const mine = this.game.getActivePlayer() === this.color;
    const answer = mine ? { error: "it is not their turn" } : this.game.playSerializedAction(action);
    if (answer.success && answer.newFen === fen) return this.act();
    console.log(`${this.name}: out of step at ply ${this.game.getPly()} (${answer.error ?? "another position"})`);
    if (this.isHost) {
      if (answer.success) this.game.undo();
      return this.tell();
    }
    this.asking = true;
    this.send({ ask: true });
  }

  /** Sends how it stands, if this is the side that counts. */
  tell() {
    if (this.isHost) this.send({ state: this.game.getSyncState() });
  }

  recover(state) {
    if (this.isHost) return console.log(`${this.name}: the host's game counts`);
    try {
      this.game.loadFromSyncState(state);
    } catch (error) {
      return console.log(`${this.name}: ${error.message}`); // and waits for another
    }
    this.asking = false;
    this.recovered++;
    // Two programs that do not have the same rules would go on so for ever.
    this.tries = state.fen === this.told ? this.tries + 1 : 1;
    this.told = state.fen;
    if (this.tries > 3) {
      console.log(`${this.name}: no agreement at ply ${this.game.getPly()}`);
      return this.socket.close();
    }
    console.log(`${this.name}: back in step at ply ${this.game.getPly()}`);
    this.act();
  }
}

await initialize();
const server = new WebSocketServer({ port: 0 });
await new Promise((resolve) => { server.once("listening", resolve); });

const white = new Peer("White", "white", true);
const black = new Peer("Black", "black", false);
const finished = Promise.all([white, black].map((peer) => new Promise((resolve) => { peer.done = resolve; })));

// To have something to recover from, Black goes wrong at the start: its game
// begins with other pieces.
black.game = new BanChess("1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - - 0 1 1");

server.on("connection", (socket) => white.join(socket));
const socket = new WebSocket(`ws://localhost:${server.address().port}`);
socket.on("open", () => black.join(socket));

await finished;
console.log(white.game.fen());
console.log(black.game.fen());
console.log(white.game.fen() === black.game.fen() && black.recovered === 1 ? "agreed" : "not agreed");
socket.close();
server.close();
