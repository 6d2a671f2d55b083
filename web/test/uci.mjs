// The engine of the built site in Node, speaking UCI on standard input and output, for
// the bench that sets it beside the same without WebAssembly.
import { createInterface } from "node:readline";
import { startCore } from "./site.mjs";

const { banchess } = await startCore();
const { send } = banchess.uci((line) => process.stdout.write(`${line}\n`));
createInterface({ input: process.stdin }).on("line", send).on("close", () => process.exit());
