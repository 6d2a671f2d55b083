import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { BanChess, initialize, START_FEN, type Action } from "../../banchess/banchess.js";
import { GameTree } from "../../banchess/tree.js";
import { addressIn, decodeLink, encodeLink, LONG } from "../../page/share/link.js";

// Links before the rules are loaded, which would check that the game can be played.

type Nodes = { parent?: number; action: string }[];
const record = (nodes: Nodes, fen = START_FEN): GameTree => GameTree.fromJSON({ fen, nodes });
const shape = (of: GameTree) => [of.fen, [...of].map((node) => [node.parent?.bcn, node.bcn, node.comment, node.nags, node.drawings]), of.current.bcn, of.current.forwardEnd.bcn];

/** Returns a random tree of pairs, which need not be legal. */
function random(seed: number, size: number): GameTree {
  const next = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
  const file = () => "abcdefgh"[next(8)]!;
  const nodes: { parent: number; action: string }[] = [];
  const plies = [0];
  for (let i = 1; i <= size; i++) {
    const parent = next(4) ? i - 1 : next(i);
    const ply = plies[parent]! + 1;
    plies.push(ply);
    nodes.push({ parent, action: ply % 2 ? `b:${file()}${1 + next(4)}${file()}${5 + next(4)}` : `m:${file()}7${file()}8${"qrbn"[next(6)] ?? ""}`, ...next(5) ? {} : { comment: `“${i}” ♞` }, ...next(7) ? {} : { nags: [1, 5], drawings: [{ color: "red", from: "e2", to: "e4" }, { color: "blue", from: "d4" }] } });
  }
  const made = record(nodes);
  const all = [...made];
  made.goTo(all[next(all.length)]!);
  made.goTo(made.current.line()[next(made.current.line().length || 1)] ?? made.root);
  return made;
}

test("a link reads as it was written", async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const made = random(seed, seed % 60);
    const link = await encodeLink(made, seed % 2 ? "white" : "black");
    assert.ok(link?.whole);
    assert.match(link.text, /^[\w.-]+$/, "nothing that an address would escape");
    const back = await decodeLink(link.text);
    assert.deepEqual(shape(back.record), shape(made));
    assert.equal(back.below, seed % 2 ? "white" : "black");
    assert.deepEqual(await encodeLink(back.record, back.below), link);
  }
});

test("every link that was cut or changed is reported as damaged", async () => {
  const { text } = (await encodeLink(random(7, 40), "white"))!;
  for (let i = 0; i < text.length; i++) {
    await assert.rejects(decodeLink(text.slice(0, i)), { code: "bad_link" });
    const changed = text.slice(0, i) + (text[i] === "0" ? "1" : "0") + text.slice(i + 1);
    await assert.rejects(decodeLink(changed), i ? { code: "bad_link" } : { code: /bad_link|other_release/ });
  }
});

