// The worker of the explorer: counts games by position in a WebAssembly of its own, so that
// the page goes on while thousands of games are read.

import { initialize } from "../../banchess/banchess.js";
import type { Message, Read, Reply } from "./counter.js";

const PIECE = 1 << 15; // the bytes of a file that are read before other messages have a turn

const scope = globalThis as unknown as Worker & { banchess: { explore(request: string): object } };
let current = 0; // the id of the file that is being read; 0 if that was stopped

/** Asks the WebAssembly. Throws an error with its message. */
function ask<T extends object>(request: object): T {
  const answer = scope.banchess.explore(JSON.stringify(request)) as T | { success: false; error: string };
  if ("success" in answer) throw new Error(answer.error);
  return answer;
}

/** Reads the games of a file, and posts how far it is. It can be stopped between two pieces, and ends when other games are read instead. */
async function read(id: number, file: Blob): Promise<Read> {
  current = id;
  let decoder = new TextDecoder("utf-8", { fatal: true }), read = ask<Read>({ clear: true });
  for (let at = 0, end; at < file.size && !read.more && current === id; at = end) {
    const bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()), all = bytes.length;
    if (current !== id) break;
    end = at + (at + all < file.size ? bytes.findLastIndex((byte) => byte < 0x80) + 1 || all : all); // a letter is not cut
    const piece = bytes.subarray(0, end - at);
    let pgn;
    try {
      pgn = decoder.decode(piece);
    } catch {
      decoder = new TextDecoder("windows-1252"); // the PGN of old programs
      pgn = decoder.decode(piece);
    }
    read = ask({ pgn, end: end === file.size });
    post({ id, progress: { ...read, part: at / file.size } });
    await new Promise((go) => setTimeout(go)); // other messages come in between
  }
  return current === id || current === 0 ? ask({ stop: true }) : read;
}

const post = (reply: Reply) => scope.postMessage(reply);

scope.addEventListener("message", async ({ data }: MessageEvent<Message>) => {
  const { id } = data;
  if ("stop" in data) return void (current === id && (current = 0));
  try {
    await initialize();
    if ("ask" in data && "clear" in data.ask) current = id;
    post({ id, answer: "file" in data ? await read(id, data.file) : ask(data.ask) });
  } catch (error) {
    post({ id, error: (error as Error).message });
  }
});
