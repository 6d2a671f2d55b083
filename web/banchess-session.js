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
    if (!instance.dead) instance.call(raw.close, undefined, []);
  } catch { /* a crash, of which the instance has told */ }
});

/** A conversation about one game; each message that is sent gets one reply. */
export class Session extends EventTarget {
  #instance = running();
  #raw;
  #closed = false;
  #owed = []; // for each reply that is to come the functions of its promise, or null
  #lost = (error) => { this.#end(error); };

  constructor() {
    super();
    const me = new WeakRef(this); // the program keeps what listens, and is not to keep a session that was dropped
    this.#raw = this.#call(this.#instance.raw.session, (line) => { me.deref()?.#hear(JSON.parse(line)); });
    dropped.register(this, { instance: this.#instance, raw: this.#raw }, this);
  }

  /** Sends a message, an object or a line of JSON. The reply comes as an event, in its turn. */
  send(message) { this.#send(message, null); }

  /** Sends a message and gives the promise of its reply, which is still an event too. */
  request(message) {
    return new Promise((resolve, reject) => { this.#send(message, { resolve, reject }); });
  }

  #send(message, promise) {
    if (this.#closed) throw fail("freed", "this session is closed", "make a new one");
    let line = message;
    try {
      if (typeof message !== "string") line = JSON.stringify(message);
    } catch {
      throw fail("bad_argument", "the message cannot be written as JSON: it threw, refers to itself, or holds what is no plain data", "pass a message as banchess-session.d.ts has them");
    }
    // Before sending: the reply may come within the call. Until all have come the
    // instance keeps this session, and tells it of a crash.
    this.#owed.push(promise);
    this.#instance.waiting.add(this.#lost);
    try {
      this.#call(this.#raw.send, line);
    } catch (e) {
      this.#owed.pop();
      this.#settle();
      throw e;
    }
  }

  /** Ends the conversation. No reply comes any more, and the requests without one are rejected. */
  close() {
    if (this.#closed) return;
    this.#closed = true;
    dropped.unregister(this);
    if (!this.#instance.dead) this.#call(this.#raw.close);
    this.#end(fail("freed", "the session was closed before the reply came", "make a new one"));
  }

  /** Replies come in the order of the messages, one for each. */
  #hear(reply) {
    if (this.#closed) return;
    this.#owed.shift()?.resolve(reply);
    this.#settle();
    this.dispatchEvent(new ReplyEvent(reply));
  }

  #settle() {
    if (!this.#owed.length) this.#instance.waiting.delete(this.#lost);
  }

  /** Rejects what has no reply and gets none any more. */
  #end(error) {
    for (const promise of this.#owed.splice(0)) promise?.reject(error);
    this.#settle();
  }

  #call(f, ...args) {
    const answer = this.#instance.call(f, undefined, args);
    if (answer?.success === false) throw new BanChessError(answer);
    return answer;
  }
}
