//go:build !js

package play

import (
	"io"
	"sync"
	"sync/atomic"
)

// keyboard stands between the line editor and the terminal. It wakes the editor,
// which would read for ever, by keys that nobody typed.
//
// It also answers, in the terminal's place, the editor's question for the cursor's
// position before each prompt. The prompt always begins a line, so the answer is
// known, and some terminals never give one.
type keyboard struct {
	in     io.Reader
	out    io.Writer
	answer atomic.Int32 // bytes of the answer that are still to be read
	muted  atomic.Bool  // the editor's output goes nowhere

	mu   sync.Mutex
	wake <-chan struct{}

	reading bool // a read is under way
	keys    chan keys
	left    keys // what was read and not yet handed on
}

type keys struct {
	text []byte
	err  error
}

func newKeyboard(in io.Reader, out io.Writer) *keyboard {
	return &keyboard{in: in, out: out, keys: make(chan keys, 1)}
}

const (
	cursorQuery  = "\x1b[6n"
	cursorAnswer = "\x1b[1;1R"
	// wakeKey is for private use in Unicode; the bell before it ends a completion
	// that is being chosen.
	wakeKey  = '\ue000'
	wakeKeys = "\a\ue000"
)

func (k *keyboard) Write(p []byte) (int, error) {
	switch {
	case k.muted.Load():
		return len(p), nil
	case string(p) == cursorQuery:
		k.answer.Store(int32(len(cursorAnswer)))
		return len(p), nil
	}
	return k.out.Write(p)
}

// wakeOn has the editor woken when the channel is closed.
func (k *keyboard) wakeOn(wake <-chan struct{}) {
	k.mu.Lock()
	k.wake = wake
	k.mu.Unlock()
}

func (k *keyboard) Read(p []byte) (int, error) {
	if left := k.answer.Load(); left > 0 {
		n := copy(p, cursorAnswer[len(cursorAnswer)-int(left):])
		k.answer.Add(-int32(n))
		return n, nil
	}
	if len(k.left.text) == 0 && k.left.err == nil {
		if !k.reading {
			k.reading = true
			go func() { // may stay behind when the editor is woken or closed
				text := make([]byte, 1024)
				n, err := k.in.Read(text)
				k.keys <- keys{text[:n], err}
			}()
		}
		k.mu.Lock()
		wake := k.wake
		k.mu.Unlock()
		select {
		case k.left = <-k.keys:
			k.reading = false
		case <-wake:
			return copy(p, wakeKeys), nil
		}
	}
	n := copy(p, k.left.text)
	k.left.text = k.left.text[n:]
	if len(k.left.text) > 0 {
		return n, nil
	}
	return n, k.left.err
}
