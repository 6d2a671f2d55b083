// Pictures in Node, whose worker is a thread.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import { needsSite, site } from "../site.mjs";

const MATE = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7 b:e8f7".split(" ");

const load = (name) => import(pathToFileURL(join(site, name)));

/** Returns the functions to make pictures, and the mate by ban. */
async function start() {
  const [{ initialize, BanChess }, { GameTree }, { picture }] = await Promise.all(["banchess.js", "tree.js", "picture.js"].map(load));
  await initialize();
  return { BanChess, GameTree, picture, mate: BanChess.replayFromActions(MATE) };
}

const bytes = async (blob) => Buffer.from(await blob.arrayBuffer());

/** Reads a GIF: its size, and the place, the delay and the number of bytes of each frame. */
function readGIF(data) {
  assert.equal(data.toString("latin1", 0, 6), "GIF89a");
  const film = { width: data.readUInt16LE(6), height: data.readUInt16LE(8), frames: [] };
  let at = 13 + 3 * 2 ** ((data[10] & 7) + 1), delay = 0;
  const skip = () => {
    const from = at;
    while (data[at]) at += data[at] + 1;
    return ++at - from;
  };
  for (;;) {
    switch (data[at]) {
      case 0x21:
        if (data[at + 1] === 0xf9) delay = data.readUInt16LE(at + 4);
        at += 2;
        skip();
        break;
      case 0x2c: {
        const [x, y, width, height] = [1, 3, 5, 7].map((i) => data.readUInt16LE(at + i));
        at += 11;
        film.frames.push({ x, y, width, height, delay, size: skip() });
        break;
      }
      case 0x3b:
        assert.equal(at, data.length - 1);
        return film;
      default:
        assert.fail(`byte ${data[at]} at ${at}`);
    }
  }
}

test("a PNG has the size and the rows that it says", needsSite, async () => {
  const { picture, mate } = await start();
  const blob = await picture(mate, { size: 320, orientation: "black", theme: "green" }), png = await bytes(blob);
  assert.equal(blob.type, "image/png");
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [320, 320]);
  const pieces = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") pieces.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  assert.equal(inflateSync(Buffer.concat(pieces)).length, 320 * (1 + 3 * 320));
});

test("a GIF has a frame for the start and for each action, cropped to what changes", needsSite, async () => {
  const { picture, mate } = await start();
  const told = [], film = readGIF(await bytes(await picture(mate, { format: "gif", size: 400, delay: 500, onProgress: (done) => told.push(done) })));
  assert.equal(film.frames.length, 12);
  assert.deepEqual(film.frames.map(({ delay }) => delay), [...Array(11).fill(50), 200]);
  const [first, ...rest] = film.frames;
  assert.deepEqual([first.x, first.y, first.width, first.height], [0, 0, 400, 400]);
  for (const { width, height, size } of rest) assert.ok(width * height < 400 * 400 && size < first.size, `${width}×${height}, ${size} bytes`);
  assert.ok(told.length > 1 && told.at(-1) === 1 && told.every((done, i) => done >= (told[i - 1] ?? 0)), told.join());
});

test("a game of 200 actions is a GIF of less than 8 MB", needsSite, async () => {
  const { BanChess, picture } = await start();
  let seed = 1;
  const game = new BanChess(), random = (n) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % n;
  while (game.getPly() <= 200) {
    const legal = game.getLegalActions();
    if (legal.length === 0) game.reset();
    else game.play(legal[random(legal.length)]);
  }
  const gif = await bytes(await picture(game, { format: "gif", size: 800 }));
  assert.equal(readGIF(gif).frames.length, 201);
  assert.ok(gif.length < 8e6, `${gif.length} bytes`);
});

test("a node, a game and a FEN give the same picture", needsSite, async () => {
  const { GameTree, picture, mate } = await start();
  const options = { format: "svg" }, text = await (await picture(mate, options)).text();
  assert.match(text, /^<svg .*White wins: checkmate, e8f7 is banned: .*<\/svg>\n$/s);
  const tree = GameTree.of(mate);
  assert.equal(await (await picture(tree.end, options)).text(), text);
  const [first] = tree.mainLine(), fen = await (await picture(first.fen, options)).text();
  assert.equal(await (await picture(first, options)).text(), fen);
  assert.match(await (await picture(tree.root, options)).text(), /Black to ban: rnbqkbnr/);
  first.annotate({ drawings: [{ color: "green", from: "e2", to: "e4" }] });
  assert.equal(await (await picture(first, options)).text(), await (await picture(first.fen, { ...options, drawings: first.drawings })).text());
  for (const look of [{ theme: "blue" }, { pieces: "flat" }, { orientation: "black" }, { coordinates: false }, { arrows: [{ from: "e2", to: "e4", kind: "hint-ban", rank: 1 }] }]) {
    assert.notEqual(await (await picture(mate, { ...options, ...look })).text(), text, JSON.stringify(look));
  }
});

test("what is not right is refused with a code", needsSite, async () => {
  const { picture, mate } = await start();
  for (const [code, options, position = mate] of [
    ["bad_size", { size: 63 }], ["bad_size", { size: 1e9 }], ["bad_size", { size: 99.5 }], ["bad_size", { size: NaN }],
    ["bad_theme", { theme: "marble" }], ["bad_theme", { theme: "wood\nsize 100" }], ["bad_pieces", { pieces: "marble" }],
    ["bad_delay", { format: "gif", delay: 1 }], ["bad_option", { format: "bmp" }], ["bad_option", { orientation: "left" }],
    ["bad_option", { sise: 100 }], ["bad_option", { size: "100" }], ["bad_option", { arrows: [{}] }], ["bad_option", { arrows: [{ from: "e2", to: "e4", kind: "hint-move", rank: -1 }] }],
    ["bad_option", { drawings: [{ color: "pink", from: "e2" }] }], ["bad_argument", { drawings: [null] }], ["bad_argument", {}, null], ["bad_argument", {}, {}],
    ["bad_fen", {}, "8/8"], ["bad_fen", {}, `${"k".repeat(80)} w - - 0 1 1`], ["bad_option", "png"], ["bad_argument", { theme: "x".repeat(2 ** 24) }],
    ["load_failed", { wasmURL: pathToFileURL(join(site, "banchess-core.wasm")) }], ["load_failed", { wasmURL: "file:///nothing.wasm" }],
    ["load_failed", { workerURL: "file:///nothing.js" }], ["load_failed", { workerURL: "https://example.org/worker.js" }],
  ]) {
    await assert.rejects(picture(position, options), { name: "BanChessError", code }, JSON.stringify(options));
  }
  await assert.rejects(picture(mate, { orientation: "left" }), /the option orientation is "left"/);
});

test("a signal ends the work", needsSite, async () => {
  const { picture, mate } = await start();
  const late = new AbortController(), reason = new Error("enough");
  const told = [], made = picture(mate, { format: "gif", size: 1600, signal: late.signal, onProgress(done) {
    told.push(done);
    late.abort(reason);
  } });
  await assert.rejects(made, { name: "AbortError", code: "stopped", cause: reason });
  assert.ok(told.length < 20, `${told.length} more`);
  await assert.rejects(picture(mate, { signal: AbortSignal.abort() }), { name: "AbortError", code: "stopped" });
});
