package game

import (
	"errors"

	"github.com/banchess/banchess/game/chess"
)

// Code says what kind of error happened. The strings never change, and Go, JavaScript,
// JSON and the command line use the same ones.
type Code string

// The codes of this package's errors.
const (
	// CodeBanned: the move's pair is banned at this ply.
	CodeBanned Code = "banned"
	// CodeWrongPhase: a ban where a move is due, or the other way round.
	CodeWrongPhase Code = "wrong_phase"
	// CodeGameOver: the game has ended.
	CodeGameOver Code = "game_over"
	// CodeIllegalBan: none of the mover's legal moves has the pair.
	CodeIllegalBan Code = "illegal_ban"
	// CodeIllegalMove: the mover has no such legal move, banned or not.
	CodeIllegalMove Code = "illegal_move"
	// CodePromotionRequired: a pawn reaches the last rank and the move does not
	// say what it becomes.
	CodePromotionRequired Code = "promotion_required"
	// CodeAmbiguousMove: the SAN fits more than one legal move.
	CodeAmbiguousMove Code = "ambiguous_move"
	// CodeBadAction: an action that is neither a ban nor a move.
	CodeBadAction Code = "bad_action"
	// CodeBadBCN, CodeBadFEN, CodeBadPGN, CodeBadSAN: text that does not read as
	// its notation, or (FEN, PGN) says something impossible.
	CodeBadBCN Code = "bad_bcn"
	CodeBadFEN Code = "bad_fen"
	CodeBadPGN Code = "bad_pgn"
	CodeBadSAN Code = "bad_san"
	// CodeStandardFEN: a six-field FEN where an extended one is due.
	CodeStandardFEN Code = "standard_fen"
	// CodeBadSquare … CodeBadReason: text of one of the small value types.
	CodeBadSquare Code = "bad_square"
	CodeBadPair   Code = "bad_pair"
	CodeBadMove   Code = "bad_move"
	CodeBadPlayer Code = "bad_player"
	CodeBadPiece  Code = "bad_piece"
	CodeBadPly    Code = "bad_ply"
	CodeBadReason Code = "bad_reason"
	// CodeDesync: a sync state that contradicts itself.
	CodeDesync Code = "desync"
	// CodeBadTag: a PGN tag name that cannot be written.
	CodeBadTag Code = "bad_tag"
	// CodeBadClock: a clock setting that makes no sense.
	CodeBadClock Code = "bad_clock"
)

// Error is the error of every operation in this package. It has a stable code, a sentence
// that says what is wrong, a sentence that says how to fix it, and the place of the fault
// as far as it is known. JSON leaves out what is not known.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`         // what is wrong
	Hint    string `json:"hint,omitempty"`  // how to fix it; may be empty
	Input   string `json:"input,omitempty"` // the text at fault, if the error is about text

	// The place of the error. Zero values are unknown. Line and Column count from 1,
	// columns in characters.
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Token  string `json:"token,omitempty"`
	Ply    Ply    `json:"ply,omitempty"`

	// Faults lists every fault of a text that was checked as a whole (a FEN),
	// each with its own code, message and hint.
	Faults []*Error `json:"faults,omitempty"`
}

// Error returns the message and the hint in one line.
func (e *Error) Error() string {
	text := e.Message
	if e.Line > 0 {
		text = placeOfText(e.Line, e.Column) + text
	}
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// of names the text that the error is about.
func (e *Error) of(text string) *Error {
	e.Input = text
	return e
}

// at says where in a text of several lines the error is.
func (e *Error) at(p place) *Error {
	e.Line, e.Column = p.line, p.column
	return e
}

// CodeOf returns the code of an error of this package, even if the error is wrapped, or
// "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	if e, ok := errors.AsType[*chess.ParseError](err); ok { // of UnmarshalText
		return parseCode(e)
	}
	return ""
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
