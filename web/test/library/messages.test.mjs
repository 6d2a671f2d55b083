// Messages of the worker: both ends ignore or answer every message, and the next call is
// answered.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { isOurs, shown, VALUES } from "../kinds.mjs";
import { answersWith, callsWith, farEnd, isSendable, NearWebWorker, NearWorker, noCallsWith } from "../messages.mjs";
import { needsSite, site } from "../site.mjs";

const { Client } = site ? await import(join(site, "client.js")) : {};
const sendable = VALUES.filter(isSendable);

test("a message of any kind to the worker is ignored or answered, and the next call is answered", needsSite, async (t) => {
  const far = await farEnd();
  t.after(() => far.end());
  assert.ok(sendable.length > 25, `${sendable.length} values can be sent`);
  for (const value of sendable) {
    for (const message of noCallsWith(value)) far.post(message);
    await far.works();
    for (const message of callsWith(value)) {
      const { answer, error } = await far.ask(message), what = `${shown(message.call)} with ${shown(value)}`;
      if (error) assert.ok(isOurs({ name: "BanChessError", ...error, message: error.error }), `${what}: ${error.code}, ${error.error}`);
      await far.works(message.call === "fen" || message.call === "play" ? undefined : answer);
    }
  }
});

// The 12 messages of a kind hold more than the worker's memory.
test("the worker lets go of texts that are too large", needsSite, async (t) => {
  const far = await farEnd({ maxOldGenerationSizeMb: 48 });
  t.after(() => far.end());
  for (let kind = 0; kind < callsWith("").length; kind++) {
    for (let n = 0; n < 12; n++) await far.ask(callsWith(String(n).padEnd(5 << 20, "x"))[kind]);
    await far.works();
  }
});

test("a message of any kind from a worker harms nothing, and the next answer comes", needsSite, async () => {
  for (const Near of [NearWorker, NearWebWorker]) {
    const worker = new Near(), client = new Client(worker), crashes = [], replies = [];
    const initialized = client.initialize({ onCrash: (e) => crashes.push(e) });
    worker.say({ id: worker.call, answer: undefined });
    await initialized;
    const opening = client.session(), number = worker.call;
    worker.say({ id: number, answer: undefined });
    const session = await opening;
    session.addEventListener("reply", ({ reply }) => replies.push(reply));
    for (const value of sendable) {
      for (const message of answersWith(value, number)) worker.say(message);
      const refused = client.call("fen", 1, []);
      worker.say({ id: worker.call, error: value });
      await assert.rejects(refused, isOurs, shown(value));
      const answered = client.call("fen", 1, []);
      worker.say({ id: worker.call, answer: value });
      assert.equal(await answered, value);
    }
    assert.equal(crashes.length, sendable.length);
    assert.ok(crashes.every(isOurs));
    assert.equal(replies.length, 2 * sendable.length, "what is sent to a session is its reply");
  }
});
