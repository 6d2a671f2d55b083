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

// Closes sessions that were dropped: there may be only so many at once.
const dropped = new FinalizationRegistry(({ instance, raw }) => {
  try {
    if (!instance.dead) instance.call(raw.close);
  } catch { /* a crash, of which the instance has told */ }
});

/** A conversation about one game; each message that is sent gets one reply. */
export class Session extends EventTarget {
  #instance = running();
  #raw;
  #closed = false;
  #owed = 0; // the replies that are to come
  #requests = new Map(); // {resolve, reject} by the id of the message
  #lost = (error) => { this.#end(error); };

  constructor() {
    super();
    const me = new WeakRef(this); // the program keeps what listens, and is not to keep a session that was dropped
    this.#raw = this.#call(this.#instance.raw.session, (line) => { me.deref()?.#hear(JSON.parse(line)); });
    dropped.register(this, { instance: this.#instance, raw: this.#raw }, this);
  }

  /** Sends a message, an object or a line of JSON. The reply comes as an event, in its turn. */
  send(message) {
    if (this.#closed) throw fail("freed", "this session is closed", "make a new one");
    let line = message;
    try {
      if (typeof message !== "string") line = JSON.stringify(message);
    } catch {
      throw fail("bad_argument", "the message cannot be written as JSON: it threw, refers to itself, or holds what is no plain data", "pass a message as banchess-session.d.ts has them");
    }
    this.#owe(1); // before sending: the reply may come within the call
    try {
      this.#call(this.#raw.send, line);
    } catch (e) {
      this.#owe(-1);
      throw e;
    }
  }

  /** Sends a message and gives the promise of its reply, which is still an event too. */
  request(message) {
    const id = `request ${++requests}`;
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      try {
        this.send(typeof message === "object" ? { ...message, id } : message);
      } catch (e) {
        this.#requests.delete(id);
        reject(e instanceof BanChessError ? e : fail("bad_argument", "the message cannot be read: it threw", "pass plain data"));
      }
    });
  }

  /** Ends the conversation. No reply comes any more, and the requests without one are rejected. */
  close() {
    if (this.#closed) return;
    this.#closed = true;
    dropped.unregister(this);
    if (!this.#instance.dead) this.#call(this.#raw.close);
    this.#end(fail("freed", "the session was closed before the reply came", "make a new one"));
  }

  #hear(reply) {
    if (this.#closed) return;
    this.#owe(-1);
    const request = this.#requests.get(reply.id);
    this.#requests.delete(reply.id);
    request?.resolve(reply);
    this.dispatchEvent(new ReplyEvent(reply));
  }

  /** Counts the replies that are to come. Until they have, the instance keeps this session, and tells it of a crash. */
  #owe(more) {
    this.#owed += more;
    if (this.#owed > 0) this.#instance.waiting.add(this.#lost);
    else this.#instance.waiting.delete(this.#lost);
  }

  /** Rejects what has no reply and gets none any more. */
  #end(error) {
    this.#instance.waiting.delete(this.#lost);
    for (const { reject } of this.#requests.values()) reject(error);
    this.#requests.clear();
  }

  #call(f, ...args) {
    const answer = this.#instance.call(f, undefined, args);
    if (answer?.success === false) throw new BanChessError(answer);
    return answer;
  }
}

let requests = 0;
