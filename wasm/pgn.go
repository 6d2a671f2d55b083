//go:build js && wasm

package main

import (
	"errors"
	"io"
	"syscall/js"

	"github.com/banchess/banchess/game"
)

// heldReader reads the games of a PGN file of which JavaScript gives it a piece at
// a time.
type heldReader struct {
	*game.PGNReader
	text  []byte
	ended bool
}

// errWaiting says that there is no more text for now.
var errWaiting = errors.New("waiting for text")

// Read takes what was fed.
func (r *heldReader) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		if r.ended {
			return 0, io.EOF
		}
		return 0, errWaiting
	}
	n := copy(p, r.text)
	r.text = r.text[n:]
	return n, nil
}

// readPGN() gives a reader: feed(text or bytes), end() after the last, and next(), which
// answers with {tree, line}, {error, line} for a game that is skipped, {waiting}
// for more text, or {done}. free() gives it back.
func (m *module) readPGN(call) (any, error) {
	r := &heldReader{}
	r.PGNReader = game.NewPGNReader(r)
	return m.wrapAs(m.readers, m.hold(r)), nil
}

var readerMethods = []method[*heldReader]{
	{"feed", func(m *module, r *heldReader, c call) (any, error) {
		text, err := m.bytesOf(c.arg(0), "the PGN")
		if err != nil {
			return nil, err
		}
		r.text = append(r.text, text...)
		return success(), nil
	}},
	{"end", func(_ *module, r *heldReader, _ call) (any, error) {
		r.ended = true
		return success(), nil
	}},
	{"next", func(m *module, r *heldReader, _ call) (any, error) { return m.nextGame(r), nil }},
}

func (m *module) nextGame(r *heldReader) js.Value {
	answer := m.env.object.New()
	t, err := r.NextTree()
	switch {
	case err == errWaiting:
		answer.Set("waiting", true)
		return answer
	case err == io.EOF:
		answer.Set("done", true)
		return answer
	case err != nil:
		answer.Set("error", m.failure(err))
	default:
		answer.Set("tree", m.wrapTree(t))
	}
	answer.Set("line", r.Line())
	return answer
}
