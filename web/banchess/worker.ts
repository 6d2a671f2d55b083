// The library in a Web Worker, or in a worker thread of Node: rules, sessions and
// engine in a thread of their own, controlled by messages. connection.ts is the other
// end. A worker that wants to use the library itself does not need this: it imports
// banchess.js.
import type { GameRecord } from "./banchess.js";
import { stateOf } from "./wasm/gamecalls.js";
import { BanChessError, details, fail, quote, type PlainError } from "./game/error.js";
import { BanChess } from "./game/game.js";
import { checkOptions, initialize, type InitializeOptions } from "./wasm/load.js";
import type { GameTree, TreeRecord } from "./tree.js";
import { importFromNode } from "./wasm/node.js";
import { loadTables } from "./wasm/tables.js";
import { Session, type SessionRequest } from "./session.js";

/**
 * A message to the worker: a call with a unique number, for a game given by its number
 * or for none; or the cancellation of an earlier call.
 *
 * @internal
 */
export type Call = Asked | Cancelled;
type Asked = { readonly id: number; readonly call: string; readonly game?: number | undefined; readonly args: readonly unknown[] };
type Cancelled = { readonly cancel: number };

/**
 * A message from the worker: the answer or the error of a call, once; an event of a call,
 * until it is cancelled, also after its answer; or a report that the WebAssembly has crashed.
 *
 * @internal
 */
export type WorkerMessage =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: PlainError }
  | { readonly id: number; readonly event: unknown }
  | { readonly crash: PlainError };

let post: (message: WorkerMessage) => void; // sends a message to the other end

const games = new Map<number, BanChess>();
const sessions = new Map<number, Session>();
const MOST_ARGUMENTS = 8; // more than any call takes; a sparse array could have billions
const ongoing = new Map<number, () => void>(); // the functions that cancel the calls in progress
let starting: Promise<void> | undefined; // the last initialize
let next = 1;

function keep(game: BanChess): number {
  games.set(next, game);
  return next++;
}

/** The calls that are not for a game. The first argument is the call's own number. */
const calls: Record<string, (id: number, ...args: never[]) => unknown> = {
  initialize: (_, options: InitializeOptions = {}) => starting = initialize({ ...checkOptions(options), onCrash: (e) => post({ crash: details(e) }) }),
  create: (_, ...args: ConstructorParameters<typeof BanChess>) => keep(new BanChess(...args)),
  replayFromActions: (_, ...args: Parameters<typeof BanChess.replayFromActions>) => keep(BanChess.replayFromActions(...args)),
  fromStandardFEN: (_, ...args: Parameters<typeof BanChess.fromStandardFEN>) => keep(BanChess.fromStandardFEN(...args)),
  fromStandardPGN: (_, pgn: string) => keep(BanChess.fromStandardPGN(pgn)),
  fromJSON: (_, json: string) => keep(BanChess.fromJSON(json)),
  parsePGN: async (_, pgn: string) => record((await trees()).parsePGN(pgn)),
  async writePGN(_, tree: TreeRecord) {
    const made = (await trees()).GameTree.fromJSON(tree), pgn = made.pgn();
    made.free();
    return pgn;
  },
  session(id) {
    const session = new Session();
    session.addEventListener("reply", ({ reply }) => post({ id, event: reply }));
    sessions.set(id, session);
    ongoing.set(id, () => {
      sessions.delete(id);
      session.close();
    });
  },
  search,
  picture: async (id, request: string, type: string, wasmURL: string) => (await import("./wasm/draw.js")).draw(request, type, wasmURL, (event) => post({ id, event })),
  send: (_, id: number, message: SessionRequest) => sessionOf(id).send(message),
  request: (_, id: number, message: SessionRequest) => sessionOf(id).request(message),
};

/** Loads the trees, at the first call that needs them. */
const trees = () => import("./tree.js");

/** Returns a tree as plain data, and frees it. */
function record(tree: GameTree): TreeRecord {
  tree.free();
  return tree.toJSON();
}

