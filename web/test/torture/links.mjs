// Links: random trees are written and read again; links that were cut, changed, joined, or
// that are too large or nested too deeply are refused with a code, or give a playable game,
// within a short time.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { STARTS } from "./callables.mjs";
import { isOurs } from "../kinds.mjs";
import { assertGivenBack, baseline } from "../memory.mjs";
import { pick, random } from "../random.mjs";
import { instanceOf, root, site } from "../site.mjs";

const LINKS = 10; // of a round, each with several variants
const SOON = 10_000; // the longest time for a link on a busy machine, in milliseconds
const MEMORY = 32 << 20; // the bytes by which the WebAssembly may grow over all links
const CODES = ["bad_link", "other_release", "old_browser"];

/** Returns the exports of these modules of the page, bundled for the built library. */
async function pageModules(names) {
  const dir = await mkdtemp(join(tmpdir(), "banchess-page-"));
  const library = {
    name: "library",
    setup(build) {
      build.onResolve({ filter: /\/banchess\/\w+\.js$/ }, ({ path }) => ({ path: pathToFileURL(join(resolve(site), basename(path))).href, external: true }));
    },
  };
  const contents = names.map((name) => `export * from "./${name}.ts";`).join("\n");
  const outfile = join(dir, "modules.mjs");
  await build({ stdin: { contents, resolveDir: join(root, "web/page") }, bundle: true, format: "esm", target: "es2022", plugins: [library], outfile });
  const modules = await import(pathToFileURL(outfile));
  await rm(dir, { recursive: true });
  return modules;
}

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Returns a link with any content, deflated, with a valid checksum. */
async function packed(content) {
  const bytes = await through(typeof content === "string" ? new TextEncoder().encode(content) : content, new CompressionStream("deflate-raw"));
  return summed(Buffer.from(bytes).toString("base64url"));
}

/** Returns a link with any text, with a valid checksum. */
function summed(text) {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return `1.${text}${((sum >>> 0) % 36 ** 4).toString(36).padStart(4, "0")}`;
}

/** Returns the content of a link, as JSON. */
const contentOf = async (link) => new TextDecoder().decode(await through(Buffer.from(link.slice(2, -4), "base64url"), new DecompressionStream("deflate-raw")));

/** Returns a text with a part removed, changed, repeated or moved. */
function damaged(next, text, letters) {
  const at = Math.floor(next() * text.length), n = 1 + Math.floor(next() * pick(next, [1, 4, 40])), part = text.slice(at, at + n), rest = text.slice(at + n);
  const other = Array.from({ length: n }, () => pick(next, letters)).join("");
  const to = Math.floor(next() * rest.length);
  return pick(next, [
    text.slice(0, at), text.slice(0, at) + rest, text.slice(0, at) + other + rest, text.slice(0, at) + other + part + rest,
    text.slice(0, at) + part + part + rest, text.slice(0, at) + rest.slice(0, to) + part + rest.slice(to), text + text,
  ]);
}

const LINK_LETTERS = [..."abcxyzABCXYZ0189-_.#"];
const JSON_LETTERS = [...'"{}[]:,()0189ae-.\\ h', '"at":', '"end":', "null", "true", "1e9", "(1)", "e2e4", "[[", '{"nags":', "\u0000", "♞"];

/** Returns the content of a link with a random value in one place. */
function misled(next, content) {
  const nested = (n, open, close) => open.repeat(n) + close.repeat(n);
  const many = pick(next, [65, 300, 5000]);
  const value = pick(next, [
    null, -1, 1.5, 1e9, 7, "", "x", [], {}, "x".repeat(1 << 17), content, [[0, content]], [[1e9, {}]], [[0, { comment: 7 }]], [[0, { ended: "checkmate", winner: "white" }]], [[1, { ended: "resignation" }]], [[0]],
    "e2e4".repeat(many), `${"e2e4".repeat(many)}${`(1)e2e3e2e4`.repeat(many)}`, "e2e4d2d4".repeat(many), "(1)".repeat(many), `e2e4${"(1)e2e3(1)e2e4".repeat(many)}`, `e2e4(${"9".repeat(many)})e2e4`,
    Object.fromEntries(Array.from({ length: many }, (_, i) => [`T${i}`, "x"])), Array.from({ length: many }, (_, i) => [i, { comment: "x", nags: [1, 5], drawings: [{ color: "red", from: "a1" }] }]),
  ]);
  const text = JSON.stringify({ ...content, [pick(next, ["line", "notes", "fen", "tags", "outcomes", "at", "end", "below", "__proto__x"])]: value });
  return next() < 0.1 ? text.replace(/}$/, `,"notes":${pick(next, [nested(30_000, "[", "]"), nested(10_000, '{"a":[', "]}"), `[[0,${nested(20_000, "[", "]")}]]`])}}`) : text;
}

