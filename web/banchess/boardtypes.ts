// The options, state and events of the board element.
import type { Ban, BanChess, BanChessError, ErrorCode, Progress, Promotion, Square } from "./banchess.js";
import type { Drawing } from "./tree/annotation.js";

/** The appearance of the board, and what the user may do on it. */
export interface BoardOptions {
  /** The side at the bottom. */
  readonly orientation: "white" | "black";
  /** The colours of the squares. */
  readonly theme: "wood" | "walnut" | "green" | "blue" | "slate" | "plum" | "sand" | "night" | "contrast";
  /** The style of the pieces. */
  readonly pieces: "classic" | "flat" | "line" | "geometric" | "contrast";
  /** True if files and ranks are named. */
  readonly coordinates: boolean;
  /** The duration of a piece's movement, in milliseconds. */
  readonly animation: number;
  /** True if the user cannot play on the board. */
  readonly readonly: boolean;
  /** True if the right mouse button draws arrows and circles. */
  readonly drawing: boolean;
  /** The colour behind the board: `"#rrggbb"` or `"transparent"`. It has no attribute and is read-only. */
  readonly background: string;
}

/** A rectangle in CSS pixels of the element. */
export interface Rect {
  /** The left edge. */
  readonly x: number;
  /** The upper edge. */
  readonly y: number;
  /** The width. */
  readonly width: number;
  /** The height. */
  readonly height: number;
}

/** An arrow over the board. */
export interface Arrow extends Ban {
  /** The kind of hint or premove, which decides how the arrow is drawn. */
  readonly kind: "hint-move" | "hint-ban" | "threat" | "premove" | "preban";
  /** The rank of the hint: 0, the default, is the best. Arrows of a higher rank are thinner and paler. */
  readonly rank?: number;
}

/** The state of the board apart from the game. */
export interface BoardState {
  /** The square of the piece that is picked up. */
  readonly selected: Square | null;
  /** The squares that the selected piece may go to, or may be banned from going to. */
  readonly targets: readonly Square[];
  /** The square under the pointer. */
  readonly hover: Square | null;
  /** True while a piece is being dragged. */
  readonly dragging: boolean;
  /** True while a piece is moving to its square. */
  readonly animating: boolean;
  /** The open choice of a promotion, or null. */
  readonly promotion: {
    /** The square that the pawn goes to. */
    readonly square: Square;
    /** The square that the pawn leaves. */
    readonly from: Square;
    /** The role that the Enter key chooses. */
    readonly focus: Promotion;
    /** The roles, and the rectangle in which each is drawn. */
    readonly roles: readonly (Rect & { readonly role: Promotion })[];
  } | null;
  /** The arrows that setArrows was given. */
  readonly arrows: readonly Arrow[];
  /** The arrows and circles that the user drew, and those that setDrawings was given. */
  readonly drawings: readonly Drawing[];
  /** The number of times the board has been drawn. */
  readonly drawCount: number;
}

/** An illegal action that the user tried. */
export interface RefusedByRules {
  /** The error code. */
  readonly code: ErrorCode;
  /** The reason, in a sentence. */
  readonly error: string;
  /** The square that the attempt began on. */
  readonly from?: Square | null;
  /** The square that the attempt was to end on; null if the piece cannot be picked up. */
  readonly to?: Square | null;
}

/** The events of the element. They do not bubble. */
export interface BoardEvents {
  /** More bytes of the WebAssembly have arrived. This event is left out if the page has preloaded the file, since counting the bytes takes time. */
  progress: CustomEvent<Progress>;
  /** The rules are loaded: the game can be used. */
  rules: CustomEvent<undefined>;
  /** The board was drawn for the first time. */
  ready: CustomEvent<undefined>;
  /**
   * The board cannot be shown. After `no_webgl` and `board_failed` the rules still
   * work. After `no_wasm`, `load_failed`, `version_mismatch` and `crashed` nothing
   * works until restart() is called, or until initialize() loads the rules without
   * a board; the game then continues there.
   */
  failed: CustomEvent<BanChessError>;
  /** The WebAssembly has crashed, or its frame was reloaded; it starts again, and the game goes on. */
  stopped: CustomEvent<BanChessError>;
  /** A ban or move was played, in BCN, by the user on the board or by a call of the game. */
  action: CustomEvent<{ readonly action: string; readonly source: "board" | "api" }>;
  /** The game changed in another way, for example by undo, load or resign, or it was replaced. */
  change: CustomEvent<undefined>;
  /** The attribute fen or pgn cannot be read. The game stays as it was. */
  error: CustomEvent<BanChessError>;
  /** The user tried an illegal action. */
  refused: CustomEvent<RefusedByRules>;
  /** The choice of a promotion was opened or closed. */
  promotion: CustomEvent<{ readonly open: boolean }>;
  /** The user added or removed an arrow or a circle. The list has all drawings that remain. */
  drawings: CustomEvent<{ readonly drawings: readonly Drawing[] }>;
  /** One of the actions of setPremoves was chosen, in BCN. It is null if a click picked up nothing, or the right button was pressed. */
  premove: CustomEvent<{ readonly action: string | null }>;
  /** A piece was picked up, or put back. */
  select: CustomEvent<{ readonly square: Square | null }>;
}

/** The properties of a board in TSX: its attributes, a game, and a listener for each event. */
export type BoardProps = {
  /** The position to start from, an extended FEN. */
  readonly fen?: string;
  /** A game, of which the last position is shown. */
  readonly pgn?: string;
  /** The side at the bottom. */
  readonly orientation?: BoardOptions["orientation"];
  /** True if the user cannot play on the board. */
  readonly readonly?: boolean;
  /** The colours of the squares. */
  readonly theme?: BoardOptions["theme"];
  /** The style of the pieces. */
  readonly pieces?: BoardOptions["pieces"];
  /** `off` hides the names of files and ranks. */
  readonly coordinates?: "on" | "off";
  /** The duration of a piece's movement, in milliseconds. */
  readonly animation?: number;
  /** `off` disables drawing with the right mouse button. */
  readonly drawing?: "on" | "off";
  /** The address of the folder with `board.html` and `banchess.wasm`. */
  readonly assets?: string;
  /** The game on the board. */
  readonly game?: BanChess;
} & { readonly [K in keyof BoardEvents as `on${K}`]?: (event: BoardEvents[K]) => void };
