// Ban Chess in the terminal through JSON messages, in 40 lines and without any rules:
// it shows the legal actions and sends what is typed.
//
//   node terminal.mjs                      talks to "banchess json"
//   node terminal.mjs go run ./game/cmd/banchess json
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [command, ...args] = process.argv.length > 2 ? process.argv.slice(2) : ["banchess", "json"];
const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
for (const part of [server, server.stdin]) part.on("error", (error) => console.error(`${command}: ${error.message}`));
const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();

/** Sends a message; every message gets one reply. */
async function ask(message) {
  server.stdin.write(JSON.stringify(message) + "\n");
  const { value } = await answers.next();
  return JSON.parse(value ?? process.exit(1)); // no reply: the server has ended
}

/** Shows a reply and what to type next. */
function show(reply) {
  if (reply.message_type === "failure") console.log(`Refused: ${reply.reason}`);
  if (reply.events.check) console.log(`${reply.events.check.in_check} is in check`);
  if (reply.message_type === "game_end") return console.log(`The end: ${reply.victor}, ${reply.reason}`);
  if (reply.message_type === "promotion_prompt") return console.log("queen, rook, bishop or knight?");
  for (const [from, to] of Object.entries(reply.bans ?? reply.moves ?? {})) console.log(`  ${from} ${to.join(" ")}`);
  console.log(reply.phase === "ban" ? `${reply.turn} bans one of these:` : `${reply.turn} moves:`);
}

let reply = await ask({ message_type: "new_game" });
show(reply);
for await (const line of createInterface({ input: process.stdin })) {
  const [, from, to] = line.trim().match(/^(..)[ -]?(..)$/) ?? [];
  if (line.trim() === "undo") reply = await ask({ message_type: "undo" });
  else if (reply.message_type === "promotion_prompt") reply = await ask({ message_type: "piece_promotion_choice", piece_choice: line.trim() });
  else reply = await ask({ message_type: reply.phase === "ban" ? "ban" : "piece_move", from: from ?? line, to: to ?? "" });
  show(reply);
}
server.stdin.end();
