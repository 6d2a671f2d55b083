//go:build js && wasm

package main

import (
	"strings"
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// gameMethods are the methods of a game. Those that change it tell who watches the game on
// the board, and only after they have succeeded.
var gameMethods = []function{
	{"getPly", func(c call) any { return int(c.game.Ply()) }},
	{"getActivePlayer", func(c call) any { return c.game.ActivePlayer().String() }},
	{"getActionType", func(c call) any { return c.game.Phase().String() }},
	{"getLegalActions", func(c call) any { return listOf(c.game.LegalActions(), writeAction) }},
	{"legalActionDetails", func(c call) any { return detailedList(c.game.Game) }},
	{"inCheck", func(c call) any { return c.game.InCheck() }},
	{"inCheckmate", func(c call) any { return c.game.Result().Reason.IsCheckmate() }},
	{"gameOver", func(c call) any { return c.game.Over() }},
	{"result", func(c call) any { return resultValue(c.game.Result()) }},

	{"fen", func(c call) any { return c.game.FEN() }},
	{"pgn", func(c call) any { return c.game.PGN() }},
	{"movetext", func(c call) any { return c.game.Movetext() }},
	{"ascii", func(c call) any { return c.game.ASCII() }},
	{"history", func(c call) any { return historyList(c.game.Game) }},
	{"getActionLog", func(c call) any { return textList(c.game.ActionLog()) }},
	{"getActionHistory", func(c call) any { return textList(c.game.BCN()) }},
	{"getLastActionSerialized", func(c call) any {
		if bcn := c.game.BCN(); len(bcn) > 0 {
			return bcn[len(bcn)-1]
		}
		return js.Null()
	}},
	{"getSyncState", func(c call) any { return syncValue(c.game.Game) }},
	{"comments", func(c call) any { return commentList(c.game.Game) }},
	{"tags", func(c call) any { return tagsValue(c.game.Tags) }},
	{"record", func(c call) any { return recordOf(c.game.Game) }},
	{"getIndicatorConfig", func(c call) any {
		i := c.game.Indicators
		return indicators{&i.PGN, &i.BCN, &i.SAN}
	}},
	{"parseInput", func(c call) any { return parseInput(c.game.Position(), c.text(c.arg(0), "the action")).String() }},
	{"clone", func(c call) any { return c.wrap(c.add(c.game.Clone())) }},
	{"tree", func(c call) any { return c.wrapTree(game.NewTree(c.game.Game)) }},
	{"analyze", analyze},

	{"play", play},
	{"undo", func(c call) any { return c.sendIf(c.game, c.game.Undo()) }},
	{"redo", func(c call) any { return c.sendIf(c.game, c.game.Redo()) }},
	{"reset", func(c call) any {
		c.game.Reset()
		return c.changed(success)
	}},
	{"resign", func(c call) any { return c.ended(c.game.Resign(c.player(0, c.game.ActivePlayer()))) }},
	{"timeOut", func(c call) any { return c.ended(c.game.TimeOut(c.player(0, c.game.ActivePlayer()))) }},
	{"agreeDraw", func(c call) any { return c.ended(c.game.AgreeDraw()) }},
	{"endAs", func(c call) any { return c.ended(c.ending().end(c.game.Game)) }},
	{"load", func(c call) any {
		from := c.source()
		g := from.game()
		g.Indicators = c.game.Indicators
		from.indicators.apply(&g.Indicators)
		c.game.Game = g
		return c.changed(success)
	}},
	{"loadFromSyncState", func(c call) any {
		g := must(game.FromSyncState(c.syncState(c.arg(0))))
		g.Indicators, g.Tags = c.game.Indicators, c.game.Tags // a sync state says nothing of these
		c.game.Game = g
		return c.changed(success)
	}},
	{"setIndicatorConfig", func(c call) any {
		c.indicators(c.arg(0)).apply(&c.game.Indicators)
		return c.changed(success)
	}},
	{"setComments", func(c call) any {
		putComments(c.game.Game, c.comments(c.plain(c.arg(0), "comments")))
		return c.changed(commentList(c.game.Game))
	}},
	{"setTag", func(c call) any { return c.changed(c.setTag(&c.game.Tags)) }},
}

// success is the answer of a call that has no other.
const success jsonText = `{"success":true}`

// play(action) plays an action.
func play(c call) any {
	a := c.action(c.arg(0))
	raise(c.game.Play(a))
	answer := playValue(c.game.Game) // before a listener can change the game again
	c.sendAction(c.game, a, "api")
	return answer
}

// parseInput reads an action as people write it; what begins as BCN is nothing else.
func parseInput(p game.Position, text string) game.Action {
	if strings.HasPrefix(text, "b:") || strings.HasPrefix(text, "m:") {
		return must(game.ParseAction(text))
	}
	return must(p.ParseInput(text))
}

// changed tells of a change of the game and passes the answer on.
func (c call) changed(answer any) any {
	c.sendChange(c.game)
	return answer
}

// ended is the answer of the calls that end a game.
func (c call) ended(err error) any {
	raise(err)
	return c.changed(endedValue(c.game.Result()))
}

// setTag(name, value) sets one of the tags of a game or a tree, and gives the value as
// it is kept: all tags, for that, would cost what there are of them.
func (c call) setTag(tags *game.Tags) any {
	name, value := c.text(c.arg(0), "the tag's name"), c.text(c.arg(1), "the tag's value")
	raise(tags.Set(name, value))
	return objectOf(func(w *jsontext.Writer) {
		w.Key("success").Bool(true)
		w.Key("value").String(tags.Get(name))
	})
}

// fromStandard(fen, seventh?) makes an extended FEN of a standard one, and of a
// seventh field if there is one.
func fromStandard(c call) any {
	text := c.text(c.arg(0), "the FEN")
	parse := game.FromStandardFEN
	if seventh := c.arg(1); !isAbsent(seventh) && len(strings.Fields(text)) == 6 {
		parse, text = game.ParseFEN, text+" "+c.text(seventh, "the seventh field")
	}
	return must(parse(text)).FEN()
}
