package message

import "github.com/banchess/banchess/game"

// The codes of failures that are not the rules' own. Those of package game
// (banned, illegal_move, wrong_phase, bad_fen …) come through unchanged.
const (
	// CodeBadJSON: the line is not one JSON object.
	CodeBadJSON game.Code = "bad_json"
	// CodeTooLong: the line is longer than MaxMessage.
	CodeTooLong game.Code = "message_too_long"
	// CodeUnknownMessage: no such message_type.
	CodeUnknownMessage game.Code = "unknown_message_type"
	// CodeUnknownField, CodeMissingField, CodeBadField: a field that the message
	// does not have, one that it must have, one whose value is not possible.
	CodeUnknownField game.Code = "unknown_field"
	CodeMissingField game.Code = "missing_field"
	CodeBadField     game.Code = "bad_field"
	// CodeNoPromotion: a promotion choice, and no move waits for one.
	CodeNoPromotion game.Code = "no_promotion_pending"
	// CodeNoOffer: accept_draw, and the opponent has offered none.
	CodeNoOffer game.Code = "no_draw_offer"
	// CodeNothingToUndo: undo at the start of the game.
	CodeNothingToUndo game.Code = "nothing_to_undo"
	// CodeNothingToRedo: redo with nothing taken back.
	CodeNothingToRedo game.Code = "nothing_to_redo"
	// CodeNoEngine: best_action or solve where no engine is, or one that cannot.
	CodeNoEngine game.Code = "no_engine"
	// CodeEngineFailed: the engine gave no legal action.
	CodeEngineFailed game.Code = "engine_failed"
	// CodeBusy: more messages wait for an answer than the queue holds.
	CodeBusy game.Code = "busy"
	// CodeClosed: the queue is closed.
	CodeClosed game.Code = "closed"
)
