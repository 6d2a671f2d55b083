//go:build js && wasm

package main

import (
	"github.com/banchess/banchess/game"
)

// flag is one of game.Flags under its JavaScript name.
type flag struct {
	name string
	set  bool
}

// flagsOf lists all flags. Their order is that of the bits in lean.go.
func flagsOf(f game.Flags) []flag {
	return []flag{
		{"check", f.Check},
		{"checkmate", f.Checkmate},
		{"stalemate", f.Stalemate},
		{"draw", f.Draw},
		{"gameOver", f.GameOver},
		{"insufficientMaterial", f.InsufficientMaterial},
		{"threefoldRepetition", f.ThreefoldRepetition},
		{"fiftyMoveRule", f.FiftyMoveRule},
		{"banCausedCheckmate", f.BanCausedCheckmate},
		{"banCausedStalemate", f.BanCausedStalemate},
		{"capture", f.Capture},
		{"enPassant", f.EnPassant},
		{"castle", f.Castle},
		{"promotion", f.Promotion},
	}
}

// playValue is the answer of play.
type playValue struct {
	Success bool           `js:"success"`
	Action  map[string]any `js:"action"`
	SAN     string         `js:"san"`
	NewFEN  string         `js:"newFen"`
	Flags   map[string]any `js:"flags"`

	Check     bool `js:"check"`
	Checkmate bool `js:"checkmate"`
	Stalemate bool `js:"stalemate"`
	GameOver  bool `js:"gameOver"`
	Draw      bool `js:"draw"`
}

// playValueOf tells of the last action of a game.
func playValueOf(g *game.Game) playValue {
	e := g.Entry(g.Len() - 1)
	f := e.Flags
	flags := map[string]any{}
	for _, flag := range flagsOf(f) {
		flags[flag.name] = flag.set
	}
	return playValue{true, actionValue(e.Action), e.SAN, e.FEN, flags, f.Check, f.Checkmate, f.Stalemate, f.GameOver, f.Draw}
}

// actionValue is {ban: {from, to}} or {move: {from, to, promotion?}}.
func actionValue(a game.Action) map[string]any {
	if a.IsBan() {
		return map[string]any{"ban": squares(a)}
	}
	return map[string]any{"move": squares(a)}
}

// squares are the squares of an action without saying what it is.
func squares(a game.Action) map[string]any {
	v := map[string]any{"from": a.Pair().From.String(), "to": a.Pair().To.String()}
	if a.Promotion() != game.NoRole {
		v["promotion"] = string(a.Promotion().Letter())
	}
	return v
}

// pairOrNull is {from, to}, or null where there is no pair.
func pairOrNull(p game.Pair) any {
	if !p.IsValid() {
		return (*pairValue)(nil)
	}
	return &pairValue{p.From.String(), p.To.String()}
}

// resultValue is how a game stands. Winner and reason are null where there is
// none.
func resultValue(r game.Result) map[string]any {
	v := map[string]any{"over": r.Over(), "winner": nil, "reason": nil, "text": r.String(), "token": r.Token()}
	if r.Winner != game.NoPlayer {
		v["winner"] = r.Winner.String()
	}
	if r.Over() {
		v["reason"] = string(r.Reason)
	}
	return v
}

// indicatorValue is where indicators are written.
type indicatorValue struct {
	PGN           bool `js:"pgn"`
	Serialization bool `js:"serialization"`
	SAN           bool `js:"san"`
}

// syncValue is what a client sends to another to agree on the game.
func syncValue(g *game.Game) map[string]any {
	v := map[string]any{"fen": g.FEN(), "ply": int(g.Ply()), "moveNumber": g.Position().FullmoveNumber()}
	if bcn := g.BCN(); len(bcn) > 0 {
		v["lastAction"] = bcn[len(bcn)-1]
	}
	return v
}
