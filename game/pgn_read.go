package game

import (
	"io"
	"strings"
	"unicode/utf8"
)

// ParsePGN reads one game's main line and what is written about its actions. It
// accepts tags, comments, numeric glyphs,
// "!" and "?", variations, any line ends, castling with letters or zeros, and
// missing or wrong move numbers. A ban is a comment with "banning:", before which
// commands such as [%clk 0:01:00] may stand, or BCN ("b:e2e4"), before the move it
// bans. What cannot be read or played is an error with line, column, token and
// ply; nothing of the main line is passed over. The code is CodeBadPGN for the
// text and that of Play or ParseSAN for an action.
//
// A decisive result of a game that the board does not decide is read as a
// resignation, a draw as agreed, unless Termination says "time forfeit". A
// result that contradicts the board is an error; a missing one is not. Where the
// movetext has none, or "*", the tag Result counts, unless the board has decided.
func ParsePGN(text string) (*Game, error) {
	p, err := parseOne(text)
	if err != nil {
		return nil, err
	}
	return p.g, nil
}

// ParseTree reads one game as ParsePGN does, with its variations, comments,
// glyphs, evaluations, clock times and drawings. A variation begins with a ban or
// a move, which stands instead of the last one before it; one that cannot be
// played, such as one of ordinary chess, is kept as a comment, and Tree.Unplayed
// tells.
func ParseTree(text string) (*Tree, error) {
	p, err := parseOne(text)
	if err != nil {
		return nil, err
	}
	return p.tree, nil
}

func parseOne(text string) (*pgnParser, error) {
	r := NewPGNReader(strings.NewReader(text))
	p, err := r.read()
	if err == io.EOF {
		return nil, sayNoGame.with().at(place{1, 1})
	}
	if err != nil {
		return nil, err
	}
	line := r.rest.line
	if _, err := r.read(); err != io.EOF {
		return nil, saySecondGame.with().at(place{max(line, r.line), 1})
	}
	return p, nil
}

// pgnParser reads one game's text into a tree. The main line is played in a Game,
// which knows of repetitions; variations are played position by position.
type pgnParser struct {
	scanner
	g           *Game
	tree        *Tree
	last        *Node    // what was read last: comments and glyphs are about it
	depth       int      // of variations
	branchFrom  *Node    // what was read before a variation whose first action is to come
	before      []string // the comments before that action
	branch      *Node    // the first action of a variation, which is not in the tree yet
	branches    []*Node  // the first actions of variations to this line, or to what it departs from
	early       int      // how many of those were read before branch
	firsts      map[first]*Node
	spans       []span // of the variation at depth 1 that is being read, and of all in it
	tags        []Tag  // but for those that follow from the game
	termination string
	claimed     string // the tag Result
	moves       bool   // something after the tags was read
	ended       bool   // the result was read
}

// first is the first action of a variation and what it follows. However many begin with
// it, it is played once.
type first struct {
	base *Node
	Action
}

func newPGNParser(c chunk) *pgnParser {
	g := New()
	tree := NewTree(g)
	return &pgnParser{scanner: scanner{text: c.text, line: c.line, column: c.column}, g: g, tree: tree, last: tree.root}
}

// skipGame passes what is left of a bad game: up to its result or the end.
func (p *pgnParser) skipGame() {
	for !p.ended {
		p.skipSpace()
		switch c := p.peek(); {
		case p.done():
			return
		case c == '{':
			if _, ok := p.comment(); !ok {
				p.advance(len(p.text))
			}
		case c == ';' || c == '%' && p.column == 1:
			p.restOfLine()
		default:
			_, p.ended = resultToken(strings.TrimLeft(p.word(), "."))
		}
	}
}

// parse reads up to and including the result, or to the end of the text; in a
// variation, to its end.
func (p *pgnParser) parse() error {
	for {
		p.skipSpace()
		start := p.place()
		switch c := p.peek(); {
		case p.done():
			return nil
		case c == '[' && !p.moves:
			if err := p.tag(); err != nil {
				return err
			}
			continue
		case c == '{':
			opening := p.scanner
			comment, ok := p.comment()
			if !ok {
				return p.fail(start, "{", sayOpenComment)
			}
			if err := p.remark(comment, opening); err != nil {
				return err
			}
			p.moves = p.moves || p.last != p.tree.root
			continue
		case c == ';':
			p.advance(1)
			p.note(p.restOfLine())
			continue
		case c == '%' && p.column == 1:
			p.restOfLine()
			continue
		case c == '(':
			if err := p.variation(); err != nil {
				return err
			}
		case c == ')' && p.depth > 0:
			p.advance(1)
			return nil
		case c == '$' || c == '!' || c == '?':
			p.glyph(p.word())
		case strings.IndexByte(")}][<>", c) >= 0:
			return p.fail(start, string(rune(c)), sayStray, "text", quote(string(rune(c))))
		default:
			if end, err := p.symbol(p.word(), start); end || err != nil {
				return err
			}
		}
		p.moves = true
	}
}

