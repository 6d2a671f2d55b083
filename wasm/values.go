//go:build js && wasm

package main

import (
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// jsonText is an answer that crosses as one text, of which JSON.parse makes the
// value.
type jsonText string

// toJSON returns the value that the function writes.
func toJSON(write func(w *jsontext.Writer)) jsonText {
	w := &jsontext.Writer{}
	write(w)
	return jsonText(w.Text())
}

// objectOf is an object whose members the function writes.
func objectOf(members func(w *jsontext.Writer)) jsonText {
	return toJSON(func(w *jsontext.Writer) {
		w.Object(func() { members(w) })
	})
}

// listOf is a list of what the function writes of each item.
func listOf[T any](items []T, write func(w *jsontext.Writer, item T)) jsonText {
	return toJSON(func(w *jsontext.Writer) {
		jsontext.List(w, items, func(item T) { write(w, item) })
	})
}

func textList(list []string) jsonText {
	return toJSON(func(w *jsontext.Writer) { w.Strings(list) })
}

// writeSquare writes a square as a member, null for none.
func writeSquare(w *jsontext.Writer, name string, s game.Square) {
	if w.Key(name); s == game.NoSquare {
		w.Null()
	} else {
		w.String(s.String())
	}
}

// writeSquares writes {from, to, promotion?}.
func writeSquares(w *jsontext.Writer, a game.Action) {
	w.Object(func() {
		writeSquare(w, "from", a.Pair().From())
		writeSquare(w, "to", a.Pair().To())
		if a.Promotion() != game.NoRole {
			w.Key("promotion").String(string(a.Promotion().Letter()))
		}
	})
}

// writeAction writes {ban: {from, to}} or {move: {from, to, promotion?}}.
func writeAction(w *jsontext.Writer, a game.Action) {
	w.Object(func() {
		w.Key(a.Phase().String())
		writeSquares(w, a)
	})
}

// writeDetails writes what chess.js has with a move: SAN, piece, and what it
// captures.
func writeDetails(w *jsontext.Writer, e game.Entry, san string) {
	w.Key("san").String(san)
	w.Key("piece").String(string(e.Piece().Role().Letter()))
	if captured := e.Captured(); captured != game.NoPiece {
		w.Key("captured").String(string(captured.Role().Letter()))
	}
}

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

func writeFlags(w *jsontext.Writer, e game.Entry) {
	w.Key("flags").Object(func() {
		for _, flag := range flagsOf(e) {
			w.Key(flag.name).Bool(flag.set)
		}
	})
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
	})
}

// detailedList is a list of the legal actions with what each would do.
func detailedList(g *game.Game) jsonText {
	return listOf(g.AppendLegalActions(nil), func(w *jsontext.Writer, a game.Action) {
		w.Object(func() {
			w.Key(a.Phase().String())
			writeSquares(w, a)
			if e, err := g.Preview(a); err == nil {
				writeDetails(w, e, san(g, e))
			}
		})
	})
}

// historyList is a list with an entry for every action played.
func historyList(g *game.Game) jsonText {
	return listOf(g.History(), func(w *jsontext.Writer, e game.Entry) {
		fen := e.FEN()
		if e.Ply()+1 == g.Ply() {
			fen = g.FEN() // of a draw that was agreed, too
		}
		writeEntry(w, e, san(g, e), fen)
	})
}

func writeEntry(w *jsontext.Writer, e game.Entry, san, fen string) {
	w.Object(func() {
		w.Key("ply").Int(int64(e.Ply()))
		w.Key("player").String(e.Player().String())
		w.Key("actionType").String(e.Action.Phase().String())
		w.Key("action")
		writeSquares(w, e.Action)
		writeDetails(w, e, san)
		w.Key("fen").String(fen)
		w.Key("bannedMove")
		if ban, ok := e.Ban(); ok {
			writeSquares(w, game.BanAction(ban))
		} else {
			w.Null()
		}
		writeFlags(w, e)
	})
}

// resultValue is how a game stands.
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

// writeResult writes a result. Winner and reason may be null.
func writeResult(w *jsontext.Writer, r game.Result) {
	textOrNull := func(name, text string, set bool) {
		if w.Key(name); set {
			w.String(text)
		} else {
			w.Null()
		}
	}
	w.Key("over").Bool(r.Over())
	textOrNull("winner", r.Winner.String(), r.Winner != game.NoPlayer)
	textOrNull("reason", string(r.Reason), r.Over())
	w.Key("text").String(r.String())
	w.Key("token").String(r.Token())
}

// writeEnding writes how a game ended that did not end on the board.
func writeEnding(w *jsontext.Writer, r game.Result) {
	if r.Reason.IsDecision() {
		w.Key("ended").String(string(r.Reason))
		if r.Winner != game.NoPlayer {
			w.Key("winner").String(r.Winner.String())
		}
	}
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

// recordOf is a game in a form that newGame and load take: where it began, what
// was played, and how it ended if that is not on the board.
func recordOf(g *game.Game) jsonText {
	return objectOf(func(w *jsontext.Writer) {
		w.Key("fen").String(g.Start().FEN())
		jsontext.Texts(w.Key("actions"), g.Actions())
		writeEnding(w, g.Result())
		if places := g.Annotated(); places != nil {
			jsontext.List(w.Key("comments"), places, func(at int) { writeComment(w, g, at, false) })
		}
	})
}

// tagsValue is {name: value, …}.
func tagsValue(tags game.Tags) jsonText {
	return objectOf(func(w *jsontext.Writer) {
		for _, t := range tags {
			w.Key(t.Name).String(t.Value)
		}
	})
}
