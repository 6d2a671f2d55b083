// Two peers play Ban Chess over a WebSocket. They send each other actions in BCN, notice
// when their games differ, and agree again through a sync state.
// Run it in a project that has banchess and ws:
//
//   npm install banchess ws
//   node sync.mjs
import { BanChess, initialize } from "banchess";
import { WebSocket, WebSocketServer } from "ws";

const QUIET = 5000; // milliseconds without a message after which the guest asks for the state
const MOST_TRIES = 10; // the number of states with the same position after which the guest gives up

/**
 * One player of a game over a connection. If the two games differ, the host's game counts:
 * the host only accepts legal actions of the other colour, the guest accepts every state of
 * the host. Messages are JSON: {action, fen, number}, {ask: number} or {state, number}. The
 * number is that of the host's last state; messages from before that state are ignored.
 */
class Peer {
  constructor(name, color, isHost) {
    Object.assign(this, { name, color, isHost, game: new BanChess(), number: 0, waiting: !isHost, recovered: 0, tries: 0 });
  }

  /** Begins on a new connection: the host sends its state, and the guest waits for it. */
  join(socket) {
    this.socket = socket;
    this.waiting = !this.isHost;
    socket.on("message", (data) => this.receive(data));
    socket.on("close", () => this.done());
    if (this.isHost) this.tell();
  }

  send(message) { this.socket.send(JSON.stringify(message)); }

  /** Plays while it is this side's turn: sends each action with the resulting position. */
  act() {
    const { game, number } = this;
    if (game.gameOver() || game.getPly() > 40) return this.done();
    if (this.waiting || game.getActivePlayer() !== this.color) return;
    const { action, newFen } = game.play(this.choose(game.getLegalActions()));
    this.send({ action: BanChess.serializeAction(action), fen: newFen, number });
    this.act(); // the player who has moved also bans next
  }

  choose(legal) { return legal[Math.floor(Math.random() * legal.length)]; }

  /** Handles a message. It may contain anything, and must not end this program. */
  receive(data) {
    let message = null;
    try {
      message = JSON.parse(data);
    } catch { /* no message */ }
    const { action, fen, ask, state, number } = message ?? {};
    if (state !== undefined) return this.recover(state, number);
    if (typeof ask === "number") return this.isHost && ask >= this.number && this.tell(); // otherwise a state is already on its way
    if (typeof action !== "string") return console.log(`${this.name}: that is no message`);
    if (this.waiting || number !== this.number) return; // played before a state that is on its way
    // The other side's action is checked like an own one. It must also be that side's turn:
    // a legal action of this side's colour is not for them to play. If the action is refused,
    // or leads to another position than it did there, the games differ.
    const mine = this.game.getActivePlayer() === this.color;
    const answer = mine ? { error: "it is not their turn" } : this.game.playSerializedAction(action);
    if (answer.success && answer.newFen === fen) {
      this.tries = 0;
      return this.act();
    }
    console.log(`${this.name}: out of step at ply ${this.game.getPly()} (${answer.error ?? "another position"})`);
    if (answer.success) this.game.undo();
    if (this.isHost) this.tell();
    else this.ask();
  }

  /** The guest asks for the state. Until it comes, it neither plays nor accepts actions. */
  ask() {
    this.waiting = true;
    this.send({ ask: this.number });
  }

  /** The host sends its state and continues from it. */
  tell() {
    this.send({ state: this.game.getSyncState(), number: ++this.number });
    this.act();
  }

  /** The guest continues from the host's state. */
  recover(state, number) {
    if (this.isHost) return console.log(`${this.name}: the host's game counts`);
    const before = this.game.fen();
    try {
      this.game.loadFromSyncState(state);
    } catch (error) {
      return console.log(`${this.name}: ${error.message}`); // waits for another state
    }
    Object.assign(this, { number, waiting: false });
    if (state.fen !== before) {
      this.recovered++;
      console.log(`${this.name}: back in step at ply ${this.game.getPly()}`);
      // Two programs with different rules would repeat this for ever.
      this.tries = state.fen === this.told ? this.tries + 1 : 1;
      this.told = state.fen;
      if (this.tries > MOST_TRIES) {
        console.log(`${this.name}: no agreement at ply ${this.game.getPly()}`);
        return this.socket.close();
      }
    }
    this.act();
  }
}

await initialize();
const server = new WebSocketServer({ port: 0 });
await new Promise((resolve) => { server.once("listening", resolve); });

const white = new Peer("White", "white", true);
const black = new Peer("Black", "black", false);
const finished = Promise.all([white, black].map((peer) => new Promise((resolve) => { peer.done = resolve; })));

// An example of recovery: each side makes one mistake. Black sets up other pieces when it
// bans at ply 5, and White loses three plies when Black moves at ply 12.
black.act = function () {
  if (this.game.getPly() === 5 && this.recovered === 0) this.game = new BanChess("1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - - 0 1 1");
  Peer.prototype.act.call(this);
};
white.receive = function (data) {
  if (this.game.getPly() === 12) {
    for (let i = 0; i < 3; i++) this.game.undo();
    delete this.receive; // only once
  }
  Peer.prototype.receive.call(this, data);
};

server.on("connection", (socket) => white.join(socket));
const socket = new WebSocket(`ws://localhost:${server.address().port}`);
socket.on("open", () => black.join(socket));
const quiet = setInterval(() => black.ask(), QUIET);

await finished;
clearInterval(quiet);
console.log(white.game.fen());
console.log(black.game.fen());
console.log(white.game.fen() === black.game.fen() && black.recovered === 2 ? "agreed" : "not agreed");
socket.close();
server.close();
