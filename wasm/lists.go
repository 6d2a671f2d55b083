//go:build js && wasm

package main

import (
	"strconv"

	"github.com/banchess/banchess/game"
)

// jsonText is a list, or an object that holds one, as the text that JSON.parse
// makes it of. It is written by hand: the words of this program need no escapes,
// and encoding/json alone would take a tenth of the core's size.
type jsonText []byte

// joined writes a list of what write appends for each index.
func joined(b jsonText, n int, write func(b jsonText, i int) jsonText) jsonText {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = write(b, i)
	}
	return append(b, ']')
}

// word appends a text that has no character JSON escapes: squares, notation,
// FENs, the names of players.
func (b jsonText) word(s string) jsonText {
	return append(append(append(b, '"'), s...), '"')
}

func (b jsonText) field(name string) jsonText { return append(b.word(name), ':') }

func (b jsonText) comma() jsonText { return append(b, ',') }

func (b jsonText) number(n int) jsonText { return strconv.AppendInt(b, int64(n), 10) }

func (b jsonText) truth(v bool) jsonText { return strconv.AppendBool(b, v) }

func words(list []string) jsonText {
	return joined(nil, len(list), func(b jsonText, i int) jsonText { return b.word(list[i]) })
}

// squares appends {"from","to","promotion"?}.
func (b jsonText) squares(a game.Action) jsonText {
	b = append(a.Pair().From().AppendTo(append(b, `{"from":"`...)), `","to":"`...)
	b = append(a.Pair().To().AppendTo(b), '"')
	if a.Promotion() != game.NoRole {
		b = append(append(append(b, `,"promotion":"`...), a.Promotion().Letter()), '"')
	}
	return append(b, '}')
}

// actionList is a list of {ban: {from, to}} or {move: {from, to, promotion?}}.
func actionList(actions []game.Action) jsonText {
	return joined(nil, len(actions), func(b jsonText, i int) jsonText {
		return b.action(actions[i])
	})
}

// action appends {"ban": {"from","to"}} or {"move": {"from","to","promotion"?}}.
func (b jsonText) action(a game.Action) jsonText {
	return append(append(b, '{').field(a.Phase().String()).squares(a), '}')
}

// squareList is a list of actions as squares alone, those of another phase than
// the current one being none.
func squareList(g *game.Game, phase game.Phase) jsonText {
	var actions []game.Action
	if g.Phase() == phase {
		actions = g.LegalActions()
	}
	return joined(nil, len(actions), func(b jsonText, i int) jsonText { return b.squares(actions[i]) })
}

// historyList is a list with an entry for every action played.
func historyList(g *game.Game) jsonText {
	return joined(nil, g.Len(), func(b jsonText, i int) jsonText {
		e := g.Entry(i)
		fen := e.FEN()
		if i == g.Len()-1 {
			fen = g.FEN() // of a draw that was agreed, too
		}
		b = append(b, `{"ply":`...).number(int(e.Ply()))
		b = b.comma().field("player").word(e.Player().String())
		b = b.comma().field("actionType").word(e.Action.Phase().String())
		b = b.comma().field("action").squares(e.Action)
		b = b.comma().field("san").word(san(g, e))
		b = b.comma().field("fen").word(fen)
		b = b.comma().field("bannedMove")
		if ban, ok := e.Ban(); ok {
			b = b.squares(game.BanAction(ban))
		} else {
			b = append(b, "null"...)
		}
		return append(b.comma().field("flags").flags(e), '}')
	})
}

// flags appends an object with every flag.
func (b jsonText) flags(e game.Entry) jsonText {
	for i, flag := range flagsOf(e) {
		if i == 0 {
			b = append(b, '{')
		} else {
			b = append(b, ',')
		}
		b = b.field(flag.name).truth(flag.set)
	}
	return append(b, '}')
}

// recordOf is a game in a form that newGame and load take: where it began, what
// was played, and how it ended if that is not on the board.
func recordOf(g *game.Game) jsonText {
	b := jsonText(`{"fen":`).word(g.Start().FEN())
	b = append(b.comma().field("actions"), words(bare(g.Actions()))...)
	switch r := g.Result(); r.Reason {
	case game.Resignation, game.Agreement, game.Timeout, game.TimeoutInsufficientMaterial:
		b = b.comma().field("ended").word(string(r.Reason))
		if r.Winner != game.NoPlayer {
			b = b.comma().field("winner").word(r.Winner.String())
		}
	}
	return append(b, '}')
}

// bare are actions in BCN without indicators.
func bare(actions []game.Action) []string {
	bcn := make([]string, len(actions))
	for i, a := range actions {
		bcn[i] = a.String()
	}
	return bcn
}
