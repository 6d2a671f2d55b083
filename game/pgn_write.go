package game

import "strconv"

// PGN returns the game as PGN: the seven-tag roster, Variant "Ban Chess", SetUp and FEN
// if the game did not begin at the start position, Tags, and the movetext with
// annotations, in lines of at most 80 characters. Bans are comments, {banning: e2e4}, so
// that every PGN reader can show the game.
func (g *Game) PGN() string {
	return g.tree().PGN()
}

// String returns the movetext, or the FEN if nothing was played.
func (g Game) String() string {
	if g.at == 0 {
		return g.FEN()
	}
	return g.Movetext()
}

// MarshalText writes PGN, which holds all of the game except Indicators and what could be
// redone. It refuses a game with a clock (CodeBadClock), and what Tree.MarshalText
// refuses.
func (g Game) MarshalText() ([]byte, error) {
	if g.clock != nil {
		return nil, clockNotKept.error()
	}
	return g.tree().MarshalText()
}

// UnmarshalText reads PGN as ParsePGN does. If it fails, g stays as it was.
func (g *Game) UnmarshalText(text []byte) error {
	read, err := ParsePGN(string(text))
	if err == nil {
		*g = *read
	}
	return err
}

// PGN returns the tree as PGN: everything that Game.PGN writes, and the variations.
func (t *Tree) PGN() string {
	result := t.Standing()
	w := movetextWriter{b: make([]byte, 0, 300+16*t.length()), width: 80, indicators: t.Indicators}
	for _, tag := range allTags(t.Tags, t.root.After, result) {
		w.b = tag.append(w.b)
	}
	w.b = append(w.b, '\n')
	w.tree(t, result)
	return string(append(w.b, '\n'))
}

// length is the number of plies of the main line.
func (t *Tree) length() int { return int(t.End().After.ply - t.root.After.ply) }

// String returns the movetext with everything that is written in it.
func (t Tree) String() string {
	w := movetextWriter{indicators: t.Indicators}
	w.tree(&t, t.Standing())
	return string(w.b)
}

// MarshalText writes PGN, which holds all of the tree except Indicators and Unplayed. It
// refuses, with CodeBadPGN, a tree whose PGN would be read as a different tree: one with
// a result that the main line cannot have, with a tag that is there twice, or with more
// text than MaxPGNGame.
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

// UnmarshalText reads PGN as ParseTree does. If it fails, t stays as it was.
func (t *Tree) UnmarshalText(text []byte) error {
	read, err := ParseTree(string(text))
	if err == nil {
		*t = *read
	}
	return err
}

// Movetext returns only the moves and bans of the PGN, in one line, followed by the
// result if the game is over: "1. {banning: e2e4} d4 {banning: e7e5} d5".
func (g *Game) Movetext() string {
	w := movetextWriter{b: make([]byte, 0, 16*g.at), indicators: g.Indicators.PGN, renumber: true, bare: true}
	w.line(g.nodes()[0])
	if r := g.Result(); r.Over() {
		w.word(r.Token())
	}
	return string(w.b)
}

// movetextWriter writes a movetext, word by word. A comment is one word, so that no line
// breaks in it.
type movetextWriter struct {
	b          []byte
	width      int // of a line; 0 for a single line
	column     int // in the line, where the next word begins or a space before it
	at         int // where the word in progress begins in b
	indicators bool
	renumber   bool // the next action needs its number, whoever acts
	bare       bool // without what is written about the actions
}

// begin begins a word.
func (w *movetextWriter) begin() {
	if w.column > 0 {
		w.b = append(w.b, ' ')
	}
	w.at = len(w.b)
}

// end ends a word, which goes to the next line if it is too long for this one.
func (w *movetextWriter) end() {
	n := len(w.b) - w.at
	switch {
	case w.column > 0 && w.width > 0 && w.column+1+n > w.width:
		w.b[w.at-1] = '\n'
		w.column = n
	case w.column > 0:
		w.column += 1 + n
	default:
		w.column = n
	}
}

// word writes a word.
func (w *movetextWriter) word(text string) {
	w.begin()
	w.b = append(w.b, text...)
	w.end()
}

// tree writes a tree, with the result's token last.
func (w *movetextWriter) tree(t *Tree, result Result) {
	w.renumber = true
	w.glyphs(&t.Root().Annotation)
	w.comment(t.root)
	w.line(t.root)
	w.word(result.Token())
}

// action writes an action with its number where it needs one, and its glyphs. Those
// of a ban stand in its comment: other readers would give them to the move before.
func (w *movetextWriter) action(n *Node, annotated bool) {
	e := &n.Entry
	if mover := e.Before.Mover(); (e.Before.Phase() == PhaseBan || w.renumber) && (mover == White || w.renumber) {
		w.begin()
		w.b = strconv.AppendInt(w.b, int64(e.Before.FullmoveNumber()), 10)
		w.b = append(w.b, '.')
		if mover == Black {
			w.b = append(w.b, ".."...)
		}
		w.end()
	}
	w.renumber = false
	w.begin()
	if e.Action.IsBan() {
		w.b = append(w.b, "{banning: "...)
	}
	w.b = append(w.b, e.SAN...)
	if w.indicators {
		w.b = append(w.b, string(e.Indicator())...)
	}
	if !e.Action.IsBan() {
		w.end()
		if annotated {
			w.glyphs(&n.Annotation)
		}
		return
	}
	if annotated {
		for _, nag := range n.Annotation.NAGs {
			w.b = strconv.AppendInt(append(w.b, " $"...), int64(nag), 10)
		}
	}
	w.b = append(w.b, '}')
	w.end()
}

// glyphs writes the glyphs of an annotation.
func (w *movetextWriter) glyphs(a *Annotation) {
	for _, nag := range a.NAGs {
		w.word("$" + strconv.Itoa(int(nag)))
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
		w.word(inBraces(text))
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
		w.word("(")
		w.renumber = true
		w.braces(commentText(n.CommentBefore))
		if lead != nil {
			w.action(lead, false)
		}
		w.node(n)
		w.line(n)
		w.word(")")
		w.renumber = true
	}
}

func (w *movetextWriter) node(n *Node) {
	w.action(n, !w.bare)
	if !w.bare {
		w.comment(n)
	}
}
