// The library in a Web Worker, or in a worker thread of Node: rules, sessions and
// engine in a thread of their own, called by messages. connection.ts is the other
// end. A worker that wants the library for itself needs none of this: it imports
// banchess.js like anybody else.
import type { GameRecord } from "./banchess.js";
import { stateOf } from "./gamecalls.js";
import { BanChessError, details, fail, quote, type PlainError } from "./error.js";
import { BanChess } from "./game.js";
import { checkOptions, initialize, type InitializeOptions } from "./load.js";
import type { GameTree, TreeRecord } from "./tree.js";
import { Session, type SessionRequest } from "./session.js";
import { unwrap } from "./state.js";

/**
 * What comes in: a call, of the game of a number or of none, under a number that
 * no other call has; or the end of what an earlier call began.
 *
 * @internal
 */
export type Call = Asked | Cancelled;
type Asked = { readonly id: number; readonly call: string; readonly game?: number | undefined; readonly args: readonly unknown[] };
type Cancelled = { readonly cancel: number };

/**
 * What goes out: the answer of a call or its error, once; its events before or
 * after that, until it is cancelled; and that the WebAssembly has crashed.
 *
 * @internal
 */
export type WorkerMessage =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: PlainError }
  | { readonly id: number; readonly event: unknown }
  | { readonly crash: PlainError };

let post: (message: WorkerMessage) => void; // to the other end

const games = new Map<number, BanChess>();
const sessions = new Map<number, Session>();
const MOST_ARGUMENTS = 8; // more than any call takes; a list with holes can have billions
const ongoing = new Map<number, () => void>(); // how to end what a call began
let starting: Promise<void> | undefined; // the last initialize
let next = 1;

function keep(game: BanChess): number {
  games.set(next, game);
  return next++;
}

/** The calls of no game. The first argument is the call's own number. */
const calls: Record<string, (id: number, ...args: never[]) => unknown> = {
  initialize: (_, options: InitializeOptions = {}) => starting = initialize({ ...checkOptions(options), onCrash: (e) => post({ crash: details(e) }) }),
  create: (_, ...args: ConstructorParameters<typeof BanChess>) => keep(new BanChess(...args)),
  replayFromActions: (_, ...args: Parameters<typeof BanChess.replayFromActions>) => keep(BanChess.replayFromActions(...args)),
  fromStandardFEN: (_, ...args: Parameters<typeof BanChess.fromStandardFEN>) => keep(BanChess.fromStandardFEN(...args)),
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
  send: (_, id: number, message: SessionRequest) => sessionOf(id).send(message),
  request: (_, id: number, message: SessionRequest) => sessionOf(id).request(message),
};

/** Trees, which are loaded when somebody asks for one. */
const trees = () => import("./tree.js");

/** A tree as plain data, which is all that is kept of it. */
function record(tree: GameTree): TreeRecord {
  tree.free();
  return tree.toJSON();
}

function sessionOf(id: number): Session {
  const session = sessions.get(id);
  if (!session) throw fail("freed", "this session is closed", "make a new one");
  return session;
}

/** The game of a record or of a FEN. */
function gameAt(position: GameRecord | string): BanChess {
  return typeof position === "string" ? new BanChess(position) : BanChess.fromJSON(position);
}

/** Searches a position, and posts what the search finds until it ends or is cancelled. */
async function search(id: number, position: GameRecord | string, limits: object): Promise<unknown> {
  const game = gameAt(position), state = stateOf(game), { waiting } = state.live();
  let lost: ((error: BanChessError) => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      waiting.add(lost = reject);
      ongoing.set(id, unwrap(state.method("analyze", limits, (message: { info?: unknown; best?: unknown } & PlainError) => {
        if (message.info) post({ id, event: message.info });
        else if (message.best) resolve(message.best);
        else reject(new BanChessError(message));
      })));
    });
  } finally {
    waiting.delete(lost!);
    ongoing.delete(id);
    game.free();
  }
}

/** The calls of a game that are not simply its methods. */
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
  if (!Array.isArray(args) || args.length > MOST_ARGUMENTS) throw fail("bad_argument", "the arguments are no short list", "send { id, call, game, args: [] }");
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

/** Ends what a call began. */
function cancel(id: number): void {
  const end = ongoing.get(id);
  ongoing.delete(id);
  try {
    end?.();
  } catch { /* a crash, which has been reported */ }
}

/** Takes a message, whatever it is. One without a number is no call: its answer would reach nobody. */
async function receive(message: unknown): Promise<void> {
  if (typeof message !== "object" || message === null) return;
  if ("cancel" in message) return cancel((message as Cancelled).cancel);
  const { id } = message as Asked;
  if (typeof id !== "number") return;
  if (starting && (message as Asked).call !== "initialize") await starting.catch(() => {}); // those who call it hear of that
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
  const threads = "node:worker_threads"; // not for a bundler to see
  import(/* @vite-ignore */ /* webpackIgnore: true */ threads).then(({ parentPort }: typeof import("node:worker_threads")) => {
    post = (message) => { parentPort!.postMessage(message); };
    parentPort!.on("message", receive);
  });
}
