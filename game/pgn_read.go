package game

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// ParsePGN reads the main line of one game, and what is written about its actions, in the
// way of ParseTree.
func ParsePGN(text string) (*Game, error) {
	t, err := ParseTree(text)
	if err != nil {
		return nil, err
	}
	return t.toGame(), nil
}

// ParseTree reads one game. It accepts tags, comments, numeric glyphs, "!" and "?",
// variations, any line ends, castling with letters or zeros, and missing or wrong move
// numbers. Text that is not UTF-8 is read as Latin-1.
//
// A ban is a comment with "banning:", which may come after commands such as [%clk
// 0:01:00], or BCN ("b:e2e4"). It stands before the move that is played under it.
//
// ParseTree never skips a part of the main line. If something cannot be read or played,
// it returns an error with line, column, token and ply. The code is CodeBadPGN for a
// fault in the text, and the code of Play or ParseSAN for an action.
//
// A variation begins with a ban or a move that replaces the last one before it. If a part
// of a variation cannot be played, for example in a variation of ordinary chess, that
// part is kept as a comment, and Tree.Unplayed lists it.
//
// How the players ended the game is read from the result and the tag Termination:
//
//   - A decisive result is a resignation, and a draw is an agreement, if Termination says so,
//     says "normal" or is missing. With "time forfeit" the time ran out.
//   - A result for another reason (abandoned, adjudicated …) has no place in Ban Chess. The
//     game goes on, and the result is added to the last comment.
//   - If the movetext has no result, the tag Result counts. A "*" in the movetext says that
//     the game goes on; a tag that says otherwise is added to the last comment.
//   - A result in the movetext that contradicts the board is an error. Such a tag is not.
func ParseTree(text string) (*Tree, error) {
	r := NewPGNReader(strings.NewReader(text))
	t, err := r.NextTree()
	if err == io.EOF {
		return nil, noGame.error().at(place{1, 1})
	}
	if err != nil {
		return nil, err
	}
	line := r.rest.line
	if _, err := r.NextTree(); err != io.EOF {
		return nil, secondGame.error().at(place{max(line, r.line), 1})
	}
	return t, nil
}

// pgnParser reads one line of a game's text into a tree: the main line, or a variation.
type pgnParser struct {
	scanner
	tree     *Tree
	comments comments
	spare    *spare
	last     *Node    // what was read last: comments and glyphs are about it
	start    int      // where the token that is being read begins
	moves    bool     // something after the tags was read
	depth    int      // of variations
	begins   bool     // the first action of a variation is to come; last is what was read before it
	before   []string // the comments before an action that is new in the tree
	branches []branch // the variations that depart from the line

	// Of the main line alone.
	spans       []span // of all variations
	tags        []Tag  // but for those that follow from the game
	termination string
	claimed     string // the tag Result
	ended       bool   // the result was read:
	written     string
}

func newPGNParser(c chunk) *pgnParser {
	tree := &Tree{root: newRoot(StartPosition()), Indicators: true}
	return &pgnParser{scanner: scanner{c.text, mark{0, place{c.line, c.column}}}, tree: tree, comments: comments{}, spare: new(spare), last: tree.root}
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

// parse reads up to and including the result, or to the end of the text.
func (p *pgnParser) parse() error {
	for {
		p.skipSpace()
		start := p.place
		p.start = p.at
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
				return p.fail(start, "{", openComment.error())
			}
			if err := p.banOrComment(comment, opening); err != nil {
				return err
			}
			p.moves = p.moves || p.last != p.tree.root
			continue
		case c == ';':
			p.advance(1)
			p.addComment(p.restOfLine())
			continue
		case c == '%' && p.column == 1:
			p.restOfLine()
			continue
		case c == '(':
			if err := p.variation(); err != nil {
				return err
			}
		case c == '$' || c == '!' || c == '?':
			p.glyph(p.word())
		case strings.IndexByte(")}][<>", c) >= 0:
			return p.fail(start, string(rune(c)), errStray(string(rune(c))))
		default:
			if end, err := p.symbol(p.word(), start); end || err != nil {
				return err
			}
		}
		p.moves = true
	}
}

// commentsAfterResult takes down the comments after the result.
func (p *pgnParser) commentsAfterResult() {
	for p.skipSpace(); !p.done(); p.skipSpace() {
		switch c := p.peek(); {
		case c == '{':
			comment, _ := p.comment()
			p.addComment(comment)
		case c == ';':
			p.advance(1)
			p.addComment(p.restOfLine())
		default:
			p.restOfLine()
		}
	}
}

// base returns the node that an action of a phase follows. The first action of a
// variation stands instead of the last one of its phase.
func (p *pgnParser) base(phase Phase) *Node {
	n := p.last
	if !p.begins {
		return n
	}
	for n.parent != nil && n.Action.Phase() != phase {
		n = n.parent
	}
	if n.parent == nil {
		return n // nothing to stand instead of: what follows is refused
	}
	return n.parent
}

