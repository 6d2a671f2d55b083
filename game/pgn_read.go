package game

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// MaxPGNGame is the longest text of one game, in bytes, that is read.
const MaxPGNGame = 1 << 20

// ParsePGN reads one game. It accepts tags, comments, numeric glyphs, "!" and
// "?", variations (which are passed over), any line ends, castling with letters
// or zeros, and missing or wrong move numbers. A ban is a comment that begins
// with "banning:", or BCN ("b:e2e4"), before the mover's move. What cannot be
// read or played is an error with line, column, token and ply; nothing of the
// main line is passed over. The code is CodeBadPGN for the text and that of Play
// or ParseSAN for an action.
//
// A decisive result of a game that the board does not decide is read as a
// resignation, a draw as agreed, unless Termination says "time forfeit". A
// result that contradicts the board is an error; a missing one is not.
func ParsePGN(text string) (*Game, error) {
	r := NewPGNReader(strings.NewReader(text))
	g, err := r.Next()
	if err == io.EOF {
		return nil, sayNoGame.with().at(place{1, 1})
	}
	if err != nil {
		return nil, err
	}
	line := r.rest.line
	if _, err := r.Next(); err != io.EOF {
		return nil, saySecondGame.with().at(place{max(line, r.line), 1})
	}
	return g, nil
}

// PGNReader reads the games of a PGN file one after the other, and holds one at a
// time.
type PGNReader struct {
	lines *bufio.Reader
	next  int    // the number of the line to be read next
	ahead string // a line read already: the first of the next game
	eof   bool
	rest  chunk // what follows a game in its chunk: a game without tags
	line  int   // where the last game began
}

// chunk is a run of lines and the place of its first character.
type chunk struct {
	text         string
	line, column int
}

// NewPGNReader returns a reader of the games in r.
func NewPGNReader(r io.Reader) *PGNReader {
	return &PGNReader{lines: bufio.NewReader(r), next: 1}
}

// Line returns the number of the line on which the last game begins.
func (r *PGNReader) Line() int { return r.line }

// Next returns the next game, or io.EOF after the last. An *Error is about one
// game, and the next call reads the game behind it. Any other error comes from the
// io.Reader and is final.
func (r *PGNReader) Next() (*Game, error) {
	c := r.rest
	r.rest = chunk{}
	if strings.TrimSpace(c.text) == "" {
		var err error
		if c, err = r.chunk(); err != nil {
			return nil, err
		}
	}
	p := &pgnParser{scanner: scanner{text: c.text, line: c.line, column: c.column}, g: New()}
	p.skipSpace()
	r.line = p.line
	err := p.parse()
	if err != nil {
		p.skipGame()
	}
	r.rest = chunk{p.text[p.at:], p.line, p.column}
	if (&scanner{text: r.rest.text}).blank() {
		r.rest = chunk{}
	}
	if err != nil {
		return nil, err
	}
	return p.g, nil
}

// chunk reads the lines up to the next game's first tag. Inside a comment only an
// Event tag behind an empty line counts as one: the comment was never closed then,
// and the next game must not be lost with it.
func (r *PGNReader) chunk() (chunk, error) {
	var b strings.Builder
	c := chunk{line: r.next, column: 1}
	if r.ahead != "" {
		c.line--
	}
	var inComment, moves, blank, tooLong bool
	for {
		line, err := r.readLine()
		if err != nil && !errors.Is(err, io.EOF) {
			return chunk{}, err
		}
		if line == "" {
			break
		}
		text := strings.TrimLeft(line, " \t\ufeff")
		tag := !inComment && strings.HasPrefix(text, "[")
		if tag && moves || inComment && blank && strings.HasPrefix(text, `[Event "`) {
			r.ahead = line
			break
		}
		blank = strings.TrimSpace(text) == ""
		if !tag {
			var said bool
			said, inComment = movetext(line, inComment)
			moves = moves || said
		}
		switch {
		case tooLong:
		case b.Len()+len(line) > MaxPGNGame:
			tooLong = true
			b.Reset()
		default:
			b.WriteString(line)
		}
		if len(line) > MaxPGNGame {
			inComment = false // the rest of the line is lost
		}
	}
	if tooLong {
		return chunk{}, sayGameTooLong.with().at(place{c.line, 1})
	}
	c.text = b.String()
	if strings.TrimSpace(strings.TrimPrefix(c.text, "\ufeff")) == "" {
		return chunk{}, io.EOF
	}
	return c, nil
}

