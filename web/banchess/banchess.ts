// The entry of the package: the rules as a class, which loads in any JavaScript.
import { decode, encode, fromCode, write } from "./action.js";
import { refusal } from "./answer.js";
import { end, read, stateOf, understand } from "./calls.js";
import { disposable, handover, named, showAs, uncloneable } from "./class.js";
import { asListener, BanChessError, details, fail, messageOf, notify, quote, type PlainError } from "./error.js";
import { gameOf } from "./game.js";
import { boards, checkOptions, compile, coreURL, instantiate, OPTIONS, shared } from "./load.js";
import { State, unwrap } from "./state.js";

export {
  dueAt, piecesOf, ROLES, SQUARES, START_FEN, type Action, type ActionType, type Ban, type BanChessFEN, type BanChessNotation, type Due, type File,
  type Indicator, type Move, type PieceName, type PieceSymbol, type Player, type Promotion, type Rank, type SerializedAction, type Square,
} from "./action.js";
export type {
  Absent, ActionDetails, ActionResult, DetailedAction, Ended, EndResult, GameFlags, GameResult, HistoryEntry, Played, Reason, Refusal,
} from "./answer.js";
export { BanChessError, type ErrorCode, type ErrorDetails, type Fault, type PlainError } from "./error.js";
export { BanChess } from "./game.js";
export { initialize, VERSION, type InitializeOptions, type Progress } from "./load.js";
export { squareColor, type Board, type Color, type Piece, type PlacedPiece } from "./piece.js";
export { Setup } from "./setup.js";
export type { GameComment, GameEvent, GameRecord, GameSource, IndicatorConfig, PositionComment, SyncState } from "./state.js";

const errorOf = (what: PlainError): BanChessError => new BanChessError(what);

/**
 * What the other entries of the package need of this one. It is no part of the
 * API and may change at any time.
 *
 * @internal
 */
export const internal = {
  asListener, boards, checkOptions, compile, coreURL, decode, details, disposable, encode, end, errorOf, fail, fromCode, gameOf, handover, instantiate, messageOf, named, notify, OPTIONS, quote, read, refusal, shared, showAs, State, stateOf, uncloneable, understand, unwrap, write,
};
