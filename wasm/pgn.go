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

func (m *module) readerPrototype() js.Value {
	prototype := m.env.object.New()
	on := func(name string, do func(r *heldReader, c call) (any, error)) {
		prototype.Set(name, m.callback(name, func(c call) (any, error) {
			handle, err := m.handleOf(c.this, "a reader of PGN", "reader.next()")
			if err != nil {
				return nil, err
			}
			r, ok := m.other[handle].(*heldReader)
			if !ok {
				return nil, &game.Error{Code: codeFreed, Message: "this reader has been freed", Hint: "make a new one with readPGN"}
			}
			if name == "free" {
				return m.freeOther(handle, c)
			}
			return do(r, c)
		}))
	}
	on("feed", func(r *heldReader, c call) (any, error) {
		text, err := m.bytesOf(c.arg(0), "the PGN")
		if err != nil {
			return nil, err
		}
		r.text = append(r.text, text...)
		return success(), nil
	})
	on("end", func(r *heldReader, _ call) (any, error) {
		r.ended = true
		return success(), nil
	})
	on("next", func(r *heldReader, _ call) (any, error) { return m.nextGame(r), nil })
	on("free", nil)
	return prototype
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
