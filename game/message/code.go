package message

import "github.com/banchess/banchess/game"

// The codes of failures that are not the rules' own. Those of package game
// (banned, illegal_move, wrong_phase, bad_fen …) come through unchanged.
const (
	// CodeBadJSON: the line is not one JSON object.
	CodeBadJSON game.Code = "bad_json"
	// CodeTooLong: the line is longer than MaxMessage.
	CodeTooLong game.Code = "message_too_long"
	// CodeUnknownMessage: the message_type does not exist.
	CodeUnknownMessage game.Code = "unknown_message_type"
	// CodeUnknownField, CodeMissingField, CodeBadField: the message has a field that it
	// should not have, lacks a field, or has a field with an impossible value.
	CodeUnknownField game.Code = "unknown_field"
	CodeMissingField game.Code = "missing_field"
	CodeBadField     game.Code = "bad_field"
	// CodeNoPromotion: a promotion choice when no move waits for one.
	CodeNoPromotion game.Code = "no_promotion_pending"
	// CodeNoOffer: accept_draw when the opponent has not offered a draw.
	CodeNoOffer game.Code = "no_draw_offer"
	// CodeNothingToUndo: undo at the start of the game.
	CodeNothingToUndo game.Code = "nothing_to_undo"
	// CodeNothingToRedo: redo with nothing taken back.
	CodeNothingToRedo game.Code = "nothing_to_redo"
	// CodeNoEngine: best_action, solve or report without an engine, or with one that
	// cannot do it.
	CodeNoEngine game.Code = "no_engine"
	// CodeEngineFailed: the engine gave no legal action.
	CodeEngineFailed game.Code = "engine_failed"
	// CodeBusy: more messages wait for an answer than the queue holds.
	CodeBusy game.Code = "busy"
	// CodeClosed: the queue is closed.
	CodeClosed game.Code = "closed"
)
