package game

import (
	"strconv"
	"strings"
)

// PGN returns the game as PGN: the seven-tag roster, Variant "Ban Chess", SetUp
// and FEN for another start position, Tags, and the movetext in lines of at
// most 80 characters, with what is written about the actions (Annotation). Bans
// stand in comments, {banning: e2e4}, so that every PGN reader can show the game.
func (g *Game) PGN() string {
	return g.tree().PGN()
}

// String returns the movetext or, where nothing is played, the FEN.
func (g Game) String() string {
	if g.at == 0 {
		return g.FEN()
	}
	return g.Movetext()
}

// MarshalText writes PGN: all of the game but Indicators and what could be redone. It
// refuses a clock with CodeBadClock, and what Tree.MarshalText refuses.
func (g Game) MarshalText() ([]byte, error) {
	if g.clock != nil {
		return nil, clockNotKept.error()
	}
	return g.tree().MarshalText()
}

// UnmarshalText reads PGN as ParsePGN does; a failed call leaves g as it was.
func (g *Game) UnmarshalText(text []byte) error {
	read, err := ParsePGN(string(text))
	if err == nil {
		*g = *read
	}
	return err
}

// PGN returns the tree as PGN: what Game.PGN writes, and the variations, comments,
// glyphs, evaluations, clock times and drawings.
func (t *Tree) PGN() string {
	words, result := t.words()
	return writePGN(allTags(t.Tags, t.root.After, result), words)
}

// String returns the movetext with all that is written beside it.
func (t Tree) String() string {
	words, _ := t.words()
	return strings.Join(words, " ")
}

// MarshalText writes PGN: all of the tree but Indicators and Unplayed. It refuses, with
// CodeBadPGN, a tree whose PGN reads back as another: one with a result that the main
// line cannot have, a tag twice, or more text than MaxPGNGame.
func (t Tree) MarshalText() ([]byte, error) {
	pgn := t.PGN()
	read, err := ParseTree(pgn)
	if err != nil {
		return nil, err
	}
	read.Indicators = t.Indicators
	if again := read.PGN(); again != pgn || read.Standing() != t.Standing() {
		return nil, errNotKept(pgn, again)
	}
	return []byte(pgn), nil
}

// UnmarshalText reads PGN as ParseTree does; a failed call leaves t as it was.
func (t *Tree) UnmarshalText(text []byte) error {
	read, err := ParseTree(string(text))
	if err == nil {
		*t = *read
	}
	return err
}

func writePGN(tags Tags, words []string) string {
	var b []byte
	for _, tag := range tags {
		b = tag.append(b)
	}
	b = append(b, '\n')
	const width = 80
	column := 0
	for _, word := range words {
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
	w := movetextWriter{words: make([]string, 0, g.at*3/2+1), indicators: g.Indicators.PGN, renumber: true, bare: true}
	w.line(g.nodes()[0])
	if r := g.Result(); r.Over() {
		w.words = append(w.words, r.Token())
	}
	return strings.Join(w.words, " ")
}

// words returns the pieces of the movetext, the result's token last, and the result.
// A comment is one word, so that no line breaks in it.
func (t *Tree) words() ([]string, Result) {
	end := t.End()
	result := t.standing(end)
	w := movetextWriter{words: make([]string, 0, int(end.After.ply-t.root.After.ply)*3/2+1), indicators: t.Indicators, renumber: true}
	w.glyphs(&t.Root().Annotation)
	w.comment(t.root)
	w.line(t.root)
	return append(w.words, result.Token()), result
}

// movetextWriter collects the words of a movetext.
type movetextWriter struct {
	words      []string
	indicators bool
	renumber   bool // the next action needs its number, whoever acts
	bare       bool // without what is written about the actions
}

// action writes an action with its number where it needs one, and its glyphs. Those
// of a ban stand in its comment: other readers would give them to the move before.
func (w *movetextWriter) action(n *Node, annotated bool) {
	e := &n.Entry
	text := e.SAN
	if w.indicators {
		text += string(e.Indicator())
	}
	if e.Before.Phase() == PhaseBan || w.renumber {
		switch number := strconv.Itoa(e.Before.FullmoveNumber()); {
		case e.Before.Mover() == White:
			w.words = append(w.words, number+".")
		case w.renumber:
			w.words = append(w.words, number+"...")
		}
	}
	w.renumber = false
	if !e.Action.IsBan() {
		w.words = append(w.words, text)
		if annotated {
			w.glyphs(&n.Annotation)
		}
		return
	}
	at := len(w.words)
	w.words = append(w.words, "{banning: "+text)
	if annotated {
		w.glyphs(&n.Annotation)
	}
	w.words = append(w.words[:at], strings.Join(w.words[at:], " ")+"}")
}

// glyphs writes the glyphs of an annotation.
func (w *movetextWriter) glyphs(a *Annotation) {
	for _, nag := range a.NAGs {
		w.words = append(w.words, "$"+strconv.Itoa(int(nag)))
	}
}

// comment writes the comment after a node, with the one before what goes on from it,
// which is read as one with it.
func (w *movetextWriter) comment(n *Node) {
	a := &n.Annotation
	if next := n.Next(); next != nil && next.CommentBefore != "" {
		both := a.clone()
		both.read(next.CommentBefore)
		a = &both
	}
	w.braces(a.Text())
}

func (w *movetextWriter) braces(text string) {
	if text != "" {
		w.words = append(w.words, inBraces(text))
	}
}

// line writes what follows a node: the next action, the variations to it, and so
// on. Other readers know of moves alone and take a variation for one to the move
// before it. So those to a ban wait for the move under it; after a last ban they
// begin with the move before, once more.
func (w *movetextWriter) line(n *Node) {
	var waiting []*Node
	for ; len(n.children) > 0; n = n.children[0] {
		next, others := n.children[0], n.children[1:]
		w.node(next)
		switch {
		case next.Action.IsMove():
			w.variations(waiting, nil)
			w.variations(others, nil)
			waiting = nil
		case len(next.children) > 0:
			waiting = others
		case n.Action.IsMove():
			w.variations(others, n)
		default:
			w.variations(others, nil)
		}
	}
}

// variations writes lines that depart at one place, each after a move that leads
// there, if one is given.
func (w *movetextWriter) variations(departures []*Node, lead *Node) {
	for _, n := range departures {
		w.words = append(w.words, "(")
		w.renumber = true
		w.braces(commentText(n.CommentBefore))
		if lead != nil {
			w.action(lead, false)
		}
		w.node(n)
		w.line(n)
		w.words = append(w.words, ")")
		w.renumber = true
	}
}

func (w *movetextWriter) node(n *Node) {
	w.action(n, !w.bare)
	if !w.bare {
		w.comment(n)
	}
}
