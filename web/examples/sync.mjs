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
 * Where the two differ, the host's game is the one that counts.
 */
class Peer {
  constructor(name, color, isHost) {
    Object.assign(this, { name, color, isHost, game: new BanChess(), asking: false, recovered: 0 });
  }

  join(socket) {
    this.socket = socket;
    socket.on("message", (data) => this.receive(JSON.parse(data)));
    this.act();
  }

  send(message) { this.socket.send(JSON.stringify(message)); }

  /** Plays while it is this side's turn: sends the action and the position it led to. */
  act() {
    const { game } = this;
    if (game.gameOver() || game.getPly() > 40) return this.done();
    if (game.getActivePlayer() !== this.color) return;
    const legal = game.getLegalActions();
    const { action, newFen } = game.play(legal[Math.floor(Math.random() * legal.length)]);
    this.send({ action: BanChess.serializeAction(action), fen: newFen });
    this.act(); // who has moved bans next
  }

  receive({ action, fen, ask, state }) {
    if (ask) return this.send({ state: this.game.getSyncState() });
    if (state) return this.recover(state);
    if (this.asking) return; // the state that is on its way has this action in it
    // The other side's action is checked like anybody's. It may be refused, or
    // lead elsewhere than it did there: then the two games are not the same.
    const answer = this.game.playSerializedAction(action);
    if (answer.success && answer.newFen === fen) return this.act();
    console.log(`${this.name}: out of step at ply ${this.game.getPly()} (${answer.error ?? "another position"})`);
    if (this.isHost) {
      if (answer.success) this.game.undo();
      return this.send({ state: this.game.getSyncState() });
    }
    this.asking = true;
    this.send({ ask: true });
  }

  recover(state) {
    this.game.loadFromSyncState(state);
    this.asking = false;
    this.recovered++;
    console.log(`${this.name}: back in step at ply ${state.ply}`);
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
