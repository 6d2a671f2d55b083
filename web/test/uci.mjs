// The engine of the built site in Node, speaking UCI on standard input and output. A
// bench compares it to the engine without WebAssembly.
import { createInterface } from "node:readline";
import { startCore } from "./site.mjs";

const { banchess } = await startCore();
const { send } = banchess.uci((line) => process.stdout.write(`${line}\n`));
createInterface({ input: process.stdin }).on("line", send).on("close", () => process.exit());