// symbol handles a word of the movetext; end reports the result.
func (p *pgnParser) symbol(word string, start place) (end bool, err error) {
	if token, ok := resultToken(word); ok {
		return p.result(token, start)
	}
	rest := withoutNumber(word)
	start.column += utf8.RuneCountInString(word) - utf8.RuneCountInString(rest)
	word = rest
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
	if pos.Phase() == PhaseBan && !base.Result.Over() {
		return false, p.fail(start, word, errBanMissing(pos, word))
	}
	m, err := pos.ParseSAN(word)
	if err != nil {
		if base.Result.Over() {
			err = pos.refuse(NewMove(0, 1, NoRole), base.Result)
		}
		return false, p.located(err, word, start)
	}
	if err := p.play(MoveAction(m), word, start); err != nil {
		return false, err
	}
	p.glyph(word[len(strings.TrimRight(word, "!?")):])
	return false, nil
}

// withoutNumber returns what follows the number of a move that is glued to it. "0-0" has
// digits and no dot.
func withoutNumber(word string) string {
	const dots = ".…"
	digits := strings.TrimLeft(word, "0123456789")
	if rest := strings.TrimLeft(digits, dots); rest != digits || digits == "" {
		return rest
	}
	return word
}

// banOrComment plays the ban that a comment holds, if it holds one, and takes down
// the rest. at is where the comment opens.
func (p *pgnParser) banOrComment(comment string, at scanner) error {
	lead := leadingCommands(comment)
	rest, ok := banText(comment[lead:])
	if !ok {
		p.addComment(comment)
		return nil
	}
	words := strings.Fields(rest)
	if len(words) == 0 {
		return p.fail(at.place, "{", errBanEmpty(p.last.After.ply))
	}
	word := words[0]
	behind := lead + strings.Index(comment[lead:], rest) + strings.Index(rest, word)
	at.advance(1 + behind)
	start := at.place
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
	p.addComment(comment[:lead] + said)
	return nil
}

// addComment takes down a comment on what was read last.
func (p *pgnParser) addComment(text string) {
	if p.begins {
		p.before = append(p.before, text)
	} else if text != "" {
		p.comments.add(p.last, false, text)
	}
}

// glyph takes down a numeric glyph or a sign. One that stands for nothing, or about
// no action, goes to the comment.
func (p *pgnParser) glyph(word string) {
	switch nag := nagOf(word); {
	case nag != 0 && !p.begins:
		p.last.addNAG(nag)
	case word != "" && word != "$0":
		p.addComment(word)
	}
}

// play adds an action to the tree, if it is not there already.
func (p *pgnParser) play(a Action, word string, start place) error {
	base := p.base(a.Phase())
	next := base.child(a)
	if next == nil {
		if err := base.check(a); err != nil {
			return p.located(err, word, start)
		}
		next = base.append(base.entry(a), p.spare.node())
		p.putBefore(next)
	}
	p.last, p.begins = next, false
	return nil
}

// located adds the place to an error of the rules.
func (p *pgnParser) located(err error, word string, start place) error {
	e := *err.(*Error)
	e.Token, e.Input = word, word
	if e.Ply == 0 {
		e.Ply = p.last.After.ply
	}
	if e.Code == CodeGameOver {
		e.Hint = "take out what comes after the end"
	}
	e.Message = placed(e.Message, e.Ply, word)
	return e.at(start)
}

func (p *pgnParser) fail(at place, token string, e *Error) error {
	e.Token, e.Ply = token, p.last.After.ply
	return e.at(at)
}

// tag reads [Name "value"].
func (p *pgnParser) tag() error {
	start := p.place
	name, value, ok := p.tagPair()
	if !ok {
		return p.fail(start, "[", badTagPair.error())
	}
	switch {
	case name == "FEN":
		pos, err := ParseFEN(value)
		if err != nil {
			e := *err.(*Error)
			e.Token = "[FEN]"
			return e.at(start)
		}
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
			p.addComment(token)
		}
		return false, nil
	}
	p.ended = true
	now := p.last.Result
	if token != "*" && now.Over() && now.Token() != token {
		return true, p.fail(at, token, errContradiction(token, now))
	}
	p.written = token
	return true, nil
}

// decide sets the end that the players made, if the board has none. A result for
// which there is no reason goes to the comment after the last action.
func (p *pgnParser) decide() {
	token := p.written
	if token == "" {
		token = p.claimed
	}
	switch p.tree.Result = p.decision(token); {
	case p.tree.Result.Over():
	case token != "" && token != "*":
		p.addComment(token + ", " + p.termination)
	case p.claimed != "" && p.claimed != "*":
		p.addComment("Result " + p.claimed)
	}
}

// decision returns how the players ended the game by the result's token.
func (p *pgnParser) decision(token string) Result {
	said := strings.ToLower(p.termination)
	says := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(said, word) })
	}
	onTime, plain := says(timeForfeit, "on time"), said == "" || says("normal")
	g := Game{line: []*Node{p.last}}
	switch {
	case p.last.Result.Over():
		return p.last.Result
	case token == "1/2-1/2" && onTime && (p.last.After.n.bare(White) || p.last.After.n.bare(Black)):
		return Result{NoPlayer, TimeoutInsufficientMaterial}
	case token == "1/2-1/2" && (plain || onTime || says("agree")):
		return Result{NoPlayer, Agreement}
	case token == "1-0" || token == "0-1":
		winner := White
		if token == "0-1" {
			winner = Black
		}
		if r := g.timeOut(winner.Opponent()); onTime && r.Winner == winner {
			return r
		}
		if plain || onTime || says("resign") {
			return Result{winner, Resignation}
		}
	}
	return Result{}
}