// notesBehind takes down the comments after the result.
func (p *pgnParser) notesBehind() {
	for p.skipSpace(); !p.done(); p.skipSpace() {
		switch c := p.peek(); {
		case c == '{':
			comment, _ := p.comment()
			p.note(comment)
		case c == ';':
			p.advance(1)
			p.note(p.restOfLine())
		default:
			p.restOfLine()
		}
	}
}

// base returns the node that an action of a phase follows. The first action of a
// variation stands instead of the last one of its phase.
func (p *pgnParser) base(phase Phase) *Node {
	if p.branchFrom == nil {
		return p.last
	}
	n := p.branchFrom
	for n.parent != nil && n.Action.Phase() != phase {
		n = n.parent
	}
	if n.parent == nil {
		return n // nothing to stand instead of: what follows is refused
	}
	return n.parent
}

// over reports whether the game is over where an action is to be played.
func (p *pgnParser) over(at *Node) bool { return p.depth == 0 && p.g.Over() || at.Result.Over() }

// symbol handles a word of the movetext; end reports the result.
func (p *pgnParser) symbol(word string, start place) (end bool, err error) {
	if token, ok := resultToken(word); ok {
		return p.result(token, start)
	}
	// A move number may be glued to its move. "0-0" has digits and no dot.
	const dots = ".…"
	if digits := strings.TrimLeft(word, "0123456789"); strings.TrimLeft(digits, dots) != digits || digits == "" {
		rest := strings.TrimLeft(digits, dots)
		start.column += utf8.RuneCountInString(word) - utf8.RuneCountInString(rest)
		word = rest
	}
	if word == "" || word == "e.p." {
		return false, nil
	}
	if token, ok := resultToken(word); ok {
		return p.result(token, start)
	}
	if a, ok := parseAction(word); ok {
		return false, p.play(a, word, start)
	}
	base := p.base(PhaseMove)
	pos := base.After
	if pos.Phase() == PhaseBan && !p.over(base) {
		return false, p.fail(start, word, sayBanMissing, "ply", pos.ply, "text", quote(word), "active", pos.ActivePlayer(), "pair", pos.node().legal().pairs[0])
	}
	m, err := pos.ParseSAN(word)
	if err != nil {
		if r := p.g.Result(); p.depth == 0 && r.Over() {
			err = pos.refuse(NewMove(0, 1, NoRole), r)
		}
		return false, p.located(err, word, start)
	}
	if err := p.play(MoveAction(m), word, start); err != nil {
		return false, err
	}
	p.glyph(word[len(strings.TrimRight(word, "!?")):])
	return false, nil
}

// remark handles a comment: it plays the ban that it holds, if it holds one, and
// notes the rest. at is where the comment opens.
func (p *pgnParser) remark(comment string, at scanner) error {
	lead := leadingCommands(comment)
	rest, ok := banText(comment[lead:])
	if !ok {
		p.note(comment)
		return nil
	}
	word := ""
	if words := strings.Fields(rest); len(words) > 0 {
		word = words[0]
	}
	behind := lead + strings.Index(comment[lead:], rest) + strings.Index(rest, word)
	at.advance(1 + behind)
	start := at.place()
	sign := word[len(strings.TrimRight(word, "!?")):]
	bare, _ := cutIndicator(strings.TrimSuffix(word, sign))
	pair, err := ParsePair(strings.ToLower(strings.Replace(bare, "-", "", 1)))
	if err != nil {
		return p.located(err, word, start)
	}
	if err := p.play(BanAction(pair), word, start); err != nil {
		return err
	}
	p.glyph(sign)
	said := comment[behind+len(word):]
	for {
		first, others, _ := strings.Cut(strings.TrimSpace(said), " ")
		nag := nagOf(first)
		if nag == 0 {
			break
		}
		p.last.addNAG(nag)
		said = others
	}
	p.note(comment[:lead] + said)
	return nil
}

