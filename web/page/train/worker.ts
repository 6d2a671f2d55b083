// The worker that has the rules of training: the WebAssembly without a board.

import { initialize } from "../../banchess/banchess.js";
import type { Message, Reply } from "./rules.js";

const scope = globalThis as unknown as Worker & { banchess: { train(request: string): object } };
const post = (reply: Reply) => scope.postMessage(reply);

scope.addEventListener("message", async ({ data: { id, ask } }: MessageEvent<Message>) => {
  try {
    await initialize();
    const answer = scope.banchess.train(ask);
    if ("success" in answer) post({ id, ...answer as unknown as { error: string; code: string } });
    else post({ id, answer });
  } catch (error) {
    post({ id, error: (error as Error).message, code: "" });
  }
});