function sessionOf(id: number): Session {
  const session = sessions.get(id);
  if (!session) throw fail("freed", "this session is closed", "make a new one");
  return session;
}

/** Returns the game of a record or of a FEN. */
function gameAt(position: GameRecord | string): BanChess {
  return typeof position === "string" ? new BanChess(position) : BanChess.fromJSON(position);
}

/** Searches a position, and posts the results until the search ends or is cancelled. It loads the tables that it needs before. */
async function search(id: number, position: GameRecord | string, limits: object, tables?: string): Promise<unknown> {
  const game = gameAt(position), state = stateOf(game), instance = state.live(), { waiting } = instance;
  let lost: ((error: BanChessError) => void) | undefined, isCancelled = false;
  try {
    ongoing.set(id, () => { isCancelled = true; });
    if (tables) await loadTables(instance, game.fen(), tables);
    return await new Promise((resolve, reject) => {
      waiting.add(lost = reject);
      ongoing.set(id, state.ask("analyze", limits, (message: { info?: unknown; best?: unknown } & PlainError) => {
        if (message.info) post({ id, event: message.info });
        else if (message.best) resolve(message.best);
        else reject(new BanChessError(message));
      }));
      if (isCancelled) cancel(id);
    });
  } finally {
    waiting.delete(lost!);
    ongoing.delete(id);
    game.free();
  }
}

/** The calls for a game that are not methods of BanChess, or need more than a call of the method. */
const ofGame: Record<string, (game: BanChess, number: number, id: number) => unknown> = {
  clone: (game) => keep(game.clone()),
  tree: async (game) => record((await trees()).GameTree.of(game)),
  subscribe(game, _, id) { ongoing.set(id, game.subscribe((event) => post({ id, event }))); },
  free(game, number) {
    game.free();
    games.delete(number);
  },
};

function answer({ id, call, game, args }: Asked): unknown {
  const unknown = () => fail("bad_argument", `there is no call ${quote(call)}`);
  if (typeof call !== "string") throw unknown();
  if (!Array.isArray(args) || args.length > MOST_ARGUMENTS) throw fail("bad_argument", "the arguments are not a short list", "send { id, call, game, args: [] }");
  if (game === undefined) {
    if (!Object.hasOwn(calls, call)) throw unknown();
    return calls[call]!(id, ...args as never[]);
  }
  const its = games.get(game);
  if (!its) throw fail("freed", "this game has been freed", "make a new one");
  if (Object.hasOwn(ofGame, call)) return ofGame[call]!(its, game, id);
  const property = Object.getOwnPropertyDescriptor(BanChess.prototype, call);
  if (property?.get) return property.get.call(its) as unknown;
  if (typeof property?.value !== "function" || call === "constructor") throw unknown();
  return Reflect.apply(property.value as () => unknown, its, args);
}

/** Cancels a call. */
function cancel(id: number): void {
  const end = ongoing.get(id);
  ongoing.delete(id);
  try {
    end?.();
  } catch { /* a crash, which has been reported */ }
}

/** Handles a message. A message without a call number is ignored, because its answer could not be assigned. */
async function receive(message: unknown): Promise<void> {
  if (typeof message !== "object" || message === null) return;
  if ("cancel" in message) return cancel((message as Cancelled).cancel);
  const { id } = message as Asked;
  if (typeof id !== "number") return;
  if (starting && (message as Asked).call !== "initialize") await starting.catch(() => {}); // the caller of initialize handles its error
  try {
    post({ id, answer: await answer(message as Asked) });
  } catch (e) {
    post({ id, error: details(e) });
  }
}

if (typeof globalThis.postMessage === "function") {
  post = (message) => { (globalThis.postMessage as typeof post)(message); };
  globalThis.addEventListener("message", (e: MessageEvent<unknown>) => { void receive(e.data); });
} else {
  void importFromNode("node:worker_threads").then((threads) => {
    const { parentPort } = threads as typeof import("node:worker_threads");
    post = (message) => { parentPort!.postMessage(message); };
    parentPort!.on("message", receive);
  });
}
