package game

import (
	"strconv"
	"strings"
)

// PGN returns the game as PGN: the seven-tag roster, Variant "Ban Chess", SetUp
// and FEN for another start position, Tags, and the movetext in lines of at
// most 80 characters. Bans stand in comments, {banning: e2e4}, so that every PGN
// reader can show the game.
func (g *Game) PGN() string {
	var b []byte
	for _, tag := range g.allTags() {
		b = tag.append(b)
	}
	b = append(b, '\n')
	const width = 80
	column := 0
	for _, word := range g.words() {
		if column > 0 && column+1+len(word) > width {
			b = append(b, '\n')
			column = 0
		} else if column > 0 {
			b = append(b, ' ')
			column++
		}
		b = append(b, word...)
		column += len(word)
	}
	return string(append(b, '\n'))
}

// Movetext returns the moves and bans of PGN alone, in one line, with the result
// at the end of a game that is over: "1. {banning: e2e4} d4 {banning: e7e5} d5".
func (g *Game) Movetext() string {
	words := g.words()
	if !g.Result().Over() {
		words = words[:len(words)-1] // the "*"
	}
	return strings.Join(words, " ")
}

// words returns the pieces of the movetext, the result token last. A comment is
// one word, so that no line breaks in it.
func (g *Game) words() []string {
	words := make([]string, 0, g.at*3/2+1)
	for i := 0; i < g.at; i++ {
		e, before := g.played[i], g.positionAt(i)
		if before.Phase() == PhaseBan || i == 0 {
			switch number := strconv.Itoa(before.FullmoveNumber()); {
			case before.Mover() == White:
				words = append(words, number+".")
			case i == 0:
				words = append(words, number+"...")
			}
		}
		text := e.SAN + g.indicator(i, g.Indicators.PGN)
		if e.Action.IsBan() {
			text = "{banning: " + text + "}"
		}
		words = append(words, text)
	}
	return append(words, g.Result().Token())
}
