package convert

import (
	"bufio"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/internal/lines"
)

// Reader reads one game after the other, with all that is written of it. NextTree
// returns io.EOF after the last; a *game.Error is a bad game, with its place;
// the next call reads the game after it.
type Reader interface {
	NextTree() (*game.Tree, error)
}

// NewReader returns a reader of a format other than Auto.
func NewReader(f Format, r *bufio.Reader) Reader {
	if f == PGN {
		return game.NewPGNReader(r)
	}
	return &lineReader{lines: lines.NewReader(r, game.MaxPGNGame), standard: f == StandardFEN}
}

type lineReader struct {
	lines    *lines.Reader
	line     int
	standard bool // the FENs have six fields
}

func (l *lineReader) NextTree() (*game.Tree, error) {
	var remarks []string
	for {
		text, err := l.readLine()
		if err != nil {
			return nil, err
		}
		words := split(text)
		if len(words) == 0 {
			continue
		}
		if words[0].text[0] == '#' {
			if remark := strings.TrimSpace(strings.TrimLeft(text[words[0].at:], "#")); remark != "" {
				remarks = append(remarks, remark)
			}
			continue
		}
		g, at, err := l.parse(text, words)
		if err == nil {
			t := game.NewTree(g)
			t.Root().Comment = strings.Join(remarks, "\n")
			return t, nil
		}
		e, ok := errors.AsType[*game.Error](err)
		if !ok {
			return nil, err
		}
		located := *e
		located.Line, located.Column, located.Token = l.line, at.column, at.text
		return nil, &located
	}
}

// readLine returns the next line, io.EOF after the last.
func (l *lineReader) readLine() (string, error) {
	text, long, err := l.lines.Next()
	if err != nil {
		return "", err
	}
	l.line++
	if long {
		return "", &game.Error{Code: game.CodeBadBCN, Message: "the line is longer than 1 MiB", Hint: "write one game on a line", Line: l.line, Column: 1}
	}
	return strings.TrimPrefix(text, "\ufeff"), nil
}

// word is a word of a line and its column, from 1, in characters.
type word struct {
	text   string
	column int
	at     int // in bytes
}

func split(line string) []word {
	var words []word
	column, start, startColumn := 0, -1, 0
	for i, r := range line + " " {
		column++
		space := r == ' ' || r == '\t' || r == '\n' || r == '\r'
		switch {
		case !space && start < 0:
			start, startColumn = i, column
		case space && start >= 0:
			words = append(words, word{line[start:i], startColumn, start})
			start = -1
		}
	}
	return words
}

// parse plays a line's game. With an error it returns the word at fault.
func (l *lineReader) parse(line string, words []word) (*game.Game, word, error) {
	g := game.New()
	if strings.Contains(words[0].text, "/") && !isResult(words[0].text) {
		fields := 7
		if l.standard {
			fields = 6
		}
		n := min(fields, len(words))
		if !l.standard && len(words) == 6 {
			n = 6 // ParseFEN knows best what to say about it
		}
		last := words[n-1]
		fen := line[words[0].at : last.at+len(last.text)]
		parse := game.ParseFEN
		if l.standard {
			parse = game.FromStandardFEN
		}
		start, err := parse(fen)
		if err != nil {
			return nil, words[0], err
		}
		g, words = game.NewFrom(start), words[n:]
	}
	for i, w := range words {
		if isResult(w.text) && i == len(words)-1 {
			return g, w, decide(g, w.text)
		}
		if err := play(g, w.text); err != nil {
			return nil, w, err
		}
	}
	return g, word{}, nil
}

// play plays a word: BCN, or a move as people write it.
func play(g *game.Game, text string) error {
	if !utf8.ValidString(text) {
		return &game.Error{Code: game.CodeBadBCN, Message: "the text is not UTF-8", Ply: g.Ply()}
	}
	if g.Phase() == game.PhaseBan && !strings.HasPrefix(text, "b:") && !strings.HasPrefix(text, "m:") && !g.Over() {
		return &game.Error{
			Code:    game.CodeWrongPhase,
			Message: "a ban is due at ply " + g.Ply().String() + ", and this is a move",
			Hint:    "write bans as b:e2e4",
			Ply:     g.Ply(),
		}
	}
	a, err := g.Position().ParseInput(text)
	if err != nil {
		return err
	}
	return g.Play(a)
}

func isResult(s string) bool {
	return s == "1-0" || s == "0-1" || s == "1/2-1/2" || s == "*"
}

// decide ends a game with the result at the end of its line, unless the board has
// ended it.
func decide(g *game.Game, token string) error {
	now := g.Result()
	switch {
	case token == "*" || token == now.Token():
		return nil
	case now.Over():
		return &game.Error{Code: game.CodeBadBCN, Message: "the result " + token + " contradicts the board (" + now.String() + ")", Hint: "write " + now.Token()}
	case token == "1-0":
		return g.Resign(game.Black)
	case token == "0-1":
		return g.Resign(game.White)
	}
	return g.AgreeDraw()
}
