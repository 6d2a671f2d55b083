package game

import (
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/banchess/banchess/game/internal/lines"
)

// MaxPGNGame is the greatest length, in bytes, of the text of one game.
const MaxPGNGame = 1 << 20

// PGNReader reads the games of a PGN file one after the other. It holds only one game at
// a time.
type PGNReader struct {
	lines *lines.Reader
	next  int    // the number of the line to be read next
	ahead string // a line read already: the first of the next game
	eof   bool
	rest  chunk // what follows a game in its chunk: a game without tags
	line  int   // where the last game began
	open  *openChunk
}

// openChunk is a chunk that is being read.
type openChunk struct {
	text                             strings.Builder
	line                             int
	inComment, moves, blank, tooLong bool
}

// chunk is a run of lines and the place of its first character.
type chunk struct {
	text         string
	line, column int
}

// NewPGNReader returns a reader of the games in r.
func NewPGNReader(r io.Reader) *PGNReader {
	return &PGNReader{lines: lines.NewReader(r, MaxPGNGame+1), next: 1}
}

// Line returns the number of the line on which the last game that was read begins.
func (r *PGNReader) Line() int { return r.line }

// Next returns the main line of the next game. Its errors are those of NextTree.
func (r *PGNReader) Next() (*Game, error) {
	t, err := r.NextTree()
	if err != nil {
		return nil, err
	}
	return t.toGame(), nil
}

// NextTree returns the next game, or io.EOF after the last one. An *Error is about one
// game only; the next call reads the game after it. Any other error comes from the
// io.Reader. If the reader has more to read later, call NextTree again; nothing is lost.
func (r *PGNReader) NextTree() (*Tree, error) {
	c := r.rest
	r.rest = chunk{}
	if strings.TrimLeftFunc(c.text, unicode.IsSpace) == "" { // what trails is not looked at for each game
		var err error
		if c, err = r.chunk(); err != nil {
			return nil, err
		}
	}
	p := newPGNParser(c)
	p.skipSpace()
	r.line = p.line
	err := p.parse()
	if err != nil {
		p.skipGame()
	}
	if rest := p.scanner; rest.blank() {
		p.commentsAfterResult()
	} else {
		r.rest = chunk{p.text[p.at:], p.line, p.column}
	}
	if err != nil {
		return nil, err
	}
	p.decide()
	p.readVariations()
	p.comments.annotate()
	_ = p.tree.Tags.SetAll(p.tags...) // each can be set
	return p.tree, nil
}

// chunk reads the lines up to the next game's first tag. Inside a comment only an
// Event tag after an empty line counts as one: the comment was never closed then,
// and the next game must not be lost with it.
func (r *PGNReader) chunk() (chunk, error) {
	if r.open == nil {
		r.open = &openChunk{line: r.next}
		if r.ahead != "" {
			r.open.line--
		}
	}
	o := r.open
	for {
		line, err := r.readLine()
		if err != nil {
			return chunk{}, err
		}
		if line == "" {
			break
		}
		text := strings.TrimLeft(line, " \t\ufeff")
		tag := !o.inComment && strings.HasPrefix(text, "[")
		if tag && o.moves || o.inComment && o.blank && strings.HasPrefix(text, `[Event "`) {
			r.ahead = line
			break
		}
		o.add(line, tag)
	}
	r.open = nil
	c := chunk{text: o.text.String(), line: o.line, column: 1}
	switch {
	case o.tooLong:
		return chunk{}, r.refuse(c, gameTooLong)
	case beginsAsUTF16(c.text):
		return chunk{}, r.refuse(c, utf16Text)
	}
	c.text = utf8Text(c.text)
	if strings.TrimSpace(strings.TrimPrefix(c.text, "\ufeff")) == "" {
		return chunk{}, io.EOF
	}
	return c, nil
}

// refuse returns the error of a game that is not read.
func (r *PGNReader) refuse(c chunk, why sentence) error {
	r.line = c.line
	return why.error().at(place{c.line, 1})
}

// beginsAsUTF16 reports whether a text begins with the mark of UTF-16, or with a character of
// ASCII in it.
func beginsAsUTF16(text string) bool {
	if len(text) < 2 {
		return false
	}
	a, b := text[0], text[1]
	isASCII := func(c byte) bool { return ' ' <= c && c <= '~' || c == '\r' || c == '\n' || c == '\t' }
	return a == 0xff && b == 0xfe || a == 0xfe && b == 0xff || a == 0 && isASCII(b) || b == 0 && isASCII(a)
}

// add takes a line in.
func (o *openChunk) add(line string, tag bool) {
	o.blank = strings.TrimSpace(strings.TrimLeft(line, " \t\ufeff")) == ""
	if !tag {
		var said bool
		said, o.inComment = movetext(line, o.inComment)
		o.moves = o.moves || said
	}
	switch {
	case o.tooLong:
	case o.text.Len()+len(line) > MaxPGNGame:
		o.tooLong = true
		o.text.Reset()
	default:
		o.text.WriteString(line)
	}
	if len(line) > MaxPGNGame {
		o.inComment = false // the rest of the line is lost
	}
}

// utf8Text returns a text in UTF-8. One that is not is in Latin-1, PGN's own
// character set.
func utf8Text(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	runes := make([]rune, len(text))
	for i := range len(text) {
		runes[i] = rune(text[i])
	}
	return string(runes)
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
	line, _, err := r.lines.Next()
	switch {
	case errors.Is(err, io.EOF):
		r.eof = true
		return "", nil
	case err != nil:
		return "", err // the rest of the line may come later
	}
	r.next++
	return line, nil
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
