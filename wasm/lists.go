//go:build js && wasm

package main

import (
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// jsonText is an answer that crosses as one text, of which JSON.parse makes the
// value.
type jsonText []byte

// toJSON returns the value that the function writes.
func toJSON(write func(w *jsontext.Writer)) jsonText {
	w := &jsontext.Writer{}
	write(w)
	return w.Text()
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

// writeSquares writes {from, to, promotion?}.
func writeSquares(w *jsontext.Writer, a game.Action) {
	w.Object(func() {
		w.Key("from").String(a.Pair().From().String())
		w.Key("to").String(a.Pair().To().String())
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

func actionList(actions []game.Action) jsonText { return listOf(actions, writeAction) }

// writeDetails writes what chess.js has with a move: SAN, piece, and what it
// captures.
func writeDetails(w *jsontext.Writer, e game.Entry, san string) {
	w.Key("san").String(san)
	w.Key("piece").String(string(e.Piece().Role().Letter()))
	if captured := e.Captured(); captured != game.NoPiece {
		w.Key("captured").String(string(captured.Role().Letter()))
	}
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

func writeFlags(w *jsontext.Writer, e game.Entry) {
	w.Key("flags").Object(func() {
		for _, flag := range flagsOf(e) {
			w.Key(flag.name).Bool(flag.set)
		}
	})
}

// recordOf is a game in a form that newGame and load take: where it began, what
// was played, and how it ended if that is not on the board.
func recordOf(g *game.Game) jsonText {
	return objectOf(func(w *jsontext.Writer) {
		w.Key("fen").String(g.Start().FEN())
		w.Key("actions").Strings(bare(g.Actions()))
		writeEnding(w, g.Result())
		if places := g.Annotated(); places != nil {
			jsontext.List(w.Key("comments"), places, func(at int) { writeComment(w, g, at, false) })
		}
	})
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

// bare are actions in BCN without indicators.
func bare(actions []game.Action) []string {
	bcn := make([]string, len(actions))
	for i, a := range actions {
		bcn[i] = a.String()
	}
	return bcn
}
