// Runs a part of `go run ./scripts torture` that is written in JavaScript, as the
// package scripts/torture runs those in Go: rounds, each of which follows from its
// seed, so that one that fails can be run again.
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "./random.mjs";

/** The file that says how the round of a part that runs now is run again. */
export const lastRound = (name) => join(tmpdir(), `banchess-torture-${name}-${process.pid}`);

/**
 * Runs rounds of a part with one seed after another, until the time is up (in
 * milliseconds) or there were so many, and writes what fails. A round is given random
 * numbers and its seed, and gives how much it went through. It goes on after a failure,
 * ten times. Before each round a file says how it is run again: one that hangs, or ends
 * Node, says nothing more. A long round asks whether the time is over.
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
