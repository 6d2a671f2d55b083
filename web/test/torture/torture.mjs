// The parts of `go run ./scripts torture` that are written in JavaScript:
//
//     node web/test/torture/torture.mjs games --seed 1 --time 60000 --rounds 0
import { parseArgs } from "node:util";
import { run } from "./rounds.mjs";
import { calls } from "./calls.mjs";
import { games } from "./games.mjs";
import { links } from "./links.mjs";
import { predecessor } from "./predecessor.mjs";
import { sync } from "./sync.mjs";
import { worker } from "./worker.mjs";

const string = (value) => ({ type: "string", default: value });
const { positionals: [name], values } = parseArgs({ allowPositionals: true, options: { seed: string("1"), time: string("0"), rounds: string("0") } });
const part = await { calls, games, links, predecessor, sync, worker }[name]();
const first = Number(values.seed);
if (!(first < 2 ** 32)) throw new Error(`--seed ${values.seed}: the parts in JavaScript tell seeds apart up to ${2 ** 32 - 1}`);
const { rounds, failed } = await run(part, { first, time: Number(values.time), rounds: Number(values.rounds) });
if (part.said) console.log(`${name}: ${part.said()}`);
// After enough rounds, everything must have been covered.
const checked = part.missing && rounds >= part.enough;
if (part.missing && !checked) console.log(`${name}: whether everything turned up is not checked: ${rounds} rounds are too few, ${part.enough} are enough`);
const missing = checked ? part.missing() : [];
for (const what of missing) console.log(`${name}: ${what} did not turn up in ${rounds} rounds`);
await part.end?.();
process.exitCode = failed + missing.length > 0 ? 1 : 0;
