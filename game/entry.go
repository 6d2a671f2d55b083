package game

// Entry is one action of a game's history.
type Entry struct {
	Action Action `json:"action"`
	// Before is the position the action was played in, After the one it led to.
	Before Position `json:"before"`
	After  Position `json:"after"`
	// SAN is the move in standard algebraic notation, or the banned pair, without an
	// indicator.
	SAN string `json:"san"`
	// Occurrences is how often After's board position had then occurred.
	Occurrences int `json:"occurrences"`
	// Result is how the game stood on the board after the action.
	Result Result `json:"result"`
}

// Ply returns the action's ply.
func (e Entry) Ply() Ply { return e.Before.Ply() }

// Player returns who acted.
func (e Entry) Player() Player { return e.Before.ActivePlayer() }

// Ban returns the ban in force: the action itself for a ban, for a move the one
// it was played under. ok is false for a move without one. Whether the entry is
// a ban, Action.IsBan tells.
func (e Entry) Ban() (pair Pair, ok bool) {
	if e.Action.IsBan() {
		return e.Action.Ban()
	}
	return e.Before.Ban()
}

// Indicator returns what notations write after the action.
func (e Entry) Indicator() Indicator { return indicatorOf(e.After.InCheck(), e.Result) }

// FEN returns the extended FEN after the action. Its indicator knows of a
// repetition, and not of what the players decide: Game.FEN does.
func (e Entry) FEN() string {
	return string(e.After.appendFEN(make([]byte, 0, 96), e.Result))
}

// Piece returns the piece that moved, and for a ban the one whose moves were
// banned.
func (e Entry) Piece() Piece { return e.Before.PieceAt(e.Action.Pair().From()) }

// Captured returns the piece that the move captured, NoPiece for a ban and for a
// move that is no capture.
func (e Entry) Captured() Piece {
	switch {
	case e.IsEnPassant():
		return NewPiece(e.Before.Mover().Opponent(), Pawn)
	case e.Action.IsMove():
		return e.Before.PieceAt(e.Action.Pair().To())
	}
	return NoPiece
}

// IsCapture reports whether the action is a move that captures.
func (e Entry) IsCapture() bool { return e.Captured() != NoPiece }

// IsEnPassant reports whether the action is a capture en passant.
func (e Entry) IsEnPassant() bool {
	p := e.Action.Pair()
	return e.Action.IsMove() && e.Before.PieceAt(p.From()).Role() == Pawn && p.To() == e.Before.EnPassant()
}

// IsCastling reports whether the action is a move that castles.
func (e Entry) IsCastling() bool {
	p := e.Action.Pair()
	return e.Action.IsMove() && e.Before.PieceAt(p.From()).Role() == King && castlingFiles(p) != 0
}

// String returns the action as the action log has it: "b:e2e4", "d4", "Qxf7+".
func (e Entry) String() string { return e.text(true) }

func (e Entry) text(indicator bool) string {
	s := e.SAN
	if e.Action.IsBan() {
		s = "b:" + s
	}
	if indicator {
		s += string(e.Indicator())
	}
	return s
}