/** Returns a link with any content and a valid checksum. */
async function packed(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = await new Response(new Blob([content]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  const text = Buffer.from(bytes).toString("base64url");
  let sum = 0x811c9dc5;
  for (const c of text) sum = Math.imul(sum ^ c.charCodeAt(0), 0x01000193);
  return `1.${text}${((sum >>> 0) % 36 ** 4).toString(36).padStart(4, "0")}`;
}

test("hostile links are refused quickly", async () => {
  assert.equal((await decodeLink(await packed('{"line":"e2e4"}'))).record.current.bcn, "b:e2e4");
  for (const content of [
    "", "null", "7", "[]", "{}", '{"line":7}', '{"line":"e2e4x"}', '{"line":"e2"}', '{"line":"(1)e2e4"}', '{"line":"e2e4(2)e2e4"}', '{"line":"","at":7}', '{"line":"","at":-1}', '{"line":"e2e4","end":1.5}',
    '{"line":"","fen":7}', '{"line":"","tags":{"a":7}}', '{"line":"e2e4","notes":7}', '{"line":"e2e4","notes":[[1,{"comment":7}]]}', '{"line":"e2e4","outcomes":[[0]]}',
    ...['"map"', '"length"', '"0"', "-1", "0.5", "9", "null"].map((place) => `{"line":"e2e4d2d4(1)g1f3","outcomes":[[${place},{}]]}`), // a place is an index of the nodes
    `{"line":"${"e2e4".repeat(70)}${"(1)e2e3e2e4".repeat(70)}"}`, // nested variations
    `{"line":"","tags":{"a":"${"a".repeat(1 << 18)}"}}`,
    new Uint8Array([0xff, 0xfe]), new Uint8Array(1 << 26), // a decompression bomb
  ]) {
    await assert.rejects(decodeLink(await packed(content)), { code: "bad_link" }, String(content).slice(0, 80));
  }
  for (const text of ["", "#", "1.", "1.0000", "x", "1.AAAA0000", "9".repeat(1 << 20), `1.${"A".repeat(1 << 20)}0000`]) await assert.rejects(decodeLink(text), { code: "bad_link" }, text.slice(0, 80));
  await assert.rejects(decodeLink("2.AAAA0000"), { code: "other_release" });
});

test("200 actions with an evaluation each leave it out, to be short", async () => {
  const nodes = Array.from({ length: 200 }, (_, i) => ({ action: i % 2 ? `m:${"abcdefgh"[i % 8]}${1 + (i * 7) % 8}e${1 + i % 8}` : `b:e2${"abcdefgh"[(i * 5) % 8]}4`, eval: { centipawns: (i * 7919) % 997, depth: 10 + i % 9 }, clock: 600_000 - i * 2311, nags: i % 9 ? [] : [2] }));
  const link = (await encodeLink(record(nodes), "white"))!;
  assert.equal(link.whole, false);
  assert.ok(link.text.length < LONG, `${link.text.length}`);
  const { record: back } = await decodeLink(link.text);
  assert.equal(back.end.eval, null);
  assert.deepEqual(back.root.next?.nags, [2]);
});

test("a record that is too large has no link", async () => {
  const nodes = Array.from({ length: 40_000 }, (_, i) => ({ action: i % 2 ? "m:g1f3" : "b:a2a3" }));
  assert.equal(await encodeLink(record(nodes), "white"), null);
});

test("a browser that cannot unpack says so, not that the link is damaged", async () => {
  const { text } = (await encodeLink(record([{ action: "b:e2e4" }]), "white"))!;
  for (const old of [undefined, class { constructor() { throw new TypeError("no deflate-raw"); } }]) {
    const { CompressionStream, DecompressionStream } = globalThis;
    Object.assign(globalThis, { CompressionStream: old, DecompressionStream: old });
    try {
      assert.equal(await encodeLink(record([{ action: "b:e2e4" }]), "white"), null);
      await assert.rejects(decodeLink(text), { code: "old_browser", message: /too old/ });
      await assert.rejects(decodeLink(text.slice(0, -1)), { code: "bad_link" });
    } finally {
      Object.assign(globalThis, { CompressionStream, DecompressionStream });
    }
  }
});

test("an address is found in a text, whatever the text", () => {
  assert.deepEqual(addressIn(" <https://example.org/a#1.b> \n"), { address: "https://example.org/a", hash: "1.b" });
  assert.deepEqual(addressIn("#1.b"), { address: undefined, hash: "1.b" });
  assert.deepEqual(addressIn("https://example.org/"), { address: "https://example.org/", hash: undefined });
  for (const none of ["", "e4", "1. e4 #", "https://a b"]) assert.deepEqual(addressIn(none), { address: undefined, hash: undefined }, none);
  const before = performance.now();
  for (const blanks of [`${" ".repeat(60_000)}x`, `#${"a ".repeat(30_000)}`, `x${" ".repeat(60_000)}x`, "a:".repeat(30_000), `a://${">".repeat(60_000)} `]) addressIn(blanks);
  assert.ok(performance.now() - before < 1000, `${performance.now() - before} ms`);
});

const site = process.env["BANCHESS_SITE"];

test("any game of 200 actions has a link that chats take", { skip: site ? false : "BANCHESS_SITE does not name a built site" }, async () => {
  await initialize({ wasmURL: pathToFileURL(join(site!, "banchess-core.wasm")) });
  let seed = 7, longest = 0;
  for (let games = 0; games < 30; ) {
    const game = new BanChess();
    while (!game.gameOver() && game.toJSON().actions.length < 200) {
      const legal = game.getLegalActions();
      seed = (seed * 48271) % 2147483647;
      game.play(legal[seed % legal.length] as Action);
    }
    const tree = GameTree.of(game);
    if (tree.mainLine().length === 200) {
      games++;
      const link = (await encodeLink(tree, "white"))!;
      longest = Math.max(longest, "https://banchess.github.io/banchess/#".length + link.text.length);
      assert.ok(link.whole && longest <= 2000, `${longest} characters: ${tree.movetext()}`);
    }
    tree.free();
    game.free();
  }
});
