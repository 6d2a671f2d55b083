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
	return writePGN(allTags(g.Tags, g.Start(), g.Result()), g.words(true))
}

// String returns the movetext or, where nothing is played, the FEN.
func (g Game) String() string {
	if g.at == 0 {
		return g.FEN()
	}
	return g.Movetext()
}

// MarshalText writes PGN: all of the game but Indicators and what could be redone.
// What would not read back the same is refused: a clock with CodeBadClock, a tag
// that Set would not have made with CodeBadTag, and with CodeBadPGN an Annotation
// that PGN cannot hold, or more text than MaxPGNGame.
func (g Game) MarshalText() ([]byte, error) {
	if g.clock != nil {
		return nil, sayClockLost.with()
	}
	if err := g.Tags.check(); err != nil {
		return nil, err
	}
	for i, note := range g.notes[:min(len(g.notes), g.at+1)] {
		if err := note.check(g.positionAt(i).Ply()); err != nil {
			return nil, err
		}
	}
	return marshalled(g.PGN())
}

// marshalled refuses a text that is too long to be read again.
func marshalled(pgn string) ([]byte, error) {
	if len(pgn) > MaxPGNGame {
		return nil, sayGameTooLong.with()
	}
	return []byte(pgn), nil
}

// UnmarshalText reads PGN as ParsePGN does; a failed call leaves g as it was.
func (g *Game) UnmarshalText(text []byte) error {
	read, err := ParsePGN(string(text))
	if err == nil {
		*g = *read
	}
	return err
}

// MarshalBinary writes what MarshalText does, for encoding/gob.
func (g Game) MarshalBinary() ([]byte, error) { return g.MarshalText() }

// UnmarshalBinary reads as UnmarshalText does.
func (g *Game) UnmarshalBinary(data []byte) error { return g.UnmarshalText(data) }

// PGN returns the tree as PGN: what Game.PGN writes, and the variations, comments,
// glyphs, evaluations, clock times and drawings.
func (t *Tree) PGN() string {
	return writePGN(allTags(t.Tags, t.Root().After, t.Standing()), t.words())
}

// String returns the movetext with all that is written beside it.
func (t Tree) String() string { return strings.Join(t.words(), " ") }

// MarshalText writes PGN: all of the tree but Indicators and Unplayed. It refuses
// what Game.MarshalText does, a Result that the main line cannot have, with
// CodeBadReason or CodeBadPlayer, and variations that stand too deep in each other.
func (t Tree) MarshalText() ([]byte, error) {
	if err := t.Tags.check(); err != nil {
		return nil, err
	}
	if r := t.Standing(); r.Reason.isDecision() {
		if err := NewFrom(t.End().After).EndAs(r); err != nil {
			return nil, err
		}
	}
	if err := t.Root().whole(maxVariations); err != nil {
		return nil, err
	}
	return marshalled(t.PGN())
}

// whole checks what is written about a node and all that follows it, where
// variations may stand in each other so deep.
func (n *Node) whole(depth int) error {
	for ; ; n = n.children[0] {
		if depth < 0 {
			return sayDeepVariation.with("most", maxVariations)
		}
		if err := n.Annotation.check(n.After.Ply()); err != nil {
			return err
		}
		if len(n.children) == 0 {
			return nil
		}
		for _, other := range n.children[1:] {
			if err := other.whole(depth - 1); err != nil {
				return err
			}
		}
	}
}

// UnmarshalText reads PGN as ParseTree does; a failed call leaves t as it was.
func (t *Tree) UnmarshalText(text []byte) error {
	read, err := ParseTree(string(text))
	if err == nil {
		*t = *read
	}
	return err
}

// MarshalBinary writes what MarshalText does, for encoding/gob.
func (t Tree) MarshalBinary() ([]byte, error) { return t.MarshalText() }

// UnmarshalBinary reads as UnmarshalText does.
func (t *Tree) UnmarshalBinary(data []byte) error { return t.UnmarshalText(data) }

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
	words := g.words(false)
	if !g.Result().Over() {
		words = words[:len(words)-1] // the "*"
	}
	return strings.Join(words, " ")
}

// words returns the pieces of the movetext, the result token last. A comment is
// one word, so that no line breaks in it.
func (g *Game) words(annotated bool) []string {
	w := movetextWriter{words: make([]string, 0, g.at*3/2+1), indicators: g.Indicators.PGN, renumber: true}
	note := func(i int) *Annotation {
		if !annotated {
			return nil
		}
		return g.note(i)
	}
	w.glyphs(note(0))
	w.comment(note(0), note(1))
	for i, e := range g.played[:g.at] {
		w.action(&e, note(i+1))
		w.comment(note(i+1), note(i+2))
	}
	return append(w.words, g.Result().Token())
}

func (t *Tree) words() []string {
	w := movetextWriter{indicators: t.Indicators, renumber: true}
	w.glyphs(&t.Root().Annotation)
	w.behind(t.root)
	w.line(t.root)
	return append(w.words, t.Standing().Token())
}

// movetextWriter collects the words of a movetext.
type movetextWriter struct {
	words      []string
	indicators bool
	renumber   bool // the next action needs its number, whoever acts
}

// action writes an action with its number where it needs one, and its glyphs. Those
// of a ban stand in its comment: other readers would give them to the move before.
func (w *movetextWriter) action(e *Entry, a *Annotation) {
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
		w.glyphs(a)
		return
	}
	at := len(w.words)
	w.words = append(w.words, "{banning: "+text)
	w.glyphs(a)
	w.words = append(w.words[:at], strings.Join(w.words[at:], " ")+"}")
}

// glyphs writes the glyphs of an annotation, which may be nil.
func (w *movetextWriter) glyphs(a *Annotation) {
	if a != nil {
		for _, nag := range a.NAGs {
			w.words = append(w.words, "$"+strconv.Itoa(int(nag)))
		}
	}
}

// comment writes the comment behind an action, with the one before the next; either
// annotation may be nil.
func (w *movetextWriter) comment(a, next *Annotation) {
	if a == nil {
		a = &Annotation{}
	}
	if next != nil && next.CommentBefore != "" { // it is read as one with this
		both := a.clone()
		both.read(next.CommentBefore)
		a = &both
	}
	if text := a.Text(); text != "" {
		w.words = append(w.words, "{"+text+"}")
	}
}

// behind writes the comment behind a node.
func (w *movetextWriter) behind(n *Node) {
	var next *Annotation
	if main := n.Next(); main != nil {
		next = &main.Annotation
	}
	w.comment(&n.Annotation, next)
}

// line writes what follows a node: the next action, the variations to it, and so
// on. Other readers know of moves alone and take a variation for one to the move
// before it. So those to a ban wait for the move under it; behind a last ban they
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

// variations writes lines that depart at one place, each behind a move that leads
// there, if one is given.
func (w *movetextWriter) variations(departures []*Node, lead *Node) {
	for _, n := range departures {
		w.words = append(w.words, "(")
		w.renumber = true
		w.comment(nil, &n.Annotation)
		if lead != nil {
			w.action(&lead.Entry, nil)
		}
		w.node(n)
		w.line(n)
		w.words = append(w.words, ")")
		w.renumber = true
	}
}

func (w *movetextWriter) node(n *Node) {
	w.action(&n.Entry, &n.Annotation)
	w.behind(n)
}
