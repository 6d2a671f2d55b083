//go:build !js

package console

import (
	"context"
	"strings"
	"testing"
)

// TestTypedLineComesFirst: a line that was typed as there was news is read without another prompt.
func TestTypedLineComesFirst(t *testing.T) {
	var out strings.Builder
	c, err := NewEditor(strings.NewReader(""), &out, "")
	if err != nil {
		t.Fatal(err)
	}
	e := c.(*editor)
	woken, wake := context.WithCancelCause(t.Context())
	wake(ErrWoken)
	for range 100 {
		e.editing = true
		e.typed <- typedLine{text: "e4"}
		if text, err := e.ReadLine(woken, "White moves> ", nil); text != "e4" || err != nil {
			t.Fatalf("%q, %v", text, err)
		}
	}
	if out.Len() > 0 {
		t.Errorf("%q", out.String())
	}
}
