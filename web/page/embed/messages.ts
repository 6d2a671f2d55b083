// Sends what happens on the board to the page around it, and does what messages ask.

import { BanChessError } from "../../banchess/banchess.js";
import type { PageStore, State } from "../shell/index.js";
import type { Mode } from "./parameters.js";
import { commandOf, idOf, VERSION, WireError, type Command } from "./wire.js";

/** Does a command; rejects with an error that has a code. */
type Do = (command: Command) => Promise<void>;

/** Sends an event to the page around the board. */
export type Tell = (type: "ready" | "action" | "answer" | "end" | "resize" | "error", about: object) => void;

/** Listens to messages, and sends the events of the game. Returns a function that sends an event. */
export function createMessages(store: PageStore, mode: Mode, act: Do): Tell {
  // Everything that is sent stands in the address or on the board, so anybody may have it.
  const send = (to: MessageEventSource | null, message: object) => {
    try {
      (to as Window | null)?.postMessage({ banchess: VERSION, ...message }, { targetOrigin: "*" });
    } catch { /* the window is gone */ }
  };
  const isFramed = parent !== window;
  const tell: Tell = (type, about) => isFramed && send(parent, { type, ...about });

  let queue = Promise.resolve(); // commands are done one after the other
  addEventListener("message", ({ data, source }) => {
    const id = idOf(data), answer = { ...id !== undefined && { id } };
    const refuse = (error: unknown) => send(source, { type: "error", ...answer, ...told(error) });
    let command: Command | null;
    try {
      command = commandOf(data);
    } catch (error) {
      return refuse(error);
    }
    if (command === null) return;
    const asked = command;
    queue = queue.then(() => act(asked)).then(() => send(source, { type: "done", ...answer, ...placeOf(store.state) }), refuse);
  });

  store.watch(["position"], ({ position, record, played }, old) => {
    if (!old?.rules || !played) return;
    const { bcn, san, ply } = record.current;
    tell("action", { action: bcn, san, ply, fen: position.fen });
    // Where a ban is to be found, the end is that of the exercise.
    if (position.result && mode !== "find") tell("end", { winner: position.result.winner, reason: position.result.reason });
  });
  return tell;
}

/** Returns the position shown: the ply that is due, and the FEN. */
export const placeOf = ({ position: { ply, fen } }: State) => ({ ply, fen });

/** Returns the code and the sentence of an error. */
function told(error: unknown): { code: string; error: string } {
  if (error instanceof WireError || error instanceof BanChessError) return { code: error.code, error: error.message };
  return { code: (error as { code?: string }).code ?? "failed", error: (error as Error).message };
}