/** Returns the part. */
export async function links() {
  const { decodeLink, encodeLink, sameGame, LinkError } = await pageModules(["share/link", "model/record"]);
  const { BanChess, initialize } = await import(join(site, "banchess.js"));
  const { GameTree } = await import(join(site, "tree.js"));
  await initialize();
  const instance = instanceOf(new BanChess());
  const seen = { whole: 0, shortened: 0, refused: 0, read: 0, slowest: 0 };

  /** Returns a record of random actions and variations, with random annotations. */
  function randomRecord(next) {
    const record = new GameTree(pick(next, STARTS)), nodes = [record.root], isReport = next() < 0.1; // a long engine's report, which does not fit into a link
    for (let left = Math.floor((isReport ? 300 : 60) * next()); left > 0; left--) {
      const node = next() < 0.8 ? nodes.at(-1) : pick(next, nodes), game = node.game(), legal = game.getLegalActions();
      game.free();
      if (legal.length === 0) continue;
      const added = node.add(pick(next, legal));
      if (!nodes.includes(added)) nodes.push(added);
      if (isReport) added.annotate({ eval: { centipawns: Math.floor(900 * next()), depth: 9 }, clock: Math.floor(1e6 * next()) });
      else if (next() < 0.2) {
        added.annotate(pick(next, [
          { comment: "“x” ♞ (1)" }, { nags: [1, 5] }, { eval: { centipawns: Math.floor(900 * next()), depth: 9 } }, { clock: Math.floor(1e6 * next()) }, { drawings: [{ color: "red", from: "e2", to: "e4" }, { color: "blue", from: "d4" }] },
        ]));
      }
    }
    if (next() < 0.3) record.setTag("White", "Ada ♞");
    record.goTo(pick(next, nodes));
    if (next() < 0.2 && record.current === record.end && !record.result().reason) record.current.endAs("resignation", pick(next, ["white", "black"]));
    record.goTo(pick(next, nodes));
    return record;
  }

  /** Reads a link like the page; returns null if it is refused. Fails if it takes too long, or the error has no code. */
  async function read(text) {
    const began = performance.now();
    let found = null;
    try {
      found = await decodeLink(text);
      found.record.result();
    } catch (e) {
      assert.ok(e instanceof LinkError && CODES.includes(e.code) || isOurs(e), e.stack);
      found?.record.free();
      found = null;
    }
    const took = performance.now() - began;
    seen.slowest = Math.max(seen.slowest, Math.round(took));
    assert.ok(took < SOON, `it took ${took} ms`);
    return found;
  }

  /** Checks that a record is a playable game, and that its own link gives the same game. */
  async function check({ record, below }) {
    assert.ok(below === "white" || below === "black");
    const ends = [...record].filter((node) => !node.next);
    for (const end of ends.slice(0, 20)) BanChess.replayFromActions(end.actions(), record.fen).free();
    const link = await encodeLink(record, below);
    if (!link) return; // the content of a compact link may be too long for a link after rewriting
    const again = await read(link.text);
    assert.ok(again, "its own link is refused");
    if (link.whole) assert.ok(sameGame(again.record, record), "its own link is another game");
    again.record.free();
  }

  async function one(next) {
    const record = randomRecord(next), below = pick(next, ["white", "black"]);
    const { text, whole } = await encodeLink(record, below);
    seen[whole ? "whole" : "shortened"]++;
    const back = await read(text);
    assert.ok(back, `refused: ${text}`);
    assert.equal(back.below, below);
    if (whole) assert.deepEqual([sameGame(back.record, record), back.record.current.line().map(({ bcn }) => bcn), (await encodeLink(back.record, below)).text], [true, record.current.actions(), text]);
    else assert.deepEqual([...back.record].map(({ ply, bcn }) => ply + bcn), [...record].map(({ ply, bcn }) => ply + bcn));
    back.record.free();
    record.free();

    const content = await contentOf(text), bytes = Buffer.from(text.slice(2, -4), "base64url");
    bytes[Math.floor(next() * bytes.length)] ^= 1 + Math.floor(255 * next());
    const others = [
      damaged(next, text, LINK_LETTERS), summed(damaged(next, text.slice(2, -4), LINK_LETTERS)), summed(bytes.toString("base64url")), await packed(damaged(next, content, JSON_LETTERS)), await packed(damaged(next, content, JSON_LETTERS)),
      await packed(misled(next, JSON.parse(content))), await packed(misled(next, JSON.parse(content))),
    ];
    if (next() < 0.1) others.push(`1.${"A".repeat(1 << 17)}0000`, summed("A".repeat(65_000)), await packed(new Uint8Array(1 << 25)), await packed(`{"line":"","tags":{"a":"${"a".repeat(1 << 24)}"}}`));
    for (const other of others) {
      let found;
      try {
        found = await read(other);
        if (found) await check(found);
        seen[found ? "read" : "refused"]++;
      } catch (e) {
        e.stack = `${e.stack}\n    in the link ${other.length > 3000 ? `of ${other.length} characters ${other.slice(0, 200)}…` : other}`;
        throw e;
      } finally {
        found?.record.free();
      }
    }
    return 1 + others.length;
  }

  const some = random(0);
  for (let i = 0; i < 2 * LINKS; i++) await one(some); // parts that only grow, such as the text buffer, have reached their size
  for (const what of Object.keys(seen)) seen[what] = 0;
  const first = instance.exports.mem.buffer.byteLength;
  const before = await baseline(instance);
  return {
    name: "links", unit: "links",
    async round(next) {
      let count = 0;
      for (let i = 0; i < LINKS; i++) count += await one(next);
      await assertGivenBack(instance, before);
      const grown = instance.exports.mem.buffer.byteLength - first;
      assert.ok(grown <= MEMORY, `the memory grew by ${grown} bytes`);
      return count;
    },
    enough: 50,
    missing: () => Object.keys(seen).filter((what) => seen[what] === 0),
    said: () => JSON.stringify(seen),
  };
}
