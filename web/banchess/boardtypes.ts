// What the board element is told, what it answers, and what it tells of.
import type { Ban, BanChess, BanChessError, ErrorCode, Progress, Promotion, Square } from "./banchess.js";
import type { Drawing } from "./annotation.js";

/** How the board looks, and what a hand may do on it. */
export interface BoardOptions {
  /** The side at the bottom. */
  readonly orientation: "white" | "black";
  /** The colours of the squares. */
  readonly theme: "wood" | "slate" | "contrast";
  /** How the pieces are drawn. */
  readonly pieces: "classic" | "contrast";
  /** Whether files and ranks are named. */
  readonly coordinates: boolean;
  /** How long a piece takes to its square, in milliseconds. */
  readonly animation: number;
  /** Whether nothing can be played by hand. */
  readonly readonly: boolean;
  /** Whether the right button draws arrows and circles. */
  readonly drawing: boolean;
  /** Behind the board: `"#rrggbb"` or `"transparent"`. */
  readonly background: string;
}

/** A rectangle in CSS pixels of the element. */
export interface Rect {
  /** Of its left side. */
  readonly x: number;
  /** Of its upper side. */
  readonly y: number;
  /** From left to right. */
  readonly width: number;
  /** From top to bottom. */
  readonly height: number;
}

/** An arrow over the board. */
export interface Arrow extends Ban {
  /** How it is drawn. */
  readonly kind: "hint-move" | "hint-ban";
  /** 0 is the best, also where it is left out; an arrow of a higher rank is thinner and paler. */
  readonly rank?: number;
}

/** What the board shows beside the game. */
export interface BoardState {
  /** The square of the piece that is picked up. */
  readonly selected: Square | null;
  /** Where it may go, or be banned from going. */
  readonly targets: readonly Square[];
  /** The square under the pointer. */
  readonly hover: Square | null;
  /** Whether a piece is being dragged. */
  readonly dragging: boolean;
  /** Whether a piece is on its way. */
  readonly animating: boolean;
  /** What a pawn may become, while the board asks for it. */
  readonly promotion: {
    /** Where the pawn goes. */
    readonly square: Square;
    /** Where it stands. */
    readonly from: Square;
    /** The role that Enter chooses. */
    readonly focus: Promotion;
    /** The roles, and where each is drawn. */
    readonly roles: readonly (Rect & { readonly role: Promotion })[];
  } | null;
  /** The arrows of setArrows. */
  readonly arrows: readonly Arrow[];
  /** What was drawn by hand. */
  readonly drawings: readonly Drawing[];
  /** How often the board has been drawn. */
  readonly drawCount: number;
}

/** Something the board's user tried that is not legal. */
export interface RefusedByRules {
  /** Why. */
  readonly code: ErrorCode;
  /** The same in a sentence. */
  readonly error: string;
  /** Where it began. */
  readonly from?: Square | null;
  /** Where it was to end; null where nothing can be picked up. */
  readonly to?: Square | null;
}

/** The events of the element. They do not bubble. */
export interface BoardEvents {
  /** Bytes of the WebAssembly have come. */
  progress: CustomEvent<Progress>;
  /** The rules are there: the game can be asked and played. */
  rules: CustomEvent<undefined>;
  /** The board is drawn for the first time. */
  ready: CustomEvent<undefined>;
  /**
   * There will be no board. After `no_webgl` and `board_failed` the rules work all
   * the same; after `no_wasm`, `load_failed`, `version_mismatch` and `crashed`
   * nothing does until restart(), or until there are rules without a board: after
   * initialize() the game goes on there.
   */
  failed: CustomEvent<BanChessError>;
  /** The WebAssembly has crashed, or its frame was reloaded; it starts again, and the game goes on. */
  stopped: CustomEvent<BanChessError>;
  /** A ban or move was played, in BCN: by hand on the board, or by a call of the game. */
  action: CustomEvent<{ readonly action: string; readonly source: "board" | "api" }>;
  /** The game changed otherwise: undone, loaded, resigned …, or it is another one. */
  change: CustomEvent<undefined>;
  /** The user tried what is not legal, or the attribute fen is not a FEN. */
  refused: CustomEvent<RefusedByRules>;
  /** The board asks what a pawn becomes, or no longer. */
  promotion: CustomEvent<{ readonly open: boolean }>;
  /** The user drew an arrow or a circle, or took one away: all drawings there are now. */
  drawings: CustomEvent<{ readonly drawings: readonly Drawing[] }>;
  /** A piece was picked up, or none is any more. */
  select: CustomEvent<{ readonly square: Square | null }>;
}

/** What TSX may give a board: its attributes, a game, and a listener for each event. */
export type BoardProps = {
  /** The position to start from, an extended FEN. */
  readonly fen?: string;
  /** The side at the bottom. */
  readonly orientation?: BoardOptions["orientation"];
  /** Whether nothing can be played by hand. */
  readonly readonly?: boolean;
  /** The colours of the squares. */
  readonly theme?: BoardOptions["theme"];
  /** How the pieces are drawn. */
  readonly pieces?: BoardOptions["pieces"];
  /** `off` hides the names of files and ranks. */
  readonly coordinates?: "on" | "off";
  /** How long a piece takes to its square, in milliseconds. */
  readonly animation?: number;
  /** `off` keeps the right button from drawing. */
  readonly drawing?: "on" | "off";
  /** The folder of `board.html` and `banchess.wasm`. */
  readonly assets?: string;
  /** The game on the board. */
  readonly game?: BanChess;
} & { readonly [K in keyof BoardEvents as `on${K}`]?: (event: BoardEvents[K]) => void };
