package uci

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// maxLine bounds a line, in bytes: the longest game takes a fifth of it.
const maxLine = 1 << 20

// inputLine is what the client said, without its end.
type inputLine struct {
	text string
	cut  bool // it was longer than maxLine, and text is its beginning
}

// readLines sends every line until the end of the input or of the context. It
// returns the error of reading, nil at the end.
func readLines(ctx context.Context, in io.Reader, lines chan<- inputLine) error {
	r := bufio.NewReader(in)
	for {
		var text []byte
		cut := false
		part, err := r.ReadSlice('\n')
		for ; ; part, err = r.ReadSlice('\n') {
			keep := min(len(part), maxLine-len(text))
			cut = cut || keep < len(part)
			text = append(text, part[:keep]...)
			if !errors.Is(err, bufio.ErrBufferFull) {
				break
			}
		}
		if len(text) > 0 {
			select {
			case lines <- inputLine{string(text), cut}:
			case <-ctx.Done():
				return nil
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// maxInfo bounds what an info string says, in bytes: it may quote what it is about.
const maxInfo = 1000

// oneLine keeps an error from looking like more than one answer.
func oneLine(err error) string { return clip(err.Error()) }

func clip(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= maxInfo {
		return text
	}
	end := maxInfo
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + " …"
}
