//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// flag is something that an action did, under its JavaScript name. Each is true
// only when it is so right after the action.
type flag struct {
	name string
	set  bool
}

// flagsOf lists all flags. Their order is that of the bits in exports.go.
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

// playValue is the answer of play: it tells of the last action of a game.
func playValue(g *game.Game) jsonText {
	e := g.Entry(g.Len() - 1)
	return objectOf(func(w *jsontext.Writer) {
		w.Key("success").Bool(true)
		w.Key("action")
		writeAction(w, e.Action)
		writeDetails(w, e, san(g, e))
		w.Key("newFen").String(g.FEN())
		writeFlags(w, e)
		for _, flag := range flagsOf(e)[:5] {
			w.Key(flag.name).Bool(flag.set)
		}
	})
}

// resultValue is how a game stands. Winner and reason are null where there is
// none.
func resultValue(r game.Result) jsonText {
	return objectOf(func(w *jsontext.Writer) { writeResult(w, r) })
}

// endedValue is the answer of the calls that end a game.
func endedValue(r game.Result) jsonText {
	return objectOf(func(w *jsontext.Writer) {
		w.Key("success").Bool(true)
		writeResult(w, r)
	})
}

func writeResult(w *jsontext.Writer, r game.Result) {
	writeTextOrNull := func(name, text string, set bool) {
		if w.Key(name); set {
			w.String(text)
		} else {
			w.Null()
		}
	}
	w.Key("over").Bool(r.Over())
	writeTextOrNull("winner", r.Winner.String(), r.Winner != game.NoPlayer)
	writeTextOrNull("reason", string(r.Reason), r.Over())
	w.Key("text").String(r.String())
	w.Key("token").String(r.Token())
}

// indicatorValue is where indicators are written.
type indicatorValue struct {
	PGN           bool `js:"pgn"`
	Serialization bool `js:"serialization"`
	SAN           bool `js:"san"`
}

// syncValue is what a client sends to another to go on from the same game.
func syncValue(g *game.Game) jsonText {
	s := g.SyncState()
	return objectOf(func(w *jsontext.Writer) {
		w.Key("fen").String(s.FEN)
		w.Key("ply").Int(int64(s.Ply))
		w.Key("moveNumber").Int(int64(s.MoveNumber))
		if s.Past != nil {
			w.Key("lastAction").String(s.LastAction)
			w.Key("past").Object(func() {
				w.Key("fen").String(s.Past.FEN)
				w.Key("actions").Strings(s.Past.Actions)
			})
		}
		w.NonEmpty("ended", string(s.Ended))
		w.NonEmpty("winner", s.Winner)
	})
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
