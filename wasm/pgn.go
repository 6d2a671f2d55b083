//go:build js && wasm

package main

import (
	"bytes"
	"errors"
	"io"

	"github.com/banchess/banchess/game"
)

// heldReader reads the games of a PGN file of which JavaScript gives it a piece at
// a time.
type heldReader struct {
	*game.PGNReader
	feed
}

// feed is the text that a reader has not read yet.
type feed struct {
	text  bytes.Buffer
	ended bool
}

// errWaiting says that there is no more text for now.
var errWaiting = errors.New("waiting for text")

// Read takes what was fed.
func (r *feed) Read(p []byte) (int, error) {
	n, err := r.text.Read(p)
	if err == io.EOF && !r.ended {
		err = errWaiting
	}
	return n, err
}

// readPGN() gives a reader: feed(text or bytes), end() after the last, and next(), which
// answers with {tree, line}, {error, line} for a game that is skipped, {waiting}
// for more text, or {done}. free() gives it back.
func readPGN(c call) any {
	r := &heldReader{}
	r.PGNReader = game.NewPGNReader(&r.feed)
	return c.wrapAs(c.readers, c.hold(held{reader: r}))
}

var readerMethods = []function{
	{"feed", func(c call) any {
		c.reader.text.Write(c.bytesOf(c.arg(0), "the PGN"))
		return success
	}},
	{"end", func(c call) any {
		c.reader.ended = true
		return success
	}},
	{"next", nextGame},
}

func nextGame(c call) any {
	answer := c.env.object.New()
	t, err := c.reader.NextTree()
	switch {
	case err == errWaiting:
		answer.Set("waiting", true)
		return answer
	case err == io.EOF:
		answer.Set("done", true)
		return answer
	case err != nil:
		answer.Set("error", c.failure(err))
	default:
		answer.Set("tree", c.wrapTree(t))
	}
	answer.Set("line", c.reader.Line())
	return answer
}
