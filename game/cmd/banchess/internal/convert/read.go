package convert

import (
	"bufio"
	"errors"
	"regexp"
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
		trimmed := strings.TrimSpace(text)
		switch {
		case trimmed == "":
			continue
		case trimmed[0] == '#':
			if remark := strings.TrimSpace(strings.TrimLeft(trimmed, "#")); remark != "" {
				remarks = append(remarks, remark)
			}
			continue
		}
		g, at, err := l.parse(text)
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
		located.Line, located.Column, located.Token = l.line, utf8.RuneCountInString(text[:at[0]])+1, text[at[0]:at[1]]
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

var word = regexp.MustCompile(`[^ \t\r\n]+`)

// parse plays a line's game. With an error it returns where the word at fault stands.
func (l *lineReader) parse(line string) (*game.Game, []int, error) {
	g, words := game.New(), word.FindAllStringIndex(line, -1)
	text := func(i int) string { return line[words[i][0]:words[i][1]] }
	if strings.Contains(text(0), "/") && !isResult(text(0)) {
		fields, parse := 7, game.ParseFEN
		if l.standard {
			fields, parse = 6, game.FromStandardFEN
		}
		n := min(fields, len(words))
		start, err := parse(line[words[0][0]:words[n-1][1]])
		if err != nil {
			return nil, words[0], err
		}
		g, words = game.NewFrom(start), words[n:]
	}
	for i, at := range words {
		if isResult(text(i)) && i == len(words)-1 {
			return g, at, decide(g, text(i))
		}
		if err := play(g, text(i)); err != nil {
			return nil, at, err
		}
	}
	return g, nil, nil
}

// play plays a word: BCN, or a move as people write it.
func play(g *game.Game, text string) error {
	if !utf8.ValidString(text) {
		return &game.Error{Code: game.CodeBadBCN, Message: "the text is not UTF-8", Ply: g.Ply()}
	}
	if g.Phase() == game.PhaseBan && !strings.HasPrefix(text, "b:") && !strings.HasPrefix(text, "m:") && !g.Over() {
		return &game.Error{
			Code:    game.CodeWrongPhase,
			Message: "a ban is due at ply " + g.Ply().String() + ", but this is a move",
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
