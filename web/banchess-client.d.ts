// The types of banchess-client.js: the library in a worker, called from outside.

import type { ListenerOptions, ReplyEvent, Request } from "./banchess-session.js";
import type { Action, BanChess, BanChessError, BanChessFEN, GameEvent, GameRecord, InitializeOptions, SerializedAction } from "./banchess.js";

/** What Client needs of a worker: a Web Worker, or a Worker of node:worker_threads. */
export interface WorkerLike {
  /** Sends it a message. */
  postMessage(message: unknown): void;
  /** Ends it. */
  terminate(): unknown;
}

/**
 * Talks to a worker that runs banchess-worker.js. Every promise rejects with a
 * BanChessError: what the call throws in banchess.js, or `crashed` when the
 * worker is gone.
 *
 * @example
 * const client = await Client.start();
 * await client.initialize();
 * const game = await client.create();
 * await game.play({ ban: { from: "e2", to: "e4" } });
 * client.terminate(); // a worker keeps Node running
 */
export class Client {
  /** A client of a new Web Worker, or in Node of a new worker thread. */
  static start(): Promise<Client>;
  /** Takes a worker that was just started. */
  constructor(worker: WorkerLike);
  /** initialize in the worker. onProgress is not available here. */
  initialize(options?: Omit<InitializeOptions, "onProgress">): Promise<void>;
  /** new BanChess(fen, pgn). */
  create(fen?: BanChessFEN | null, pgn?: string | null): Promise<Game>;
  /** BanChess.replayFromActions. */
  replayFromActions(actions: readonly (SerializedAction | Action)[], startingFen?: BanChessFEN): Promise<Game>;
  /** BanChess.fromStandardFEN. */
  fromStandardFEN(fen: string): Promise<Game>;
  /** BanChess.fromJSON. */
  fromJSON(json: GameRecord | string): Promise<Game>;
  /** new Session() of banchess-session.js. */
  session(): Promise<WorkerSession>;
  /** Ends the worker and rejects what is pending. */
  terminate(): void;
  /** Sends one call by name; the methods here and of Game are made of it. */
  call(call: string, game: number | undefined, args: readonly unknown[]): Promise<unknown>;
  /** Has a function called with the events of the game of a number. */
  listen(game: number, listener: (event: GameEvent) => void): () => void;
  /** Ends that for all functions. */
  forget(game: number): void;
}

/** A conversation of JSON messages in the worker; see Session in banchess-session.d.ts. */
export interface WorkerSession extends EventTarget {
  /** The number by which the worker knows it. */
  readonly number: number;
  /** Sends a message; the promise is kept when the worker has it, the reply is an event. */
  send(message: Request | string): Promise<void>;
  /** Ends the conversation. */
  close(): Promise<void>;
  /** Has a function called with every reply. */
  addEventListener(type: "reply", listener: (event: ReplyEvent) => void, options?: ListenerOptions): void;
  /** As every EventTarget. */
  addEventListener(...args: Parameters<EventTarget["addEventListener"]>): void;
  /** Ends that. */
  removeEventListener(type: "reply", listener: (event: ReplyEvent) => void, options?: ListenerOptions): void;
  /** As every EventTarget. */
  removeEventListener(...args: Parameters<EventTarget["removeEventListener"]>): void;
}

/** The methods of BanChess that Game has, each giving a promise. */
export type Remote = {
  [K in Exclude<keyof BanChess, "clone" | "subscribe" | "free" | "turn" | "nextActionType" | "currentPlayer" | "legalMoves" | "legalBans" | symbol>]:
    BanChess[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : () => Promise<BanChess[K]>;
};

/** A game in the worker. */
export interface Game extends Remote {}
/** A game in the worker. */
export class Game {
  /** Of the game with that number; Client makes these. */
  constructor(client: Client, id: number);
  /** A copy in the same worker. */
  clone(): Promise<Game>;
  /** Has a function called after every change; gives the function that ends this. */
  subscribe(listener: (event: GameEvent) => void): Promise<() => void>;
  /** Gives the game's memory back at once; without it that happens after the object is collected. */
  free(): Promise<void>;
  /** Calls a method by its name. */
  call(name: string, ...args: readonly unknown[]): Promise<unknown>;
}

export type { BanChessError };
