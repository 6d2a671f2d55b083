package play

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
)

func (t *Table) playText(_ context.Context, text string) error {
	if t.thinking != nil {
		return errThinking
	}
	if t.game.Over() {
		return fmt.Errorf("%w; type undo, new, save FILE or quit", t.errOver())
	}
	a, err := t.read(text)
	if err != nil {
		return unknown(text, err)
	}
	return t.act(a)
}

// unknown returns the error of what was typed, which may be neither an action nor a
// command.
func unknown(text string, err error) error {
	e, ok := errors.AsType[*game.Error](err)
	if !ok || e.Code != game.CodeBadSAN && e.Code != game.CodeBadPair {
		return err
	}
	word := *e
	word.Message = strconv.Quote(text) + " is neither an action nor a command"
	word.Hint += ", or type help"
	return &word
}

// squares are two squares however they are written, and moveNumber is what may
// stand before an action.
var (
	squares    = regexp.MustCompile(`(?i)^([a-h][1-8])[ -]*([a-h][1-8])([qrbn]?)$`)
	moveNumber = regexp.MustCompile(`^[0-9]+\.+ *`)
)

// read reads an action as the rules do, and also takes capital squares, spaces
// between them, a move number, and a piece in a small letter.
func (t *Table) read(text string) (game.Action, error) {
	text = moveNumber.ReplaceAllString(text, "")
	if m := squares.FindStringSubmatch(text); m != nil {
		text = strings.ToLower(m[1] + m[2] + m[3])
	}
	p := t.game.Position()
	a, err := p.ParseInput(text)
	if code := game.CodeOf(err); (code == game.CodeBadSAN || code == game.CodeBadPair) && text != "" && strings.Contains("nrqk", text[:1]) {
		if a, err := p.ParseInput(strings.ToUpper(text[:1]) + text[1:]); err == nil {
			return a, nil
		}
	}
	return a, err
}
