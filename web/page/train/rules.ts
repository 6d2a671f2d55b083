// The page's end of the worker that has the rules of training.

import type { Day, Grade, ReviewState } from "../../banchess/review.js";
import type { Moved } from "../games/index.js";

export type Message = { readonly id: number; readonly ask: string };
export type Reply = { readonly id: number } & ({ readonly answer: object } | { readonly error: string; readonly code: string; readonly hint?: string });

/** A player's results in puzzles. */
export interface PuzzleScore {
  readonly rating: number;
  readonly solved: number;
  readonly failed: number;
  readonly streak: number; // puzzles solved since the last failure
  readonly best: number; // the longest of these
  readonly seen: Readonly<Record<string, boolean>>; // by id; true if it was solved
  readonly hinted: readonly string[]; // ids of unanswered puzzles in which a hint was given
}

/** A record of progress. Package game/train documents it. */
export interface Progress {
  readonly days: readonly (readonly [day: Day, grade: Grade])[]; // how the puzzles of the days were answered
  readonly lessons: readonly number[];
}

/** An event in a puzzle: it is solved, an action was wrong, the piece was told, or an action. The rules decide what it counts. */
export type PuzzleEvent = "solved" | "wrong" | "hinted" | "shown";

/** A change of the record, or none. They are done in this order. */
export interface Change {
  readonly old?: unknown; // a score of an older release
  readonly file?: string; // the record of another device
  readonly games?: readonly Moved[]; // what is known of its games
  readonly fixed?: readonly string[]; // the ids of those that must not change
  readonly mistakes?: ReviewState;
  readonly event?: { readonly id: string; readonly rating: number; readonly deviation: number; readonly is: PuzzleEvent };
  readonly lessons?: readonly number[];
  readonly storm?: number; // a score
}

/** The record and what follows from it, after a change. */
export interface Known {
  readonly progress: Progress;
  readonly mistakes?: ReviewState;
  readonly games?: readonly Moved[]; // of a file, those that are new or have gone on
  readonly isFirst: boolean; // whether the answer was the first to its puzzle
  readonly today: Day; // in UTC, as all days but those of the schedule
  readonly daily: string; // the id of the puzzle of the day
  readonly score: PuzzleScore;
  readonly curve: readonly (readonly [day: Day, rating: number])[];
  readonly streak: { readonly now: number; readonly best: number; readonly isDone: boolean; readonly hasGrace: boolean };
  readonly due: readonly string[]; // the failed puzzles that come again today
  readonly next: Day | null; // on which others come
  readonly storm: { readonly today: number; readonly best: number; readonly isBestToday: boolean; readonly isBest: boolean };
}

/** The rules refuse a request. */
export class Refusal extends Error {
  constructor(message: string, readonly code: string) {
    super(message);
  }
}

interface Waiting {
  readonly done: (answer: any) => void;
  readonly fail: (error: Error) => void;
}

let worker: Worker | null = null;
let next = 1;
const waiting = new Map<number, Waiting>();

/** Asks the rules of training. Rejects with a Refusal, or if they cannot be loaded; then the next call tries again. */
export function ask<T>(request: object): Promise<T> {
  const id = next++;
  worker ??= start();
  worker.postMessage({ id, ask: JSON.stringify(request) } satisfies Message);
  return new Promise((done, fail) => waiting.set(id, { done, fail }));
}

function start(): Worker {
  const worker = new Worker(new URL("./train-worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
    const { done, fail } = waiting.get(data.id)!;
    waiting.delete(data.id);
    if ("error" in data) fail(data.code && data.code !== "bad_argument" ? new Refusal(data.error.replace(`; ${data.hint}`, ""), data.code) : new Error(data.error));
    else done(data.answer);
  });
  // It cannot be loaded, or has crashed.
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    stop(worker, event.message);
  });
  return worker;
}

function stop(crashed: Worker, message: string): void {
  crashed.terminate();
  worker = null;
  const all = [...waiting.values()];
  waiting.clear();
  for (const { fail } of all) fail(new Error(message));
}
