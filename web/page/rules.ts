// What the page asks of the board's element and of the rules in its frame.

import type { Player } from "./position.js";

export interface Failure {
  success: false;
  code: string;
  error: string;
  line?: number;
  column?: number;
  token?: string;
  ply?: number;
}

/** An answer to what may be refused. */
export type Answer = { success: true } | Failure;

export interface GameResult {
  over: boolean;
  winner: Player | null;
  reason: string;
  text: string;
}

/** A game to load. */
export interface GameSource {
  fen?: string;
  actions?: string[];
  pgn?: string;
  ended?: string;
  winner?: Player;
}

interface Squares {
  from: string;
  to: string;
  promotion?: string;
}

export interface Game {
  undo(): boolean;
  fen(): string;
  pgn(): string;
  tags(): Record<string, string>;
  setTag(name: string, value: string): void;
  result(): GameResult;
  inCheck(): boolean;
  record(): { fen: string; actions: string[]; ended?: string; winner?: Player };
  getActionLog(): string[];
  getLegalActions(): { ban?: Squares; move?: Squares }[];
  resign(player: Player): Answer;
  agreeDraw(): Answer;
  free(): void;
}

export interface Rules {
  game: Game;
  play(bcn: string): Answer;
  newGame(source: GameSource): Game | Failure;
  fromStandardFEN(fen: string): string | Failure;
  board: {
    tap(square: string): void;
    cancel(): void;
    setArrows(arrows: { from: string; to: string; kind: string }[]): void;
  };
}

/** The element <ban-chess-board>. */
export interface Board extends HTMLElement {
  readonly rules: Rules | null;
  load(source: GameSource): Answer | null;
  key(name: string): boolean;
  restart(): void;
}

export const isFailure = (answer: object | string | null | undefined): answer is Failure =>
  typeof answer === "object" && answer !== null && "success" in answer && answer.success === false;