// readLine returns the next line with its end, "" at the end of the file. It cuts
// a line that is longer than MaxPGNGame, but leaves it longer than that.
func (r *PGNReader) readLine() (string, error) {
	if line := r.ahead; line != "" {
		r.ahead = ""
		return line, nil
	}
	if r.eof {
		return "", nil
	}
	var b strings.Builder
	for {
		part, err := r.lines.ReadSlice('\n')
		if b.Len() <= MaxPGNGame {
			b.Write(part)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil {
			r.eof = true
		}
		r.next++
		return b.String(), err
	}
}

// movetext reports whether a line outside the tags holds a ban or anything else
// but comments, and whether a comment is open at its end.
func movetext(line string, inside bool) (said, open bool) {
	said = strings.Contains(strings.ToLower(line), "banning:")
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case inside:
			inside = c != '}'
		case c == '{':
			inside = true
		case c == ';', c == '%' && i == 0:
			return said, false
		default:
			said = said || strings.IndexByte(pgnSpace, c) < 0
		}
	}
	return said, inside
}

// pgnParser plays one game's text.
type pgnParser struct {
	scanner
	g           *Game
	termination string
	moves       bool // something after the tags was read
	ended       bool // the result was read
}

// skipGame passes the rest of a bad game, up to its result or the end of the text.
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
			if err := p.ban(comment, opening); err != nil {
				return err
			}
			p.moves = p.moves || p.g.Len() > 0
			continue
		case c == ';' || c == '%' && p.column == 1:
			p.restOfLine()
			continue
		case c == '(':
			if !p.variation() {
				return p.fail(start, "(", sayOpenVariation)
			}
		case c == '$' || c == '!' || c == '?':
			p.word()
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

// symbol handles a word of the movetext; end reports the result.
func (p *pgnParser) symbol(word string, start place) (end bool, err error) {
	if token, ok := resultToken(word); ok {
		return true, p.result(token, start)
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
		return true, p.result(token, start)
	}
	var a Action
	if a, ok := parseAction(word); ok {
		return false, p.play(a, word, start)
	}
	if p.g.Phase() == PhaseBan && !p.g.Over() {
		pos := p.g.Position()
		return false, p.fail(start, word, sayBanMissing, "ply", pos.ply, "text", quote(word), "active", pos.ActivePlayer(), "pair", pos.node().legal().pairs[0])
	}
	m, err := p.g.Position().ParseSAN(word)
	if err != nil {
		if r := p.g.Result(); r.Over() {
			err = p.g.Position().refuse(NewMove(0, 1, NoRole), r)
		}
		return false, p.located(err, word, start)
	}
	a = MoveAction(m)
	return false, p.play(a, word, start)
}

// ban plays the ban in a comment, if there is one; at is where the comment opens.
func (p *pgnParser) ban(comment string, at scanner) error {
	text := strings.TrimSpace(comment)
	const key = "banning"
	if len(text) < len(key) || !strings.EqualFold(text[:len(key)], key) {
		return nil
	}
	rest := strings.TrimSpace(text[len(key):])
	if !strings.HasPrefix(rest, ":") {
		return nil // a sentence that begins with the word
	}
	word := ""
	if words := strings.Fields(rest[1:]); len(words) > 0 {
		word = words[0] // what follows is an ordinary comment
	}
	at.advance(1 + strings.Index(comment, rest) + strings.Index(rest, word))
	start := at.place()
	bare, _ := cutIndicator(word)
	pair, err := ParsePair(strings.ToLower(strings.Replace(bare, "-", "", 1)))
	if err != nil {
		return p.located(err, word, start)
	}
	return p.play(BanAction(pair), word, start)
}

func (p *pgnParser) play(a Action, word string, start place) error {
	if err := p.g.Play(a); err != nil {
		return p.located(err, word, start)
	}
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
		tags := p.g.Tags
		p.g = NewFrom(pos)
		p.g.Tags = tags
	case name == "Termination":
		p.termination = value
	case !isDerivedTag(name) && value != "" && p.g.Tags.Get(name) == "":
		p.g.Tags = append(p.g.Tags, Tag{name, value})
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

// result compares a result with the board, or ends the game with it.
func (p *pgnParser) result(token string, at place) error {
	p.ended = true
	now := p.g.Result()
	if token == "*" || now.Token() == token {
		return nil
	}
	if now.Over() {
		return p.fail(at, token, sayContradiction, "text", token, "result", now, "token", now.Token())
	}
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
	return p.g.decide(decided)
}
