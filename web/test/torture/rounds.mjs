// Runs a part of `go run ./scripts torture` that is written in JavaScript, like the package
// scripts/torture for the parts in Go. Each round is determined by its seed, so that a
// failing round can be repeated.
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "../random.mjs";

/** Returns the file that contains the command to repeat the current round of a part. */
export const lastRound = (name) => join(tmpdir(), `banchess-torture-${name}-${process.pid}`);

/**
 * Runs rounds of a part with increasing seeds until the time is up (in milliseconds) or the
 * number of rounds is reached, and prints failures. A round gets random numbers and its
 * seed, and returns the amount of its work. After a failure it continues, up to ten times.
 * Before each round a file gets the command to repeat it, because a round that hangs or ends
 * Node prints nothing more. A long round checks whether the time is up.
 */
export async function run({ name, unit, round }, { first = 1, time = 0, rounds = 0, write = console.log }) {
  const total = { rounds: 0, count: 0, failed: 0 }, began = performance.now(), last = lastRound(name);
  const isOver = () => time > 0 && performance.now() - began >= time;
  write(`${name}: should it hang or Node end, the command in ${last} runs its last round again`);
  for (let seed = first; total.failed < 10; seed++) {
    if (rounds > 0 && total.rounds === rounds || isOver()) break;
    total.rounds++;
    const again = `go run ./scripts torture ${name} --seed ${seed} --rounds 1`;
    await writeFile(last, `${again}\n`);
    try {
      total.count += await round(random(seed), seed, isOver);
    } catch (e) {
      total.failed++;
      write(`${name}: ${e?.stack ?? e}\n    again: ${again}`);
    }
  }
  await rm(last, { force: true });
  write(`${name}: ${total.count} ${unit} in ${total.rounds} rounds from seed ${first}, ${total.failed} failed, ${((performance.now() - began) / 1000).toFixed(1)}s`);
  return total;
}