// note takes down a comment on what was read last. It stays a call, as remark does.
//
//go:noinline
func (p *pgnParser) note(text string) {
	if p.branchFrom != nil {
		p.before = append(p.before, text)
		return
	}
	p.last.remark(nil, text)
}

// glyph takes down a numeric glyph or a sign. One that stands for nothing, or about
// no action, goes to the comment.
func (p *pgnParser) glyph(word string) {
	switch nag := nagOf(word); {
	case nag != 0 && p.branchFrom == nil:
		p.last.addNAG(nag)
	case word != "" && word != "$0":
		p.note(word)
	}
}

func (p *pgnParser) play(a Action, word string, start place) error {
	if p.depth == 0 {
		if err := p.g.Play(a); err != nil {
			return p.located(err, word, start)
		}
		p.last = p.last.append(p.g.played[p.g.at-1])
		return nil
	}
	base := p.base(a.Phase())
	known := p.firsts[first{base, a}]
	if p.branchFrom == nil || known == nil {
		if err := base.check(a); err != nil {
			return p.located(err, word, start)
		}
	}
	if p.branchFrom != nil {
		if known == nil {
			apart := &Node{Entry: base.Entry, parent: base.parent} // not in the tree
			known, _ = apart.Add(a)
			p.firsts[first{base, a}] = known
		}
		n := &Node{Entry: known.Entry, parent: base}
		if before := commentText(p.before...); before != "" {
			n.remark([]string{before})
		}
		p.last, p.branch, p.branchFrom = n, n, nil
		p.early = len(p.branches)
		return nil
	}
	p.last, _ = p.last.Add(a)
	return nil
}

// located adds the place to an error of the rules.
func (p *pgnParser) located(err error, word string, start place) error {
	e := *err.(*Error)
	e.Token, e.Ply, e.Input = word, p.g.Ply(), word
	e.Message = fill(placeOfAction, "ply", e.Ply, "text", quote(word)) + e.Message
	return e.at(start)
}

func (p *pgnParser) fail(at place, token string, s sentence, args ...any) error {
	e := s.with(args...).at(at)
	e.Token, e.Ply = token, p.g.Ply()
	return e
}

// tag reads [Name "value"].
func (p *pgnParser) tag() error {
	start := p.place()
	name, value, ok := p.tagPair()
	if !ok {
		return p.fail(start, "[", sayBadTagPair)
	}
	switch {
	case name == "FEN":
		pos, err := ParseFEN(value)
		if err != nil {
			e := *err.(*Error)
			e.Token = "[FEN]"
			return e.at(start)
		}
		p.g = NewFrom(pos)
		p.tree.root.Entry = newRoot(pos).Entry
	case name == "Termination":
		p.termination = value
	case name == "Result":
		p.claimed, _ = resultToken(value)
	case !isDerivedTag(name) && value != "":
		p.tags = append(p.tags, Tag{name, value})
	}
	return nil
}

func resultToken(word string) (string, bool) {
	switch word {
	case "1-0", "0-1", "*", "1/2-1/2":
		return word, true
	case "½-½":
		return "1/2-1/2", true
	}
	return "", false
}

// result compares the result with the board's, or takes it over, and ends the
// game; in a variation it is a comment.
func (p *pgnParser) result(token string, at place) (end bool, err error) {
	if p.depth > 0 {
		if token != "*" {
			p.note(token)
		}
		return false, nil
	}
	p.ended = true
	now := p.g.Result()
	if token == "*" || now.Token() == token {
		return true, nil
	}
	if now.Over() {
		return true, p.fail(at, token, sayContradiction, "text", token, "result", now, "token", now.Token())
	}
	return true, p.g.decide(p.decision(token))
}

// decision returns how the players ended the game, by a token that is not "*".
func (p *pgnParser) decision(token string) Result {
	var decided Result
	onTime := sameWords(p.termination, timeForfeit)
	switch {
	case token == "1/2-1/2":
		decided = Result{NoPlayer, Agreement}
		if n := p.g.Position().node(); onTime && (n.bare(White) || n.bare(Black)) {
			decided.Reason = TimeoutInsufficientMaterial
		}
	case token == "1-0":
		decided = Result{White, Resignation}
	default:
		decided = Result{Black, Resignation}
	}
	if onTime && decided.Winner != NoPlayer {
		if r := p.g.timeOut(decided.Winner.Opponent()); r.Winner == decided.Winner {
			decided = r
		}
	}
	return decided
}
