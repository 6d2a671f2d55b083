// The entry of the package: the rules as a class. It can be imported in any JavaScript environment.
export {
  dueAt, piecesOf, ROLES, SQUARES, START_FEN, type Action, type ActionType, type Ban, type BanChessFEN, type BanChessNotation, type Due, type File,
  type Indicator, type Move, type PieceName, type PieceSymbol, type Player, type Promotion, type Rank, type SerializedAction, type Square,
} from "./game/action.js";
export type {
  Absent, ActionDetails, ActionResult, DetailedAction, Ended, EndResult, GameFlags, GameResult, HistoryEntry, Played, Reason, Refusal,
} from "./wasm/results.js";
export { BanChessError, type ErrorCode, type ErrorDetails, type Fault, type PlainError } from "./game/error.js";
export { BanChess } from "./game/game.js";
export { initialize, VERSION, type InitializeOptions, type Progress } from "./wasm/load.js";
export { squareColor, type Board, type Piece, type PlacedPiece } from "./game/piece.js";
export { Setup } from "./game/setup.js";
export type { GameComment, GameEvent, GameRecord, GameSource, IndicatorConfig, PositionComment, SyncState } from "./game/state.js";
