// The JSON message interface in JavaScript: a game as a conversation, for clients
// that want no rules of their own. What is said is the same as over the pipes of
// "banchess json"; banchess-session.d.ts has the messages.
import { BanChessError, fail, running } from "./banchess-instance.js";

/** The event of a reply. */
export class ReplyEvent extends Event {
  constructor(reply) {
    super("reply");
    this.reply = reply;
  }
}

/** A conversation about one game; each message that is sent gets one reply. */
export class Session extends EventTarget {
  #instance = running();
  #raw;
  #closed = false;

  constructor() {
    super();
    const listen = (line) => { this.dispatchEvent(new ReplyEvent(JSON.parse(line))); };
    this.#raw = this.#call(this.#instance.raw.session, listen);
  }

  /** Sends a message, an object or a line of JSON. The reply comes as an event, in its turn. */
  send(message) {
    if (this.#closed) throw fail("freed", "this session is closed", "make a new one");
    this.#call(this.#raw.send, typeof message === "string" ? message : JSON.stringify(message));
  }

  /** Sends a message and gives the promise of its reply, which is still an event too. */
  request(message) {
    const id = `request ${++requests}`;
    return new Promise((resolve, reject) => {
      const hear = ({ reply }) => {
        if (reply.id !== id) return;
        this.removeEventListener("reply", hear);
        resolve(reply);
      };
      this.addEventListener("reply", hear); // before sending: the reply may come within the call
      try {
        this.send({ ...message, id });
      } catch (e) {
        this.removeEventListener("reply", hear);
        reject(e);
      }
    });
  }

  /** Ends the conversation; what is not answered yet stays so. */
  close() {
    if (this.#closed) return;
    this.#closed = true;
    if (!this.#instance.dead) this.#call(this.#raw.close);
  }

  #call(f, ...args) {
    const answer = this.#instance.call(f, undefined, args);
    if (answer?.success === false) throw new BanChessError(answer);
    return answer;
  }
}

let requests = 0;
