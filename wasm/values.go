//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/banchess/banchess/game"
)

// flag is something that an action did, under its JavaScript name. Each is true
// only when it is so right after the action.
type flag struct {
	name string
	set  bool
}

// flagsOf lists all flags. Their order is that of the bits in lean.go.
func flagsOf(e game.Entry) []flag {
	r, board := e.Result, e.After.Chess()
	return []flag{
		{"check", e.After.InCheck()},
		{"checkmate", r.Reason.IsCheckmate()},
		{"stalemate", r.Reason.IsStalemate()},
		{"draw", r.Draw()},
		{"gameOver", r.Over()},
		{"insufficientMaterial", board.InsufficientMaterial()},
		{"threefoldRepetition", e.Occurrences >= 3},
		{"fiftyMoveRule", board.Halfmove() >= 100},
		{"banCausedCheckmate", r.Reason == game.CheckmateByBan},
		{"banCausedStalemate", r.Reason == game.StalemateByBan},
		{"capture", e.IsCapture()},
		{"enPassant", e.IsEnPassant()},
		{"castle", e.IsCastling()},
		{"promotion", e.Action.Promotion() != game.NoRole},
	}
}

// san is what the game's list shows of an action.
func san(g *game.Game, e game.Entry) string {
	if g.Indicators.SAN {
		return e.SAN + string(e.Indicator())
	}
	return e.SAN
}

func isRepeated(g *game.Game) bool { return g.Entry(g.Len()-1).Occurrences >= 3 }

func isInsufficient(g *game.Game) bool {
	board := g.Position().Chess()
	return board.InsufficientMaterial()
}

// playValue is the answer of play: it tells of the last action of a game.
func playValue(g *game.Game) jsonText {
	e := g.Entry(g.Len() - 1)
	b := jsonText(`{"success":true,"action":`).action(e.Action)
	b = b.comma().field("san").word(san(g, e))
	b = b.comma().field("newFen").word(g.FEN())
	b = b.comma().field("flags").flags(e)
	for _, flag := range flagsOf(e)[:5] {
		b = b.comma().field(flag.name).truth(flag.set)
	}
	return append(b, '}')
}

// pairOrNull is {from, to}, or null where there is no pair.
func pairOrNull(p game.Pair) any {
	if !p.IsValid() {
		return (*pairValue)(nil)
	}
	return &pairValue{p.From().String(), p.To().String()}
}

// resultValue is how a game stands. Winner and reason are null where there is
// none.
func resultValue(r game.Result) jsonText {
	return append(append(jsonText{'{'}, resultFields(r)...), '}')
}

// endedValue is the answer of the calls that end a game.
func endedValue(r game.Result) jsonText {
	return append(append(jsonText(`{"success":true,`), resultFields(r)...), '}')
}

func resultFields(r game.Result) jsonText {
	winner, reason := jsonText("null"), jsonText("null")
	if r.Winner != game.NoPlayer {
		winner = jsonText(nil).word(r.Winner.String())
	}
	if r.Over() {
		reason = jsonText(nil).word(string(r.Reason))
	}
	b := jsonText(nil).field("over").truth(r.Over())
	b = append(b.comma().field("winner"), winner...)
	b = append(b.comma().field("reason"), reason...)
	return b.comma().field("text").word(r.String()).comma().field("token").word(r.Token())
}

// indicatorValue is where indicators are written.
type indicatorValue struct {
	PGN           bool `js:"pgn"`
	Serialization bool `js:"serialization"`
	SAN           bool `js:"san"`
}

// syncValue is what a client sends to another to agree on the game.
func syncValue(g *game.Game) jsonText {
	b := jsonText(`{"fen":`).word(g.FEN())
	b = b.comma().field("ply").number(int(g.Ply()))
	b = b.comma().field("moveNumber").number(g.Position().FullmoveNumber())
	if bcn := g.BCN(); len(bcn) > 0 {
		b = b.comma().field("lastAction").word(bcn[len(bcn)-1])
	}
	return append(b, '}')
}

// tagsValue is {name: value, …}. The names come from outside: "__proto__" is one
// like any other to fromEntries, and to nothing else.
func (m *module) tagsValue(tags game.Tags) js.Value {
	entries := make([]any, len(tags))
	for i, t := range tags {
		entries[i] = []any{t.Name, t.Value}
	}
	return m.env.object.Call("fromEntries", js.ValueOf(entries))
}
